package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/step"
	"tumble/physics/vec"
)

// BodyMotion is how a body moves after a step. Index, Generation, Type and Island name the body as its methods do;
// Island is −1 for a body without one. Mass is in kg. Center (m) is the centre of mass, Velocity (m/s) its velocity.
// Spin (rad/s) is the angular velocity, Momentum (kg·m²/s) the angular momentum about the centre. A sleeping body
// has zero velocities.
type BodyMotion = state.BodyMotion

// BodyMotions appends the motions of all bodies that are not static to buf, in the order of their indices. One pass
// over all is faster than questions to each body.
func (w *World) BodyMotions(buf []BodyMotion) []BodyMotion { return w.state.BodyMotions(buf) }

// SetTransform moves the body at once, without passing through what lies between. It wakes
// the body and the bodies in touch with it. False if t is not finite, not a rotation or out of bounds.
func (b Body) SetTransform(t Transform) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetTransform(b, t)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if !state.ValidTransform(t) {
		return b.world.refuse()
	}
	b.world.step.MoveBody(b.index, t)
	b.world.published.next.Placed = append(b.world.published.next.Placed, b)
	return true
}

// SetType changes how the body moves. Its contacts end and form anew. A body with a shape
// that is not convex stays static, and one whose shapes have more than MaxMass together does not become dynamic.
func (b Body) SetType(kind BodyType) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetType(b, kind)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	w := b.world
	if kind >= bodyTypeCount || r.Frozen || kind != Static && w.state.MustRest(r) {
		return w.refuse()
	}
	if r.Kind == kind {
		return true
	}
	if kind == Dynamic && !r.OwnMass && w.masses.TooHeavy(b.index, 0) {
		return w.refuse()
	}
	w.step.ChangeType(b.index, kind, b.LinearVelocity(), b.AngularVelocity())
	return true
}

// SetPosition moves the origin of the body to p (m), see SetTransform.
func (b Body) SetPosition(p Vec3) bool { return b.SetTransform(Transform{P: p, Q: b.Rotation()}) }

// SetLinearVelocity sets the velocity of the centre of mass (m/s) and wakes the body.
// Static bodies refuse.
func (b Body) SetLinearVelocity(v Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetLinearVelocity(b, v)
	}
	s := b.movable(v, maxSpeedInput)
	if s == nil {
		return false
	}
	s.V = v
	return true
}

// SetAngularVelocity sets the angular velocity (rad/s) and wakes the body. Static bodies
// refuse.
func (b Body) SetAngularVelocity(omega Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAngularVelocity(b, omega)
	}
	s := b.movable(omega, maxSpeedInput)
	if s == nil {
		return false
	}
	s.W = omega
	return true
}

// movable wakes a body that can move and returns its state, or nil with the refusal counted.
func (b Body) movable(v Vec3, limit float32) *solve.State {
	r := b.writable()
	if r == nil {
		return nil
	}
	if r.Kind == Static || r.Out() || !state.ValidVector(v, limit) {
		b.world.refuse()
		return nil
	}
	b.world.islands.Wake(b.index)
	return b.world.state.StateOf(r)
}

// pushable is movable for dynamic bodies.
func (b Body) pushable(v, point Vec3, limit float32) *solve.State {
	if !state.ValidVector(point, 2*MaxPosition) || b.Valid() && b.Type() != Dynamic {
		b.world.refuse()
		return nil
	}
	return b.movable(v, limit)
}

// ApplyForce adds a force (N) at a world point (m) for the next step.
func (b Body) ApplyForce(force, point Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyForce(b, force, point)
	}
	if b.pushable(force, point, maxForceInput) == nil {
		return false
	}
	b.world.forces.Add(b.index, force, point)
	return true
}

// ApplyForceToCenter adds a force (N) at the centre of mass for the next step.
func (b Body) ApplyForceToCenter(force Vec3) bool { return b.ApplyForce(force, b.WorldCenter()) }

// ApplyTorque adds a torque (N·m) for the next step.
func (b Body) ApplyTorque(torque Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyTorque(b, torque)
	}
	if b.pushable(torque, Vec3{}, maxForceInput) == nil {
		return false
	}
	sim := &b.world.state.Sims[b.index]
	sim.Torque = state.ClampVector(sim.Torque.Add(torque), maxForceInput)
	return true
}

// ApplyImpulse changes the velocity at once by an impulse (N·s) at a world point (m).
func (b Body) ApplyImpulse(impulse, point Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyImpulse(b, impulse, point)
	}
	if b.pushable(impulse, point, maxForceInput) == nil {
		return false
	}
	b.world.forces.Push(b.index, impulse, point)
	return true
}

// ApplyImpulseToCenter changes the velocity at once by an impulse (N·s) at the centre of mass.
func (b Body) ApplyImpulseToCenter(impulse Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyImpulseToCenter(b, impulse)
	}
	return b.ApplyImpulse(impulse, b.WorldCenter())
}

// ApplyAngularImpulse changes the angular velocity at once by an impulse (N·m·s).
func (b Body) ApplyAngularImpulse(impulse Vec3) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyAngularImpulse(b, impulse)
	}
	s := b.pushable(impulse, Vec3{}, maxForceInput)
	if s == nil {
		return false
	}
	s.W = state.ClampVector(s.W.Add(b.world.state.Sims[b.index].InvInertia.MulVec(impulse)), maxSpeedInput)
	return true
}

// SetTarget gives a kinematic body the velocity that takes it to t within dt (s).
func (b Body) SetTarget(t Transform, dt float32) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetTarget(b, t, dt)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	w := b.world
	if r.Kind != Kinematic || !state.ValidTransform(t) || !(dt >= step.MinLength && dt <= step.MaxLength) {
		return w.refuse()
	}
	sim := &w.state.Sims[b.index]
	v := t.Apply(sim.LocalCenter).Sub(sim.Center).Mul(1 / dt)
	omega := t.Q.Norm().Mul(sim.Transform.Q.Conj()).RotationVector().Mul(1 / dt)
	if r.AwakeIndex == state.None && v.Len2() == 0 && omega.Len2() == 0 {
		return true
	}
	return b.SetLinearVelocity(state.ClampVector(v, maxSpeedInput)) &&
		b.SetAngularVelocity(state.ClampVector(omega, maxSpeedInput))
}

// SetAwake wakes the body with its island, or puts the whole island to sleep at once.
// Static bodies refuse.
func (b Body) SetAwake(awake bool) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAwake(b, awake)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	w := b.world
	switch {
	case r.Kind == Static || r.Out() && awake:
		return w.refuse()
	case awake:
		w.islands.Wake(b.index)
	case r.AwakeIndex != state.None:
		w.islands.Sleep(b.index)
	}
	return true
}

// SetAllowSleep lets the body sleep or keeps it awake.
func (b Body) SetAllowSleep(allow bool) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAllowSleep(b, allow)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	r.AllowSleep = allow
	if !allow && r.Kind != Static && !r.Out() {
		b.world.islands.Wake(b.index)
	}
	return true
}

// AllowSleep reports whether the body may sleep.
func (b Body) AllowSleep() bool { return b.read().AllowSleep }

// SetSleepSpeed sets the speed (m/s) below which the body is sleepy; negative takes that of
// the world.
func (b Body) SetSleepSpeed(speed float32) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetSleepSpeed(b, speed)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if !vec.IsFinite(speed) || speed > maxSpeedInput {
		return b.world.refuse()
	}
	r.SleepSpeed = speed
	return true
}

// SetGravityScale sets the factor of gravity for this body and wakes it.
func (b Body) SetGravityScale(scale float32) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetGravityScale(b, scale)
	}
	return b.setParameter(scale, -maxGravityScale, maxGravityScale,
		func(s *solve.Sim) *float32 { return &s.GravityScale })
}

// GravityScale returns the factor of gravity for this body.
func (b Body) GravityScale() float32 { return b.sim().GravityScale }

// SetLinearDamping sets the damping of the velocity (1/s).
func (b Body) SetLinearDamping(c float32) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetLinearDamping(b, c)
	}
	return b.setParameter(c, 0, maxDamping, func(s *solve.Sim) *float32 { return &s.LinearDamping })
}

// LinearDamping returns the damping of the velocity (1/s).
func (b Body) LinearDamping() float32 { return b.sim().LinearDamping }

// SetAngularDamping sets the damping of the angular velocity (1/s).
func (b Body) SetAngularDamping(c float32) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAngularDamping(b, c)
	}
	return b.setParameter(c, 0, maxDamping, func(s *solve.Sim) *float32 { return &s.AngularDamping })
}

// AngularDamping returns the damping of the angular velocity (1/s).
func (b Body) AngularDamping() float32 { return b.sim().AngularDamping }

func (b Body) setParameter(x, lo, hi float32, field func(*solve.Sim) *float32) bool {
	r := b.writable()
	if r == nil {
		return false
	}
	if !(x >= lo && x <= hi) {
		return b.world.refuse()
	}
	*field(&b.world.state.Sims[b.index]) = x
	if r.Kind != Static && !r.Out() {
		b.world.islands.Wake(b.index)
	}
	return true
}

// SetLocks takes degrees of freedom away, or gives them back.
func (b Body) SetLocks(locks AxisLocks) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetLocks(b, locks)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	if locks&^allLocks != 0 {
		return b.world.refuse()
	}
	r.Locks = locks
	w := b.world
	sim := &w.state.Sims[b.index]
	sim.Flags = sim.Flags&^solve.Flags(allLocks) | solve.Flags(locks)
	w.masses.Update(b.index)
	if r.Kind != Static && !r.Out() {
		w.islands.Wake(b.index)
		w.state.StateOf(r).Flags = sim.Flags
	}
	return true
}

// Locks returns the degrees of freedom taken away.
func (b Body) Locks() AxisLocks { return b.read().Locks }

// SetBullet asks for continuous collision against moving bodies, too.
func (b Body) SetBullet(bullet bool) bool {
	if r := b.world.recorder(); r != nil {
		return r.bodySetBullet(b, bullet)
	}
	r := b.writable()
	if r == nil {
		return false
	}
	r.Bullet = bullet
	return true
}

// Bullet reports whether continuous collision against moving bodies is asked for.
func (b Body) Bullet() bool { return b.read().Bullet }
