package physics

import (
	"fmt"
	"math"
	"testing"
)

// walls are targets at x = 0 that look towards −x: a wall of 1 cm, a mesh and a height field.
func walls(t testing.TB) map[string]func(w *World, rotation Quat) {
	t.Helper()
	const cells, size = 60, 120
	var m MeshDef
	f := HeightFieldDef{Columns: cells + 1, Rows: cells + 1, Spacing: V3(size/cells, 0, size/cells),
		Origin: V3(-size/2, 0, -size/2), Heights: make([]float32, (cells+1)*(cells+1))}
	for i := range cells + 1 {
		for k := range cells + 1 {
			m.Vertices = append(m.Vertices, V3(0, float32(i*size/cells-size/2), float32(k*size/cells-size/2)))
		}
	}
	at := func(i, k int) uint32 { return uint32(i*(cells+1) + k) }
	for i := range cells {
		for k := range cells {
			m.Indices = append(m.Indices, at(i, k), at(i, k+1), at(i+1, k+1), at(i, k), at(i+1, k+1), at(i+1, k))
		}
	}
	mesh, err := NewMesh(m)
	if err != nil {
		t.Fatal(err)
	}
	field, err := NewHeightField(f)
	if err != nil {
		t.Fatal(err)
	}
	// the height field looks up; a quarter turn about z makes it look towards −x
	quarter := Quat{Z: math.Sqrt2 / 2, W: math.Sqrt2 / 2}
	return map[string]func(w *World, rotation Quat){
		"wall": func(w *World, rotation Quat) {
			addBodyDef(t, w, Static, Vec3{}, rotation, BoxHalf(0.005, 2000, 2000), DefaultShapeDef())
		},
		"mesh": func(w *World, rotation Quat) { addBodyDef(t, w, Static, Vec3{}, rotation, mesh, DefaultShapeDef()) },
		"height field": func(w *World, rotation Quat) {
			addBodyDef(t, w, Static, Vec3{}, rotation.Mul(quarter), field, DefaultShapeDef())
		},
	}
}

// TestNothingTunnels shoots balls, tumbling boxes, rods and capsules at a wall of 1 cm, a mesh and a height
// field, at any speed and heading, from any fraction of a step, and head-on as well as at a grazing rotation.
// Of the long run, 64 headings with 100 shots each, every part has a name to be run on its own:
// -run 'TestNothingTunnels/mesh/rod/400'.
func TestNothingTunnels(t *testing.T) {
	shapes := []struct {
		name string
		Geometry
	}{
		{"ball", Sphere{Radius: 0.1}}, {"box", BoxHalf(0.1, 0.1, 0.1)}, {"rod", BoxHalf(0.4, 0.02, 0.02)},
		{"capsule", Capsule{A: V3(-0.3, 0, 0), B: V3(0.3, 0, 0), Radius: 0.03}},
	}
	headings, phases := 4, 6
	if soak() {
		headings, phases = 64, 100
	}
	shots, through := 0, 0
	for target, add := range walls(t) {
		for _, g := range shapes {
			for _, speed := range []float32{10, 20, 50, 100, 200, 400, 1000} {
				t.Run(fmt.Sprintf("%s/%s/%g", target, g.name, speed), func(t *testing.T) {
					missed := 0
					for h := range headings {
						n := shootVolley(t, add, g.Geometry, speed, h, headings, phases)
						if missed += n; n > 0 {
							t.Errorf("heading %d: %d of %d are behind the wall", h, n, phases)
						}
					}
					t.Logf("%d shots, %d through", headings*phases, missed)
					shots, through = shots+headings*phases, through+missed
				})
			}
		}
	}
	t.Logf("in all %d shots, %d through", shots, through)
}

// shallowAngles are the tangents of the angles (from head-on) at which shots come in.
var shallowAngles = [...]float32{0.05, 0.05, 1, 5.67}

// shootVolley shoots bodies along x, turned, at the bodies that add puts at x = 0 and returns how many get through.
func shootVolley(t *testing.T, add func(w *World, rotation Quat), g Geometry, speed float32, heading, headings,
	phases int) (through int) {
	t.Helper()
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	angle := 2 * math.Pi * float64(heading) / float64(headings) * 0.99
	s, c := math.Sincos(angle / 2)
	rotation := Quat{Y: float32(s), W: float32(c)}
	add(w, rotation)
	var bodies []Body
	for i := range phases {
		start := 3 + speed*0.01*float32(i)/float32(phases)
		q := Quat{X: 0.3 * float32(i%11), Y: 0.1 * float32(heading), Z: 0.2, W: 1}.Norm()
		// all of them aim at a square of 27 m
		motion := V3(1, shallowAngles[i%len(shallowAngles)], 0)
		if i%8 >= 4 {
			motion = V3(1, 0, -motion.Y)
		}
		aim := V3(0, 3*float32(i/10)-13, 3*float32(i%10)-13)
		b := addBodyDef(t, w, Dynamic, rotation.Rotate(aim.Sub(motion.Mul(start))), q, g, DefaultShapeDef())
		b.SetLinearVelocity(rotation.Rotate(motion.Norm().Mul(speed)))
		b.SetAngularVelocity(V3(5, 7, 3*float32(i%10)))
		bodies = append(bodies, b)
	}
	// what has slid off the edge of the wall may be anywhere
	done := make([]bool, phases)
	for range int((0.5+20/speed)*testRate + 0.5) {
		run(t, w, 0.01)
		for i, b := range bodies {
			p := rotation.InvRotate(b.Position())
			if done[i] || p.X < -1 {
				continue
			}
			if beyond := abs(p.Y) > 58 || abs(p.Z) > 58; beyond || p.X > 0 {
				done[i] = true
				if !beyond {
					through++
				}
			}
		}
	}
	return through
}

// TestBulletsHitMovingBodies shoots bullets at a thin plate that moves and spins.
func TestBulletsHitMovingBodies(t *testing.T) {
	phases := 5
	if soak() {
		phases = 300
	}
	shots, through := 0, 0
	for name, g := range map[string]Geometry{"ball": Sphere{Radius: 0.05}, "box": BoxHalf(0.05, 0.05, 0.05),
		"rod": BoxHalf(0.3, 0.015, 0.015)} {
		for _, speed := range []float32{10, 50, 200, 500, 1000} {
			for phase := range phases {
				w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
				plate := addBody(t, w, Dynamic, V3(0, 0, 0), BoxHalf(0.02, 2, 2))
				plate.SetLinearVelocity(V3(-10, 0, 0))
				plate.SetAngularVelocity(V3(3+0.1*float32(phase%40), 0.05*float32(phase%17), 0))
				def := DefaultBodyDef()
				def.Type, def.Bullet = Dynamic, true
				def.Position = V3(-4-speed*0.01*float32(phase)/float32(phases), 0.1+0.003*float32(phase), 0.1)
				def.LinearVelocity = V3(speed, 0, 0)
				def.AngularVelocity = V3(0, float32(phase%7), 5)
				b, err := w.CreateBody(def)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := b.CreateShape(g, DefaultShapeDef()); err != nil {
					t.Fatal(err)
				}
				shots++
				for range 30 {
					run(t, w, 0.01)
					rel := plate.Transform().InvApply(b.Position())
					if rel.X > 0 && abs(rel.Y) < 2 && abs(rel.Z) < 2 && rel.X < 1 {
						through++
						t.Errorf("%s at %g m/s, phase %d: the bullet is at %v of the plate", name, speed, phase, rel)
						break
					}
				}
			}
		}
	}
	t.Logf("%d shots, %d through", shots, through)
}

// TestFastSlideIsNotStopped: continuous collision must not brake what slides fast over a floor
// or rolls fast over tiles.
func TestFastSlideIsNotStopped(t *testing.T) {
	sd := DefaultShapeDef()
	sd.Material.Friction = 0
	for name, g := range map[string]Geometry{"box on floor": BoxHalf(0.1, 0.1, 0.1),
		"ball on tiles": Sphere{Radius: 0.1}} {
		t.Run(name, func(t *testing.T) {
			w := newTestWorld(t, nil)
			if name == "box on floor" {
				addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(100, 0.5, 2), sd)
			} else {
				for i := range 80 {
					addBodyDef(t, w, Static, V3(float32(i), -0.5, 0), QuatIdentity, BoxHalf(0.5, 0.5, 2), sd)
				}
			}
			b := addBodyDef(t, w, Dynamic, V3(0, 0.1, 0), QuatIdentity, g, sd)
			run(t, w, 0.5)
			b.SetLinearVelocity(V3(30, 0, 0))
			run(t, w, 2)
			if w.step.Last.Fast == 0 {
				t.Fatal("the body does not count as fast")
			}
			near(t, "way", float64(b.Position().X), 60, 0.3)
			near(t, "speed", float64(b.LinearVelocity().X), 30, 0.05)
			near(t, "height", float64(b.Position().Y), 0.1, 0.002)
		})
	}
}

// TestSpinningRodStopsAtPost: in the frame of the rod a thin post must not get from one side of it
// to the other.
func TestSpinningRodStopsAtPost(t *testing.T) {
	phases := 10
	if soak() {
		phases = 500
	}
	for _, spin := range []float32{20, 60, 150, 400} {
		for phase := range phases {
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
			angle := 0.2 + 1.2*float64(phase)/float64(phases)
			s, c := math.Sincos(angle)
			post := V3(float32(0.8*c), 0, float32(-0.8*s))
			addBody(t, w, Static, post, BoxHalf(0.01, 1, 0.01))
			rod := addBody(t, w, Dynamic, Vec3{}, BoxHalf(1, 0.02, 0.02))
			rod.SetAngularVelocity(V3(0, spin, 0))
			before := rod.Transform().InvApply(post)
			for step := range 40 {
				run(t, w, 0.01)
				if up := rod.Rotation().Rotate(V3(0, 1, 0)); up.Y < 0.9 || abs(rod.Position().Y) > 0.5 {
					// it has left the plane, in which alone the sides of the rod mean something
					break
				}
				now := rod.Transform().InvApply(post)
				beside := max(abs(now.X), abs(before.X), abs(now.Y), abs(before.Y)) < 0.95 && now.X*before.X > 0
				if beside && now.Z*before.Z < 0 {
					t.Fatalf("%g rad/s, phase %d: in step %d the post went from %v to %v", spin, phase, step, before,
						now)
				}
				before = now
			}
		}
	}
}

// TestSpinningBouncesGainNoEnergy drops boxes that spin onto a smooth elastic floor. Corners meet it in the middle of a
// step, with a speed that is not that of the place they would have got to.
func TestSpinningBouncesGainNoEnergy(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = V3(0, -15, 0) })
	bounces := DefaultShapeDef()
	bounces.Material.Friction, bounces.Material.Restitution = 0, 1
	addBodyDef(t, w, Static, Vec3{}, QuatIdentity, Plane{Normal: V3(0, 1, 0)}, bounces)
	const count = 400
	energy := func(b Body) float64 { return kinetic(b) + float64(b.Mass())*15*float64(b.WorldCenter().Y) }
	bodies, start := make([]Body, count), make([]float64, count)
	for i := range bodies {
		b := addBodyDef(t, w, Dynamic, V3(float32(i), 4, 0), QuatIdentity, BoxHalf(0.25, 0.2, 0.15), bounces)
		b.SetAngularVelocity(V3(0, 0, 60+0.1*float32(i)))
		bodies[i], start[i] = b, energy(b)
	}
	bounced := 0
	before := make([]float32, count)
	for range testRate {
		for i, b := range bodies {
			before[i] = b.LinearVelocity().Y
		}
		run(t, w, 1.0/testRate)
		for i, b := range bodies {
			if now := energy(b); now > 1.006*start[i] {
				t.Fatalf("body %d has %.4f of its energy at %v", i, now/start[i], b.WorldCenter())
			}
			if before[i] < -5 && b.LinearVelocity().Y > 0 {
				bounced++
			}
		}
	}
	if bounced < count/2 {
		t.Errorf("%d of %d were turned round", bounced, count)
	}
}

// A body that lies on the floor of a trough runs against its end: what holds it up goes on doing so,
// whichever side of the trough is looked at first, and nothing of a fall is to be taken back.
func TestStopInATroughDoesNotLift(t *testing.T) {
	const half, gap, long = 0.25, 0.01, 20
	side := float32(half + gap)
	def := MeshDef{Vertices: []Vec3{
		V3(-long, 1, -side), V3(-long, 0, -side), V3(-long, 0, side), V3(-long, 1, side),
		V3(long, 1, -side), V3(long, 0, -side), V3(long, 0, side), V3(long, 1, side),
	}}
	for i := range uint32(3) {
		a, b := i, i+1
		def.Indices = append(def.Indices, a, b, b+4, a, b+4, a+4)
	}
	def.TwoSided = true
	trough, err := NewMesh(def)
	if err != nil {
		t.Fatal(err)
	}
	for angle := range 4 {
		sin, cos := math.Sincos(float64(angle) * math.Pi / 4)
		q := Quat{Y: float32(sin), W: float32(cos)}
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
		smooth := surface(0, 0)
		addBodyDef(t, w, Static, Vec3{}, q, trough, smooth)
		addBodyDef(t, w, Static, q.Rotate(V3(9.7, 0, 0)), q, BoxHalf(1, 2, 2), smooth)
		b := addBodyDef(t, w, Dynamic, V3(0, half, 0), q, BoxHalf(half, half, half), smooth)
		run(t, w, 0.2)
		b.SetLinearVelocity(q.Rotate(V3(40, 0, 0)))
		manifolds, lift := 0, float32(0)
		for range 40 {
			run(t, w, 0.01)
			manifolds = max(manifolds, len(b.Contacts(nil)))
			lift = max(lift, b.LinearVelocity().Y)
		}
		if at := q.InvRotate(b.Position()); abs(at.X-(8.7-half)) > 0.02 || manifolds < 3 {
			t.Fatalf("turned %d times: the box is at %v, with %d manifolds", angle, at, manifolds)
		}
		if lift > 0.01 {
			t.Errorf("turned %d times: the stop gives it %.3f m/s upwards", angle, lift)
		}
	}
}
