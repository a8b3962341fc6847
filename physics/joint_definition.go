package physics

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// JointFrames are the two bodies of a joint and the frames at which it connects them. Every joint definition has one.
type JointFrames struct {
	// BodyA and BodyB are the bodies, at least one of them dynamic. The zero BodyA stands for
	// the world. FrameA and FrameB place the joint in their frames (m, from the origin of the
	// body).
	BodyA, BodyB   Body
	FrameA, FrameB Transform
	// CollideConnected lets the shapes of the two bodies collide with each other.
	CollideConnected bool
	// BreakForce (N) and BreakTorque (N·m) are the largest reactions that the joint gives, 0 for any. A joint that
	// needs more breaks: the step ends with an event, and destroys the joint, or switches a Mendable one off, which
	// SetEnabled mends.
	BreakForce, BreakTorque float32
	Mendable                bool
	// Name is for people, UserTag for programs; the simulation uses neither. A name is text in UTF-8 of at most
	// MaxName bytes.
	Name    string
	UserTag uint64
}

func defaultFrames() JointFrames {
	return JointFrames{FrameA: TransformIdentity, FrameB: TransformIdentity}
}

// Connect sets the bodies and lets both frames coincide now with the frame at (m, world).
func (f *JointFrames) Connect(a, b Body, at Transform) {
	f.BodyA, f.BodyB = a, b
	f.FrameA, f.FrameB = at, at
	if a.Valid() {
		f.FrameA = a.Transform().InvMul(at)
	}
	if b.Valid() {
		f.FrameB = b.Transform().InvMul(at)
	}
}

// ConnectAxis is Connect for a joint at anchor (m, world) whose z axis, that of hinges and cones,
// points along axis.
func (f *JointFrames) ConnectAxis(a, b Body, anchor, axis Vec3) {
	f.Connect(a, b, Transform{P: anchor, Q: rotationTo(vec.AxisZ, axis)})
}

// ConnectLine is Connect for a joint at anchor (m, world) whose x axis, that of sliders, points
// along axis.
func (f *JointFrames) ConnectLine(a, b Body, anchor, axis Vec3) {
	f.Connect(a, b, Transform{P: anchor, Q: rotationTo(vec.AxisX, axis)})
}

// rotationTo is the shortest rotation from a unit vector to an axis of any length.
func rotationTo(from, axis Vec3) Quat {
	if n := axis.Norm(); n != (Vec3{}) {
		return vec.QuatBetween(from, n)
	}
	return vec.QuatIdentity
}

// indexA is the index of body A, none for the world.
func (f *JointFrames) indexA() int32 {
	if f.BodyA == (Body{}) {
		return state.None
	}
	return f.BodyA.index
}

func (f *JointFrames) check(what string, w *World) error {
	if err := f.BodyB.usable(w, "body B of a "+what+" joint"); err != nil {
		return err
	}
	movable := w.state.Bodies[f.BodyB.index].Kind == Dynamic
	if f.BodyA != (Body{}) {
		if err := f.BodyA.usable(w, "body A of a "+what+" joint"); err != nil {
			return err
		}
		movable = movable || w.state.Bodies[f.BodyA.index].Kind == Dynamic
	}
	if !movable || f.BodyA == f.BodyB {
		return fmt.Errorf("physics: a %s joint needs two different bodies, one of them dynamic", what)
	}
	return cmp.Or(
		state.CheckTransform(what+" joint frame A", f.FrameA),
		state.CheckTransform(what+" joint frame B", f.FrameB),
		state.CheckRange(what+" joint break force", f.BreakForce, 0, maxForceInput),
		state.CheckRange(what+" joint break torque", f.BreakTorque, 0, maxForceInput),
		state.CheckName(what+" joint", f.Name),
	)
}

// JointAxis holds spring, motor and limits of one coordinate of a joint: an angle (rad) or a distance (m), with
// torques (N·m) or forces (N). The zero value leaves the coordinate free.
type JointAxis struct {
	// Hertz and DampingRatio of a spring that pulls the coordinate to Target, none for Hertz 0. They refer to the mass
	// that the joint itself moves, which for a light wheel is little more than its own: a load of acceleration a moves
	// it by a/(2π·Hertz)². MaxSpring limits the force, 0 does not: a drive to a position.
	Hertz, DampingRatio, Target, MaxSpring float32
	// Stiffness (N/m, N·m/rad) and Damping (N·s/m, N·m·s/rad) are the same spring in SI, instead of Hertz and
	// DampingRatio: its force is the same for every mass, and the joint solves it together with all joints around it,
	// so that none is too stiff. The damper slows the coordinate down to Rate (rad/s, m/s):
	//
	//	F = Stiffness·(Target − x) + Damping·(Rate − v)
	Stiffness, Damping, Rate float32
	// Limited keeps the coordinate between Lower and Upper: hard, or by a spring that only pushes back, in hertz or in
	// SI (N/m, N·m/rad and N·s/m, N·m·s/rad) as above. Angles are told apart within a turn, which the middle of the
	// range is in the middle of.
	Limited                                     bool
	Lower, Upper, LimitHertz, LimitDampingRatio float32
	LimitStiffness, LimitDamping                float32
	// Motor drives at Speed (rad/s, m/s) with at most MaxForce.
	Motor           bool
	Speed, MaxForce float32
	// Friction brakes the coordinate with at most this force while there is no motor.
	Friction float32
}

// HasSpring reports whether a spring or damper pulls the coordinate, in hertz or in SI.
func (a *JointAxis) HasSpring() bool { return (*state.JointAxis)(a).HasSpring() }

// SetHertz changes the frequency (Hz) of the spring; one above 0 takes the place of a spring in SI.
func (a *JointAxis) SetHertz(hertz float32) {
	a.Hertz = hertz
	if hertz > 0 {
		a.Stiffness, a.Damping = 0, 0
	}
}

// SetSI changes stiffness (N/m, N·m/rad) and damping (N·s/m, N·m·s/rad) of the spring; one above 0 takes the place of a
// spring in hertz.
func (a *JointAxis) SetSI(stiffness, damping float32) {
	a.Stiffness, a.Damping = stiffness, damping
	if stiffness > 0 || damping > 0 {
		a.Hertz = 0
	}
}

// SpringFor gives the axis the spring in SI on which a mass (kg, or kg·m² about an angle) swings with this frequency
// (Hz) and damping ratio: that of a wheel for its share of the chassis.
func (a *JointAxis) SpringFor(mass, hertz, dampingRatio float32) {
	omega := float32(2 * math.Pi * hertz)
	a.SetSI(float32(mass*float32(omega*omega)), float32(2*dampingRatio*float32(omega*mass)))
}

func (a *JointAxis) check(what string) error { return (*state.JointAxis)(a).Check(what) }

// put writes the axis to a constraint.
func (a *JointAxis) put(to *solve.Axis) { (*state.JointAxis)(a).Put(to) }

// JointDrive acts on three coordinates at once: forces (N) on the anchors, or torques (N·m).
// The zero value does nothing.
type JointDrive struct {
	// Hertz and DampingRatio of a spring to the target, none for Hertz 0. MaxSpring limits
	// its force, 0 does not.
	Hertz, DampingRatio, MaxSpring float32
	// Velocity (m/s, rad/s, in frame A) of B against A is held by at most MaxMotor; zero
	// velocity is friction.
	Velocity Vec3
	MaxMotor float32
}

func (d *JointDrive) check(what string) error { return (*state.JointDrive)(d).Check(what) }

// put writes the drive to a constraint.
func (d *JointDrive) put(to *solve.Drive) { (*state.JointDrive)(d).Put(to) }

// BallJointDef holds the anchors together and lets B turn. The z axes of the frames are those
// of the bone. Make it with DefaultBallJointDef.
type BallJointDef struct {
	made bool
	JointFrames
	// Cone limits the angle between the z axes: only Limited, Upper and the limit spring
	// count. Twist acts on the rotation about z.
	Cone, Twist JointAxis
	// Drive turns B to the rotation Target against A, or at a velocity; with zero velocity it
	// is friction.
	Drive  JointDrive
	Target Quat
}

// DefaultBallJointDef returns a free ball joint.
func DefaultBallJointDef() BallJointDef {
	return BallJointDef{made: true, JointFrames: defaultFrames(), Target: QuatIdentity}
}

// HingeJointDef lets B turn about the z axis of both frames. Make it with DefaultHingeJointDef.
type HingeJointDef struct {
	made bool
	JointFrames
	// Axis acts on the angle, between −π and π.
	Axis JointAxis
}

// DefaultHingeJointDef returns a free hinge.
func DefaultHingeJointDef() HingeJointDef {
	return HingeJointDef{made: true, JointFrames: defaultFrames()}
}

// SliderJointDef lets B move along the x axis of frame A. Make it with DefaultSliderJointDef.
type SliderJointDef struct {
	made bool
	JointFrames
	// Axis acts on the way (m).
	Axis JointAxis
}

// DefaultSliderJointDef returns a free slider.
func DefaultSliderJointDef() SliderJointDef {
	return SliderJointDef{made: true, JointFrames: defaultFrames()}
}

// FixedJointDef holds B in frame A, rigidly or by springs. Make it with DefaultFixedJointDef.
type FixedJointDef struct {
	made bool
	JointFrames
	// LinearHertz and AngularHertz make the place and the rotation springy; 0 is rigid.
	LinearHertz, LinearDampingRatio   float32
	AngularHertz, AngularDampingRatio float32
}

// DefaultFixedJointDef returns a rigid joint.
func DefaultFixedJointDef() FixedJointDef {
	return FixedJointDef{made: true, JointFrames: defaultFrames()}
}

// DistanceJointDef is a rod, a rope or a spring between the anchors. Make it with
// DefaultDistanceJointDef.
type DistanceJointDef struct {
	made bool
	JointFrames
	// Length (m) of a rod. It does not count when Axis has a spring, a limit or a motor.
	Length float32
	// Axis acts on the distance (m): limits make a rope, a spring with Target a spring.
	Axis JointAxis
}

// DefaultDistanceJointDef returns a rod of 1 m.
func DefaultDistanceJointDef() DistanceJointDef {
	return DistanceJointDef{made: true, JointFrames: defaultFrames(), Length: 1}
}

// ConnectEnds ties the point pa of body a to the point pb of body b (m, world) and sets Length to
// their distance.
func (d *DistanceJointDef) ConnectEnds(a, b Body, pa, pb Vec3) {
	d.Connect(a, b, Transform{P: pa, Q: vec.QuatIdentity})
	frame := d.FrameA
	d.Connect(a, b, Transform{P: pb, Q: vec.QuatIdentity})
	d.FrameA, d.Length = frame, pa.Dist(pb)
}

// MotorJointDef drives B to a pose in A with limited forces. Make it with DefaultMotorJointDef.
type MotorJointDef struct {
	made bool
	JointFrames
	// Linear pulls anchor B to the place Place (m) in frame A, Angular turns B to Target.
	Linear, Angular JointDrive
	Place           Vec3
	Target          Quat
}

// DefaultMotorJointDef returns a drive by critically damped springs of 5 Hz without a limit.
func DefaultMotorJointDef() MotorJointDef {
	spring := JointDrive{Hertz: 5, DampingRatio: 1}
	return MotorJointDef{made: true, JointFrames: defaultFrames(), Linear: spring, Angular: spring,
		Target: QuatIdentity}
}

// ParallelJointDef keeps the z axes of the frames parallel, as to stay upright. Make it with
// DefaultParallelJointDef.
type ParallelJointDef struct {
	made bool
	JointFrames
	// Hertz and DampingRatio of the spring that turns B back, rigid for Hertz 0. MaxTorque
	// (N·m) limits it per axis, 0 does not.
	Hertz, DampingRatio, MaxTorque float32
}

// DefaultParallelJointDef returns a critically damped spring of 1 Hz.
func DefaultParallelJointDef() ParallelJointDef {
	return ParallelJointDef{made: true, JointFrames: defaultFrames(), Hertz: 1, DampingRatio: 1}
}

// WheelJointDef hangs a wheel B on a chassis A. The y axis of frame A is the way of the
// suspension, the z axis of frame B the axle. Make it with DefaultWheelJointDef.
type WheelJointDef struct {
	made bool
	JointFrames
	// Suspension acts on the way (m) along y, Spin on the turning of the wheel (motor and
	// friction only), Steering on the angle about y. Without anything in Steering the axle
	// stays parallel to the z axis of frame A.
	Suspension, Spin, Steering JointAxis
}

// DefaultWheelJointDef returns a suspension of 1 Hz and damping ratio 0.7.
func DefaultWheelJointDef() WheelJointDef {
	return WheelJointDef{made: true, JointFrames: defaultFrames(),
		Suspension: JointAxis{Hertz: 1, DampingRatio: 0.7}}
}

// SixJointDef has six coordinates, each free, locked, limited or driven: the place of
// anchor B in frame A (x, y, z) and the rotation vector from frame A to frame B in frame A; a
// free angle beside two locked ones is that of a hinge. Make it with DefaultSixJointDef.
type SixJointDef struct {
	made bool
	JointFrames
	// Locked coordinates are held at zero and ignore their axis.
	Locked [6]bool
	Axes   [6]JointAxis
}

// DefaultSixJointDef returns a joint with all coordinates free.
func DefaultSixJointDef() SixJointDef { return SixJointDef{made: true, JointFrames: defaultFrames()} }

// GearJointDef couples the rotations of two bodies about the z axes of their frames, through the
// anchors: ωA + Ratio·ωB = 0 against what carries them. The bodies need hinges of their own about
// these axes, on one body or on the world. Where the axes cross or lie side by side the gears
// push each other as teeth do; gears on one axle, and the torque between them, are held against
// the world. Make it with DefaultGearJointDef.
type GearJointDef struct {
	made bool
	JointFrames
	Ratio float32
}

// DefaultGearJointDef returns a gear of ratio 1.
func DefaultGearJointDef() GearJointDef {
	return GearJointDef{made: true, JointFrames: defaultFrames(), Ratio: 1}
}

// RackJointDef couples the rotation of the pinion A about the z axis of its frame with the
// motion of the rack B along the x axis of its frame: vB = Ratio·ωA against what carries them. The
// pinion needs a hinge and the rack a slider of their own, on one body or on the world. Make it
// with DefaultRackJointDef.
type RackJointDef struct {
	made bool
	JointFrames
	// Ratio is the way per turn in m/rad.
	Ratio float32
}

// DefaultRackJointDef returns a rack of 1 m/rad.
func DefaultRackJointDef() RackJointDef {
	return RackJointDef{made: true, JointFrames: defaultFrames(), Ratio: 1}
}

// PulleyJointDef hangs both bodies on a rope that runs over two fixed points. Make it with
// DefaultPulleyJointDef.
type PulleyJointDef struct {
	made bool
	JointFrames
	// GroundA and GroundB are the fixed points (m, world).
	GroundA, GroundB Vec3
	// Ratio multiplies the length on the side of B.
	Ratio float32
	// Length (m) is the most that lengthA + Ratio·lengthB can be; 0 takes what it is now.
	Length float32
}

// DefaultPulleyJointDef returns a pulley of ratio 1 that is taut as built.
func DefaultPulleyJointDef() PulleyJointDef {
	return PulleyJointDef{made: true, JointFrames: defaultFrames(), Ratio: 1}
}

// checkMade refuses a definition that is not made by its constructor.
func checkMade(made bool, what, constructor string) error {
	if !made {
		return errors.New("physics: " + what + " definition was not made by " + constructor)
	}
	return nil
}
