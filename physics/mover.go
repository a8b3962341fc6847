package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A mover is a character: an upright capsule that goes where it is told as far as the world lets
// it. It is a kinematic body, so that rays, sensors and other bodies meet it, but it finds its way by
// itself: collide and slide along planes. Each Move collects the planes of everything near the
// capsule, looks for the way nearest to the wanted one that crosses none of them, and sweeps
// the capsule along it, until the way is used up. Sources: Fauerby, "Improved Collision
// Detection and Response", 2003 (sliding); the step up, forward and down of Quake (id Software,
// 1996); Catto, "Box3D" (2026), for planes solved by sequential projection.
//
// Everything a mover remembers is in its body: the pose, the velocity, and in the gravity scale
// whether it is in the air (1) or stands (0). A world that is restored goes on with its movers.

// MoverDef describes a mover. Make it with DefaultMoverDef.
type MoverDef struct {
	made bool

	// Position of the feet (m), the lowest point of the capsule.
	Position Vec3
	// Up is the unit vector away from the ground.
	Up Vec3
	// Height and Radius of the capsule (m); Height counts the round ends and is more than 2·Radius.
	Height, Radius float32
	// MaxSlope is the steepest ground that can be walked on (rad from the horizontal).
	MaxSlope float32
	// StepHeight is the highest step that is climbed, and SnapDistance the deepest that is
	// followed down without a fall (m).
	StepHeight, SnapDistance float32
	// Skin (m) is by how much the radius of the body is smaller than that of the mover, so that what
	// the mover only leans on does not feel a kinematic body, which no force can stop.
	Skin float32
	// Acceleration is how fast the velocity follows the wish on the ground, AirAcceleration in the
	// air (m/s²).
	Acceleration, AirAcceleration float32
	// Mass (kg) is the weight on what it stands on, PushForce (N) the most it pushes dynamic bodies
	// with.
	Mass, PushForce float32
	// Query selects the shapes that block the mover; Filter is that of its body's shape.
	Query  QueryFilter
	Filter Filter
	// SensorEvents makes sensors notice the mover.
	SensorEvents bool
	Name         string
	UserTag      uint64
}

// DefaultMoverDef returns a person of 1.8 m who walks up slopes of 50° and steps of 35 cm.
func DefaultMoverDef() MoverDef {
	return MoverDef{
		made: true, Up: vec.AxisY, Height: 1.8, Radius: 0.3, MaxSlope: 50 * vec.Pi / 180,
		StepHeight: 0.35, SnapDistance: 0.45, Skin: 0.02, Acceleration: 60, AirAcceleration: 10,
		Mass: 70, PushForce: 250, Query: DefaultQueryFilter(), Filter: DefaultFilter(),
		SensorEvents: true,
	}
}

func (d *MoverDef) check() error {
	if !d.made {
		return errors.New("physics: mover definition was not made by DefaultMoverDef")
	}
	if err := state.CheckVector("mover position", d.Position, MaxPosition); err != nil {
		return err
	}
	if !(vec.Abs(d.Up.Len2()-1) < 1e-3) {
		return fmt.Errorf("physics: mover up (%g, %g, %g): must be a unit vector", d.Up.X, d.Up.Y, d.Up.Z)
	}
	for _, c := range [...]struct {
		what      string
		x, lo, hi float32
	}{
		{"mover radius", d.Radius, 0.01, 1000},
		{"mover height", d.Height, 2*d.Radius + 0.01, 1e4},
		{"mover slope", d.MaxSlope, 0, 1.5},
		{"mover step height", d.StepHeight, 0, d.Height},
		{"mover snap distance", d.SnapDistance, 0, d.Height},
		{"mover skin", d.Skin, 0, 0.5 * d.Radius},
		{"mover acceleration", d.Acceleration, 0, maxSpeedInput},
		{"mover air acceleration", d.AirAcceleration, 0, maxSpeedInput},
		{"mover mass", d.Mass, 0, MaxMass},
		{"mover push force", d.PushForce, 0, maxForceInput},
	} {
		if err := state.CheckRange(c.what, c.x, c.lo, c.hi); err != nil {
			return err
		}
	}
	return nil
}

// MoverInput is the input of a mover for one step.
type MoverInput struct {
	// Walk is the velocity (m/s) that is wished for, against the ground it stands on. The part along
	// Up does not count.
	Walk Vec3
	// Jump is the speed (m/s) with which it leaves the ground, 0 to stay. In the air it does nothing.
	Jump float32
}

// MoverState says how a mover stands.
type MoverState uint8

const (
	// MoverInAir: there is nothing below, or it is jumping.
	MoverInAir MoverState = iota
	// MoverOnGround: it stands on ground that it can walk on.
	MoverOnGround
	// MoverOnSteep: it touches a slope that is too steep, and slides.
	MoverOnSteep
)

// String returns the state in words.
func (s MoverState) String() string {
	switch s {
	case MoverInAir:
		return "in the air"
	case MoverOnGround:
		return "on ground"
	case MoverOnSteep:
		return "on steep ground"
	}
	return "unknown mover state"
}

// MoverGround describes the ground below a mover at the end of Move.
type MoverGround struct {
	State MoverState
	// Shape that carries it, its outward Normal and the Point (m) of touch. Zero in the air.
	Shape  Shape
	Normal Vec3
	Point  Vec3
	// Child and Surface are those of the place, as in RayHit.
	Child, Surface int
	// Velocity (m/s) with which the ground carried it in the step, and Turn (rad) by which the ground
	// turned about Up: add it to the direction of view.
	Velocity Vec3
	Turn     float32
	// Squeezed is set while things leave it less room than it needs.
	Squeezed bool
}

// Mover is a character made by CreateMover. Call Move once before each Step, after the kinematic
// bodies were given their targets.
type Mover struct {
	def      MoverDef
	body     Body
	probe    shape.Geometry // the capsule, around the feet
	caster   shape.Geometry // a thinner one, which starts free of what the capsule leans on
	core     shape.Geometry // the middle of it, for what it is stuck in
	rotation Quat
	minUp    float32 // cosine of MaxSlope
	ground   MoverGround
	near     []moverObstacle
	found    []int32
	planes   []moverPlane
	meshes   collide.MeshContacts
	walking  bool
}

// CreateMover adds a mover to the world.
func (w *World) CreateMover(def MoverDef) (*Mover, error) {
	if err := def.check(); err != nil {
		return nil, err
	}
	m := &Mover{def: def, rotation: vec.QuatBetween(vec.AxisY, def.Up), minUp: vec.Cos(def.MaxSlope)}
	capsule := func(radius float32) Capsule {
		return Capsule{A: V3(0, def.Radius, 0), B: V3(0, def.Height-def.Radius, 0), Radius: radius}
	}
	for _, g := range [...]struct {
		to     *shape.Geometry
		radius float32
	}{{&m.probe, def.Radius}, {&m.caster, def.Radius - moverThin(def.Radius)}, {&m.core, 0.5 * def.Radius}} {
		built, err := buildGeometry(capsule(g.radius))
		if err != nil {
			return nil, fmt.Errorf("mover: %w", err)
		}
		*g.to = built
	}
	bd := DefaultBodyDef()
	bd.Type, bd.Position, bd.Rotation = Kinematic, def.Position, m.rotation
	bd.Name, bd.UserTag = def.Name, def.UserTag
	b, err := w.CreateBody(bd)
	if err != nil {
		return nil, err
	}
	sd := DefaultShapeDef()
	sd.Filter, sd.SensorEvents = def.Filter, def.SensorEvents
	// a body that rests against a person rubs, but is not carried along
	sd.Material.Friction = 0.2
	if _, err := b.CreateShape(capsule(def.Radius-def.Skin), sd); err != nil {
		b.Destroy()
		return nil, err
	}
	m.body = b
	return m, nil
}

// moverThin is by how much (m) the swept capsule is thinner than the one that is kept free.
func moverThin(radius float32) float32 { return vec.Min(LinearSlop, float32(0.1*radius)) }

// In returns a mover that goes on with the body of the same handle in another world: a clone, or
// one restored from a snapshot.
func (m *Mover) In(w *World) *Mover {
	n := *m
	n.body = m.body.In(w)
	n.near, n.found, n.planes, n.meshes = nil, nil, nil, collide.MeshContacts{}
	n.ground = MoverGround{}
	return &n
}

// Body returns the kinematic body of the mover. SetPosition moves the mover elsewhere, Destroy ends
// it, and its velocity is that of the mover.
func (m *Mover) Body() Body { return m.body }

// Def returns the definition the mover was made of.
func (m *Mover) Def() MoverDef { return m.def }

// Position returns where the feet are (m).
func (m *Mover) Position() Vec3 { return m.body.Position() }

// Velocity returns the velocity of the last step (m/s).
func (m *Mover) Velocity() Vec3 { return m.body.LinearVelocity() }

// Ground returns what the mover stands on, as found by the last Move. A mover that was not moved
// yet, or since a Restore, is in the air.
func (m *Mover) Ground() MoverGround { return m.ground }

// pose is where the capsule is while the feet are at p.
func (m *Mover) pose(p Vec3) Transform { return Transform{P: p, Q: m.rotation} }

// flat returns v without its part along the upward axis.
func (m *Mover) flat(v Vec3) Vec3 { return v.MulSub(v.Dot(m.def.Up), m.def.Up) }
