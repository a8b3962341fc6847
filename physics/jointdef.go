package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// JointKind says what a joint holds together.
type JointKind uint8

const (
	// MouseJoint drags a point of a body to a target, see CreateMouseJoint.
	MouseJoint JointKind = iota
	// BallJoint holds two points together and lets the bodies turn, within a cone about the z
	// axis of frame A and a range of twist if asked for.
	BallJoint
	// HingeJoint lets the bodies turn about the common z axis of their frames only. Its
	// coordinate is the angle (rad).
	HingeJoint
	// SliderJoint lets B move along the x axis of frame A without turning. Its coordinate is
	// the way (m).
	SliderJoint
	// WeldJoint holds the frames together, with a spring if asked for.
	WeldJoint
	// DistanceJoint keeps the distance of two points at Rest, or within limits (rope), or by a
	// spring. Its coordinate is the distance (m).
	DistanceJoint
	jointKindCount
)

var jointKindNames = [jointKindCount]string{"mouse", "ball", "hinge", "slider", "weld", "distance"}

// String returns the name in lower case.
func (k JointKind) String() string {
	if k < jointKindCount {
		return jointKindNames[k]
	}
	return "unknown joint"
}

// solveKinds are the constraints of the kinds.
var solveKinds = [jointKindCount]solve.JointKind{
	solve.DragJoint, solve.BallJoint, solve.HingeJoint, solve.SliderJoint, solve.WeldJoint, solve.DistanceJoint,
}

// JointSpring pulls the coordinate of a joint to Rest. Of a ball joint it pulls all angles to
// zero, and it makes a weld soft.
type JointSpring struct {
	Enabled bool
	// Hertz and DampingRatio (1 is critical) for the whole mass that the joint moves.
	Hertz, DampingRatio float32
}

// JointLimit keeps the coordinate of a joint between Lower and Upper (rad or m); of a ball joint
// the twist.
type JointLimit struct {
	Enabled      bool
	Lower, Upper float32
}

// JointMotor drives the coordinate of a joint at Speed (rad/s or m/s) with at most MaxForce (N, or
// N·m for angles). Of a ball joint it brakes all rotation.
type JointMotor struct {
	Enabled         bool
	Speed, MaxForce float32
}

// JointDef describes a joint between two bodies. Make it with DefaultJointDef and place it with
// Place, PlaceAxis or PlaceEnds.
type JointDef struct {
	made bool

	Kind JointKind
	// BodyA and BodyB are tied together. The zero BodyA stands for the world.
	BodyA, BodyB Body
	// FrameA and FrameB place the joint in the frames of the bodies; FrameA in the world if
	// BodyA is zero.
	FrameA, FrameB Transform
	// Rest is the coordinate (rad or m) at which springs are relaxed, and the length of a
	// distance joint.
	Rest   float32
	Spring JointSpring
	Limit  JointLimit
	Motor  JointMotor
	// ConeAngle (rad) is how far the z axes of a ball joint may open; 0 means freely.
	ConeAngle float32
	// Hertz and DampingRatio are the stiffness of the joint itself; 0 takes that of the
	// world's settings.
	Hertz, DampingRatio float32
	// BreakForce (N) and BreakTorque (N·m) tear the joint apart; 0 never.
	BreakForce, BreakTorque float32
	// Collide lets the two bodies collide with each other.
	Collide bool
	UserTag uint64
}

// DefaultJointDef returns a joint of a kind other than MouseJoint without options.
func DefaultJointDef(kind JointKind) JointDef {
	return JointDef{made: true, Kind: kind, FrameA: TransformIdentity, FrameB: TransformIdentity}
}

// Place puts the frames of both bodies to one place in the world, given where the bodies are
// now. Set the bodies first.
func (d *JointDef) Place(t Transform) {
	d.FrameA, d.FrameB = t, t
	if d.BodyA.Valid() {
		d.FrameA = d.BodyA.Transform().InvMul(t)
	}
	if d.BodyB.Valid() {
		d.FrameB = d.BodyB.Transform().InvMul(t)
	}
}

// PlaceAxis puts the joint to anchor (m, world) with the axis of its coordinate along axis: z of
// a hinge or ball joint, x of a slider.
func (d *JointDef) PlaceAxis(anchor, axis Vec3) {
	own := vec.AxisZ
	if d.Kind == SliderJoint {
		own = vec.AxisX
	}
	q := vec.QuatIdentity
	if n := axis.Norm(); n != (Vec3{}) {
		q = vec.QuatBetween(own, n)
	}
	d.Place(Transform{P: anchor, Q: q})
}

// PlaceEnds puts the ends of a distance joint to a on body A and b on body B (m, world) and sets
// Rest to their distance.
func (d *JointDef) PlaceEnds(a, b Vec3) {
	d.Place(Transform{P: a, Q: vec.QuatIdentity})
	frame := d.FrameA
	d.Place(Transform{P: b, Q: vec.QuatIdentity})
	d.FrameA = frame
	d.Rest = a.Dist(b)
}

func (d *JointDef) check() error {
	if !d.made {
		return errors.New("physics: joint definition was not made by DefaultJointDef")
	}
	if d.Kind == MouseJoint || d.Kind >= jointKindCount {
		return fmt.Errorf("physics: joint kind %d: must be ball, hinge, slider, weld or distance", d.Kind)
	}
	for _, f := range [2]Transform{d.FrameA, d.FrameB} {
		if err := checkTransform("joint frame", f); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		what      string
		x, lo, hi float32
	}{
		{"joint rest", d.Rest, -MaxPosition, MaxPosition},
		{"joint cone angle", d.ConeAngle, 0, vec.Pi},
		{"joint frequency", d.Hertz, 0, 1e4},
		{"joint damping ratio", d.DampingRatio, 0, 1e3},
		{"joint break force", d.BreakForce, 0, maxForceInput},
		{"joint break torque", d.BreakTorque, 0, maxForceInput},
	} {
		if err := checkRange(c.what, c.x, c.lo, c.hi); err != nil {
			return err
		}
	}
	if err := d.Spring.check(); err != nil {
		return err
	}
	if err := d.Limit.check(d.Kind); err != nil {
		return err
	}
	return d.Motor.check()
}

func (s JointSpring) check() error {
	if err := checkRange("joint spring frequency", s.Hertz, 0, 1e3); err != nil {
		return err
	}
	return checkRange("joint spring damping ratio", s.DampingRatio, 0, 1e3)
}

func (l JointLimit) check(kind JointKind) error {
	reach := float32(MaxPosition)
	if kind == HingeJoint || kind == BallJoint {
		reach = vec.Pi
	}
	if err := checkRange("joint lower limit", l.Lower, -reach, reach); err != nil {
		return err
	}
	return checkRange("joint upper limit", l.Upper, l.Lower, reach)
}

func (m JointMotor) check() error {
	if err := checkRange("joint motor speed", m.Speed, -maxSpeedInput, maxSpeedInput); err != nil {
		return err
	}
	return checkRange("joint motor force", m.MaxForce, 0, maxForceInput)
}

// row is the constraint of a checked definition.
func (d *JointDef) row() solve.Joint {
	row := solve.Joint{
		Kind: solveKinds[d.Kind], BodyA: solve.World, BodyB: d.BodyB.index,
		FrameA: d.FrameA, FrameB: d.FrameB, Rest: d.Rest, ConeAngle: d.ConeAngle,
		HoldHertz: d.Hertz, HoldDamping: d.DampingRatio,
	}
	if d.BodyA != (Body{}) {
		row.BodyA = d.BodyA.index
	}
	if d.ConeAngle > 0 {
		row.Flags |= solve.HasCone
	}
	d.Spring.apply(&row)
	d.Limit.apply(&row)
	d.Motor.apply(&row)
	return row
}

func (s JointSpring) apply(row *solve.Joint) {
	row.Hertz, row.DampingRatio = s.Hertz, s.DampingRatio
	row.Flags = withFlag(row.Flags, solve.HasSpring, s.Enabled && s.Hertz > 0)
	row.SpringImpulse = 0
}

func (l JointLimit) apply(row *solve.Joint) {
	row.Lower, row.Upper = l.Lower, l.Upper
	row.Flags = withFlag(row.Flags, solve.HasLimit, l.Enabled)
	row.LowerImpulse, row.UpperImpulse = 0, 0
}

func (m JointMotor) apply(row *solve.Joint) {
	row.MotorSpeed, row.MaxForce, row.MaxTorque = m.Speed, m.MaxForce, m.MaxForce
	row.Flags = withFlag(row.Flags, solve.HasMotor, m.Enabled)
	row.MotorImpulse = 0
}

func withFlag(flags, flag solve.JointFlags, on bool) solve.JointFlags {
	if on {
		return flags | flag
	}
	return flags &^ flag
}
