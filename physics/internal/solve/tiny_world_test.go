package solve

import (
	"testing"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// tinyWorld is a world of boxes and balls above the plane y = 0, with the smallest collision
// detection that can feed the solver: corners against the plane and balls against balls.
type tinyWorld struct {
	Solver
	graph    graph.Graph
	settings kernel.Settings
	dt       float32
	subSteps int32
	half     []vec.Vec3 // per body; zero for a ball
	radius   []float32
	contacts []tinyContact
	normal   vec.Vec3 // of the plane, which goes through the origin
	friction float32
	bounce   float32
	rolling  float32
	surface  vec.Vec3
	cold     bool
}

type tinyContact struct {
	a, b, color, slot int32
	touching          bool
}

func newTiny() *tinyWorld {
	w := &tinyWorld{settings: kernel.DefaultSettings(), dt: 0.01, subSteps: 4, normal: vec.V3(0, 1, 0), friction: 0.6}
	ground := motion.Sim{Transform: vec.TransformIdentity}
	ground.SetMass(0, vec.Mat3{}, vec.Vec3{})
	w.Sims, w.States = []motion.Sim{ground}, []kernel.State{kernel.StaticState}
	w.half, w.radius = []vec.Vec3{{}}, []float32{0}
	return w
}

func (w *tinyWorld) add(pose vec.Transform, mass float32, inertia vec.Mat3, half vec.Vec3, radius float32) int32 {
	i := int32(len(w.Sims))
	sim := motion.Sim{Transform: pose, GravityScale: 1, StateIndex: int32(len(w.States))}
	sim.SetMass(mass, inertia, vec.Vec3{})
	for a := int32(0); a < i; a++ {
		if a == 0 || w.radius[a] > 0 && radius > 0 {
			w.contacts = append(w.contacts, tinyContact{a: a, b: i})
			w.Manifolds = append(w.Manifolds, contact.Manifold{})
		}
	}
	w.Awake = append(w.Awake, i)
	w.Sims = append(w.Sims, sim)
	w.States = append(w.States, kernel.NewState(vec.Vec3{}, vec.Vec3{}, sim.Flags))
	w.half, w.radius = append(w.half, half), append(w.radius, radius)
	return i
}

func (w *tinyWorld) box(pose vec.Transform, mass float32, half vec.Vec3) int32 {
	s := half.Scale(half)
	inertia := vec.Diag(vec.V3(s.Y+s.Z, s.X+s.Z, s.X+s.Y).Mul(mass / 3))
	return w.add(pose, mass, inertia, half, 0)
}

func (w *tinyWorld) ball(p vec.Vec3, mass, radius float32) int32 {
	i := float32(0.4 * mass * radius * radius)
	return w.add(vec.Transform{P: p, Q: vec.QuatIdentity}, mass, vec.Diag(vec.V3(i, i, i)), vec.Vec3{}, radius)
}

func (w *tinyWorld) state(body int32) *kernel.State { return &w.States[w.Sims[body].StateIndex] }

// collide renews the manifold of contact c and reports whether it has points.
func (w *tinyWorld) collide(c *tinyContact, m *contact.Manifold) bool {
	old := *m
	*m = contact.Manifold{Normal: w.normal, Spread: 2.0 / 3, BodyA: c.a, BodyB: c.b, Friction: w.friction,
		SlidingFriction: w.friction,
		Restitution:     w.bounce, RollingResistance: w.rolling, SurfaceVelocity: w.surface,
		RadiusA: w.radius[c.a], RadiusB: w.radius[c.b],
		FrictionImpulse: old.FrictionImpulse, TwistImpulse: old.TwistImpulse, RollingImpulse: old.RollingImpulse}
	a, b := &w.Sims[c.a], &w.Sims[c.b]
	point := func(p vec.Vec3, separation float32, id uint32) {
		if separation > w.settings.SpeculativeDistance || m.Count == kernel.MaxPoints {
			return
		}
		q := contact.ManifoldPoint{AnchorA: p.Sub(a.Center), AnchorB: p.Sub(b.Center), Separation: separation, ID: id}
		for _, o := range old.Points[:old.Count] {
			if o.ID == id && !w.cold {
				q.NormalImpulse = o.NormalImpulse
			}
		}
		m.Points[m.Count] = q
		m.Count++
	}
	switch r := w.radius[c.b]; {
	case c.a != 0:
		n, d := b.Center.Sub(a.Center).NormLen()
		m.Normal = n
		s := d - r - w.radius[c.a]
		point(a.Center.MulAdd(w.radius[c.a]+0.5*s, n), s, 0)
	case r > 0:
		s := b.Center.Dot(w.normal) - r
		point(b.Center.MulSub(r+0.5*s, w.normal), s, 0)
	default:
		h := w.half[c.b]
		for k := uint32(0); k < 8; k++ {
			corner := vec.V3(h.X*float32(int(k&1)*2-1), h.Y*float32(int(k>>1&1)*2-1), h.Z*float32(int(k>>2)*2-1))
			p := b.Transform.Apply(corner)
			s := p.Dot(w.normal)
			point(p.MulSub(0.5*s, w.normal), s, k)
		}
	}
	return m.Count > 0
}

// step collides and steps.
func (w *tinyWorld) step() {
	for i := range w.contacts {
		c := &w.contacts[i]
		touching := w.collide(c, &w.Manifolds[i])
		if touching && !c.touching {
			c.color, c.slot = w.graph.AddContact(graph.Entry{Contact: int32(i), Manifold: int32(i), Count: 1}, c.a, c.b,
				c.a != 0, true)
		}
		if !touching && c.touching {
			if moved := w.graph.RemoveContact(c.color, c.slot, c.a, c.b); moved >= 0 {
				w.contacts[moved].slot = c.slot
			}
		}
		c.touching = touching
	}
	w.Bounces = w.bounce > 0
	w.Begin(&w.graph, kernel.NewParams(w.settings, w.dt, w.subSteps))
	w.Step()
}

func (w *tinyWorld) run(seconds float64) {
	for i := 0; i < int(seconds/float64(w.dt)+0.5); i++ {
		w.step()
	}
}

// finite fails the test when any state or block is not finite.
func (w *tinyWorld) finite(t *testing.T) {
	t.Helper()
	for i, s := range w.States {
		if !s.V.IsFinite() || !s.W.IsFinite() || !s.DP.IsFinite() || !s.DQ.IsFinite() {
			t.Fatalf("state %d is not finite: %+v", i, s)
		}
	}
	if w.States[0] != kernel.StaticState {
		t.Fatalf("the static state was written: %+v", w.States[0])
	}
}
