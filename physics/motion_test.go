package physics

import (
	"fmt"
	"math"
	"testing"
)

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.6g, want %.6g ± %.2g", what, got, want, tolerance)
	}
}

// TestFreeFall compares with the exact solution of the symplectic Euler method,
// y = y0 + v0·t − g·t·(t+h)/2, which converges to the parabola.
func TestFreeFall(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(0, 100, 0), BoxHalf(0.5, 0.3, 0.2))
	b.SetLinearVelocity(V3(3, 5, -2))
	run(t, w, 2)
	const h = 0.01 / 4
	p := b.Position()
	near(t, "y", float64(p.Y), 100+5*2-9.81*2*(2+h)/2, 1e-3)
	near(t, "x", float64(p.X), 6, 1e-4)
	near(t, "z", float64(p.Z), -4, 1e-4)
	near(t, "velocity", float64(b.LinearVelocity().Y), 5-9.81*2, 1e-4)
}

func TestBounceHeights(t *testing.T) {
	for _, e := range []float32{0, 0.5, 0.8, 1} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		sd := DefaultShapeDef()
		sd.Material.Restitution = e
		b := addBodyDef(t, w, Dynamic, V3(0, 5.25, 0), QuatIdentity, Sphere{Radius: 0.25}, sd)
		apex, bounced := float32(0), false
		for range 300 {
			run(t, w, 0.01)
			v := b.LinearVelocity().Y
			if v > 0.01 {
				bounced = true
			}
			if bounced && v >= 0 {
				apex = max(apex, b.Position().Y-0.25)
			}
			if bounced && v < -0.1 {
				break
			}
		}
		want := 5 * float64(e*e)
		near(t, "apex after a fall from 5 m", float64(apex), want, 0.01*5+0.01)
	}
}

// TestIncline tilts a plane below and above the angle of friction: the box stays, or slides
// with a = g·(sin α − μ·cos α).
func TestIncline(t *testing.T) {
	for _, c := range []struct{ degrees, friction float64 }{{20, 0.4}, {25, 0.4}, {30, 0.6}, {35, 0.6}, {10, 0}} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
		angle := c.degrees * math.Pi / 180
		s, co := math.Sincos(angle / 2)
		q := Quat{Z: float32(s), W: float32(co)}
		sd := DefaultShapeDef()
		sd.Material.Friction = float32(c.friction)
		addBodyDef(t, w, Static, q.Rotate(V3(0, -0.5, 0)), q, BoxHalf(100, 0.5, 5), sd)
		b := addBodyDef(t, w, Dynamic, q.Rotate(V3(0, 0.25, 0)), q, BoxHalf(0.5, 0.25, 0.5), sd)
		run(t, w, 0.5)
		p0, v0 := b.Position(), b.LinearVelocity().Len()
		run(t, w, 2)
		v := float64(b.LinearVelocity().Len())
		a := 9.81 * (math.Sin(angle) - c.friction*math.Cos(angle))
		if math.Tan(angle) <= c.friction {
			near(t, "drift on a plane that holds", float64(b.Position().Dist(p0)), 0, 2e-3)
			near(t, "speed on a plane that holds", v, 0, 1e-3)
		} else {
			near(t, "gain of speed", v-float64(v0), 2*a, 0.01*2*a)
		}
	}
}

// TestRollingSphere: on an incline a solid sphere that does not slip has a = 5/7·g·sin α.
func TestRollingSphere(t *testing.T) {
	const angle = 10 * math.Pi / 180
	w := newTestWorld(t, nil)
	s, co := math.Sincos(angle / 2)
	q := Quat{Z: float32(s), W: float32(co)}
	addBodyDef(t, w, Static, q.Rotate(V3(0, -0.5, 0)), q, BoxHalf(100, 0.5, 5), DefaultShapeDef())
	b := addBody(t, w, Dynamic, q.Rotate(V3(0, 0.3, 0)), Sphere{Radius: 0.3})
	run(t, w, 0.2)
	v0 := b.LinearVelocity().Len()
	run(t, w, 2)
	v := b.LinearVelocity().Len()
	a := 5.0 / 7 * 9.81 * math.Sin(angle)
	near(t, "gain of speed", float64(v-v0), 2*a, 0.005*2*a)
	near(t, "rolling speed", float64(b.AngularVelocity().Len()*0.3), float64(v), 0.005*float64(v))
}

func TestMomentumIsKept(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	sd := DefaultShapeDef()
	sd.Material.Restitution = 0.7
	bodies := []Body{
		addBodyDef(t, w, Dynamic, V3(-3, 0, 0), QuatIdentity, BoxHalf(0.5, 0.5, 0.5), sd),
		addBodyDef(t, w, Dynamic, V3(0, 0.3, 0.1), QuatIdentity, Sphere{Radius: 0.6}, sd),
		addBodyDef(t, w, Dynamic, V3(3, -0.2, 0), QuatIdentity, Capsule{A: V3(0, -0.5, 0), B: V3(0, 0.5, 0),
			Radius: 0.3}, sd),
	}
	bodies[0].SetLinearVelocity(V3(4, 0.1, 0))
	bodies[2].SetLinearVelocity(V3(-3, 0, 0))
	momenta := func() (p, l Vec3) {
		for _, b := range bodies {
			m := b.LinearVelocity().Mul(b.Mass())
			q := b.Rotation()
			p = p.Add(m)
			l = l.Add(b.WorldCenter().Cross(m)).Add(q.Rotate(b.Inertia().MulVec(q.InvRotate(b.AngularVelocity()))))
		}
		return p, l
	}
	p0, l0 := momenta()
	touched := false
	for range 200 {
		run(t, w, 0.01)
		touched = touched || w.state.Touching > 0
	}
	p1, l1 := momenta()
	if !touched {
		t.Fatal("the bodies have not met")
	}
	scale := float64(bodies[0].Mass() * 4)
	near(t, "change of momentum", float64(p1.Sub(p0).Len())/scale, 0, 1e-5)
	// the arms of a contact stay those of the start of the step while the bodies move on
	near(t, "change of angular momentum", float64(l1.Sub(l0).Len())/scale, 0, 5e-3)
}

// TestWakeUp: a sleeping stack wakes when something falls on it, when it is pushed, and when
// what it stands on goes away, moves, or changes.
func TestWakeUp(t *testing.T) {
	causes := map[string]func(w *World, floor Body, boxes []Body){
		"touch": func(w *World, _ Body, _ []Body) {
			addBody(t, w, Dynamic, V3(0, 3.6, 0), Sphere{Radius: 0.3})
		},
		"impulse":     func(_ *World, _ Body, boxes []Body) { boxes[0].ApplyImpulseToCenter(V3(10, 0, 0)) },
		"no support":  func(_ *World, floor Body, _ []Body) { floor.Destroy() },
		"no shape":    func(_ *World, floor Body, _ []Body) { floor.Shapes(nil)[0].Destroy() },
		"moved floor": func(_ *World, floor Body, _ []Body) { floor.SetPosition(V3(0, -3, 0)) },
		"box gone":    func(_ *World, _ Body, boxes []Body) { boxes[0].Destroy() },
		"gravity":     func(w *World, _ Body, _ []Body) { w.SetGravity(V3(1, -9, 0)) },
		"friction": func(_ *World, floor Body, _ []Body) {
			floor.Shapes(nil)[0].SetMaterial(Material{Friction: 0})
		},
		"filter":  func(_ *World, floor Body, _ []Body) { floor.Shapes(nil)[0].SetFilter(Filter{}) },
		"dynamic": func(_ *World, floor Body, _ []Body) { floor.SetType(Dynamic) },
		"mouse": func(w *World, _ Body, boxes []Body) {
			d := DefaultMouseJointDef()
			d.Body, d.Grab, d.Target = boxes[1], boxes[1].Position(), V3(0, 5, 0)
			if _, err := w.CreateMouseJoint(d); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, cause := range causes {
		t.Run(name, func(t *testing.T) {
			w := newTestWorld(t, nil)
			floor := addFloor(t, w)
			boxes := addStack(t, w, 3)
			run(t, w, 3)
			if len(w.state.Awake) != 0 {
				t.Fatalf("%d bodies are awake after 3 s", len(w.state.Awake))
			}
			before := w.Hash()
			run(t, w, 0.1)
			if w.Hash() != before {
				t.Fatal("a sleeping world changes")
			}
			cause(w, floor, boxes)
			awake := false
			for range 100 {
				run(t, w, 0.01)
				awake = awake || boxes[2].Awake()
				if err := w.Validate(); err != nil {
					t.Fatal(err)
				}
			}
			if !awake {
				t.Error("the top box sleeps on")
			}
		})
	}
}

func TestContactEvents(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	sd := DefaultShapeDef()
	sd.ContactEvents, sd.HitEvents = true, true
	sd.Material.Restitution = 0.5
	b := addBodyDef(t, w, Dynamic, V3(0, 2.25, 0), QuatIdentity, Sphere{Radius: 0.25}, sd)
	var begins, ends, hits int
	for range 400 {
		run(t, w, 0.01)
		e := w.Events()
		begins, ends, hits = begins+len(e.ContactBegin), ends+len(e.ContactEnd), hits+len(e.Hit)
		if len(e.Hit) == 1 && hits == 1 {
			h := e.Hit[0]
			near(t, "hit speed", float64(h.Speed), math.Sqrt(2*9.81*2), 0.2)
			near(t, "hit impulse", float64(h.Impulse), 1.5*math.Sqrt(2*9.81*2)*float64(b.Mass()),
				0.1*float64(b.Mass())*6.3)
			near(t, "hit height", float64(h.Point.Y), 0, 0.05)
		}
	}
	if begins != ends+1 || begins < 3 || hits < 2 {
		t.Errorf("%d begins, %d ends, %d hits", begins, ends, hits)
	}
	b.Destroy()
	run(t, w, 0.01)
	if e := w.Events().ContactEnd; len(e) != 1 || e[0].ShapeA.Valid() && e[0].ShapeB.Valid() {
		t.Errorf("after destroying the ball the end events are %v", e)
	}
}

func TestMouseJointLiftsToTarget(t *testing.T) {
	for _, size := range []float32{0.05, 0.5, 2} {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		b := addBody(t, w, Dynamic, V3(0, size, 0), BoxHalf(size, size, size))
		run(t, w, 0.2)
		d := DefaultMouseJointDef()
		d.Body, d.Grab, d.Target = b, b.Position(), V3(1, 3+size, 0.5)
		j, err := w.CreateMouseJoint(d)
		if err != nil {
			t.Fatal(err)
		}
		run(t, w, 2)
		near(t, "distance to the target", float64(b.Position().Dist(j.Target())), 0, 0.01)
		if err := j.SetTarget(V3(-1, 2+size, 0)); err != nil {
			t.Fatal("SetTarget is refused")
		}
		run(t, w, 2)
		near(t, "distance to the second target", float64(b.Position().Dist(j.Target())), 0, 0.01)
		j.Destroy()
		run(t, w, 3)
		near(t, "height after the fall", float64(b.Position().Y), float64(size), 0.01)
	}
}

// A load that is held at its rim comes to rest below the target instead of swinging on.
func TestMouseJointCalmsALoad(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(0, 5, 0), BoxHalf(0.5, 0.2, 0.2))
	d := DefaultMouseJointDef()
	d.Body, d.Grab, d.Target = b, V3(0.5, 5, 0), V3(0.5, 5, 0)
	if _, err := w.CreateMouseJoint(d); err != nil {
		t.Fatal(err)
	}
	run(t, w, 3)
	if speed := b.AngularVelocity().Len(); speed > 0.1 {
		t.Errorf("it still swings at %.2f rad/s", speed)
	}
}

func TestFilters(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	sd := DefaultShapeDef()
	sd.Filter = Filter{Category: 2, Mask: 2}
	ghost := addBodyDef(t, w, Dynamic, V3(0, 1, 0), QuatIdentity, Sphere{Radius: 0.3}, sd)
	run(t, w, 1)
	if ghost.Position().Y > -2 {
		t.Errorf("a ball that must not collide with the floor is at %v", ghost.Position())
	}
}

// TestSeveralShapes: a dumb-bell of two spheres with different densities has the mass and
// inertia of the sum.
func TestSeveralShapes(t *testing.T) {
	w := newTestWorld(t, nil)
	def := DefaultBodyDef()
	def.Type = Dynamic
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	heavy := DefaultShapeDef()
	heavy.Density = 3000
	if _, err := b.CreateShape(Sphere{Center: V3(-1, 0, 0), Radius: 0.5}, heavy); err != nil {
		t.Fatal(err)
	}
	if _, err := b.CreateShape(Sphere{Center: V3(1, 0, 0), Radius: 0.5}, DefaultShapeDef()); err != nil {
		t.Fatal(err)
	}
	m := 4.0 / 3 * math.Pi * 0.125 * 1000
	near(t, "mass", float64(b.Mass()), 4*m, 1e-3*m)
	near(t, "centre", float64(b.LocalCenter().X), -0.5, 1e-5)
	own := 0.4 * 0.25 * 4 * m
	near(t, "inertia about x", float64(b.Inertia().XX), own, 1e-4*own)
	near(t, "inertia about y", float64(b.Inertia().YY), own+3*m*0.25+m*2.25, 1e-3*m)
	b.Shapes(nil)[0].Destroy()
	near(t, "mass of the rest", float64(b.Mass()), m, 1e-3*m)
	near(t, "centre of the rest", float64(b.WorldCenter().X), 1, 1e-5)
}

func TestRayCastFindsTheNearest(t *testing.T) {
	w := newTestWorld(t, nil)
	addMixedPile(t, w, 60)
	run(t, w, 2)
	hits := 0
	for i := range 400 {
		origin := V3(float32(i%20)-10, 6, float32(i/20)-10)
		d := V3(0.3*float32(i%7)-1, -10, 0.2*float32(i%5)-0.5)
		got, ok := w.RayCast(origin, d, DefaultQueryFilter())
		best, found := RayHit{Fraction: 1}, false
		for s := range w.state.Shapes {
			if h, ok := w.shapeHandle(int32(s)).RayCast(origin, d); ok && (!found || h.Fraction < best.Fraction) {
				best, found = h, true
			}
		}
		if ok != found || got != best && ok {
			t.Fatalf("ray %d: found %v %v, by looking at every shape %v %v", i, ok, got, found, best)
		}
		if ok {
			hits++
		}
	}
	if hits < 100 {
		t.Errorf("only %d rays hit anything", hits)
	}
}

// TestEveryShapeRests drops every kind of shape onto a box and onto a plane.
func TestEveryShapeRests(t *testing.T) {
	hull, err := NewHull([]Vec3{{X: -0.5, Y: -0.3, Z: -0.3}, {X: 0.5, Y: -0.3, Z: -0.3}, {Y: -0.3, Z: 0.6}, {Y: 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]Geometry{
		"sphere": Sphere{Radius: 0.4}, "capsule": Capsule{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.2},
		"box": BoxHalf(0.3, 0.2, 0.4), "hull": hull,
		"cylinder": Cylinder{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), Radius: 0.4},
		"cone":     Cone{Base: V3(0, -0.3, 0), Apex: V3(0, 0.5, 0), Radius: 0.4},
		"tapered":  TaperedCapsule{A: V3(0, -0.3, 0), B: V3(0, 0.3, 0), RadiusA: 0.3, RadiusB: 0.2},
	} {
		for _, ground := range []Geometry{Box{Half: V3(50, 0.5, 50), Center: V3(0, -0.5, 0)},
			Plane{Normal: V3(0, 1, 0)}} {
			t.Run(fmt.Sprintf("%s on %T", name, ground), func(t *testing.T) {
				w := newTestWorld(t, nil)
				addBody(t, w, Static, Vec3{}, ground)
				b := addBody(t, w, Dynamic, V3(0, 3, 0), g)
				for range 600 {
					run(t, w, 0.01)
					if err := w.Validate(); err != nil {
						t.Fatal(err)
					}
				}
				if low := b.Bounds().Min.Y; low < -0.02 || low > 0.02 {
					t.Errorf("lowest point at %v, speed %v", low, b.LinearVelocity().Len())
				}
			})
		}
	}
	w := newTestWorld(t, nil)
	addBody(t, w, Static, Vec3{}, Plane{Normal: V3(0, 1, 0)})
	fast := addBody(t, w, Dynamic, V3(0, 5, 0), hull)
	fast.SetLinearVelocity(V3(100, -900, 0))
	for range 50 {
		run(t, w, 0.01)
		if low := fast.Bounds().Min.Y; low < -0.15 {
			t.Fatalf("a hull at 900 m/s sinks into a plane: lowest point at %v", low)
		}
	}
	b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 1})
	if _, err := b.CreateShape(Plane{Normal: V3(0, 1, 0)}, DefaultShapeDef()); err == nil {
		t.Error("a dynamic body accepts a plane")
	}
}

// TestSlowMotionGoesOn: what moves faster than the sleep speed does not fall asleep, however
// slowly it looks, and what trembles does.
func TestSlowMotionGoesOn(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	b := addBody(t, w, Dynamic, Vec3{}, BoxHalf(0.5, 0.5, 0.5))
	b.SetLinearVelocity(V3(0.06, 0, 0))
	run(t, w, 10)
	near(t, "way at 0.06 m/s", float64(b.Position().X), 0.6, 1e-3)
	spin := addBody(t, w, Dynamic, V3(0, 5, 0), BoxHalf(0.5, 0.5, 0.5))
	spin.SetAngularVelocity(V3(0, 0.1, 0))
	run(t, w, 10)
	near(t, "turn at 0.1 rad/s", float64(spin.Rotation().Angle()), 1, 1e-2)

	w = newTestWorld(t, nil)
	bob := addBody(t, w, Dynamic, V3(0, -1, 0), Sphere{Radius: 0.1})
	d := DefaultBallJointDef()
	d.ConnectAxis(Body{}, bob, Vec3{}, V3(0, 0, 1))
	j, err := w.CreateBallJoint(d)
	must(t, j, err)
	bob.SetLinearVelocity(V3(0.02, 0, 0))
	run(t, w, 2)
	if bob.Awake() {
		t.Errorf("a pendulum that trembles by 6 mm is awake at %v m/s", bob.LinearVelocity().Len())
	}
}

// TestSpeculativeDistanceIsLive: a larger distance makes contacts between shapes that are farther
// apart, also when nothing moves.
func TestSpeculativeDistanceIsLive(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	addFloor(t, w)
	addBody(t, w, Dynamic, V3(0, 0.8, 0), BoxHalf(0.5, 0.5, 0.5))
	run(t, w, 0.05)
	if w.state.Touching != 0 {
		t.Fatal("contact over 30 cm")
	}
	s := w.Settings()
	s.SpeculativeDistance = 0.5
	if err := w.SetSettings(s); err != nil {
		t.Fatal(err)
	}
	run(t, w, 0.05)
	if w.state.Touching != 1 {
		t.Errorf("%d contacts within 50 cm, want 1", w.state.Touching)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}
