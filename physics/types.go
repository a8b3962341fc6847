package physics

import (
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// The linear algebra of the engine; see package vec.
type (
	Vec3      = vec.Vec3
	Quat      = vec.Quat
	Mat3      = vec.Mat3
	Transform = vec.Transform
	AABB      = vec.AABB
)

// TransformIdentity is the placement that changes nothing.
var TransformIdentity = vec.TransformIdentity

// QuatIdentity is the rotation that changes nothing.
var QuatIdentity = vec.QuatIdentity

// V3 is shorthand for Vec3{x, y, z}.
func V3(x, y, z float32) Vec3 { return Vec3{X: x, Y: y, Z: z} }

// BodyType says how a body moves: Static, Kinematic or Dynamic.
type BodyType = state.BodyType

const (
	// Static bodies never move by themselves and have no mass.
	Static = state.Static
	// Kinematic bodies move with the velocity they are given, as bodies of infinite mass and inertia: they push, and
	// nothing pushes them.
	Kinematic = state.Kinematic
	// Dynamic bodies move by forces, contacts and joints.
	Dynamic = state.Dynamic

	bodyTypeCount = state.BodyTypeCount
)

// AxisLocks takes world axes of motion away from a body: a sum of LockLinearX and the like. The velocity along a locked
// axis is zero at the end of a sub-step; in impacts the body counts with its mass.
type AxisLocks = state.AxisLocks

const (
	LockLinearX  = state.LockLinearX
	LockLinearY  = state.LockLinearY
	LockLinearZ  = state.LockLinearZ
	LockAngularX = state.LockAngularX
	LockAngularY = state.LockAngularY
	LockAngularZ = state.LockAngularZ

	// LockRotation keeps the orientation.
	LockRotation = LockAngularX | LockAngularY | LockAngularZ
	allLocks     = state.AllLocks
)

// CombineRule says how the coefficients of two materials in contact become one: CombineAuto, CombineAverage and the
// like.
type CombineRule = state.CombineRule

const (
	// CombineAuto gives way to the rule of the other material. Between two of them the
	// friction is the geometric mean and the restitution the maximum.
	CombineAuto          = state.CombineAuto
	CombineAverage       = state.CombineAverage
	CombineGeometricMean = state.CombineGeometricMean
	CombineMinimum       = state.CombineMinimum
	CombineMultiply      = state.CombineMultiply
	CombineMaximum       = state.CombineMaximum
	// The last four are those of KHR_physics_rigid_bodies, where another one wins when the
	// materials disagree: average before minimum before maximum before multiply.
	CombineKHRMultiply = state.CombineKHRMultiply
	CombineKHRMaximum  = state.CombineKHRMaximum
	CombineKHRMinimum  = state.CombineKHRMinimum
	CombineKHRAverage  = state.CombineKHRAverage
)
