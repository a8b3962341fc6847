package physics

import "tumble/physics/vec"

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

// BodyType says how a body moves.
type BodyType uint8

const (
	// Static bodies never move by themselves and have no mass.
	Static BodyType = iota
	// Kinematic bodies move with the velocity they are given; nothing pushes them.
	Kinematic
	// Dynamic bodies move by forces, contacts and joints.
	Dynamic
	bodyTypeCount
)

// String returns the name in lower case.
func (t BodyType) String() string {
	switch t {
	case Static:
		return "static"
	case Kinematic:
		return "kinematic"
	case Dynamic:
		return "dynamic"
	}
	return "unknown body type"
}

// AxisLocks takes world axes of motion away from a body.
type AxisLocks uint8

const (
	LockLinearX AxisLocks = 1 << iota
	LockLinearY
	LockLinearZ
	LockAngularX
	LockAngularY
	LockAngularZ

	// LockRotation keeps the orientation.
	LockRotation = LockAngularX | LockAngularY | LockAngularZ
	allLocks     = LockLinearX | LockLinearY | LockLinearZ | LockRotation
)

// CombineRule says how the coefficients of two materials in contact become one.
type CombineRule uint8

const (
	// CombineAuto gives way to the rule of the other material. Between two of them the
	// friction is the geometric mean and the restitution the maximum.
	CombineAuto CombineRule = iota
	CombineAverage
	CombineGeometricMean
	CombineMinimum
	CombineMultiply
	CombineMaximum
	// The last four are those of KHR_physics_rigid_bodies, where another one wins when the
	// materials disagree: average before minimum before maximum before multiply.
	CombineKHRMultiply
	CombineKHRMaximum
	CombineKHRMinimum
	CombineKHRAverage
	combineRuleCount
)

// String returns the name in lower case.
func (r CombineRule) String() string {
	names := [combineRuleCount]string{"auto", "average", "geometric mean", "minimum", "multiply", "maximum",
		"KHR multiply", "KHR maximum", "KHR minimum", "KHR average"}
	if r < combineRuleCount {
		return names[r]
	}
	return "unknown combine rule"
}

// combine applies the later of the two rules in the order of the constants.
func combine(a, b float32, ruleA, ruleB, auto CombineRule) float32 {
	rule := max(ruleA, ruleB)
	if rule == CombineAuto {
		rule = auto
	}
	switch rule {
	case CombineAverage, CombineKHRAverage:
		return float32(0.5 * (a + b))
	case CombineGeometricMean:
		return vec.Sqrt(float32(a * b))
	case CombineMinimum, CombineKHRMinimum:
		return vec.Min(a, b)
	case CombineMultiply, CombineKHRMultiply:
		return float32(a * b)
	}
	return vec.Max(a, b)
}
