package joint

import (
	"math"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// A limit that is met is an impact: all joints of an articulation answer to it at once, and so do its other limits. Row
// by row, each limit sees its own two bodies only, and the impulse that it begins a sub-step with is not the one that
// the others leave room for: chains gain energy (TestTruth/limit). A rope is a limit that carries a load, and a motor
// drives all that hangs on it: row by row, ropes give way under a load much heavier than their links, and a motor in a
// closed loop pushes what the loop does not take. Hence an articulation solves these rows together with those that
// joints hold, and finds which of them act: rigid limits of all axes, and motors of hinges and sliders, with a limit on
// the same axis in one row. The impulse of such a row is kept behind those of the held rows; that of a limit is above 0
// at the lower and below 0 at the upper end, and that of the motor is part of it. Springs in SI are in these rows,
// too: direct_springs.go.

// directFlags are the options of axis i that an articulation can solve.
func (j *Joint) directFlags(i int) AxisFlags {
	a := &j.Axes[i]
	if j.Locked>>uint(i)&1 != 0 {
		return 0
	}
	flags := AxisFlags(0)
	if a.Flags&AxisLimit != 0 && !a.SoftLimit() {
		flags = AxisLimit
	}
	if (j.Kind == HingeJoint || j.Kind == SliderJoint) && a.Flags&AxisMotor != 0 {
		flags |= AxisMotor | AxisFriction
	}
	if j.springsDirectly(a) {
		flags |= AxisSpring
	}
	return flags
}

// inArticulation are the options of axis i that an articulation solves.
func (j *Joint) inArticulation(i int) AxisFlags {
	if !j.direct {
		return 0
	}
	return j.directFlags(i)
}

// DirectCount returns the number of rows of a joint in an articulation: held rows, options and passive rows.
func (j *Joint) DirectCount() int {
	n := j.HeldCount() + j.passiveCount()
	for i := range j.AxisCount() {
		if j.directFlags(i) != 0 {
			n++
		}
	}
	return n
}

// LoadedCount returns how many rows of DirectCount act most of the time: all but the limits of joints that hold
// something.
func (j *Joint) LoadedCount() int {
	n := j.HeldCount()
	holds := n > 0
	n += j.passiveCount()
	for i := range j.AxisCount() {
		if f := j.directFlags(i); f&(AxisMotor|AxisSpring) != 0 || f != 0 && !holds {
			n++
		}
	}
	return n
}

// SolveDirectly says that an articulation solves the rows of DirectCount, of which the first has this position.
func (j *Joint) SolveDirectly(row int32) {
	j.direct, j.row, j.springs = true, row, j.passiveCount() > 0
	n := j.HeldCount()
	for i := range j.AxisCount() {
		option := j.directFlags(i)
		a := &j.Axes[i]
		if j.acts(i) && a.Flags&^option == 0 {
			j.options--
		}
		if option == 0 {
			continue
		}
		// impulses that rows one by one have found
		old := &j.Held[n]
		if option&AxisLimit != 0 {
			*old += a.LowerImpulse - a.UpperImpulse
			a.LowerImpulse, a.UpperImpulse = 0, 0
		}
		if option&AxisMotor != 0 {
			*old += a.MotorImpulse
			a.MotorImpulse = 0
		}
		if option&AxisSpring != 0 {
			if *old == 0 {
				*old = a.SpringImpulse
			}
			j.springs = true
		}
		n++
	}
}

// optionImpulse is the impulse of axis i that an articulation has found.
func (j *Joint) optionImpulse(i int) float32 {
	n := j.HeldCount()
	for o := range i {
		if j.directFlags(o) != 0 {
			n++
		}
	}
	return j.Held[n]
}

// Pressed reports whether a limit that an articulation solves pressed at the end of the last step.
func (s *Solver) Pressed(j *Joint) bool {
	n := j.HeldCount()
	for i := range j.AxisCount() {
		flags := j.inArticulation(i)
		if flags == 0 {
			continue
		}
		most := float32(0)
		if flags&AxisMotor != 0 {
			most = float32(s.bodies.H * j.Axes[i].MaxForce)
		}
		if flags&AxisLimit != 0 && vec.Abs(j.limitImpulse(i, j.Held[n])) > most {
			return true
		}
		n++
	}
	return false
}

// ForgetOptions forgets the impulses of options in an articulation, and those of passive rows.
func (j *Joint) ForgetOptions() {
	clear(j.Held[j.HeldCount():])
	for i := range j.Axes {
		j.Axes[i].PassiveImpulse = 0
	}
}

// HoldDirectly builds the rows of a joint in an articulation: those of Hold, then its options.
func (s *Solver) HoldDirectly(x *Pair, j *Joint, h *HeldRows, options *[MaxRows]Option) {
	x.Hold(j, h)
	clear(options[:h.count])
	for i := range j.AxisCount() {
		flags := j.directFlags(i)
		if flags == 0 {
			continue
		}
		a := &j.Axes[i]
		r, coordinate, _ := x.axis(j, i)
		o := Option{Flags: flags}
		if flags&AxisMotor != 0 {
			o.Speed, o.Most = a.Speed, float32(s.bodies.H*a.MaxForce)
		}
		if j.windsUp(i) {
			coordinate += o.lap(coordinate-a.Lower, coordinate-a.Upper, j.limitImpulse(i, j.Held[h.count]))
		}
		o.Below, o.Above = coordinate-a.Lower, coordinate-a.Upper
		if j.Kind == BallJoint && i == 0 {
			// the angle of a cone has no lower end
			o.Below = kernel.FarOff
		}
		if flags&AxisSpring != 0 {
			o.Spring, a.stretched = a.SpringImpulse, j.springError(coordinate, a.Target)
			if o.Most = noLimit; a.MaxSpring > 0 {
				o.Most = float32(s.bodies.H * a.MaxSpring)
			}
			o.tieSpring(a, a.stretched)
		}
		options[h.count] = o
		h.add(r)
	}
	j.holdPassive(x, h, options)
}

// windsUp reports whether axis i is an angle that is known up to whole turns.
func (j *Joint) windsUp(i int) bool {
	switch j.Kind {
	case HingeJoint:
		return true
	case BallJoint:
		return i == 1
	case WheelJoint:
		return i == 2
	case GenericJoint:
		return i >= 3 && j.loneAngle() == i-3
	}
	return false
}

// lap is the difference of an angle, below and above away from the ends of its range, to the turn on which an end
// pressed with this impulse: rounding takes an angle beyond an end of a range of a turn to the other end.
func (o *Option) lap(below, above, impulse float32) float32 {
	switch {
	case o.Flags&AxisLimit == 0:
	case impulse < -o.Most && above < -math.Pi:
		return 2 * math.Pi
	case impulse > o.Most && below > math.Pi:
		return -2 * math.Pi
	}
	return 0
}

// Option is a row that does not act always, or not with any force.
type Option struct {
	// Flags are AxisLimit and AxisMotor, 0 for a held row.
	Flags AxisFlags
	// Below and Above are how far the coordinate is above the lower and the upper end of its range.
	Below, Above float32
	// Speed is that of a motor, Most the largest impulse of a motor or spring in a sub-step, both 0 without one.
	Speed, Most float32
	// Pull and Give are those of a spring: with the velocity v its impulse is −(v + Pull)/Give. Spring is its old
	// value.
	Pull, Give, Spring float32
}

// Side says how the row of an option acts.
type Side int8

const (
	// Holds: always; so does a motor that reaches its speed.
	Holds Side = iota
	// Idle: not at all; a motor or spring at its largest force does not answer either.
	Idle
	// AtLower and AtUpper: at an end of the range.
	AtLower
	AtUpper
)

// SideOf is how an option acts that had this impulse in the sub-step before.
func (o *Option) SideOf(impulse float32) Side {
	most := o.Most
	if o.Flags&AxisSpring != 0 {
		if !o.moves() {
			return Idle
		}
		impulse, most = impulse-o.Spring, 0
	}
	switch limited := o.Flags&AxisLimit != 0; {
	case limited && impulse > most:
		return AtLower
	case limited && impulse < -most:
		return AtUpper
	case o.Flags&(AxisMotor|AxisSpring) == 0 || vec.Abs(impulse+o.Spring) >= o.Most:
		return Idle
	}
	return Holds
}

// moves reports whether the joints leave a spring something to move.
func (o *Option) moves() bool { return o.Give < kernel.FarOff }

// Target is the velocity that the row of an option loses in a sub-step: for a limit what takes it there and no further,
// or a part of the overlap, rate times it.
func (o *Option) Target(side Side, rate, invH, most float32) float32 {
	if side == Holds {
		return o.Pull - o.Speed
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

// Range is the range of the impulse of an option in which it acts at a side; lower and upper are the targets there. A
// motor at a limit pushes against it with all of its force, or takes the coordinate off it.
func (h *HeldRow) Range(side Side, lower, upper float32) (least, most float32) {
	o := &h.Option
	switch {
	case side == AtLower:
		return o.limitForce(h, lower), noLimit
	case side == AtUpper:
		return -noLimit, o.limitForce(h, upper)
	}
	least, most = -o.Most, o.Most
	if o.Flags&(AxisSpring|AxisLimit) == AxisSpring|AxisLimit {
		least, most = h.springImpulse(-upper), h.springImpulse(-lower)
	}
	return least, most
}

// limitForce is the impulse of the motor or spring of an option at a limit with this target.
func (o *Option) limitForce(h *HeldRow, target float32) float32 {
	switch {
	case o.Flags&AxisSpring != 0:
		return h.springImpulse(-target)
	case o.Speed > -target:
		return o.Most
	}
	return -o.Most
}

// Has reports whether an option may act at a side. A motor whose speed a limit does not leave meets the limit instead.
func (h *HeldRow) Has(side Side, lower, upper float32) bool {
	o := &h.Option
	limited := o.Flags&AxisLimit != 0
	switch {
	case side != Holds:
		return limited && side != Idle
	case o.Flags&AxisSpring != 0:
		return o.moves()
	case o.Flags&AxisMotor != 0:
		return !limited || o.Speed >= -lower && o.Speed <= -upper
	}
	return false
}

// SideWith is its side if an option acts there with this impulse, or the one at which it does.
func (h *HeldRow) SideWith(impulse, lower, upper float32) Side {
	if h.Side == Idle || h.actsAt(h.Side, impulse, lower, upper) {
		return h.Side
	}
	for side := Holds; side <= AtUpper; side++ {
		if h.actsAt(side, impulse, lower, upper) {
			return side
		}
	}
	return Idle
}

func (h *HeldRow) actsAt(side Side, impulse, lower, upper float32) bool {
	least, most := h.Range(side, lower, upper)
	return h.Has(side, lower, upper) && impulse >= least && impulse <= most
}

// Allowed is the nearest impulse to this one that the row may have where no limit presses.
func (h *HeldRow) Allowed(impulse float32) float32 {
	return vec.Clamp(impulse, -h.Option.Most, h.Option.Most)
}

// Beyond is by how much the velocity v is above the one for which an option acts at a side with this impulse.
func (h *HeldRow) Beyond(side Side, v, impulse, lower, upper float32) float32 {
	switch o := &h.Option; {
	case side == AtLower:
		return v + lower
	case side == AtUpper:
		return v + upper
	case o.Flags&AxisSpring != 0:
		return v + o.Pull + float32(h.Give*impulse)
	default:
		return v - o.Speed
	}
}
