package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// landed lets a box with friction land flat on a floor from a height (m), without gravity, and returns its motion after
// that.
func landed(t *testing.T, height float32) (v, w Vec3) {
	t.Helper()
	world := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	addBodyDef(t, world, Static, Vec3{}, QuatIdentity, Box{Half: V3(5, 1, 5), Center: V3(0, -1, 0)}, surface(1, 0))
	box := addBodyDef(t, world, Dynamic, V3(0, 0.2+height, 0), QuatIdentity, BoxHalf(0.2, 0.2, 0.2), surface(1, 0))
	box.SetLinearVelocity(V3(1, -8, 0))
	for range 2 {
		run(t, world, 0.01)
	}
	return box.LinearVelocity(), box.AngularVelocity()
}

// TestLandingFromAfar checks that a contact made ahead rubs the box on its own surface, as one made at the surface
// does.
func TestLandingFromAfar(t *testing.T) {
	v, w := landed(t, 0)
	if !(vec3Distance(v, V3(1, -8, 0)) > 1) {
		t.Fatalf("no landing: %v", v)
	}
	for _, height := range []float32{0.01, 0.02, 0.025, 0.03, 0.035, 0.05, 0.07} {
		v2, w2 := landed(t, height)
		if d := vec3Distance(v, v2); d > 0.005 {
			t.Errorf("from %g m the box leaves at %v, from the surface at %v", height, v2, v)
		}
		if d := vec3Distance(w, w2); d > 0.02 {
			t.Errorf("from %g m the box leaves at %v rad/s, from the surface at %v", height, w2, w)
		}
	}
}

func vec3Distance(a, b Vec3) float64 { return math.Sqrt(float64(a.Sub(b).Len2())) }

// TestFliesPastEdge lets boxes fly past the edge of a mesh, and of a static box among others, across the plane of its
// surface.
func TestFliesPastEdge(t *testing.T) {
	sheet, err := NewMesh(MeshDef{Vertices: []Vec3{V3(-1, 0, -1), V3(-1, 0, 1), V3(1, 0, 1), V3(1, 0, -1)},
		Indices: []uint32{0, 1, 2, 0, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	floors := map[string]func(w *World){
		"mesh": func(w *World) { addBody(t, w, Static, Vec3{}, sheet) },
		"flush boxes": func(w *World) {
			addBody(t, w, Static, V3(0, -1, 0), BoxHalf(1, 1, 1))
			addBody(t, w, Static, V3(-2, -1, 0), BoxHalf(1, 1, 1))
		},
	}
	for name, floor := range floors {
		t.Run(name, func(t *testing.T) {
			for i := range 240 {
				speed, over, height := float32(10+5*(i%4)), 0.01+0.01*float32(i/4%10), 0.03+0.02*float32(i/40)
				start := V3(speed, -12, 0)
				// the lower left edge of the box is so far beyond that of the floor when it comes to its height
				x := 1 - over + 0.5
				if clear := speed/12*height - over; clear < 0.03 {
					continue
				}
				w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
				floor(w)
				box := addBody(t, w, Dynamic, V3(x, 0.5+height, 0), BoxHalf(0.5, 0.5, 0.5))
				box.SetLinearVelocity(start)
				for range 3 {
					run(t, w, 0.01)
				}
				if v := box.LinearVelocity(); vec3Distance(v, start) > 1e-3 {
					t.Errorf("%g m above and %g m beside the edge: a box that meets nothing flies at %v instead of %v",
						height, over, v, start)
				}
			}
		})
	}
}

// TestSpinsPastEdge lets rods that rotate about their own length fly past the edge of a box. No point of them comes
// onto it.
func TestSpinsPastEdge(t *testing.T) {
	const half, radius = 0.1, 0.1415
	for _, speed := range []float32{5, 10, 20} {
		for _, spin := range []float32{-60, -20, 20, 60} {
			for _, clear := range []float32{0.02, 0.05, 0.1, 0.2} {
				for phase := range 10 {
					w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
					addBody(t, w, Static, V3(0, -1, 0), BoxHalf(1, 1, 1))
					// the axis flies along a line at 45 degrees whose distance from the edge is radius + clear
					start := V3(speed, -speed, 0)
					out := (radius + clear) * vec.Sqrt(2)
					back := 0.1 + 0.0123*float32(phase)
					rod := addBody(t, w, Dynamic, V3(1+out-back, back, 0), BoxHalf(half, half, 0.6))
					rod.SetLinearVelocity(start)
					rod.SetAngularVelocity(V3(0, 0, spin))
					for range 5 {
						run(t, w, 0.01)
					}
					if v := rod.LinearVelocity(); vec3Distance(v, start) > 1e-3 {
						t.Errorf("%v m/s, %v rad/s, %v m beside the edge: a rod that meets nothing flies at %v", speed,
							spin, clear, v)
					}
				}
			}
		}
	}
}

// TestMeetsCorner lets a box fly into the corner of a floor and a wall that are one mesh, which it meets at different
// times of one step.
func TestMeetsCorner(t *testing.T) {
	corner, err := NewMesh(MeshDef{
		Vertices: []Vec3{V3(-5, 0, -5), V3(-5, 0, 5), V3(0, 0, 5), V3(0, 0, -5), V3(0, 5, 5), V3(0, 5, -5)},
		Indices:  []uint32{0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, gaps := range [][2]float32{{0.03, 0.08}, {0.08, 0.03}, {0.05, 0.11}, {0.03, 0.05}} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
		addBody(t, w, Static, Vec3{}, corner)
		box := addBody(t, w, Dynamic, V3(-0.5-gaps[1], 0.5+gaps[0], 0), BoxHalf(0.5, 0.5, 0.5))
		box.SetLinearVelocity(V3(14, -14, 0))
		run(t, w, 0.01)
		if b := box.Bounds(); b.Max.X > 0.005 || b.Min.Y < -0.005 {
			t.Errorf("floor %g m, wall %g m away: the box is %g m in the floor, %g m in the wall", gaps[0], gaps[1],
				-b.Min.Y, b.Max.X)
		}
	}
}

// Small boxes that come slowly to a static box or a mesh land on it, whatever their speed. With a slop of half a
// centimetre all cubes of 1 and 3 mm, and 7 of 60 of 1 cm, were stopped in the air above it, in every step again.
func TestNothingHangsInTheAir(t *testing.T) {
	floors := map[string]func(w *World){
		"box":  func(w *World) { addBody(t, w, Static, V3(0, -0.5, 0), BoxHalf(5, 0.5, 5)) },
		"mesh": func(w *World) { addBody(t, w, Static, Vec3{}, terrainMesh(t, 4, 4, func() float32 { return 0 })) },
	}
	for name, floor := range floors {
		for _, size := range []float32{0.001, 0.003, 0.01, 0.02, 0.04} {
			for i := range 60 {
				speed := 0.02 + 0.02*float32(i)
				w := newTestWorld(t, nil)
				floor(w)
				b := addBody(t, w, Dynamic, V3(0.011, 0.5*size+0.03, 0.012), BoxHalf(size/2, size/2, size/2))
				b.SetLinearVelocity(V3(0.1*speed, -speed, 0))
				b.SetAngularVelocity(V3(0.3, 0.2, 0.4))
				run(t, w, 2)
				if y := b.Position().Y; y > 0.9*size || b.Awake() {
					t.Errorf("a cube of %g m that falls at %g m/s is %g m above the %s, awake: %v", size, speed,
						y-0.5*size, name, b.Awake())
				}
			}
		}
	}
}
