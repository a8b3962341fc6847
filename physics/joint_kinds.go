package physics

import (
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// The handle of a kind of joint embeds what all joints have, Joint, and where the kind leaves a single coordinate free
// that, too. JointAs makes it of a Joint. Nothing else should: calls on a handle of another kind than its joint refuse.
type (
	// MouseJoint drags a point of a body to a target.
	MouseJoint struct{ Joint }
	// BallJoint joins two bodies at a point.
	BallJoint struct{ Joint }
	// HingeJoint joins two bodies by an axis; its coordinate is the angle (rad), between −π and π.
	HingeJoint struct{ Coordinate }
	// SliderJoint lets a body slide along another; its coordinate is the displacement (m).
	SliderJoint struct{ Coordinate }
	// FixedJoint makes one of two bodies, rigidly or by springs.
	FixedJoint struct{ Joint }
	// DistanceJoint is a rod, a rope or a spring; its coordinate is the distance (m) of the anchors.
	DistanceJoint struct{ Coordinate }
	// MotorJoint drives a body to a pose in another.
	MotorJoint struct{ Joint }
	// ParallelJoint keeps an axis of one body parallel to one of another. Its coordinates, At(0) and At(1), are the
	// angles between them about the x and y axes.
	ParallelJoint struct{ Joint }
	// WheelJoint hangs a wheel on a chassis.
	WheelJoint struct{ Joint }
	// SixJoint has six coordinates, At(0) to At(5): the position of anchor B in frame A and the rotation vector from
	// frame A to frame B.
	SixJoint struct{ Joint }
	// GearJoint couples two rotations.
	GearJoint struct{ Joint }
	// RackJoint couples a rotation and a motion along a line.
	RackJoint struct{ Joint }
	// PulleyJoint hangs two bodies on one rope; its coordinate is the length (m) lengthA + Ratio·lengthB.
	PulleyJoint struct{ Coordinate }
	// PathJoint keeps a body on a curve; its coordinate is the displacement (m) along the path from its start.
	PathJoint struct{ Coordinate }
)

// TypedJoint are the handles of the kinds of joints.
type TypedJoint interface {
	MouseJoint | BallJoint | HingeJoint | SliderJoint | FixedJoint | DistanceJoint | MotorJoint | ParallelJoint |
		WheelJoint | SixJoint | GearJoint | RackJoint | PulleyJoint | PathJoint
}

// JointAs returns the handle of the kind H of a joint, as JointAs[HingeJoint](j). ok is false, and the handle zero,
// where the joint is of another kind or does not exist.
func JointAs[H TypedJoint](j Joint) (h H, ok bool) {
	var kind JointKind
	var joint *Joint
	switch h := any(&h).(type) {
	case *MouseJoint:
		kind, joint = KindMouse, &h.Joint
	case *BallJoint:
		kind, joint = KindBall, &h.Joint
	case *HingeJoint:
		kind, joint = KindHinge, &h.Joint
	case *SliderJoint:
		kind, joint = KindSlider, &h.Joint
	case *FixedJoint:
		kind, joint = KindFixed, &h.Joint
	case *DistanceJoint:
		kind, joint = KindDistance, &h.Joint
	case *MotorJoint:
		kind, joint = KindMotor, &h.Joint
	case *ParallelJoint:
		kind, joint = KindParallel, &h.Joint
	case *WheelJoint:
		kind, joint = KindWheel, &h.Joint
	case *SixJoint:
		kind, joint = KindSix, &h.Joint
	case *GearJoint:
		kind, joint = KindGear, &h.Joint
	case *RackJoint:
		kind, joint = KindRack, &h.Joint
	case *PulleyJoint:
		kind, joint = KindPulley, &h.Joint
	case *PathJoint:
		kind, joint = KindPath, &h.Joint
	}
	if !j.Valid() || j.Kind() != kind {
		return h, false
	}
	*joint = j
	return h, true
}

// CreateMouseJoint ties a point of a body to a target that SetTarget moves.
func (w *World) CreateMouseJoint(def MouseJointDef) (MouseJoint, error) {
	j, err := w.createMouseJoint(def)
	return MouseJoint{j}, err
}

// CreateBallJoint joins two bodies at a point.
func (w *World) CreateBallJoint(def BallJointDef) (BallJoint, error) {
	j, err := w.createBallJoint(def)
	return BallJoint{j}, err
}

// CreateHingeJoint joins two bodies by an axis.
func (w *World) CreateHingeJoint(def HingeJointDef) (HingeJoint, error) {
	j, err := w.createHingeJoint(def)
	return HingeJoint{j.At(0)}, err
}

// CreateSliderJoint lets a body slide along another.
func (w *World) CreateSliderJoint(def SliderJointDef) (SliderJoint, error) {
	j, err := w.createSliderJoint(def)
	return SliderJoint{j.At(0)}, err
}

// CreateFixedJoint makes one of two bodies, or ties them by springs.
func (w *World) CreateFixedJoint(def FixedJointDef) (FixedJoint, error) {
	j, err := w.createFixedJoint(def)
	return FixedJoint{j}, err
}

// CreateDistanceJoint joins two bodies by a rod, a rope or a spring.
func (w *World) CreateDistanceJoint(def DistanceJointDef) (DistanceJoint, error) {
	j, err := w.createDistanceJoint(def)
	return DistanceJoint{j.At(0)}, err
}

// CreateMotorJoint drives one body to a pose in the other.
func (w *World) CreateMotorJoint(def MotorJointDef) (MotorJoint, error) {
	j, err := w.createMotorJoint(def)
	return MotorJoint{j}, err
}

// CreateParallelJoint keeps an axis of one body parallel to one of the other.
func (w *World) CreateParallelJoint(def ParallelJointDef) (ParallelJoint, error) {
	j, err := w.createParallelJoint(def)
	return ParallelJoint{j}, err
}

// CreateWheelJoint hangs a wheel on a chassis.
func (w *World) CreateWheelJoint(def WheelJointDef) (WheelJoint, error) {
	j, err := w.createWheelJoint(def)
	return WheelJoint{j}, err
}

// CreateSixJoint joins two bodies with a choice for each of the six coordinates.
func (w *World) CreateSixJoint(def SixJointDef) (SixJoint, error) {
	j, err := w.createSixJoint(def)
	return SixJoint{j}, err
}

// CreateGearJoint couples the rotations of two bodies.
func (w *World) CreateGearJoint(def GearJointDef) (GearJoint, error) {
	j, err := w.createGearJoint(def)
	return GearJoint{j}, err
}

// CreateRackJoint couples a rotation with a motion along a line.
func (w *World) CreateRackJoint(def RackJointDef) (RackJoint, error) {
	j, err := w.createRackJoint(def)
	return RackJoint{j}, err
}

// CreatePulleyJoint hangs two bodies on one rope.
func (w *World) CreatePulleyJoint(def PulleyJointDef) (PulleyJoint, error) {
	j, err := w.createPulleyJoint(def)
	return PulleyJoint{j.At(0)}, err
}

// CreatePathJoint keeps a body on a path.
func (w *World) CreatePathJoint(def PathJointDef) (PathJoint, error) {
	j, err := w.createPathJoint(def)
	return PathJoint{j.At(0)}, err
}

// Target returns the target (m, world).
func (j MouseJoint) Target() Vec3 { return j.row().FrameA.P }

// SetTarget moves the target (m, world) and wakes the body.
func (j MouseJoint) SetTarget(target Vec3) error { return j.setTarget(target) }

// Cone returns the angle (rad) between the z axes, which has limits only.
func (j BallJoint) Cone() Coordinate { return j.At(0) }

// Twist returns the angle (rad) about the z axes.
func (j BallJoint) Twist() Coordinate { return j.At(1) }

// AngularDrive returns the drive of the rotation.
func (j BallJoint) AngularDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Angular)) }

// SetAngularDrive changes the drive of the rotation and wakes the bodies.
func (j BallJoint) SetAngularDrive(d JointDrive) error { return j.setAngularDrive(d) }

// TargetRotation returns the rotation from frame A to frame B to which the drive rotates B.
func (j BallJoint) TargetRotation() Quat { return j.row().Target }

// SetTargetRotation changes the rotation from frame A to frame B to which the drive rotates B.
func (j BallJoint) SetTargetRotation(q Quat) error { return j.setTargetRotation(q) }

// LinearDrive returns the springs of the position, zero where it is rigid.
func (j FixedJoint) LinearDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Linear)) }

// SetLinearDrive makes the position springy, or rigid for Hertz 0, and wakes the bodies.
func (j FixedJoint) SetLinearDrive(d JointDrive) error { return j.setLinearDrive(d) }

// AngularDrive returns the springs of the rotation, zero where it is rigid.
func (j FixedJoint) AngularDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Angular)) }

// SetAngularDrive makes the rotation springy, or rigid for Hertz 0, and wakes the bodies.
func (j FixedJoint) SetAngularDrive(d JointDrive) error { return j.setAngularDrive(d) }

// Length returns the length (m) of the rod.
func (j DistanceJoint) Length() float32 { return j.row().Rest }

// SetLength changes the length (m) of the rod and wakes the bodies.
func (j DistanceJoint) SetLength(length float32) error { return j.setLength(length) }

// LinearDrive returns the drive of the position.
func (j MotorJoint) LinearDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Linear)) }

// SetLinearDrive changes the drive of the position and wakes the bodies.
func (j MotorJoint) SetLinearDrive(d JointDrive) error { return j.setLinearDrive(d) }

// AngularDrive returns the drive of the rotation.
func (j MotorJoint) AngularDrive() JointDrive { return JointDrive(state.DriveOf(&j.row().Angular)) }

// SetAngularDrive changes the drive of the rotation and wakes the bodies.
func (j MotorJoint) SetAngularDrive(d JointDrive) error { return j.setAngularDrive(d) }

// TargetRotation returns the rotation from frame A to frame B to which the drive rotates B.
func (j MotorJoint) TargetRotation() Quat { return j.row().Target }

// SetTargetRotation changes the rotation from frame A to frame B to which the drive rotates B.
func (j MotorJoint) SetTargetRotation(q Quat) error { return j.setTargetRotation(q) }

// TargetPlace returns the position (m, in frame A) to which the drive pulls anchor B.
func (j MotorJoint) TargetPlace() Vec3 { return j.row().Offset }

// SetTargetPlace changes the position (m, in frame A) to which the drive pulls anchor B.
func (j MotorJoint) SetTargetPlace(p Vec3) error { return j.setTargetPlace(p) }

// Suspension returns the displacement (m) along the y axis of frame A.
func (j WheelJoint) Suspension() Coordinate { return j.At(0) }

// Spin returns the rotation of the wheel, which has motor and friction, and a rate (rad/s) but no position.
func (j WheelJoint) Spin() Coordinate { return j.At(1) }

// Steering returns the angle (rad) about the y axis of frame A.
func (j WheelJoint) Steering() Coordinate { return j.At(2) }

// Ratio returns ωA/−ωB, see GearJointDef.
func (j GearJoint) Ratio() float32 { return j.row().Ratio }

// SetRatio changes the ratio and wakes the bodies.
func (j GearJoint) SetRatio(ratio float32) error { return j.setRatio(ratio) }

// Ratio returns the displacement per rotation (m/rad), see RackJointDef.
func (j RackJoint) Ratio() float32 { return j.row().Ratio }

// SetRatio changes the ratio and wakes the bodies.
func (j RackJoint) SetRatio(ratio float32) error { return j.setRatio(ratio) }

// Ratio returns the factor of the length on the side of B.
func (j PulleyJoint) Ratio() float32 { return j.row().Ratio }

// SetRatio changes the ratio and wakes the bodies.
func (j PulleyJoint) SetRatio(ratio float32) error { return j.setRatio(ratio) }

// GroundPoints returns the fixed points (m, world).
func (j PulleyJoint) GroundPoints() (a, b Vec3) {
	row := j.row()
	return row.GroundA, row.GroundB
}

// Path returns a path that lays the same curve again, in frame A, and how the body on it rotates. It is that of the
// definition, or one of straight lines where that cannot be told any more.
func (j PathJoint) Path() (Path, PathTurn) {
	if j.Kind() != KindPath {
		return Path{}, 0
	}
	row := j.row()
	c := j.world.rails.CurveOf(row)
	return Path{Points: c.Points, Closed: c.Closed, Straight: c.Straight, Up: c.Up}, PathTurn(row.Rotation)
}

// SetPath lays another path and puts the joint at the point of it that is nearest to the body.
// Limits are cut to it; an open path that ended at its ends does so again.
func (j PathJoint) SetPath(p Path) error { return j.setPath(p) }

// SetRotation changes how the body on the path rotates.
func (j PathJoint) SetRotation(mode PathTurn) error { return j.setPathTurn(mode) }

// Length returns the length (m) of the path.
func (j PathJoint) Length() float32 { return j.row().Rest }

// FrameAt returns the frame s metres along the path (m, world), with the x axis along the path.
func (j PathJoint) FrameAt(s float32) Transform {
	if j.Kind() != KindPath || !vec.IsFinite(s) {
		return TransformIdentity
	}
	return j.world.rails.FrameAt(j.row(), s)
}

// Points appends points (m, world) of the path, near enough to each other to draw lines between them. A closed path
// ends where it began.
func (j PathJoint) Points(buf []Vec3) []Vec3 {
	if j.Kind() != KindPath {
		return buf
	}
	return j.world.rails.AppendPoints(j.row(), buf)
}

// Lap returns how often the body went round a closed path, negative for backwards.
func (j PathJoint) Lap() int { return int(j.row().Lap) }
