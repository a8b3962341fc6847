package physics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// slideGrounds are flat grounds of 100 m with their top at y = 0, made of pieces of 1 m: a mesh, the
// boxes of a compound, boxes as shapes of one body, and boxes on bodies of their own.
func slideGrounds(t testing.TB) map[string]func(w *World, sd ShapeDef) {
	t.Helper()
	const n = 100
	mesh := gridMesh(t, n, n)
	tile := func(i, k int) Box {
		return Box{Half: V3(0.5, 0.25, 0.5), Center: V3(float32(i)-n/2+0.5, -0.25, float32(k)-n/2+0.5)}
	}
	tiles := make([]Geometry, 0, n*n)
	for i := range n {
		for k := range n {
			tiles = append(tiles, tile(i, k))
		}
	}
	compound, err := NewCompound(tiles)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]func(w *World, sd ShapeDef){
		"mesh":     func(w *World, sd ShapeDef) { addBodyDef(t, w, Static, Vec3{}, QuatIdentity, mesh, sd) },
		"compound": func(w *World, sd ShapeDef) { addBodyDef(t, w, Static, Vec3{}, QuatIdentity, compound, sd) },
		"shapes": func(w *World, sd ShapeDef) {
			b, err := w.CreateBody(DefaultBodyDef())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.CreateShapes(tiles, sd); err != nil {
				t.Fatal(err)
			}
		},
		"bodies": func(w *World, sd ShapeDef) {
			for _, g := range tiles {
				b := g.(Box)
				addBodyDef(t, w, Static, b.Center, QuatIdentity, Box{Half: b.Half}, sd)
			}
		},
	}
}

// slider returns a random shape of about half a metre and the rotation in which it lies flat.
func slider(r *rand.Rand) (string, Geometry, Quat) {
	size := func() float32 { return 0.15 + 0.35*r.Float32() }
	switch r.IntN(5) {
	case 0:
		return "box", BoxHalf(size(), size(), size()), QuatIdentity
	case 1:
		return "ball", Sphere{Radius: size()}, QuatIdentity
	case 2:
		h := size()
		return "capsule", Capsule{A: V3(-h, 0, 0), B: V3(h, 0, 0), Radius: size()}, QuatIdentity
	case 3:
		h := 0.5 * size()
		return "standing cylinder", Cylinder{A: V3(0, -h, 0), B: V3(0, h, 0), Radius: size()}, QuatIdentity
	}
	h := size()
	return "lying cylinder", Cylinder{A: V3(-h, 0, 0), B: V3(h, 0, 0), Radius: size()}, QuatIdentity
}

// slideRun is a body that slides, with its course.
type slideRun struct {
	kind      string
	speed     float32
	body      Body
	low, high float32
}

// slideAway puts bodies on the ground, lets them come to rest and slides them at random headings
// through its middle. They pass through one another.
func slideAway(t *testing.T, w *World, r *rand.Rand, sd ShapeDef, count int) []slideRun {
	t.Helper()
	sd.Filter.Group = -1
	var runs []slideRun
	for range count {
		kind, g, lie := slider(r)
		s := slideRun{kind: kind, speed: 1 + 19*r.Float32(), low: 10, high: -10}
		heading := 2 * math.Pi * r.Float64()
		sin, cos := math.Sincos(heading)
		motion := V3(float32(cos), 0, float32(sin))
		yaw := math.Pi * r.Float64()
		q := Quat{Y: float32(math.Sin(yaw)), W: float32(math.Cos(yaw))}.Mul(lie)
		built, err := buildGeometry(g)
		if err != nil {
			t.Fatal(err)
		}
		p := motion.Mul(-s.speed).Add(V3(10*r.Float32()-5, 0, 10*r.Float32()-5))
		p.Y = -built.Support(V3(0, -1, 0)).Y
		s.body = addBodyDef(t, w, Dynamic, p, q, g, sd)
		runs = append(runs, s)
	}
	run(t, w, 0.5)
	for i := range runs {
		s := &runs[i]
		p := s.body.Position()
		s.body.SetAngularVelocity(Vec3{})
		s.body.SetLinearVelocity(V3(-p.X, 0, -p.Z).Norm().Mul(s.speed))
	}
	for range 200 {
		run(t, w, 0.01)
		for i := range runs {
			y := runs[i].body.Position().Y
			runs[i].low, runs[i].high = min(runs[i].low, y), max(runs[i].high, y)
		}
	}
	return runs
}

// TestSlidesFeelNoEdges slides shapes without friction over thousands of inner edges: they must
// neither rise or sink by more than 0.1 mm nor lose more than 0.01 % of their speed. Tiles that
// are bodies of their own know nothing of one another; what they do is reported only.
func TestSlidesFeelNoEdges(t *testing.T) {
	count := 24
	if soak() {
		count = 1000
	}
	sd := DefaultShapeDef()
	sd.Material.Friction = 0
	for name, add := range slideGrounds(t) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 12))
			var rise, loss float64
			bad := 0
			for done := 0; done < count; {
				n := min(50, count-done)
				done += n
				w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
				add(w, sd)
				for _, s := range slideAway(t, w, r, sd, n) {
					dy, dv := float64(s.high-s.low), 1-float64(s.body.LinearVelocity().Len()/s.speed)
					rise, loss = max(rise, dy), max(loss, dv)
					if dy <= 1e-4 && math.Abs(dv) <= 1e-4 {
						continue
					}
					bad++
					if name != "bodies" {
						t.Errorf("%s at %.2f m/s: height varies by %.4f mm, speed by %.4f %%", s.kind, s.speed, 1e3*dy,
							100*dv)
					}
				}
			}
			t.Logf("%d slides, %d over the limits: height at most %.4f mm, loss of speed at most %.5f %%", count, bad,
				1e3*rise, 100*loss)
		})
	}
}
