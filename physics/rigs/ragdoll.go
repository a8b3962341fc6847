package rigs

import (
	"cmp"
	"errors"
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// Bone names a body of a Ragdoll.
type Bone int

const (
	Pelvis Bone = iota
	Spine1
	Spine2
	Spine3
	Neck
	Head
	ThighLeft
	CalfLeft
	ThighRight
	CalfRight
	UpperArmLeft
	LowerArmLeft
	UpperArmRight
	LowerArmRight
	BoneCount
)

var boneNames = [BoneCount]string{"pelvis", "spine 1", "spine 2", "spine 3", "neck", "head", "left thigh", "left calf",
	"right thigh", "right calf", "left upper arm", "left lower arm", "right upper arm", "right lower arm"}

// String returns the name in lower case.
func (b Bone) String() string {
	if b >= 0 && b < BoneCount {
		return boneNames[b]
	}
	return "unknown bone"
}

// boneShape is a bone of a figure that stands at the origin and looks along z: a capsule, and the
// joint that holds it to its parent.
type boneShape struct {
	parent       Bone
	origin, a, b vec.Vec3
	radius       float32
	// axis is the z axis of the joint: of the cone and twist of a ball joint, or of a hinge.
	axis vec.Vec3
	// cone is the limit of a ball joint (degrees), 0 for a hinge; lower and upper limit the
	// twist or the angle of the hinge.
	cone, lower, upper float32
	// friction is the part of RagdollDef.FrictionTorque.
	friction float32
}

// human is a figure of 1.75 m. Arms hang obliquely, so that nothing overlaps that may collide.
// The division into fourteen bones, their capsules and the joint limits are the figures of the
// human of Box3D's samples (Erin Catto, MIT licence).
var human = [BoneCount]boneShape{
	Pelvis: {parent: -1, origin: vec.V3(0, 0.93, 0), a: vec.V3(-0.06, 0.97, 0), b: vec.V3(0.06, 0.97, 0), radius: 0.13},
	Spine1: {parent: Pelvis, origin: vec.V3(0, 1.11, 0), a: vec.V3(-0.05, 1.13, 0), b: vec.V3(0.05, 1.13, 0),
		radius: 0.12,
		axis:   vec.AxisY, cone: 25, lower: -15, upper: 15, friction: 1},
	Spine2: {parent: Spine1, origin: vec.V3(0, 1.19, 0), a: vec.V3(-0.06, 1.24, 0), b: vec.V3(0.06, 1.24, 0),
		radius: 0.10,
		axis:   vec.AxisY, cone: 25, lower: -15, upper: 15, friction: 1},
	Spine3: {parent: Spine2, origin: vec.V3(0, 1.31, 0), a: vec.V3(-0.06, 1.40, 0), b: vec.V3(0.06, 1.40, 0),
		radius: 0.145,
		axis:   vec.AxisY, cone: 15, lower: -10, upper: 10, friction: 1},
	Neck: {parent: Spine3, origin: vec.V3(0, 1.58, 0), a: vec.V3(0, 1.56, 0), b: vec.V3(0, 1.62, 0), radius: 0.07,
		axis: vec.AxisY, cone: 45, lower: -15, upper: 15, friction: 0.8},
	Head: {parent: Neck, origin: vec.V3(0, 1.65, 0), a: vec.V3(0, 1.64, 0.01), b: vec.V3(0, 1.66, 0.01), radius: 0.0975,
		axis: vec.AxisY, cone: 15, lower: -15, upper: 15, friction: 0.4},
	ThighLeft: {parent: Pelvis, origin: vec.V3(0.09, 0.99, 0), a: vec.V3(0.09, 0.92, 0), b: vec.V3(0.10, 0.57, 0),
		radius: 0.09,
		axis:   vec.AxisX, cone: 10, lower: -60, upper: 40, friction: 1},
	CalfLeft: {parent: ThighLeft, origin: vec.V3(0.10, 0.53, 0), a: vec.V3(0.10, 0.50, 0), b: vec.V3(0.10, 0.08, 0),
		radius: 0.075,
		axis:   vec.AxisX, lower: -5, upper: 45, friction: 1},
	ThighRight: {parent: Pelvis, origin: vec.V3(-0.09, 0.99, 0), a: vec.V3(-0.09, 0.92, 0), b: vec.V3(-0.10, 0.57, 0),
		radius: 0.09,
		axis:   vec.AxisX, cone: 10, lower: -60, upper: 40, friction: 1},
	CalfRight: {parent: ThighRight, origin: vec.V3(-0.10, 0.53, 0), a: vec.V3(-0.10, 0.50, 0),
		b: vec.V3(-0.10, 0.08, 0), radius: 0.075,
		axis: vec.AxisX, lower: -5, upper: 45, friction: 1},
	UpperArmLeft: {parent: Spine3, origin: vec.V3(0.20, 1.48, 0), a: vec.V3(0.22, 1.44, 0), b: vec.V3(0.30, 1.26, 0),
		radius: 0.075,
		axis:   vec.Vec3{X: 0.416, Y: -0.909}, cone: 60, lower: -5, upper: 5, friction: 1},
	LowerArmLeft: {parent: UpperArmLeft, origin: vec.V3(0.31, 1.24, 0), a: vec.V3(0.32, 1.22, 0),
		b: vec.V3(0.42, 0.98, 0), radius: 0.05,
		axis: vec.AxisX, lower: -60, upper: 5, friction: 1},
	UpperArmRight: {parent: Spine3, origin: vec.V3(-0.20, 1.48, 0), a: vec.V3(-0.22, 1.44, 0),
		b: vec.V3(-0.30, 1.26, 0), radius: 0.075,
		axis: vec.Vec3{X: -0.416, Y: -0.909}, cone: 60, lower: -5, upper: 5, friction: 1},
	LowerArmRight: {parent: UpperArmRight, origin: vec.V3(-0.31, 1.24, 0), a: vec.V3(-0.32, 1.22, 0),
		b: vec.V3(-0.42, 0.98, 0), radius: 0.05,
		axis: vec.AxisX, lower: -60, upper: 5, friction: 1},
}

// RagdollDef describes a human figure. Make it with DefaultRagdollDef.
type RagdollDef struct {
	made bool
	// Pose places the figure: the point between its feet, y up, looking along z.
	Pose physics.Transform
	// Velocity (m/s) of all bodies.
	Velocity vec.Vec3
	// Hertz and DampingRatio of the springs that hold the pose, none for Hertz 0.
	Hertz, DampingRatio float32
	// FrictionTorque (N·m) brakes the joints.
	FrictionTorque float32
	// MaxTorque (N·m) limits the springs, 0 does not.
	MaxTorque float32
	Shape     physics.ShapeDef
	// Group keeps bones apart that overlap: a negative number of its own for every figure.
	Group int32
	// Type of the bodies: Kinematic for figures that follow an animation, which have no joints.
	Type physics.BodyType
	// UserTag of all bodies.
	UserTag uint64
}

// DefaultRagdollDef returns a limp figure at the origin.
func DefaultRagdollDef() RagdollDef {
	def := physics.DefaultShapeDef()
	def.Material.RollingResistance = 0.2
	return RagdollDef{made: true, Pose: physics.TransformIdentity, Hertz: 1, DampingRatio: 0.7, FrictionTorque: 5,
		Shape: def, Group: -1, Type: physics.Dynamic}
}

// Ragdoll is a figure of 14 bodies. Joints[b] holds bone b to its parent; the pelvis has none.
type Ragdoll struct {
	Bodies [BoneCount]physics.Body
	Joints [BoneCount]physics.Joint
}

// NewRagdoll builds a figure in a world. If it fails, nothing is left of it.
func NewRagdoll(w *physics.World, def RagdollDef) (*Ragdoll, error) {
	if !def.made {
		return nil, errors.New("rigs: ragdoll definition was not made by DefaultRagdollDef")
	}
	r := &Ragdoll{}
	for b := Pelvis; b < BoneCount; b++ {
		if err := r.addBone(w, &def, b); err != nil {
			r.Destroy()
			return nil, fmt.Errorf("rigs: ragdoll: %s: %w", b, err)
		}
	}
	return r, nil
}

func (r *Ragdoll) addBone(w *physics.World, def *RagdollDef, b Bone) error {
	s := &human[b]
	bd := physics.DefaultBodyDef()
	bd.Type, bd.Name, bd.LinearVelocity, bd.UserTag = def.Type, b.String(), def.Velocity, def.UserTag
	bd.Position, bd.Rotation = def.Pose.Apply(s.origin), def.Pose.Q
	body, err := w.CreateBody(bd)
	if err != nil {
		return err
	}
	r.Bodies[b] = body
	shape := def.Shape
	switch b {
	case Spine1, ThighLeft, ThighRight:
		shape.Filter.Group = def.Group
	}
	capsule := physics.Capsule{A: s.a.Sub(s.origin), B: s.b.Sub(s.origin), Radius: s.radius}
	if _, err := body.CreateShape(capsule, shape); err != nil {
		return err
	}
	if s.parent < 0 || def.Type != physics.Dynamic {
		return nil
	}
	r.Joints[b], err = r.join(w, def, b)
	return err
}

// join makes the joint of a bone: a ball with a cone, or a hinge.
func (r *Ragdoll) join(w *physics.World, def *RagdollDef, b Bone) (physics.Joint, error) {
	s := &human[b]
	anchor, axis := def.Pose.Apply(s.origin), def.Pose.Q.Rotate(s.axis)
	limits := physics.JointAxis{Limited: true, Lower: degrees(s.lower), Upper: degrees(s.upper)}
	friction := float32(def.FrictionTorque * s.friction)
	if s.cone == 0 {
		d := physics.DefaultHingeJointDef()
		d.ConnectAxis(r.Bodies[s.parent], r.Bodies[b], anchor, axis)
		d.Axis = limits
		d.Axis.Hertz, d.Axis.DampingRatio, d.Axis.MaxSpring = def.Hertz, def.DampingRatio, def.MaxTorque
		d.Axis.Friction = friction
		return w.CreateJoint(&d)
	}
	d := physics.DefaultBallJointDef()
	d.ConnectAxis(r.Bodies[s.parent], r.Bodies[b], anchor, axis)
	d.Twist = limits
	d.Cone = physics.JointAxis{Limited: true, Upper: degrees(s.cone)}
	d.Drive = physics.JointDrive{Hertz: def.Hertz, DampingRatio: def.DampingRatio, MaxSpring: def.MaxTorque,
		MaxMotor: friction}
	return w.CreateJoint(&d)
}

func degrees(x float32) float32 { return float32(x * (vec.Pi / 180)) }

// Pose are the rotations of the joints from the standing figure: of ball joints as a rotation, of
// hinges as its angle about the hinge. Entry Pelvis does not count.
type Pose [BoneCount]physics.Quat

// StandingPose is the pose in which a figure is built.
func StandingPose() Pose {
	var p Pose
	for b := range p {
		p[b] = physics.QuatIdentity
	}
	return p
}

// Bend returns p with a hinge bent to an angle (rad).
func (p Pose) Bend(b Bone, angle float32) Pose {
	p[b] = vec.QuatAxisAngle(vec.AxisZ, angle)
	return p
}

// SetPose drives the joints to a pose with their springs.
func (r *Ragdoll) SetPose(p Pose) error {
	var failed error
	for b := Spine1; b < BoneCount; b++ {
		if hinge, ok := physics.JointAs[physics.HingeJoint](r.Joints[b]); ok {
			a := hinge.Axis()
			a.Target = float32(2 * vec.Atan2(p[b].Z, p[b].W))
			failed = cmp.Or(failed, hinge.SetAxis(a))
			continue
		}
		ball, _ := physics.JointAs[physics.BallJoint](r.Joints[b])
		failed = cmp.Or(failed, ball.SetTargetRotation(p[b]))
	}
	return failed
}

// SetDrive changes the springs and the friction of all joints: Hertz 0 makes the figure limp.
// MaxTorque (N·m) limits the springs, 0 does not.
func (r *Ragdoll) SetDrive(hertz, dampingRatio, maxTorque, frictionTorque float32) error {
	var failed error
	for b := Spine1; b < BoneCount; b++ {
		friction := float32(frictionTorque * human[b].friction)
		if hinge, ok := physics.JointAs[physics.HingeJoint](r.Joints[b]); ok {
			a := hinge.Axis()
			a.Hertz, a.DampingRatio, a.MaxSpring, a.Friction = hertz, dampingRatio, maxTorque, friction
			failed = cmp.Or(failed, hinge.SetAxis(a))
			continue
		}
		ball, _ := physics.JointAs[physics.BallJoint](r.Joints[b])
		d := physics.JointDrive{Hertz: hertz, DampingRatio: dampingRatio, MaxSpring: maxTorque, MaxMotor: friction}
		failed = cmp.Or(failed, ball.SetAngularDrive(d))
	}
	return failed
}

// WidestGap returns the largest distance (m) between anchors that the joints should hold
// together.
func (r *Ragdoll) WidestGap() float32 {
	gap := float32(0)
	for b := Spine1; b < BoneCount; b++ {
		a, c := r.Joints[b].Anchors()
		gap = vec.Max(gap, a.Dist(c))
	}
	return gap
}

// Awake reports whether the figure moves.
func (r *Ragdoll) Awake() bool { return r.Bodies[Pelvis].Awake() }

// Destroy removes the figure.
func (r *Ragdoll) Destroy() error {
	var failed error
	for _, b := range r.Bodies {
		if b.Valid() {
			failed = cmp.Or(failed, b.Destroy())
		}
	}
	return failed
}
