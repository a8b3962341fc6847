package physics

import (
	"cmp"
	"fmt"

	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

const (
	// MaxPosition bounds the coordinates (m) of bodies. Beyond it single precision has no
	// digits left for contacts; a body that gets there is frozen (see Quarantined).
	MaxPosition = state.MaxPosition
	// MaxMass bounds the mass (kg) of a body, MinMass the mass of a dynamic one.
	MaxMass = state.MaxMass
	MinMass = state.MinMass
	// MaxName bounds the name (bytes) of a body or joint.
	MaxName = state.MaxName

	maxSpeedInput   = state.MaxSpeedInput
	maxForceInput   = state.MaxForceInput
	maxDamping      = state.MaxDamping
	maxGravityScale = state.MaxGravityScale
	maxDensity      = state.MaxDensity
	maxFriction     = state.MaxFriction
)

// Clock returns a monotonic time in nanoseconds, for the profile only. Workers call it at the same time.
type Clock func() int64

// WorldDef describes a world. Make it with DefaultWorldDef.
type WorldDef struct {
	made bool

	Settings Settings
	// Workers is the number of goroutines that share a step, 1 to MaxWorkers. The results
	// do not depend on it.
	Workers int
	// Clock fills the Profile. Nil leaves it empty.
	Clock Clock

	// BodyCapacity, ShapeCapacity and ContactCapacity reserve memory up front.
	BodyCapacity, ShapeCapacity, ContactCapacity int
	// MaxBodies, MaxShapes and MaxContacts limit the world. Creation beyond them fails
	// with ErrLimit; contacts beyond the limit are left out and counted.
	MaxBodies, MaxShapes, MaxContacts int
}

// DefaultWorldDef returns a world with the default settings and one worker.
func DefaultWorldDef() WorldDef {
	return WorldDef{
		made: true, Settings: DefaultSettings(), Workers: 1, MaxBodies: 1 << 20, MaxShapes: 1 << 21,
		MaxContacts: 1 << 18,
	}
}

// MaxWorkers is the largest number of workers.
const MaxWorkers = 64

func (d *WorldDef) check() error {
	err := cmp.Or(checkMade(d.made, "world", "DefaultWorldDef"), d.Settings.Check(), checkWorkers(d.Workers))
	if err != nil {
		return err
	}
	for _, c := range [3]struct {
		what            string
		capacity, limit int
		ceiling         int
	}{
		{"body", d.BodyCapacity, d.MaxBodies, 1 << 24},
		{"shape", d.ShapeCapacity, d.MaxShapes, 1 << 24},
		{"contact", d.ContactCapacity, d.MaxContacts, 1 << 26},
	} {
		if c.limit < 1 || c.limit > c.ceiling {
			return fmt.Errorf("physics: %s limit %d: must be 1 to %d", c.what, c.limit, c.ceiling)
		}
		if c.capacity < 0 || c.capacity > c.limit {
			return fmt.Errorf("physics: %s capacity %d: must be 0 to %d", c.what, c.capacity, c.limit)
		}
	}
	return nil
}

// BodyDef describes a body. Make it with DefaultBodyDef.
type BodyDef struct {
	made bool

	Type BodyType
	// Position of the body's origin (m) and its rotation (unit quaternion).
	Position Vec3
	Rotation Quat
	// LinearVelocity of the origin (m/s) and AngularVelocity (rad/s). Shapes move the centre of mass and leave the
	// velocity of every point as it is: Body.LinearVelocity of a spinning body with shapes beside its origin differs.
	LinearVelocity, AngularVelocity Vec3
	// LinearDamping and AngularDamping (1/s) slow the body: v' = −c·v.
	LinearDamping, AngularDamping float32
	// GravityScale multiplies gravity for this body.
	GravityScale float32
	// SleepSpeed (m/s) is the speed of the fastest point below which the body is sleepy.
	// Negative takes Settings.SleepSpeed.
	SleepSpeed float32
	// AllowSleep lets the body fall asleep.
	AllowSleep bool
	// Awake is the state at creation.
	Awake bool
	// Enabled is the state at creation, see Body.SetEnabled. A body that is not enabled starts at
	// rest.
	Enabled bool
	// Bullet asks for continuous collision against moving bodies, too.
	Bullet bool
	// Locks takes degrees of freedom away.
	Locks AxisLocks
	// Name is for people, UserTag for programs; the simulation uses neither. A name is text in UTF-8 of at most
	// MaxName bytes.
	Name    string
	UserTag uint64
}

// DefaultBodyDef returns a static body at the origin.
func DefaultBodyDef() BodyDef {
	return BodyDef{
		made: true, Rotation: vec.QuatIdentity, GravityScale: 1, SleepSpeed: -1, AllowSleep: true, Awake: true,
		Enabled: true,
	}
}

func (d *BodyDef) check() error {
	return cmp.Or(
		checkMade(d.made, "body", "DefaultBodyDef"),
		checkType(d.Type),
		checkSleepSpeed(d.SleepSpeed),
		checkLocks(d.Locks),
		state.CheckTransform("body", Transform{P: d.Position, Q: d.Rotation}),
		state.CheckVector("body linear velocity", d.LinearVelocity, maxSpeedInput),
		state.CheckVector("body angular velocity", d.AngularVelocity, maxSpeedInput),
		state.CheckRange("body linear damping", d.LinearDamping, 0, maxDamping),
		state.CheckRange("body angular damping", d.AngularDamping, 0, maxDamping),
		state.CheckRange("body gravity scale", d.GravityScale, -maxGravityScale, maxGravityScale),
		state.CheckName("body", d.Name),
	)
}

func checkType(kind BodyType) error {
	if kind >= bodyTypeCount {
		return fmt.Errorf("physics: body type %d: must be static, kinematic or dynamic", kind)
	}
	return nil
}

func checkSleepSpeed(speed float32) error {
	if !vec.IsFinite(speed) || speed > maxSpeedInput {
		return fmt.Errorf("physics: body sleep speed %g: must be finite and at most %g", speed, float32(maxSpeedInput))
	}
	return nil
}

func checkLocks(locks AxisLocks) error {
	if locks&^allLocks != 0 {
		return fmt.Errorf("physics: body locks %#x: unknown bits", uint8(locks))
	}
	return nil
}

// checkWorkers refuses numbers of goroutines that no step can have.
func checkWorkers(n int) error {
	if n < 1 || n > MaxWorkers {
		return fmt.Errorf("physics: %d workers: must be 1 to %d", n, MaxWorkers)
	}
	return nil
}

// Filter decides which shapes collide: two shapes do when each one's Category shares a bit
// with the other one's Mask. A group other than zero that both share comes first: positive
// means always, negative never.
type Filter struct {
	Category, Mask uint64
	Group          int32
}

// DefaultFilter collides with everything.
func DefaultFilter() Filter { return Filter{Category: 1, Mask: ^uint64(0)} }

// Material is the surface of a shape.
type Material struct {
	// Friction is the Coulomb coefficient, Restitution the ratio of the speeds after and
	// before a bounce.
	Friction, Restitution float32
	// RollingResistance times the radius of a round shape is the lever (m) of the normal
	// force that brakes rolling.
	RollingResistance float32
	// SurfaceVelocity (m/s, in the body's frame) is that of a conveyor belt: only the part
	// along the contact plane acts.
	SurfaceVelocity Vec3
	// FrictionRule and RestitutionRule combine the values with those of the other shape.
	FrictionRule, RestitutionRule CombineRule
	// UserTag is not used by the simulation.
	UserTag uint64
}

// DefaultMaterial has friction 0.6 and no restitution.
func DefaultMaterial() Material { return Material{Friction: 0.6} }

func (m *Material) check() error {
	values := state.Material(*m)
	return values.Check()
}

// ShapeDef describes a shape apart from its geometry. Make it with DefaultShapeDef.
type ShapeDef struct {
	made bool

	// Density (kg/m³) gives the body its mass. Zero adds none.
	Density  float32
	Material Material
	// Surfaces are the materials of triangles of a mesh and cells of a height field by their
	// numbers, see MeshDef.Surfaces: number 1 is the first. Number 0 is Material.
	Surfaces []Material
	Filter   Filter
	// Sensor shapes report what overlaps them and collide with nothing.
	Sensor bool
	// ContactEvents, HitEvents and SensorEvents ask for events about this shape.
	ContactEvents, HitEvents, SensorEvents bool
	// Hooks asks the ContactFilter and the PreSolve of the world about this shape. It is
	// enough if one of two shapes does.
	Hooks bool
	// UserTag is not used by the simulation.
	UserTag uint64
}

// DefaultShapeDef returns a solid of 1000 kg/m³ with the default material and filter.
func DefaultShapeDef() ShapeDef {
	return ShapeDef{made: true, Density: 1000, Material: DefaultMaterial(), Filter: DefaultFilter()}
}

func (d *ShapeDef) check() error {
	return cmp.Or(
		checkMade(d.made, "shape", "DefaultShapeDef"),
		state.CheckRange("shape density", d.Density, 0, maxDensity),
		d.Material.check(),
		checkSurfaces(d.Surfaces),
	)
}

// MassData is the mass of a body: mass (kg), centre of mass (m) and rotational inertia
// about that centre (kg·m²), both in the body's frame.
type MassData struct {
	Mass    float32
	Center  Vec3
	Inertia Mat3
}
