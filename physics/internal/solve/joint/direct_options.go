package joint

import "tumble/physics/vec"

// A rope is a limit that carries a load, and a motor drives all that hangs on it. Row by row, a chain of ropes gives way under a
// load that is much heavier than its links, and a motor in a closed loop pushes what the loop does not take. Hence an
// articulation solves these rows together with those that joints hold, and finds which of them act. The impulse of such a row is
// kept behind those of the held rows; that of a limit is above 0 at the lower and below 0 at the upper end.

// directLimit reports whether an articulation solves the limits of axis 0.
func (j *Joint) directLimit() bool {
	a := &j.Axes[0]
	return (j.Kind == DistanceJoint || j.Kind == PulleyJoint) && a.Flags&AxisLimit != 0 && a.LimitHertz == 0
}

// directMotor is the same for the motor.
func (j *Joint) directMotor() bool {
	return (j.Kind == HingeJoint || j.Kind == SliderJoint) && j.Axes[0].Flags&AxisMotor != 0
}

// inArticulation are the options of axis i that an articulation solves.
func (j *Joint) inArticulation(i int) AxisFlags {
	switch {
	case !j.direct || i > 0:
		return 0
	case j.directLimit():
		return AxisLimit
	case j.directMotor():
		return AxisMotor | AxisFriction
	}
	return 0
}

// DirectCount returns the number of rows of a joint in an articulation: the held rows and an option.
func (j *Joint) DirectCount() int {
	n := j.HeldCount()
	if j.directLimit() || j.directMotor() {
		n++
	}
	return n
}

// SolveDirectly says that an articulation solves the rows of DirectCount, of which the first has this position.
func (j *Joint) SolveDirectly(row int32) {
	j.direct, j.row = true, row
	a := &j.Axes[0]
	option := j.inArticulation(0)
	if option == 0 {
		return
	}
	if a.Flags&^option == 0 {
		j.options--
	}
	// impulses that rows one by one have found
	old := &j.Held[j.HeldCount()]
	if option == AxisLimit {
		*old += a.LowerImpulse - a.UpperImpulse
		a.LowerImpulse, a.UpperImpulse = 0, 0
	} else {
		*old += a.MotorImpulse
		a.MotorImpulse = 0
	}
}

// ForgetOption forgets the impulse of an option in an articulation.
func (j *Joint) ForgetOption() { clear(j.Held[j.HeldCount():]) }

// HoldDirectly builds the rows of a joint in an articulation: those of Hold, then its option, if it has one.
func (s *Solver) HoldDirectly(x *Pair, j *Joint, h *HeldRows) (o Option) {
	x.Hold(j, h)
	a := &j.Axes[0]
	switch {
	case j.directLimit():
		r, coordinate, _ := x.axis(j, 0)
		h.add(r)
		return Option{Kind: OptionLimit, Below: coordinate - a.Lower, Above: coordinate - a.Upper}
	case j.directMotor():
		r, _, _ := x.axis(j, 0)
		h.add(r)
		return Option{Kind: OptionMotor, Speed: a.Speed, Most: float32(s.bodies.H * a.MaxForce)}
	}
	return Option{}
}

// OptionKind says which option a row is.
type OptionKind int8

const (
	NoOption OptionKind = iota
	OptionLimit
	OptionMotor
)

// Option is a row that does not act always, or not with any force.
type Option struct {
	Kind OptionKind
	// Below and Above are how far the coordinate is above the lower and the upper end of its range.
	Below, Above float32
	// Speed is that of a motor, Most its largest impulse in a sub-step.
	Speed, Most float32
}

// Side says how the row of an option acts.
type Side int8

const (
	// Holds: always; so does a motor that reaches its speed.
	Holds Side = iota
	// Idle: not at all; a motor at its largest force does not answer either.
	Idle
	// AtLower and AtUpper: at an end of the range.
	AtLower
	AtUpper
)

// SideOf is how an option acts that had this impulse in the sub-step before.
func (o *Option) SideOf(impulse float32) Side {
	switch {
	case o.Kind == OptionMotor && vec.Abs(impulse) >= o.Most:
		return Idle
	case o.Kind != OptionLimit:
		return Holds
	case impulse > 0:
		return AtLower
	case impulse < 0:
		return AtUpper
	}
	return Idle
}

// Target is the velocity that the row of an option loses in a sub-step: for a limit what takes it there and no further, or a
// part of the overlap, rate times it.
func (o *Option) Target(side Side, rate, invH, most float32) float32 {
	if o.Kind == OptionMotor {
		return -o.Speed
	}
	c := o.Below
	if side == AtUpper {
		c = o.Above
	}
	if side == AtLower && c > 0 || side == AtUpper && c < 0 {
		return float32(invH * c)
	}
	return vec.Clamp(float32(rate*c), -most, most)
}

// Allowed is the nearest impulse to this one that the row may have.
func (h *HeldRow) Allowed(impulse float32) float32 {
	switch {
	case h.Option.Kind == OptionMotor:
		return vec.Clamp(impulse, -h.Option.Most, h.Option.Most)
	case h.Side == AtLower:
		return vec.Max(impulse, 0)
	case h.Side == AtUpper:
		return vec.Min(impulse, 0)
	}
	return impulse
}
