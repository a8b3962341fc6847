package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
)

// JointField is a number of a joint that can be edited. The values are part of the recording format: never renumber
// them.
type JointField uint8

// The fields. Places are in m, angles in rad; a truth value is 0 or 1.
const (
	FieldLimited JointField = iota
	FieldLower
	FieldUpper
	FieldMotor
	FieldSpeed        // m/s, rad/s
	FieldMaxForce     // N, N·m
	FieldHertz        // of the spring, Hz; 0 takes it away
	FieldDampingRatio // of the spring
	FieldTarget       // of the spring
	FieldFriction     // N, N·m
	FieldBreakForce   // N, of the whole joint; 0 never breaks
	FieldBreakTorque  // N·m, of the whole joint; 0 never breaks
	FieldEnabled      // of the whole joint
	FieldStiffness    // of the spring in SI, N/m, N·m/rad
	FieldDamping      // of the spring in SI, N·s/m, N·m·s/rad
	FieldRate         // of the spring, m/s, rad/s
	FieldMaxSpring    // N, N·m; 0 for any
	FieldCount
)

// whole reports whether a field is of the whole joint, not of an axis.
func (f JointField) whole() bool { return f >= FieldBreakForce && f <= FieldEnabled }

var fieldVerbs = [FieldCount]string{"limits of", "limits of", "limits of", "motor of", "speed of", "force of",
	"spring of", "damping of",
	"target of", "friction of", "breaking of", "breaking of", "switch of", "stiffness of", "damping of", "rate of",
	"bound of"}

// fieldsAnAxis is how many codes of fields an axis has in a command.
const fieldsAnAxis = 64

// TuneCommand writes a number of an axis of a joint, see physics.Joint.At; those of the whole joint belong to axis 0.
func TuneCommand(j physics.Joint, axis int, f JointField, value float64) input.Event {
	e := command(CommandTune)
	e.ID, e.Y, e.X = j.Order(), float64(axis*fieldsAnAxis+int(f)), value
	return e
}

// tuneCode is the target of a command: an axis and a field of it.
func tuneCode(e *input.Event) (axis int, f JointField, ok bool) {
	const mostAxes = 6
	if !(e.Y >= 0 && e.Y < mostAxes*fieldsAnAxis) {
		return 0, 0, false
	}
	axis, f = int(e.Y)/fieldsAnAxis, JointField(int(e.Y)%fieldsAnAxis)
	return axis, f, f < FieldCount
}

// jointNumbers are the numbers of a joint that a command can write.
type jointNumbers struct {
	axis                    physics.JointAxis
	breakForce, breakTorque float32
	enabled                 bool
}

func numbersOf(j physics.Joint, axis int) (n jointNumbers) {
	n.axis = j.At(axis).Axis()
	n.breakForce, n.breakTorque = j.BreakLimits()
	n.enabled = j.Enabled()
	return n
}

// write gives a joint the numbers.
func (n *jointNumbers) write(j physics.Joint, axis int) error {
	was := numbersOf(j, axis)
	if n.axis != was.axis {
		if err := j.At(axis).SetAxis(n.axis); err != nil {
			return err
		}
	}
	if n.enabled != was.enabled {
		if err := j.SetEnabled(n.enabled); err != nil {
			return err
		}
	}
	if n.breakForce == was.breakForce && n.breakTorque == was.breakTorque {
		return nil
	}
	return j.SetBreakLimits(n.breakForce, n.breakTorque)
}

// set changes a field.
func (n *jointNumbers) set(f JointField, value float64) {
	a, x := &n.axis, float32(value)
	switch f {
	case FieldLimited:
		a.Limited = value != 0
	case FieldLower:
		a.Lower = x
	case FieldUpper:
		a.Upper = x
	case FieldMotor:
		a.Motor = value != 0
	case FieldSpeed:
		a.Speed = x
	case FieldMaxForce:
		a.MaxForce = x
	case FieldHertz:
		a.SetHertz(x)
	case FieldDampingRatio:
		a.DampingRatio = x
	case FieldTarget:
		a.Target = x
	case FieldStiffness:
		a.SetSI(x, a.Damping)
	case FieldDamping:
		a.SetSI(a.Stiffness, x)
	case FieldRate:
		a.Rate = x
	case FieldMaxSpring:
		a.MaxSpring = x
	case FieldFriction:
		a.Friction = x
	case FieldBreakForce:
		n.breakForce = x
	case FieldBreakTorque:
		n.breakTorque = x
	case FieldEnabled:
		n.enabled = value != 0
	}
}

// jointTuning is the change of a joint by an edit, which is named by the order that it had first.
type jointTuning struct {
	order         uint64
	axis          int
	before, after jointNumbers
}

// tune carries out CommandTune.
func (s *Session) tune(e *input.Event) error {
	axis, f, ok := tuneCode(e)
	if !ok {
		return fmt.Errorf("app: tune: there is no number %g of a joint", e.Y)
	}
	j, ok := jointOf(s.World(), e.ID)
	if !ok {
		return fmt.Errorf("app: there is no joint %d", e.ID)
	}
	if !f.whole() && axis >= j.AxisCount() {
		return fmt.Errorf("app: tune: the %s joint has %d axes", j.Kind(), j.AxisCount())
	}
	before := numbersOf(j, axis)
	after := before
	after.set(f, e.X)
	err := s.choose(s.jointSetting(j, axis, f), func() error {
		if err := after.write(j, axis); err != nil {
			return fmt.Errorf("app: tune: %w", err)
		}
		return nil
	})
	if err == nil && (f == FieldHertz || f == FieldStiffness || f == FieldDamping) {
		err = s.chooseAgain(s.jointSetting(j, axis, FieldHertz), s.jointSetting(j, axis, FieldStiffness),
			s.jointSetting(j, axis, FieldDamping))
	}
	if err != nil {
		return err
	}
	x := s.log.current
	if s.log.again || x == nil || after == before {
		return nil
	}
	if x.what == "" {
		x.what, x.name = fieldVerbs[f], j.Kind().String()+" joint"
	}
	order := s.log.objects.nameJoint(j)
	for i := range x.tunings {
		if t := &x.tunings[i]; t.order == order && t.axis == axis {
			t.after = after
			return nil
		}
	}
	x.tunings = append(x.tunings, jointTuning{order, axis, before, after})
	return nil
}

// tuneAgain gives joints the values from before an edit, or those from after it.
func (s *Session) tuneAgain(x *edit, back bool) error {
	for i := range x.tunings {
		t := &x.tunings[i]
		j, ok := s.log.objects.joint(s.World(), t.order)
		if !ok {
			return fmt.Errorf("the joint is gone")
		}
		to := pick(back, t.before, t.after)
		if err := to.write(j, t.axis); err != nil {
			return err
		}
	}
	return nil
}
