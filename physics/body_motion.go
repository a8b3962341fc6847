package physics

import (
	"cmp"
	"errors"
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
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
// the body and the bodies in touch with it. t must be within ±MaxPosition and its rotation of length 1.
func (b Body) SetTransform(t Transform) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetTransform(b, t)
	}
	if _, err := b.writable(); err != nil {
		return err
	}
	if err := state.CheckTransform("body", t); err != nil {
		return b.world.refuse(err)
	}
	b.world.step.MoveBody(b.index, t)
	b.world.published.next.Placed = append(b.world.published.next.Placed, b)
	return nil
}

// SetType changes how the body moves. Its contacts end and form anew. A body with a shape
// that is not convex stays static, and one whose shapes have more than MaxMass together does not become dynamic.
func (b Body) SetType(kind BodyType) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetType(b, kind)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	w := b.world
	switch {
	case kind >= bodyTypeCount:
		err = checkType(kind)
	case r.Frozen:
		err = errFrozen
	case kind != Static && w.state.MustRest(r):
		err = fmt.Errorf("physics: a %v body with a shape that is not convex: must be static", kind)
	case r.Kind == kind:
		return nil
	case kind == Dynamic && !r.OwnMass:
		err = w.masses.CheckTotal(b.index, 0)
	}
	if err != nil {
		return w.refuse(err)
	}
	w.step.ChangeType(b.index, kind, b.LinearVelocity(), b.AngularVelocity())
	return nil
}

// SetPosition moves the origin of the body to p (m), see SetTransform.
func (b Body) SetPosition(p Vec3) error { return b.SetTransform(Transform{P: p, Q: b.Rotation()}) }

// SetLinearVelocity sets the velocity of the centre of mass (m/s) and wakes the body.
// Static bodies refuse.
func (b Body) SetLinearVelocity(v Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetLinearVelocity(b, v)
	}
	s, err := b.movable(Kinematic, "linear velocity", v, Vec3{}, maxSpeedInput)
	if err != nil {
		return err
	}
	s.V = v
	return nil
}

// SetAngularVelocity sets the angular velocity (rad/s) and wakes the body. Static bodies
// refuse.
func (b Body) SetAngularVelocity(omega Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAngularVelocity(b, omega)
	}
	s, err := b.movable(Kinematic, "angular velocity", omega, Vec3{}, maxSpeedInput)
	if err != nil {
		return err
	}
	s.W = omega
	return nil
}

// movable wakes a body of at least a type and returns its state, for a call that gives the body v at a point (m); what
// names v in errors.
func (b Body) movable(least BodyType, what string, v, point Vec3, limit float32) (*solve.State, error) {
	r, err := b.writable()
	if err != nil {
		return nil, err
	}
	if r.Kind < least || r.Out() || !state.ValidVector(v, limit) || !state.ValidVector(point, 2*MaxPosition) {
		if r.Kind < least {
			err = fmt.Errorf("physics: a %v body takes no %s", r.Kind, what)
		}
		return nil, b.world.refuse(cmp.Or(
			err, checkIn(r), state.CheckVector(what, v, limit),
			state.CheckVector(what+" at point", point, 2*MaxPosition),
		))
	}
	b.world.islands.Wake(b.index)
	return b.world.state.StateOf(r), nil
}

var (
	errFrozen   = errors.New("physics: the body is frozen: SetTransform brings it back")
	errDisabled = errors.New("physics: the body is disabled: SetEnabled brings it back")
)

// checkIn returns why a body does not take part in the simulation, nil if it does.
func checkIn(r *state.Body) error {
	switch {
	case r.Frozen:
		return errFrozen
	case r.Disabled:
		return errDisabled
	}
	return nil
}

// ApplyForce adds a force (N) at a world point (m) for the next step.
func (b Body) ApplyForce(force, point Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyForce(b, force, point)
	}
	if _, err := b.movable(Dynamic, "force", force, point, maxForceInput); err != nil {
		return err
	}
	b.world.forces.Add(b.index, force, point)
	return nil
}

// ApplyForceToCenter adds a force (N) at the centre of mass for the next step.
func (b Body) ApplyForceToCenter(force Vec3) error { return b.ApplyForce(force, b.WorldCenter()) }

// ApplyTorque adds a torque (N·m) for the next step.
func (b Body) ApplyTorque(torque Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyTorque(b, torque)
	}
	if _, err := b.movable(Dynamic, "torque", torque, Vec3{}, maxForceInput); err != nil {
		return err
	}
	sim := &b.world.state.Sims[b.index]
	sim.Torque = state.ClampVector(sim.Torque.Add(torque), maxForceInput)
	return nil
}

// ApplyImpulse changes the velocity at once by an impulse (N·s) at a world point (m).
func (b Body) ApplyImpulse(impulse, point Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyImpulse(b, impulse, point)
	}
	if _, err := b.movable(Dynamic, "impulse", impulse, point, maxForceInput); err != nil {
		return err
	}
	b.world.forces.Push(b.index, impulse, point)
	return nil
}

// ApplyImpulseToCenter changes the velocity at once by an impulse (N·s) at the centre of mass.
func (b Body) ApplyImpulseToCenter(impulse Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyImpulseToCenter(b, impulse)
	}
	return b.ApplyImpulse(impulse, b.WorldCenter())
}

// ApplyAngularImpulse changes the angular velocity at once by an impulse (N·m·s).
func (b Body) ApplyAngularImpulse(impulse Vec3) error {
	if r := b.world.recorder(); r != nil {
		return r.bodyApplyAngularImpulse(b, impulse)
	}
	s, err := b.movable(Dynamic, "angular impulse", impulse, Vec3{}, maxForceInput)
	if err != nil {
		return err
	}
	s.W = state.ClampVector(s.W.Add(b.world.state.Sims[b.index].InvInertia.MulVec(impulse)), maxSpeedInput)
	return nil
}

// SetTarget gives a kinematic body the velocity that takes it to t within dt (s).
func (b Body) SetTarget(t Transform, dt float32) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetTarget(b, t, dt)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	w := b.world
	if r.Kind != Kinematic {
		return w.refuse(fmt.Errorf("physics: a %v body takes no target", r.Kind))
	}
	if err := cmp.Or(state.CheckTransform("target", t), checkStepLength(dt)); err != nil {
		return w.refuse(err)
	}
	sim := &w.state.Sims[b.index]
	v := t.Apply(sim.LocalCenter).Sub(sim.Center).Mul(1 / dt)
	omega := t.Q.Norm().Mul(sim.Transform.Q.Conj()).RotationVector().Mul(1 / dt)
	if r.AwakeIndex == state.None && v.Len2() == 0 && omega.Len2() == 0 {
		return nil
	}
	if err := b.SetLinearVelocity(state.ClampVector(v, maxSpeedInput)); err != nil {
		return err
	}
	return b.SetAngularVelocity(state.ClampVector(omega, maxSpeedInput))
}

// SetAwake wakes the body with its island, or puts the whole island to sleep at once.
// Static bodies refuse.
func (b Body) SetAwake(awake bool) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAwake(b, awake)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	w := b.world
	switch {
	case r.Kind == Static:
		return w.refuse(errors.New("physics: a static body neither wakes up nor sleeps"))
	case r.Out() && awake:
		return w.refuse(checkIn(r))
	case awake:
		w.islands.Wake(b.index)
	case r.AwakeIndex != state.None:
		w.islands.Sleep(b.index)
	}
	return nil
}

// SetAllowSleep lets the body sleep or keeps it awake.
func (b Body) SetAllowSleep(allow bool) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAllowSleep(b, allow)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	r.AllowSleep = allow
	if !allow && r.Kind != Static && !r.Out() {
		b.world.islands.Wake(b.index)
	}
	return nil
}

// AllowSleep reports whether the body may sleep.
func (b Body) AllowSleep() bool { return b.read().AllowSleep }

// SetSleepSpeed sets the speed (m/s) below which the body is sleepy; negative takes that of
// the world.
func (b Body) SetSleepSpeed(speed float32) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetSleepSpeed(b, speed)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	if err := checkSleepSpeed(speed); err != nil {
		return b.world.refuse(err)
	}
	r.SleepSpeed = speed
	return nil
}

// SetGravityScale sets the factor of gravity for this body and wakes it.
func (b Body) SetGravityScale(scale float32) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetGravityScale(b, scale)
	}
	return b.setParameter("gravity scale", scale, -maxGravityScale, maxGravityScale,
		func(s *solve.Sim) *float32 { return &s.GravityScale })
}

// GravityScale returns the factor of gravity for this body.
func (b Body) GravityScale() float32 { return b.sim().GravityScale }

// SetLinearDamping sets the damping of the velocity (1/s).
func (b Body) SetLinearDamping(c float32) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetLinearDamping(b, c)
	}
	return b.setParameter("linear damping", c, 0, maxDamping, func(s *solve.Sim) *float32 { return &s.LinearDamping })
}

// LinearDamping returns the damping of the velocity (1/s).
func (b Body) LinearDamping() float32 { return b.sim().LinearDamping }

// SetAngularDamping sets the damping of the angular velocity (1/s).
func (b Body) SetAngularDamping(c float32) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetAngularDamping(b, c)
	}
	return b.setParameter("angular damping", c, 0, maxDamping, func(s *solve.Sim) *float32 { return &s.AngularDamping })
}

// AngularDamping returns the damping of the angular velocity (1/s).
func (b Body) AngularDamping() float32 { return b.sim().AngularDamping }

func (b Body) setParameter(what string, x, lo, hi float32, field func(*solve.Sim) *float32) error {
	r, err := b.writable()
	if err != nil {
		return err
	}
	if err := state.CheckRange(what, x, lo, hi); err != nil {
		return b.world.refuse(err)
	}
	*field(&b.world.state.Sims[b.index]) = x
	if r.Kind != Static && !r.Out() {
		b.world.islands.Wake(b.index)
	}
	return nil
}

// SetLocks takes degrees of freedom away, or gives them back.
func (b Body) SetLocks(locks AxisLocks) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetLocks(b, locks)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	if err := checkLocks(locks); err != nil {
		return b.world.refuse(err)
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
	return nil
}

// Locks returns the degrees of freedom taken away.
func (b Body) Locks() AxisLocks { return b.read().Locks }

// SetBullet asks for continuous collision against moving bodies, too.
func (b Body) SetBullet(bullet bool) error {
	if r := b.world.recorder(); r != nil {
		return r.bodySetBullet(b, bullet)
	}
	r, err := b.writable()
	if err != nil {
		return err
	}
	r.Bullet = bullet
	return nil
}

// Bullet reports whether continuous collision against moving bodies is asked for.
func (b Body) Bullet() bool { return b.read().Bullet }
