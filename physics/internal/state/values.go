package state

import (
	"errors"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// BodyType says how a body moves.
type BodyType uint8

const (
	// Static bodies never move by themselves and have no mass.
	Static BodyType = iota
	// Kinematic bodies move with the velocity they are given, as bodies of infinite mass and inertia: they push, and
	// nothing pushes them.
	Kinematic
	// Dynamic bodies move by forces, contacts and joints.
	Dynamic
	BodyTypeCount
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
	lockEnd
	AllLocks = lockEnd - 1
)

// CombineRule says how the coefficients of two materials in contact become one.
type CombineRule uint8

// The rules, in the order in which they win, see the same names of package physics.
const (
	CombineAuto CombineRule = iota
	CombineAverage
	CombineGeometricMean
	CombineMinimum
	CombineMultiply
	CombineMaximum
	CombineKHRMultiply
	CombineKHRMaximum
	CombineKHRMinimum
	CombineKHRAverage
	CombineRuleCount
)

// String returns the name in lower case.
func (r CombineRule) String() string {
	names := [CombineRuleCount]string{"auto", "average", "geometric mean", "minimum", "multiply", "maximum",
		"KHR multiply", "KHR maximum", "KHR minimum", "KHR average"}
	if r < CombineRuleCount {
		return names[r]
	}
	return "unknown combine rule"
}

// JointKindCount is the number of kinds of joints.
const JointKindCount = solve.PathJoint + 1

// Filter decides which shapes collide, see physics.Filter.
type Filter struct {
	Category, Mask uint64
	Group          int32
}

// Collides is the rule of Filter: a common group comes first, positive for always and negative for never; else each
// category has to share a bit with the other mask.
func (f Filter) Collides(g Filter) bool {
	if f.Group == g.Group && f.Group != 0 {
		return f.Group > 0
	}
	return f.Category&g.Mask != 0 && g.Category&f.Mask != 0
}

// Material is the surface of a shape, see physics.Material.
type Material struct {
	Friction, Restitution         float32
	RollingResistance             float32
	SurfaceVelocity               vec.Vec3
	FrictionRule, RestitutionRule CombineRule
	UserTag                       uint64
}

// Check returns an error that names the first value out of range.
func (m *Material) Check() error {
	if err := CheckRange("material friction", m.Friction, 0, MaxFriction); err != nil {
		return err
	}
	if err := CheckRange("material restitution", m.Restitution, 0, 1); err != nil {
		return err
	}
	if err := CheckRange("material rolling resistance", m.RollingResistance, 0, MaxFriction); err != nil {
		return err
	}
	if err := CheckVector("material surface velocity", m.SurfaceVelocity, MaxSpeedInput); err != nil {
		return err
	}
	if m.FrictionRule >= CombineRuleCount || m.RestitutionRule >= CombineRuleCount {
		return errors.New("physics: material combine rule is unknown")
	}
	return nil
}

// MassData is the mass of a body: mass (kg), centre of mass (m) and rotational inertia
// about that centre (kg·m²), both in the body's frame.
type MassData struct {
	Mass    float32
	Center  vec.Vec3
	Inertia vec.Mat3
}
