package snapshot

import (
	"math"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Hash returns a number that depends on every bit of the state that decides how the world
// goes on. Two worlds that went through the same calls have the same hash after every step,
// on every platform and for every number of workers.
//
// It leaves out values that follow from the rest: the trees and the set of pairs, whose inner order has no influence;
// and what only tells about the world, the events that are asked for and the overlaps of sensors: watching changes
// nothing.
func Hash(ps *Rooms) uint64 {
	h := newHasher()
	h.settings(&ps.Settings)
	h.floats(ps.GravityBefore, ps.Heaviest)
	for i := range ps.Bodies {
		h.u32(ps.Bodies[i].Generation)
		if ps.Bodies[i].Alive() {
			h.body(&ps.Bodies[i])
			h.sim(&ps.Sims[i])
		}
	}
	h.list(ps.FreeBodies)
	h.list(ps.Awake)
	for i := range ps.States[1:] {
		h.vec(ps.States[i+1].V)
		h.vec(ps.States[i+1].W)
	}
	for i := range ps.Shapes {
		h.u32(ps.Shapes[i].Generation)
		if ps.Shapes[i].Alive() {
			h.shape(&ps.Shapes[i])
			h.geometry(&ps.Geometries[i])
			h.vec(ps.Bounds[i].Fat.Min)
			h.vec(ps.Bounds[i].Fat.Max)
		}
	}
	h.list(ps.FreeShapes)
	h.list(ps.Moved)
	if len(ps.Waiting) > 0 {
		h.list(ps.Waiting)
	}
	h.contacts(ps)
	h.joints(ps)
	for i := range ps.Islands {
		is := &ps.Islands[i]
		h.ints(is.First, is.Last, is.Count, is.Removed, is.AwakeSlot)
		h.u64(is.SplitStep)
	}
	h.list(ps.FreeIslands)
	h.list(ps.AwakeIslands)
	return h.sum()
}

// hasher folds 64-bit words into two states in turn, so that two multiplications are under
// way at a time.
type hasher struct{ now, next uint64 }

func newHasher() hasher { return hasher{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9} }

func (h *hasher) u64(x uint64) { h.now, h.next = h.next, fold(h.now, x) }

// fold adds a word to one of the states.
func fold(state, x uint64) uint64 {
	s := (state ^ x) * 0xff51afd7ed558ccd
	return s ^ s>>32
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

// floatBits are those of a number. All NaN count as one and the same: processors differ in their bits, and between the
// stages of a step a broken body may have it.
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

func (h *hasher) vec(v vec.Vec3) {
	h.pair(floatBits(v.X), floatBits(v.Y))
	h.f32(v.Z)
}

func (h *hasher) quat(q vec.Quat) {
	h.pair(floatBits(q.X), floatBits(q.Y))
	h.pair(floatBits(q.Z), floatBits(q.W))
}

func (h *hasher) transform(t vec.Transform) { h.vec(t.P); h.quat(t.Q) }

func (h *hasher) mat(m *vec.Mat3) {
	h.floats(m.XX, m.XY, m.XZ, m.YX, m.YY, m.YZ, m.ZX, m.ZY, m.ZZ)
}

func (h *hasher) settings(s *state.Settings) {
	vectors, counts, numbers, switches := s.Hashed()
	for _, v := range vectors {
		h.vec(v)
	}
	for _, n := range counts {
		h.u32(uint32(n))
	}
	h.floats(numbers[:]...)
	for _, on := range switches {
		h.flag(on)
	}
}

func (h *hasher) body(r *state.Body) {
	h.u32(uint32(r.Kind) | uint32(r.Locks)<<8)
	h.flag(r.AllowSleep)
	h.flag(r.Bullet)
	h.flag(r.Frozen)
	if r.Disabled {
		h.flag(true)
	}
	h.flag(r.OwnMass)
	h.ints(r.AwakeIndex, r.Island, r.IslandPrev, r.IslandNext, r.FirstShape, r.FirstContact, r.FirstJoint)
	h.f32(r.SleepTime)
	h.vec(r.RestCenter)
	h.quat(r.RestRotation)
	h.f32(r.SleepSpeed)
	h.f32(r.Own.Mass)
	h.vec(r.Own.Center)
	h.mat(&r.Own.Inertia)
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

func (h *hasher) shape(s *state.Shape) {
	h.ints(s.Body, s.Next, s.Prev)
	h.f32(s.Margin)
	h.f32(s.Density)
	h.flag(s.Sensor)
	h.flag(s.Moved)
	if s.Hooks {
		h.flag(true)
	}
	if s.SurfaceCount > 0 {
		h.ints(s.FirstSurface, s.SurfaceCount)
	}
	m := &s.Material
	h.floats(m.Friction, m.Restitution, m.RollingResistance)
	h.vec(m.SurfaceVelocity)
	h.u32(uint32(m.FrictionRule) | uint32(m.RestitutionRule)<<8)
	h.u64(s.Filter.Category)
	h.u64(s.Filter.Mask)
	h.u32(uint32(s.Filter.Group))
}

func (h *hasher) geometry(g *shape.Geometry) {
	h.u32(uint32(g.Kind))
	h.f32(g.RadiusA)
	h.f32(g.RadiusB)
	h.vec(g.A)
	h.vec(g.B)
	h.vec(g.Half)
	h.transform(g.Local)
	if g.Kind.HasChildren() {
		// large and immutable
		bounds := g.AABB(vec.TransformIdentity)
		h.vec(bounds.Min)
		h.vec(bounds.Max)
	}
	if g.Kind == shape.Hull {
		for _, v := range g.Poly.Vertices {
			h.vec(v)
		}
	}
}

func (h *hasher) contacts(w *Rooms) {
	for i := range w.Contacts {
		c := &w.Contacts[i]
		h.flag(c.Alive)
		if !c.Alive {
			continue
		}
		h.ints(c.ShapeA, c.ShapeB, c.Color, c.Slot, c.AwakeSlot)
		h.ints(c.Edges[0].Prev, c.Edges[0].Next, c.Edges[1].Prev, c.Edges[1].Next)
		h.flag(c.Touching)
		h.flag(c.Linked)
		h.cache(&c.Cache)
		h.ints(c.Manifold, c.Class, c.Count)
		h.floats(c.Friction, c.Restitution, c.Rolling)
		manifolds := w.ManifoldsOf(c)
		for k := range manifolds {
			h.manifold(&manifolds[k])
		}
		h.recycling(&w.Recycling[i], c.Composite, w.Manifolds[c.Manifold].Count)
	}
	h.list(w.FreeContacts)
	for i := range w.FreeSpans {
		h.list(w.FreeSpans[i])
	}
	h.list(w.AwakeContacts)
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
	h.floats(m.Spread)
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

func (h *hasher) recycling(u *narrowphase.Recycling, children bool, count int32) {
	h.flag(u.Valid)
	if !u.Valid {
		return
	}
	// the caches of rolling and of meshes take the places that their numbers have always had in the hash
	a, b := u.RotationA, u.RotationB
	if a == (vec.Quat{}) {
		a.W, b.X, b.W = u.Rolling.Step, u.Rolling.Impulse, u.Rolling.Lasting
	}
	h.quat(a)
	h.quat(b)
	anchors := u.Rolling.AnchorsA
	if children {
		anchors = [solve.MaxPoints]vec.Vec3{u.Mesh.Center, u.Mesh.Centroid, u.Mesh.Reach, {X: u.Mesh.Outer}}
	}
	for i := range anchors[:count] {
		h.vec(anchors[i])
		h.vec(u.Rolling.AnchorsB[i])
	}
}

func (h *hasher) joints(w *Rooms) {
	for i := range w.Joints {
		j := &w.Joints[i]
		h.u32(j.Generation)
		if !j.Alive() {
			continue
		}
		h.u32(uint32(j.Kind))
		h.flag(j.Collide)
		h.flag(j.Linked)
		if j.Off {
			h.flag(true)
		}
		if j.Mendable {
			h.flag(true)
		}
		h.ints(j.BodyA, j.BodyB, j.Color, j.Slot)
		h.f32(w.Rows[i].BreakForce)
		h.f32(w.Rows[i].BreakTorque)
		h.ints(j.Edges[0].Prev, j.Edges[0].Next, j.Edges[1].Prev, j.Edges[1].Next)
		h.row(&w.Rows[i])
		if j.Kind == solve.PathJoint {
			h.ints(j.Lap)
			h.path(&w.Rows[i], w.Knots)
		}
	}
	h.list(w.FreeJoints)
}

// row hashes the values that a joint carries from step to step.
func (h *hasher) row(j *solve.Joint) {
	h.ints(int32(j.Kind), j.BodyA, j.BodyB, int32(j.Locked))
	h.transform(j.FrameA)
	h.transform(j.FrameB)
	h.quat(j.Target)
	h.vec(j.Offset)
	h.floats(j.Rest, j.Ratio, j.Phase)
	h.vec(j.GroundA)
	h.vec(j.GroundB)
	h.floats(j.Held[:solve.MaxHeld]...)
	h.drive(&j.Linear)
	h.drive(&j.Angular)
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		h.u32(uint32(a.Flags))
		if a.Flags == 0 {
			continue
		}
		h.floats(a.Hertz, a.DampingRatio, a.Target, a.MaxSpring, a.Stiffness,
			a.Lower, a.Upper, a.LimitHertz, a.LimitDampingRatio, a.Speed, a.MaxForce, a.Friction,
			a.SpringImpulse, a.MotorImpulse, a.LowerImpulse, a.UpperImpulse)
		if a.Damping != 0 || a.Rate != 0 || a.LimitStiffness != 0 {
			h.floats(a.Damping, a.Rate, a.LimitStiffness, a.LimitDamping)
		}
	}
	h.passive(j)
}

// passive hashes rotors, springs and dampers of joints.
func (h *hasher) passive(j *solve.Joint) {
	found := false
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		if a.Armature > 0 {
			h.f32(a.Armature)
			found = true
		}
		if p := &a.Passive; p.Stiffness > 0 || p.Damping > 0 {
			h.floats(p.Stiffness, p.Damping, p.Rest)
			found = true
		}
		if a.PassiveImpulse != 0 {
			h.f32(a.PassiveImpulse)
		}
	}
	if found {
		h.floats(j.Held[solve.MaxHeld:]...)
	}
}

// path hashes the curve of a path joint and where the body is on it.
func (h *hasher) path(j *solve.Joint, knots []solve.PathKnot) {
	h.ints(j.PathBegin, j.PathEnd, j.Lap, int32(j.Rotation))
	h.flag(j.Closed)
	for i := range knots[j.PathBegin:j.PathEnd] {
		k := &knots[int(j.PathBegin)+i]
		h.vec(k.P)
		h.vec(k.In)
		h.vec(k.Out)
		h.vec(k.Up)
		h.f32(k.S)
	}
}

func (h *hasher) drive(d *solve.Drive) {
	h.floats(d.Hertz, d.DampingRatio, d.MaxSpring, d.MaxMotor)
	h.vec(d.Velocity)
	h.vec(d.SpringImpulse)
	h.vec(d.MotorImpulse)
}

// BodyHash is the hash of all records of a body slot.
func BodyHash(p *Rooms, i int) uint32 {
	h := newHasher()
	r := &p.Bodies[i]
	h.u32(r.Generation)
	if r.Alive() {
		h.body(r)
		h.sim(&p.Sims[i])
		s := p.StateOf(r)
		h.vec(s.V)
		h.vec(s.W)
	}
	return uint32(h.sum())
}
