package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// JointKind says which rows a joint has.
type JointKind int32

const (
	// MouseJoint pulls anchor B to anchor A by a spring with a limited force, and brakes the
	// relative rotation with a limited torque: the mouse.
	MouseJoint JointKind = iota
	// BallJoint holds the anchors together. Axis 0 is the angle between the z axes of the
	// frames, of which only the upper limit counts; axis 1 is the twist about z.
	BallJoint
	// HingeJoint is a BallJoint whose frames share the z axis. Axis 0 is the angle about it.
	HingeJoint
	// SliderJoint lets B move along the x axis of frame A, axis 0, without rotating.
	SliderJoint
	// FixedJoint holds the frames together. A drive with a spring replaces held rows.
	FixedJoint
	// DistanceJoint keeps the distance of the anchors at Rest. Axis 0 is that distance; with a
	// spring, limit or motor nothing else holds it.
	DistanceJoint
	// MotorJoint drives B to the frame A by its drives and holds nothing.
	MotorJoint
	// ParallelJoint keeps the z axes of the frames parallel; with springs softly, by axes 0
	// and 1 about x and y of frame A.
	ParallelJoint
	// WheelJoint holds a wheel B that rotates about the z axis of frame B, axis 1. Axis 0 is the
	// suspension along y of frame A, axis 2 the steering angle about it.
	WheelJoint
	// GenericJoint holds the coordinates of Locked: x, y and z of frame A, and the components of
	// the rotation vector from A to B in frame A. All six are axes.
	GenericJoint
	// GearJoint couples the angles about the z axes of both frames: ωA + Ratio·ωB = 0, against
	// the carrier of both.
	GearJoint
	// RackJoint couples the angle of A about z of its frame and the motion of B along x of
	// frame B: ωA·Ratio = vB, with Ratio the displacement per radian, against the carrier of both.
	RackJoint
	// PulleyJoint hangs both bodies on one rope over fixed points: lA + Ratio·lB, axis 0, is at
	// most the upper limit.
	PulleyJoint
	// PathJoint keeps anchor B on a curve in frame A. Axis 0 is the distance along it.
	PathJoint
)

// AxisFlags are options of an axis.
type AxisFlags int32

const (
	// AxisLimit keeps the coordinate within Lower and Upper.
	AxisLimit AxisFlags = 1 << iota
	// AxisMotor drives the coordinate at Speed.
	AxisMotor
	// AxisSpring pulls the coordinate to Target.
	AxisSpring
	// AxisFriction brakes the coordinate while there is no motor.
	AxisFriction
	// AxisPassive marks the option of a passive row, no axis.
	AxisPassive
)

// Axis is a coordinate of a joint, an angle (rad) or a length (m), and the actuators on it with a
// torque (N·m) or force (N).
type Axis struct {
	Flags AxisFlags
	// Hertz and DampingRatio of the spring, for the whole mass that it moves; or Stiffness and Damping in SI. Target is
	// the coordinate at which it is relaxed, Rate the speed at which it does not damp. MaxSpring limits its force, 0
	// does not.
	Hertz, DampingRatio, Target, MaxSpring float32
	Stiffness, Damping, Rate               float32
	// Armature is the inertia (kg·m², kg) of a rotor that turns with the coordinate and with nothing else.
	Armature float32
	Passive  Passive
	// Lower and Upper limit the coordinate; with LimitHertz or LimitStiffness the limits are springs.
	Lower, Upper, LimitHertz, LimitDampingRatio float32
	LimitStiffness, LimitDamping                float32
	// Speed of the motor and its largest force; Friction is the largest force of the brake.
	Speed, MaxForce, Friction float32

	// Impulses of the last sub-step. Where an articulation solves the spring, Held has its impulse with that of the
	// limit.
	SpringImpulse, MotorImpulse, LowerImpulse, UpperImpulse float32
	// PassiveImpulse is that of the passive row where no articulation solves it.
	PassiveImpulse float32

	spring, limit, passive Spring
	mass, sum              float32 // inertia along the axis; sum of the impulses of the step
	start                  float32 // speed at the start of the sub-step
	stretched              float32 // how far the spring is from its target, if an articulation solves it
	// began is the speed at which the passive row begins the sub-step, bent how far its spring is from its rest. answer
	// is the impulse that changes the speed by 1 against the passive row, share the part of it that the bodies get.
	began, bent, answer, share float32
	lift                       [MaxHeld]float32
}

func (a *Axis) impulse() float32 {
	return a.SpringImpulse + a.MotorImpulse + a.LowerImpulse - a.UpperImpulse + a.PassiveImpulse
}

// Drive acts on three coordinates at once: the position of anchor B in frame A, or its rotation.
type Drive struct {
	// Hertz and DampingRatio of a spring to the target; none for Hertz 0. MaxSpring limits
	// its force or torque, 0 does not.
	Hertz, DampingRatio, MaxSpring float32
	// Velocity in frame A that is held by at most MaxMotor; none for MaxMotor 0.
	Velocity vec.Vec3
	MaxMotor float32

	SpringImpulse, MotorImpulse vec.Vec3

	spring Spring
	start  vec.Vec3 // velocity at the start of the sub-step
	sum    vec.Vec3
	mass   vec.Mat3
	lift   [3][MaxHeld]float32
}

func (d *Drive) active() bool { return d.Hertz > 0 || d.MaxMotor > 0 }

// World is the body index of a joint side that is fixed in the world.
const World = int32(-1)

// Joint is one joint: its definition, its impulses, and the data that a step prepared.
type Joint struct {
	Kind JointKind
	// BodyA and BodyB are indices of Sims, or World for A.
	BodyA, BodyB int32
	// Locked are the held coordinates of a GenericJoint: bits 0 to 2 the positions, 3 to 5 the
	// angles.
	Locked uint32

	StateA, StateB     int32 // as in Block
	InvMassA, InvMassB float32
	InertiaA, InertiaB kernel.Inertia
	ArmA, ArmB         vec.Vec3 // centre of mass to anchor at the start of the step
	centers            vec.Vec3 // centre B less centre A at the start of the step
	frameA, frameB     vec.Quat // at the start of the step, in world axes
	// options counts the axes and drives to solve besides the held rows; direct says that an articulation
	// solves those.
	options int32
	direct  bool
	// inLane is set for joints in a lane of a block; row is the position of the first held row among those of the
	// articulations.
	inLane bool
	row    int32
	// springs is set where an articulation solves the spring or the passive row of an axis.
	springs bool

	// Held are the impulses of the held rows in the last sub-step, after them those of all rows that an articulation
	// solves.
	Held [MaxRows]float32

	// FrameA and FrameB set the joint in the frames of the bodies (from the origin, not the
	// centre of mass); FrameA is in world axes if A is World.
	FrameA, FrameB vec.Transform
	// Target is the rotation from frame A to frame B at which the angular drive is relaxed;
	// Offset is that of the linear drive in frame A.
	Target vec.Quat
	Offset vec.Vec3
	// Linear and Angular drive a joint of kind BallJoint (only Angular), FixedJoint or
	// MotorJoint; Linear is also the spring of a MouseJoint.
	Linear, Angular Drive
	Axes            [6]Axis
	// Rest is the length of a DistanceJoint and of the curve of a PathJoint, Ratio that of gears
	// and pulleys, Phase the sum of the motion that a gear has to keep at zero, or the distance along
	// a path.
	Rest, Ratio, Phase float32
	// PathBegin and PathEnd are the knots of a PathJoint in Solver.Knots, Lap how often it went
	// round a closed path.
	PathBegin, PathEnd, Lap int32
	Rotation                PathRotation
	Closed                  bool
	// GroundA and GroundB are the fixed points of a PulleyJoint (world).
	GroundA, GroundB vec.Vec3

	// Force (N, on B at its anchor) and Torque (N·m) are the mean reaction of the last step.
	Force, Torque vec.Vec3

	// BreakForce (N) and BreakTorque (N·m) are the most that the joint gives in a sub-step, 0 for no limit. One that
	// was asked for more is Broken for the rest of the step; Load is the impulse that was asked.
	BreakForce, BreakTorque float32
	Broken                  bool
	Load                    Reaction

	heldSum [MaxHeld]float32 // of the impulses of the step so far
}

// PreparedFields are the fields of a Joint that hold nothing between steps.
var PreparedFields = []string{
	"StateA", "StateB", "InvMassA", "InvMassB", "InertiaA", "InertiaB", "ArmA", "ArmB", "centers", "frameA", "frameB",
	"options", "direct", "inLane", "row", "springs", "heldSum", "Broken", "Load",
	"Linear.spring", "Linear.start", "Linear.sum", "Linear.mass", "Linear.lift",
	"Angular.spring", "Angular.start", "Angular.sum", "Angular.mass", "Angular.lift",
	"Axes.spring", "Axes.limit", "Axes.passive", "Axes.mass", "Axes.sum", "Axes.start", "Axes.stretched", "Axes.began",
	"Axes.bent", "Axes.answer", "Axes.share", "Axes.lift",
}

// axisCount is how many axes a kind has.
var axisCount = [...]int8{BallJoint: 2, HingeJoint: 1, SliderJoint: 1, DistanceJoint: 1, ParallelJoint: 2,
	WheelJoint: 3, GenericJoint: 6, PulleyJoint: 1, PathJoint: 1}

// AxisCount returns the number of axes of the joint.
func (j *Joint) AxisCount() int {
	if int(j.Kind) < len(axisCount) {
		return int(axisCount[j.Kind])
	}
	return 0
}

// HeldCount returns the number of rows that are held rather than driven.
func (j *Joint) HeldCount() int {
	switch j.Kind {
	case BallJoint:
		return 3
	case HingeJoint, SliderJoint:
		return 5
	case FixedJoint:
		n := 0
		if j.Linear.Hertz == 0 {
			n += 3
		}
		if j.Angular.Hertz == 0 {
			n += 3
		}
		return n
	case DistanceJoint:
		if j.Axes[0].Flags == 0 {
			return 1
		}
	case ParallelJoint:
		if j.Axes[0].Flags == 0 {
			return 2
		}
	case WheelJoint:
		if j.Axes[2].Flags == 0 {
			return 4
		}
		return 3
	case GenericJoint:
		n := 0
		for i := range 6 {
			n += int(j.Locked >> i & 1)
		}
		return n
	case GearJoint, RackJoint:
		return 1
	case PathJoint:
		if j.Rotation == PathFree {
			return 2
		}
		return 5
	}
	return 0
}

func (j *Joint) countOptions() int32 {
	n := int32(0)
	for i := range j.AxisCount() {
		if j.acts(i) {
			n++
		}
	}
	if j.Linear.active() {
		n++
	}
	if j.Angular.active() {
		n++
	}
	return n
}

// acts reports whether axis i has an option or a passive row.
func (j *Joint) acts(i int) bool { return j.Axes[i].Flags != 0 || j.yields(i) }

// Drives reports whether a joint may give energy: by a motor, or out of a spring.
func (j *Joint) Drives() bool {
	if j.Linear.drives() || j.Angular.drives() || j.Kind == MouseJoint {
		return true
	}
	for i := range j.AxisCount() {
		if j.Axes[i].drives() {
			return true
		}
	}
	return false
}

// Anchors returns the two points (m, world) that the joint holds together.
func (j *Joint) Anchors(sims []motion.Sim) (a, b vec.Vec3) {
	fa, fb := j.Frames(sims)
	return fa.P, fb.P
}

// Frames returns the joint frames in the world.
func (j *Joint) Frames(sims []motion.Sim) (a, b vec.Transform) {
	a = j.FrameA
	if j.BodyA != World {
		a = sims[j.BodyA].Transform.Mul(a)
	}
	return a, sims[j.BodyB].Transform.Mul(j.FrameB)
}

// ClearImpulses forgets the impulses of the last step.
func (j *Joint) ClearImpulses() {
	j.Held = [MaxRows]float32{}
	j.Linear.SpringImpulse, j.Linear.MotorImpulse = vec.Vec3{}, vec.Vec3{}
	j.Angular.SpringImpulse, j.Angular.MotorImpulse = vec.Vec3{}, vec.Vec3{}
	for i := range j.Axes {
		a := &j.Axes[i]
		a.SpringImpulse, a.MotorImpulse, a.LowerImpulse, a.UpperImpulse, a.PassiveImpulse = 0, 0, 0, 0, 0
	}
}

// Scale multiplies the impulses of the last sub-step.
func (j *Joint) Scale(f float32) {
	for i := range j.Held {
		j.Held[i] *= f
	}
	for _, d := range [2]*Drive{&j.Linear, &j.Angular} {
		d.SpringImpulse, d.MotorImpulse = d.SpringImpulse.Mul(f), d.MotorImpulse.Mul(f)
	}
	for i := range j.Axes {
		a := &j.Axes[i]
		a.SpringImpulse, a.MotorImpulse = float32(f*a.SpringImpulse), float32(f*a.MotorImpulse)
		a.LowerImpulse, a.UpperImpulse = float32(f*a.LowerImpulse), float32(f*a.UpperImpulse)
		a.PassiveImpulse = float32(f * a.PassiveImpulse)
	}
}

// Finite reports whether all impulses and reactions are finite numbers.
func (j *Joint) Finite() bool {
	ok := j.Linear.finite() && j.Angular.finite() && vec.IsFinite(j.Phase) && j.Force.IsFinite() && j.Torque.IsFinite()
	for _, x := range j.Held {
		ok = ok && vec.IsFinite(x)
	}
	for i := range j.Axes {
		ok = ok && vec.IsFinite(j.Axes[i].impulse())
	}
	return ok
}

func (d *Drive) finite() bool { return d.SpringImpulse.IsFinite() && d.MotorImpulse.IsFinite() }
