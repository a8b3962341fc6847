package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// onJoint carries out the commands that make, remove and change joints.
func (s *Session) onJoint(e *input.Event) error {
	switch Command(e.Code) {
	case CommandAnchor:
		return s.setAnchor(e)
	case CommandJoin:
		return s.join(e)
	case CommandCut:
		return s.cut(e.ID)
	}
	return s.tune(e)
}

// end is the body of an end of a joint, the zero body for the world.
func (s *Session) end(key uint64) (physics.Body, error) {
	if key == NoBody {
		return physics.Body{}, nil
	}
	b, ok := bodyOf(s.World(), key)
	if !ok {
		return b, fmt.Errorf("app: joint: there is no body %d/%d", uint32(key), key>>32)
	}
	return b, nil
}

func (s *Session) setAnchor(e *input.Event) error {
	b, err := s.end(e.ID)
	if err != nil {
		return err
	}
	s.anchor = anchor{on: true, key: e.ID, at: e.P, name: "the world", limited: e.S != 0, lower: float32(e.X),
		upper: float32(e.Y)}
	if b.Valid() {
		s.anchor.at, s.anchor.name = b.Transform().InvApply(e.P), bodyname.Of(b)
	}
	return nil
}

// join carries out CommandJoin.
func (s *Session) join(e *input.Event) error {
	from := s.anchor
	if !from.on {
		return fmt.Errorf("app: joint: its first end is not chosen")
	}
	s.anchor = anchor{}
	a, err := s.end(from.key)
	if err != nil {
		return err
	}
	b, err := s.end(e.ID)
	if err != nil {
		return err
	}
	pa, pb := from.at, e.P
	if a.Valid() {
		pa = a.Transform().Apply(from.at)
	}
	name := "the world"
	if b.Valid() {
		name = bodyname.Of(b)
	}
	// the world and what stands still come first
	if b == (physics.Body{}) || b.Type() != physics.Dynamic {
		a, b, pa, pb = b, a, pb, pa
	}
	if !b.Valid() || b.Type() != physics.Dynamic {
		return fmt.Errorf("app: joint: one end must be a body that can move")
	}
	if !(e.X >= 0 && e.X < float64(JoinKindCount)) {
		return fmt.Errorf("app: joint of kind %g: must be below %d", e.X, JoinKindCount)
	}
	kind := JoinKind(e.X)
	at := e.P
	def := jointFor(kind, a, b, pa, pb, at, e.D, e.S)
	if kind == JoinGear || kind == JoinRack {
		if def, err = s.coupling(kind, a, b, pa, pb); err != nil {
			return err
		}
		ends := def.Ends()
		a, b = ends.BodyA, ends.BodyB
	}
	if from.limited {
		limit(def, from.lower, from.upper)
	}
	if _, err := model.MakeJoint(s.World(), def, a, b); err != nil {
		return fmt.Errorf("app: %s: %w", kind, err)
	}
	if x := s.log.current; x != nil {
		x.what, x.name = kind.String(), from.name+" to "+name
	}
	return nil
}

const (
	// springHertz (Hz) is the frequency of a spring unless another is asked for.
	springHertz = 2
	// motorSpeed (rad/s) and motorTorque (N·m per kilogram) are those of a motor.
	motorSpeed, motorTorque = 4, 50
	// pulleyHeight (m) is how far above the higher end the wheels of a pulley are.
	pulleyHeight = 2
)

// jointFor is the definition of a joint between the points pa and pb (m, world), at the point at.
func jointFor(kind JoinKind, a, b physics.Body, pa, pb, at, axis vec.Vec3, strength float32) physics.JointDef {
	if axis.Norm() == (vec.Vec3{}) {
		axis = vec.AxisY
	}
	switch kind {
	case JoinWeld:
		d := physics.DefaultFixedJointDef()
		d.ConnectAxis(a, b, at, vec.AxisZ)
		return &d
	case JoinHinge, JoinMotor:
		d := physics.DefaultHingeJointDef()
		d.ConnectAxis(a, b, at, axis)
		if kind == JoinMotor {
			d.Axis.Motor, d.Axis.Speed, d.Axis.MaxForce = true, orDefault(strength, motorSpeed),
				float32(motorTorque*b.Mass())
		}
		return &d
	case JoinBall:
		d := physics.DefaultBallJointDef()
		d.ConnectAxis(a, b, at, axis)
		return &d
	case JoinSlider:
		d := physics.DefaultSliderJointDef()
		d.ConnectLine(a, b, at, axis)
		return &d
	case JoinWheel:
		return wheelFor(a, b, axis)
	case JoinParallel:
		d := physics.DefaultParallelJointDef()
		d.ConnectAxis(a, b, at, axis)
		return &d
	case JoinPulley:
		d := physics.DefaultPulleyJointDef()
		d.ConnectAxis(a, b, pb, vec.AxisZ)
		frame := d.FrameB
		d.ConnectAxis(a, b, pa, vec.AxisZ)
		d.FrameB = frame
		top := max(pa.Y, pb.Y) + pulleyHeight
		d.GroundA, d.GroundB = vec.V3(pa.X, top, pa.Z), vec.V3(pb.X, top, pb.Z)
		return &d
	}
	d := physics.DefaultDistanceJointDef()
	d.ConnectEnds(a, b, pa, pb)
	d.CollideConnected = a.Valid()
	switch kind {
	case JoinRope:
		d.Axis.Limited, d.Axis.Upper = true, d.Length
	case JoinSpring:
		d.Axis.Hertz, d.Axis.DampingRatio, d.Axis.Target = orDefault(strength, springHertz), 0.2, d.Length
	}
	return &d
}

// limit limits a hinge (rad) or slider (m).
func limit(def physics.JointDef, lower, upper float32) {
	switch d := def.(type) {
	case *physics.HingeJointDef:
		d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, lower, upper
	case *physics.SliderJointDef:
		d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, lower, upper
	}
}

func orDefault(x, usual float32) float32 {
	if x == 0 {
		return usual
	}
	return x
}

// cut carries out CommandCut.
func (s *Session) cut(order uint64) error {
	j, ok := jointOf(s.World(), order)
	if !ok {
		return fmt.Errorf("app: there is no joint %d", order)
	}
	s.cuts(j)
	if x := s.log.current; x != nil {
		x.what, x.name = "cut", j.Kind().String()+" joint"
	}
	j.Destroy()
	return nil
}
