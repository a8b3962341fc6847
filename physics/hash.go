package physics

import (
	"math"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
)

// Hash returns a number that depends on every bit of the state that decides how the world
// goes on. Two worlds that went through the same calls have the same hash after every step,
// on every platform and for every number of workers.
//
// Left out is what follows from the rest: the trees and the set of pairs, whose inner order
// has no influence.
func (w *World) Hash() uint64 {
	h := newHasher()
	h.settings(&w.settings)
	h.floats(w.lightest, w.heaviest)
	for i := range w.bodies {
		h.u32(w.bodies[i].generation)
		if w.bodies[i].alive() {
			h.body(&w.bodies[i])
			h.sim(&w.sims[i])
		}
	}
	h.list(w.freeBodies)
	h.list(w.awake)
	for i := range w.states[1:] {
		h.vec(w.states[i+1].V)
		h.vec(w.states[i+1].W)
	}
	for i := range w.shapes {
		h.u32(w.shapes[i].generation)
		if w.shapes[i].alive() {
			h.shape(&w.shapes[i])
			h.geometry(&w.geometries[i])
			h.vec(w.bounds[i].fat.Min)
			h.vec(w.bounds[i].fat.Max)
		}
	}
	h.list(w.freeShapes)
	h.list(w.moved)
	if len(w.waiting) > 0 {
		h.list(w.waiting)
	}
	h.contacts(w)
	h.joints(w)
	for i := range w.islands {
		is := &w.islands[i]
		h.ints(is.first, is.last, is.count, is.removed, is.awakeSlot)
		h.u64(is.splitStep)
	}
	h.list(w.freeIslands)
	h.list(w.awakeIslands)
	h.list(w.sensors)
	for _, o := range w.overlaps {
		h.ints(o.sensor, o.visitor)
	}
	h.flag(w.sensorsStale)
	return h.sum()
}

// hasher folds 64-bit words into two states in turn, so that two multiplications are under
// way at a time.
type hasher struct{ now, next uint64 }

func newHasher() hasher { return hasher{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9} }

func (h *hasher) u64(x uint64) {
	s := (h.now ^ x) * 0xff51afd7ed558ccd
	h.now, h.next = h.next, s^s>>32
}

func (h *hasher) u32(x uint32) { h.u64(uint64(x)) }

// pair takes two words at once.
func (h *hasher) pair(x, y uint32) { h.u64(uint64(x) | uint64(y)<<32) }

// sum is the finishing step of splitmix64 (Steele, Lea and Flood 2014).
func (h *hasher) sum() uint64 {
	z := h.now*31 + h.next
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// floatBits are those of a number. What is none counts as one and the same: processors differ in its bits, and between the stages of a
// step a broken body may have it.
func floatBits(x float32) uint32 {
	if x != x {
		return 0x7fc00000
	}
	return math.Float32bits(x)
}

func (h *hasher) f32(x float32) { h.u32(floatBits(x)) }

func (h *hasher) flag(x bool) {
	if x {
		h.u32(1)
	} else {
		h.u32(0)
	}
}

func (h *hasher) floats(xs ...float32) {
	for len(xs) >= 2 {
		h.pair(floatBits(xs[0]), floatBits(xs[1]))
		xs = xs[2:]
	}
	if len(xs) == 1 {
		h.f32(xs[0])
	}
}

func (h *hasher) ints(xs ...int32) {
	for len(xs) >= 2 {
		h.pair(uint32(xs[0]), uint32(xs[1]))
		xs = xs[2:]
	}
	if len(xs) == 1 {
		h.u32(uint32(xs[0]))
	}
}

func (h *hasher) list(xs []int32) {
	h.u32(uint32(len(xs)))
	h.ints(xs...)
}

func (h *hasher) vec(v Vec3) {
	h.pair(floatBits(v.X), floatBits(v.Y))
	h.f32(v.Z)
}

func (h *hasher) quat(q Quat) {
	h.pair(floatBits(q.X), floatBits(q.Y))
	h.pair(floatBits(q.Z), floatBits(q.W))
}

func (h *hasher) transform(t Transform) { h.vec(t.P); h.quat(t.Q) }

func (h *hasher) mat(m *Mat3) {
	h.floats(m.XX, m.XY, m.XZ, m.YX, m.YY, m.YZ, m.ZX, m.ZY, m.ZZ)
}

func (h *hasher) settings(s *Settings) {
	h.vec(s.Gravity)
	h.u32(uint32(s.SubSteps))
	h.floats(s.ContactHertz, s.ContactDampingRatio, s.PushOutSpeed, s.JointHertz, s.JointDampingRatio,
		s.RestitutionSpeed, s.SpeculativeDistance, s.MaxLinearSpeed, s.MaxRotation, s.SleepSpeed,
		s.SleepTime, s.RecycleDistance, s.RecycleAngle)
	h.flag(s.DirectJoints)
	h.flag(s.SleepEnabled)
	h.flag(s.WarmStarting)
	h.flag(s.Continuous)
}

func (h *hasher) body(r *body) {
	h.u32(uint32(r.kind) | uint32(r.locks)<<8)
	h.flag(r.allowSleep)
	h.flag(r.bullet)
	h.flag(r.frozen)
	if r.disabled {
		h.flag(true)
	}
	h.flag(r.ownMass)
	h.ints(r.awakeIndex, r.island, r.islandPrev, r.islandNext, r.firstShape, r.firstContact, r.firstJoint)
	h.f32(r.sleepTime)
	h.vec(r.restCenter)
	h.quat(r.restRotation)
	h.f32(r.sleepSpeed)
	h.f32(r.own.Mass)
	h.vec(r.own.Center)
	h.mat(&r.own.Inertia)
}

func (h *hasher) sim(s *solve.Sim) {
	h.transform(s.Transform)
	h.vec(s.Center)
	h.vec(s.LocalCenter)
	h.vec(s.Force)
	h.vec(s.Torque)
	h.mat(&s.InvInertia)
	h.mat(&s.LocalInvInertia)
	h.mat(&s.LocalInertia)
	h.floats(s.InvMass, s.LinearDamping, s.AngularDamping, s.GravityScale, s.MinExtent, s.MaxExtent)
	h.u32(uint32(s.Flags))
	h.vec(s.SpinLow)
	h.quat(s.RotationLow)
}

func (h *hasher) shape(s *shapeRecord) {
	h.ints(s.body, s.next, s.prev)
	h.f32(s.margin)
	h.f32(s.density)
	h.flag(s.sensor)
	h.flag(s.sensorEvents)
	h.flag(s.moved)
	if s.hooks {
		h.flag(true)
	}
	if s.surfaceCount > 0 {
		h.ints(s.firstSurface, s.surfaceCount)
	}
	m := &s.material
	h.floats(m.Friction, m.Restitution, m.RollingResistance)
	h.vec(m.SurfaceVelocity)
	h.u32(uint32(m.FrictionRule) | uint32(m.RestitutionRule)<<8)
	h.u64(s.filter.Category)
	h.u64(s.filter.Mask)
	h.u32(uint32(s.filter.Group))
}

func (h *hasher) geometry(g *shape.Geometry) {
	h.u32(uint32(g.Kind))
	h.f32(g.RadiusA)
	h.f32(g.RadiusB)
	h.vec(g.A)
	h.vec(g.B)
	h.vec(g.Half)
	h.transform(g.Local)
	if g.Kind.HasPieces() {
		// large and immutable
		bounds := g.AABB(TransformIdentity)
		h.vec(bounds.Min)
		h.vec(bounds.Max)
	}
	if g.Kind == shape.Hull {
		for _, v := range g.Poly.Vertices {
			h.vec(v)
		}
	}
}

func (h *hasher) contacts(w *World) {
	for i := range w.contacts {
		c := &w.contacts[i]
		h.flag(c.alive)
		if !c.alive {
			continue
		}
		h.ints(c.shapeA, c.shapeB, c.color, c.slot, c.awakeSlot)
		h.ints(c.edges[0].prev, c.edges[0].next, c.edges[1].prev, c.edges[1].next)
		h.flag(c.touching)
		h.flag(c.linked)
		h.cache(&c.cache)
		h.ints(c.manifold, c.class, c.patches)
		h.floats(c.friction, c.restitution, c.rolling)
		patches := w.patchesOf(c)
		for k := range patches {
			h.manifold(&patches[k])
		}
		h.reuse(&w.reuse[i], w.manifolds[c.manifold].Count)
	}
	h.list(w.freeContacts)
	for i := range w.freeSpans {
		h.list(w.freeSpans[i])
	}
	h.list(w.awakeContacts)
}

func (h *hasher) cache(c *collide.Cache) {
	h.vec(c.Axis)
	h.f32(c.Separation)
	h.u32(uint32(c.IndexA) | uint32(c.IndexB)<<16)
	for i := range c.SimplexA {
		h.u32(uint32(c.SimplexA[i]) | uint32(c.SimplexB[i])<<8)
	}
	h.u32(uint32(c.Feature) | uint32(c.SimplexCount)<<8)
}

func (h *hasher) manifold(m *solve.Manifold) {
	h.ints(m.Count, m.BodyA, m.BodyB)
	h.floats(m.Friction, m.SlidingFriction, m.Restitution, m.RollingResistance, m.TwistImpulse)
	h.vec(m.FrictionImpulse)
	h.vec(m.RollingImpulse)
	if m.Count == 0 {
		return
	}
	h.vec(m.Normal)
	h.floats(m.RadiusA, m.RadiusB)
	h.vec(m.SurfaceVelocity)
	for i := range m.Points[:m.Count] {
		p := &m.Points[i]
		h.vec(p.AnchorA)
		h.vec(p.AnchorB)
		h.floats(p.Separation, p.BaseSeparation, p.NormalImpulse)
		h.u32(p.ID)
	}
}

func (h *hasher) reuse(u *reuse, count int32) {
	h.flag(u.valid)
	if !u.valid {
		return
	}
	h.quat(u.rotationA)
	h.quat(u.rotation)
	for i := range u.localA[:count] {
		h.vec(u.localA[i])
		h.vec(u.localB[i])
	}
}

func (h *hasher) joints(w *World) {
	for i := range w.joints {
		j := &w.joints[i]
		h.u32(j.generation)
		if !j.alive() {
			continue
		}
		h.u32(uint32(j.kind))
		h.flag(j.collide)
		h.flag(j.linked)
		h.ints(j.bodyA, j.bodyB, j.color, j.place)
		h.f32(j.breakForce)
		h.f32(j.breakTorque)
		h.ints(j.edges[0].prev, j.edges[0].next, j.edges[1].prev, j.edges[1].next)
		h.row(&w.rows[i])
		if j.kind == PathJoint {
			h.ints(j.lap)
			h.path(&w.rows[i], w.knots)
		}
	}
	h.list(w.freeJoints)
}
