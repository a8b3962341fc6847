package solve

import (
	"runtime"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// The records that a caller fills in and reads, under one roof. They are documented where they are declared.

// Bodies.
type (
	Sim   = motion.Sim
	State = kernel.State
	Flags = kernel.Flags
)

// Gyroscopic is a flag of a body, StaticState the state of index 0.
const Gyroscopic = kernel.Gyroscopic

// StaticState is documented with Gyroscopic.
var StaticState = kernel.StaticState

// NewState returns the state of a body that has just woken up.
func NewState(v, w vec.Vec3, flags Flags) State { return kernel.NewState(v, w, flags) }

// Settings are the tunable numbers of the solver.
type Settings = kernel.Settings

// NewParams returns the numbers of a step.
func NewParams(s Settings, dt float32, subSteps int32) kernel.Params {
	return kernel.NewParams(s, dt, subSteps)
}

// Give is the length by which contacts give way, see kernel.Give.
func Give(hertz, h float32) float32 { return kernel.Give(hertz, h) }

// HaveVector reports whether this build on this processor has vector kernels.
func HaveVector() bool { return kernel.HaveVector() }

// Kernels names the code that solves contacts: "avx", "neon" or "go".
func Kernels() string {
	switch {
	case !HaveVector():
		return "go"
	case runtime.GOARCH == "arm64":
		return "neon"
	}
	return "avx"
}

// Contacts.
type (
	Manifold      = contact.Manifold
	ContactSum    = contact.Sum
	ContactSums   = contact.Sums
	ContactTotals = contact.Totals
	ManifoldPoint = contact.ManifoldPoint
)

// MaxPoints is the number of contact points of a manifold.
const MaxPoints = kernel.MaxPoints

// MaxImpulse is the largest impulse that a step may begin with (N·s, N·m·s).
const MaxImpulse = kernel.MaxImpulse

// Deep reports whether an overlap of two bodies is so deep that they must have been put there.
func Deep(a, b *Sim, separation float32) bool { return contact.Deep(a, b, separation) }

// DeepOverlap is the overlap of two bodies (m) beyond which it is deep.
func DeepOverlap(a, b *Sim) float32 { return contact.DeepOverlap(a, b) }

// The constraint graph.
type (
	Graph = graph.Graph
	Entry = graph.Entry
	Pair  = graph.Pair
)

// Colours of the graph.
const (
	ColorCount = graph.ColorCount
	Overflow   = graph.Overflow
)

// Joints.
type (
	Joint        = joint.Joint
	JointKind    = joint.JointKind
	Axis         = joint.Axis
	Passive      = joint.Passive
	AxisFlags    = joint.AxisFlags
	Drive        = joint.Drive
	PathKnot     = joint.PathKnot
	PathRotation = joint.PathRotation
)

// World is the body index of a joint side that is fixed in the world.
const World = joint.World

// Kinds of joints.
const (
	MouseJoint    = joint.MouseJoint
	BallJoint     = joint.BallJoint
	HingeJoint    = joint.HingeJoint
	SliderJoint   = joint.SliderJoint
	FixedJoint    = joint.FixedJoint
	DistanceJoint = joint.DistanceJoint
	MotorJoint    = joint.MotorJoint
	ParallelJoint = joint.ParallelJoint
	WheelJoint    = joint.WheelJoint
	GenericJoint  = joint.GenericJoint
	GearJoint     = joint.GearJoint
	RackJoint     = joint.RackJoint
	PulleyJoint   = joint.PulleyJoint
	PathJoint     = joint.PathJoint
)

// Options of an axis.
const (
	AxisLimit    = joint.AxisLimit
	AxisMotor    = joint.AxisMotor
	AxisSpring   = joint.AxisSpring
	AxisFriction = joint.AxisFriction
)

// Rotations of a body on a path.
const (
	PathFree   = joint.PathFree
	PathFollow = joint.PathFollow
)

// MaxHeld is the largest number of rows that a joint holds.
const MaxHeld = joint.MaxHeld

// PreparedFields are the fields of a Joint that hold nothing between steps.
var PreparedFields = joint.PreparedFields

// NewMouseJoint is that of package joint.
func NewMouseJoint(body int32, sim *Sim, grab, target vec.Vec3, hertz, dampingRatio, maxForce float32) Joint {
	return joint.NewMouseJoint(body, sim, grab, target, hertz, dampingRatio, maxForce)
}

// PathLength returns the length (m) of a path.
func PathLength(knots []PathKnot) float32 { return joint.PathLength(knots) }

// AlongPath returns the point at s metres of a path.
func AlongPath(knots []PathKnot, closed bool, s float32) joint.Rail {
	return joint.AlongPath(knots, closed, s)
}

// NearPath returns the point of a path nearest to p (in frame A), found by walking from s metres.
func NearPath(knots []PathKnot, closed bool, p vec.Vec3, s float32) joint.Rail {
	return joint.NearPath(knots, closed, p, s)
}
