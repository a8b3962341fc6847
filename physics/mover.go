package physics

import (
	"cmp"
	"fmt"

	"tumble/physics/internal/character"
	"tumble/physics/internal/query"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A mover is a character: an upright capsule that goes where it is told as far as the world lets
// it. It is a kinematic body, so that rays, sensors and other bodies meet it, but it finds its path by
// itself; package character tells how.
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
	// Mass (kg) is the weight on the body it stands on, PushForce (N) the most it pushes dynamic bodies
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
	values := d.values()
	return cmp.Or(
		checkMade(d.made, "mover", "DefaultMoverDef"), state.CheckVector("mover position", d.Position, MaxPosition),
		values.Check(),
	)
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
	MoverInAir = MoverState(character.InAir)
	// MoverOnGround: it stands on ground that it can walk on.
	MoverOnGround = MoverState(character.OnGround)
	// MoverOnSteep: it touches a slope that is too steep, and slides.
	MoverOnSteep = MoverState(character.OnSteep)
)

// String returns the state in words.
func (s MoverState) String() string { return character.GroundState(s).String() }

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
	def       MoverDef
	body      Body
	character *character.Character
	ground    MoverGround
}

// values are the definition without what is for the body alone.
func (d *MoverDef) values() character.Def {
	return character.Def{
		Up: d.Up, Height: d.Height, Radius: d.Radius, MaxSlope: d.MaxSlope, StepHeight: d.StepHeight,
		SnapDistance: d.SnapDistance,
		Skin:         d.Skin, Acceleration: d.Acceleration, AirAcceleration: d.AirAcceleration, Mass: d.Mass,
		PushForce: d.PushForce,
		Query:     query.Filter(d.Query),
	}
}

// CreateMover adds a mover to the world.
func (w *World) CreateMover(def MoverDef) (*Mover, error) {
	if err := def.check(); err != nil {
		return nil, err
	}
	values := def.values()
	c, err := character.New(&w.state, w.broad, &values)
	if err != nil {
		return nil, fmt.Errorf("physics: mover: %w", err)
	}
	bd := DefaultBodyDef()
	bd.Type, bd.Position, bd.Rotation = Kinematic, def.Position, values.Rotation()
	bd.Name, bd.UserTag = def.Name, def.UserTag
	b, err := w.CreateBody(bd)
	if err != nil {
		return nil, err
	}
	sd := DefaultShapeDef()
	sd.Filter, sd.SensorEvents = def.Filter, def.SensorEvents
	// a body that rests against a person rubs, but is not carried along
	sd.Material.Friction = 0.2
	var capsule Capsule
	capsule.A, capsule.B, capsule.Radius = values.Capsule(def.Radius - def.Skin)
	if _, err := b.CreateShape(capsule, sd); err != nil {
		b.Destroy()
		return nil, err
	}
	c.Steer(b.index)
	return &Mover{def: def, body: b, character: c}, nil
}

// In returns a mover that goes on with the body of the same handle in another world: a clone, or
// one restored from a snapshot.
func (m *Mover) In(w *World) *Mover {
	return &Mover{def: m.def, body: m.body.In(w), character: m.character.In(&w.state, w.broad)}
}

// Move lets the mover walk, fall and jump for the coming step of dt seconds: it looks for the position
// it can reach, gives its body the velocity that takes it there, and pushes bodies in its way.
func (m *Mover) Move(in MoverInput, dt float32) error {
	r, err := m.body.writable()
	if err != nil {
		return err
	}
	w := m.body.world
	if r.Kind != Kinematic {
		return w.refuse(fmt.Errorf("physics: a mover with a %v body: must be kinematic", r.Kind))
	}
	err = cmp.Or(
		checkIn(r),
		state.CheckVector("mover walk", in.Walk, maxSpeedInput),
		state.CheckRange("mover jump", in.Jump, 0, maxSpeedInput),
		checkStepLength(dt),
	)
	if err != nil {
		return w.refuse(err)
	}
	target := m.character.Move(character.Input(in), dt, bodyPusher{w})
	m.noteGround()
	air := float32(1)
	if m.ground.State == MoverOnGround {
		air = 0
	}
	if m.body.GravityScale() != air {
		m.body.SetGravityScale(air)
	}
	return m.body.SetTarget(target, dt)
}

// bodyPusher gives the impulses of a mover to the bodies it touches, as calls that a recording holds.
type bodyPusher struct{ *World }

func (w bodyPusher) Push(body int32, impulse, point Vec3) {
	w.bodyHandle(body).ApplyImpulse(impulse, point)
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

// Ground returns the ground of the mover, as found by the last Move. A mover that was not moved
// yet, or since a Restore, is in the air.
func (m *Mover) Ground() MoverGround { return m.ground }

// noteGround makes a handle of the shape that the character stands on.
func (m *Mover) noteGround() {
	g := m.character.Ground()
	m.ground = MoverGround{
		State: MoverState(g.State), Normal: g.Normal, Point: g.Point, Child: g.Child, Surface: g.Surface,
		Velocity: g.Velocity, Turn: g.Angle, Squeezed: g.Squeezed,
	}
	if g.State != character.InAir {
		m.ground.Shape = m.body.world.shapeHandle(g.Shape)
	}
}
