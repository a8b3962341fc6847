package state

import (
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// JointAxis holds spring, limits, motor and friction of one coordinate of a joint, see physics.JointAxis.
type JointAxis struct {
	Hertz, DampingRatio, Target, MaxSpring      float32
	Stiffness, Damping, Rate                    float32
	Limited                                     bool
	Lower, Upper, LimitHertz, LimitDampingRatio float32
	LimitStiffness, LimitDamping                float32
	Motor                                       bool
	Speed, MaxForce                             float32
	Friction                                    float32
}

// HasSpring is documented with physics.JointAxis.
func (a *JointAxis) HasSpring() bool { return a.Hertz > 0 || a.Stiffness > 0 || a.Damping > 0 }

// AxisOf returns the definition that a constraint was given.
func AxisOf(a *solve.Axis) JointAxis {
	return JointAxis{
		Hertz: a.Hertz, DampingRatio: a.DampingRatio, Target: a.Target, MaxSpring: a.MaxSpring,
		Stiffness: a.Stiffness, Damping: a.Damping, Rate: a.Rate,
		Limited: a.Flags&solve.AxisLimit != 0, Lower: a.Lower, Upper: a.Upper,
		LimitHertz: a.LimitHertz, LimitDampingRatio: a.LimitDampingRatio,
		LimitStiffness: a.LimitStiffness, LimitDamping: a.LimitDamping,
		Motor: a.Flags&solve.AxisMotor != 0, Speed: a.Speed, MaxForce: a.MaxForce, Friction: a.Friction,
	}
}

// Put writes the definition to a constraint. Impulses of options that stay are kept.
func (a *JointAxis) Put(to *solve.Axis) {
	to.Flags = 0
	flag := func(on bool, f solve.AxisFlags) {
		if on {
			to.Flags |= f
		}
	}
	flag(a.HasSpring(), solve.AxisSpring)
	flag(a.Limited, solve.AxisLimit)
	flag(a.Motor, solve.AxisMotor)
	flag(a.Friction > 0, solve.AxisFriction)
	to.Hertz, to.DampingRatio, to.Target, to.MaxSpring = a.Hertz, a.DampingRatio, a.Target, a.MaxSpring
	to.Stiffness, to.Damping, to.Rate = a.Stiffness, a.Damping, a.Rate
	to.Lower, to.Upper, to.LimitHertz, to.LimitDampingRatio = a.Lower, a.Upper, a.LimitHertz, a.LimitDampingRatio
	to.LimitStiffness, to.LimitDamping = a.LimitStiffness, a.LimitDamping
	to.Speed, to.MaxForce, to.Friction = a.Speed, a.MaxForce, a.Friction
	if to.Flags&solve.AxisSpring == 0 {
		to.SpringImpulse = 0
	}
	if to.Flags&(solve.AxisMotor|solve.AxisFriction) == 0 {
		to.MotorImpulse = 0
	}
	if to.Flags&solve.AxisLimit == 0 {
		to.LowerImpulse, to.UpperImpulse = 0, 0
	}
}

// ConeOnly keeps the limit of a cone alone. The angle has no lower bound.
func (a *JointAxis) ConeOnly() JointAxis {
	return JointAxis{Limited: a.Limited, Lower: vec.Min(-1, a.Upper), Upper: a.Upper,
		LimitHertz: a.LimitHertz, LimitDampingRatio: a.LimitDampingRatio,
		LimitStiffness: a.LimitStiffness, LimitDamping: a.LimitDamping}
}

// SpinOnly keeps the values of the spin of a wheel, which has no angle.
func (a *JointAxis) SpinOnly() JointAxis {
	return JointAxis{Motor: a.Motor, Speed: a.Speed, MaxForce: a.MaxForce, Friction: a.Friction}
}

// On keeps the values of axis i of a constraint.
func (a *JointAxis) On(row *solve.Joint, i int) JointAxis {
	switch {
	case row.Kind == solve.BallJoint && i == 0:
		return a.ConeOnly()
	case row.Kind == solve.WheelJoint && i == 1:
		return a.SpinOnly()
	}
	return *a
}

// The largest frequency (Hz), damping ratio and coordinate (rad, m) of joints.
const (
	MaxJointHertz   = 1e3
	MaxDampingRatio = 1e3
	MaxCoordinate   = 1e6
)

// jointRange is a number of a joint and its bounds.
type jointRange struct {
	name      string
	x, lo, hi float32
}

// checkJoint returns an error for the first number out of its bounds.
func checkJoint(what string, list []jointRange) error {
	for i := range list {
		if c := &list[i]; !(c.x >= c.lo && c.x <= c.hi) {
			return CheckRange(what+" joint "+c.name, c.x, c.lo, c.hi)
		}
	}
	return nil
}

// Check returns an error that names the kind of the joint and the first value out of range.
func (a *JointAxis) Check(what string) error {
	if a.Hertz > 0 && (a.Stiffness > 0 || a.Damping > 0) {
		return bothUnits(what+" joint spring", a.Hertz, a.Stiffness, a.Damping)
	}
	if a.LimitHertz > 0 && (a.LimitStiffness > 0 || a.LimitDamping > 0) {
		return bothUnits(what+" joint limit", a.LimitHertz, a.LimitStiffness, a.LimitDamping)
	}
	return checkJoint(what, []jointRange{
		{"spring frequency", a.Hertz, 0, MaxJointHertz},
		{"spring damping ratio", a.DampingRatio, 0, MaxDampingRatio},
		{"spring target", a.Target, -MaxCoordinate, MaxCoordinate},
		{"spring force", a.MaxSpring, 0, MaxForceInput},
		{"spring stiffness", a.Stiffness, 0, MaxForceInput},
		{"spring damping", a.Damping, 0, MaxForceInput},
		{"spring rate", a.Rate, -MaxSpeedInput, MaxSpeedInput},
		{"lower limit", a.Lower, -MaxCoordinate, MaxCoordinate},
		{"upper limit", a.Upper, a.Lower, MaxCoordinate},
		{"limit frequency", a.LimitHertz, 0, MaxJointHertz},
		{"limit damping ratio", a.LimitDampingRatio, 0, MaxDampingRatio},
		{"limit stiffness", a.LimitStiffness, 0, MaxForceInput},
		{"limit damping", a.LimitDamping, 0, MaxForceInput},
		{"motor speed", a.Speed, -MaxSpeedInput, MaxSpeedInput},
		{"motor force", a.MaxForce, 0, MaxForceInput},
		{"friction", a.Friction, 0, MaxForceInput},
	})
}

func bothUnits(what string, hertz, stiffness, damping float32) error {
	return fmt.Errorf("physics: %s: has %g Hz, and a stiffness of %g and a damping of %g in SI: must have one of them",
		what, hertz, stiffness, damping)
}

// JointDrive acts on three coordinates at once, see physics.JointDrive.
type JointDrive struct {
	Hertz, DampingRatio, MaxSpring float32
	Velocity                       vec.Vec3
	MaxMotor                       float32
}

// DriveOf returns the definition that a constraint was given.
func DriveOf(d *solve.Drive) JointDrive {
	return JointDrive{Hertz: d.Hertz, DampingRatio: d.DampingRatio, MaxSpring: d.MaxSpring, Velocity: d.Velocity,
		MaxMotor: d.MaxMotor}
}

// Put writes the definition to a constraint. Impulses of options that stay are kept.
func (d *JointDrive) Put(to *solve.Drive) {
	to.Hertz, to.DampingRatio, to.MaxSpring = d.Hertz, d.DampingRatio, d.MaxSpring
	to.Velocity, to.MaxMotor = d.Velocity, d.MaxMotor
	if d.Hertz == 0 {
		to.SpringImpulse = vec.Vec3{}
	}
	if d.MaxMotor == 0 {
		to.MotorImpulse = vec.Vec3{}
	}
}

// Check returns an error that names the kind of the joint and the first value out of range.
func (d *JointDrive) Check(what string) error {
	if err := checkJoint(what, []jointRange{
		{"drive spring frequency", d.Hertz, 0, MaxJointHertz},
		{"drive spring damping ratio", d.DampingRatio, 0, MaxDampingRatio},
		{"drive spring force", d.MaxSpring, 0, MaxForceInput},
		{"drive motor force", d.MaxMotor, 0, MaxForceInput},
	}); err != nil || ValidVector(d.Velocity, MaxSpeedInput) {
		return err
	}
	return CheckVector(what+" joint drive velocity", d.Velocity, MaxSpeedInput)
}
