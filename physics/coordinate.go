package physics

import (
	"cmp"
	"errors"
	"fmt"

	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Coordinate is one degree of freedom of a joint, which it embeds: the angle (rad) of a hinge, the displacement (m) of
// a slider, or one of several of a wheel or a generic joint. Its forces are torques (N·m) where it is an angle.
type Coordinate struct {
	Joint
	axis int
}

// At returns a coordinate, 0 ≤ i < AxisCount.
func (j Joint) At(i int) Coordinate { return Coordinate{j, i} }

// exists reports whether the joint has the coordinate.
func (c Coordinate) exists() bool { return c.axis >= 0 && c.axis < c.AxisCount() }

// state returns position and rate.
func (c Coordinate) state() (position, rate float32) {
	if !c.exists() {
		return 0, 0
	}
	w := c.world
	w.reading.Lock()
	defer w.reading.Unlock()
	return w.step.Coordinate(&w.state.Rows[c.index], c.axis)
}

// Position returns the angle (rad) or displacement (m).
func (c Coordinate) Position() float32 {
	x, _ := c.state()
	return x
}

// Rate returns the speed (rad/s, m/s).
func (c Coordinate) Rate() float32 {
	_, v := c.state()
	return v
}

// Locked reports whether a generic joint holds the coordinate, which then has no settings.
func (c Coordinate) Locked() bool { return c.exists() && c.row().Locked>>uint(c.axis)&1 != 0 }

// Axis returns limits, motor, spring and friction.
func (c Coordinate) Axis() JointAxis {
	if !c.exists() {
		return JointAxis{}
	}
	return JointAxis(state.AxisOf(&c.row().Axes[c.axis]))
}

// SetAxis changes limits, motor, spring and friction and wakes the bodies. Locked coordinates refuse.
func (c Coordinate) SetAxis(a JointAxis) error { return c.setAxis(c.axis, a) }

// SetMotor changes the motor alone: speed in rad/s or m/s, maxForce in N·m or N.
func (c Coordinate) SetMotor(on bool, speed, maxForce float32) error {
	a := c.Axis()
	a.Motor, a.Speed, a.MaxForce = on, speed, maxForce
	return c.SetAxis(a)
}

// SetSpring gives the coordinate a spring in hertz in place of the one that it has. Hertz 0 takes it away.
func (c Coordinate) SetSpring(hertz, dampingRatio, target float32) error {
	a := c.Axis()
	a.Hertz, a.DampingRatio, a.Target = hertz, dampingRatio, target
	a.Stiffness, a.Damping, a.Rate = 0, 0, 0
	return c.SetAxis(a)
}

// SetLimits changes the range (rad, m) alone.
func (c Coordinate) SetLimits(on bool, lower, upper float32) error {
	a := c.Axis()
	a.Limited, a.Lower, a.Upper = on, lower, upper
	return c.SetAxis(a)
}

// Armature returns the inertia (kg·m² about an angle, else kg) of the rotor, see SetArmature.
func (c Coordinate) Armature() float32 {
	if !c.exists() {
		return 0
	}
	return c.row().Axes[c.axis].Armature
}

// SetArmature gives a coordinate of a hinge, slider or generic joint the inertia (kg·m² about an angle, else kg) of a
// rotor, as that of a motor behind a gear: its own times the square of the ratio. It resists changes of the rate alone,
// and gravity does not pull it. Locked coordinates and other kinds refuse.
func (c Coordinate) SetArmature(inertia float32) error { return c.setArmature(c.axis, inertia) }

// JointPassive is the spring and damper that a coordinate has of itself, beside spring and motor of its JointAxis:
//
//	F = Stiffness·(Rest − x) − Damping·v
//
// Stiffness is in N·m/rad or N/m, Damping in N·m·s/rad or N·s/m, Rest in rad or m.
type JointPassive struct {
	Stiffness, Damping, Rest float32
}

// Passive returns the spring and damper that the coordinate has of itself, see SetPassive.
func (c Coordinate) Passive() JointPassive {
	if !c.exists() {
		return JointPassive{}
	}
	return JointPassive(c.row().Axes[c.axis].Passive)
}

// SetPassive gives a coordinate of a hinge, slider or generic joint a spring and damper of its own, beside those of
// SetAxis and SetDrive. Locked coordinates and other kinds refuse.
func (c Coordinate) SetPassive(p JointPassive) error { return c.setPassive(c.axis, p) }

// Mass returns the mass (kg, kg·m² about an angle) that a force along the coordinate moves at the poses of the two
// bodies, while the joint holds its other coordinates and no other joint holds them: with it a spring of k N/m or
// N·m/rad swings at √(k/Mass) rad/s. A rotor is part of it. It is 0 where nothing can move.
func (c Coordinate) Mass() float32 {
	if !c.exists() || c.Locked() {
		return 0
	}
	w := c.world
	w.reading.Lock()
	defer w.reading.Unlock()
	return w.step.Mass(&w.state.Rows[c.index], c.axis)
}

// Limits returns the range of the coordinate (rad, m); ok is false for one without.
func (c Coordinate) Limits() (lower, upper float32, ok bool) {
	a := c.Axis()
	return a.Lower, a.Upper, a.Limited
}

// SetDrive gives the coordinate a servo in place of the spring, the damper and the motor that it has:
//
//	F = kp·(target − position) + kd·(rate − speed), at most limit
//
// kp is in N·m/rad or N/m, kd in N·m·s/rad or N·s/m, limit in N·m or N, 0 for any. The target is that of
// SetTarget, and at first the one that the joint has. Gains may be as large as one likes: the force is computed at
// the end of the sub-step, together with the forces of all joints around it, so that no gain makes the joint
// unstable.
func (c Coordinate) SetDrive(kp, kd, limit float32) error {
	if _, err := c.writable(); err != nil {
		return err
	}
	a := c.Axis()
	a.Motor, a.MaxSpring, a.Hertz = false, limit, 0
	a.SetSI(kp, kd)
	if !(kp >= 0 && kd >= 0 && limit >= 0) || kp > maxForceInput || kd > maxForceInput {
		return c.world.refuse(
			fmt.Errorf("physics: drive of %g, %g with at most %g: must be positive and finite", kp, kd, limit))
	}
	return c.SetAxis(a)
}

// SetTarget changes the position (rad, m) to which the servo goes, and the rate (rad/s, m/s) that it has there.
func (c Coordinate) SetTarget(position, rate float32) error {
	if _, err := c.writable(); err != nil {
		return err
	}
	a := c.Axis()
	if !a.HasSpring() {
		return c.world.refuse(errors.New("physics: the coordinate has no drive: SetDrive gives it one"))
	}
	a.Target, a.Rate = position, rate
	return c.SetAxis(a)
}

// Line returns the point (m, world) and the direction, of length 1, of the axis that the second body of the joint
// rotates about, or along which it goes against the first one, and whether it rotates. ok is false for coordinates of
// other kinds than those of hinges, sliders and wheels.
func (c Coordinate) Line() (point, direction Vec3, rotates, ok bool) {
	a, b := c.Frames()
	switch kind := c.Kind(); {
	case kind == KindHinge && c.axis == 0:
		return a.P, a.Q.Rotate(vec.AxisZ), true, true
	case kind == KindSlider && c.axis == 0:
		return b.P, a.Q.Rotate(vec.AxisX), false, true
	case kind == KindWheel && c.axis == 0:
		return b.P, a.Q.Rotate(vec.AxisY), false, true
	case kind == KindWheel && c.axis == 1:
		return b.P, b.Q.Rotate(vec.AxisZ), true, true
	case kind == KindWheel && c.axis == 2:
		return b.P, a.Q.Rotate(vec.AxisY), true, true
	}
	return Vec3{}, Vec3{}, false, false
}

// Force returns the force (N, N·m) along the coordinate that drive, motor, limits and friction of the joint exerted
// on the second body, as the mean over the last step; zero where Line is not ok.
func (c Coordinate) Force() float32 {
	force, torque := c.Reaction()
	_, d, rotates, _ := c.Line()
	if rotates {
		return torque.Dot(d)
	}
	return force.Dot(d)
}

// DriveForce returns the force (N, N·m) of spring and motor of the JointAxis on the coordinate in the last sub-step,
// without those of limits, friction and SetPassive; zero while the joint sleeps and before the first step. Where a
// limit presses on an axis with a motor, it counts the motor's largest force of now.
func (c Coordinate) DriveForce() float32 {
	if !c.exists() || c.Locked() || c.read().Color == state.None {
		return 0
	}
	w := c.world
	w.reading.Lock()
	defer w.reading.Unlock()
	return w.step.DriveForce(&w.state.Rows[c.index], c.axis)
}

// ApplyForce adds a force (N, N·m) along the coordinate on the second body for the next step, and its reaction on the
// first one, where Line is ok.
func (c Coordinate) ApplyForce(f float32) error {
	w := c.world
	if _, err := c.writable(); err != nil {
		return err
	}
	p, d, rotates, ok := c.Line()
	if !ok {
		return w.refuse(fmt.Errorf("physics: axis %d of a %v joint takes no force", c.axis, c.Kind()))
	}
	first, second := c.Bodies()
	err := cmp.Or(
		state.CheckRange("joint force", f, -maxForceInput, maxForceInput),
		checkIn(second.read()), checkIn(first.read()),
	)
	if err != nil {
		return w.refuse(err)
	}
	push := func(b Body, v Vec3) error {
		switch {
		case b.Type() != Dynamic:
			return nil // moves the same under any load, as the world does
		case rotates:
			return b.ApplyTorque(v)
		}
		return b.ApplyForce(v, p)
	}
	return cmp.Or(push(second, d.Mul(f)), push(first, d.Mul(-f)))
}
