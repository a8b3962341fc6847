// Package character moves an upright capsule as far as the world lets it: collide and slide along planes.
//
// Each Move collects the planes of everything near the capsule (planes.go), looks for the displacement nearest to the
// wanted one that crosses none of them, and sweeps the capsule along it (sweep.go), until the displacement is used up;
// then it climbs a step, follows the ground down and finds out what it stands on (move.go). Sources: Fauerby, "Improved
// Collision Detection and Response", 2003 (sliding); the step up, forward and down of Quake (id Software, 1996); Catto,
// "Box3D" (2026), for planes solved by sequential projection.
//
// The room writes nothing of a world: the caller moves the body, and takes the impulses of the things pushed by a
// Pusher. Everything that lasts from step to step is in the body: the pose, the velocity, and in the gravity scale
// whether it is in the air (1) or stands (0).
package character

import (
	"cmp"
	"fmt"

	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/query"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Def describes a character, see physics.MoverDef.
type Def struct {
	Up                            vec.Vec3
	Height, Radius                float32
	MaxSlope                      float32
	StepHeight, SnapDistance      float32
	Skin                          float32
	Acceleration, AirAcceleration float32
	Mass, PushForce               float32
	Query                         query.Filter
}

// Check returns an error that names the first value out of range.
func (d *Def) Check() error {
	if !(vec.Abs(d.Up.Len2()-1) < 1e-3) {
		return fmt.Errorf("physics: mover up (%g, %g, %g): must be a unit vector", d.Up.X, d.Up.Y, d.Up.Z)
	}
	return cmp.Or(
		state.CheckRange("mover radius", d.Radius, 0.01, 1000),
		state.CheckRange("mover height", d.Height, float32(2*d.Radius)+0.01, 1e4),
		state.CheckRange("mover slope", d.MaxSlope, 0, 1.5),
		state.CheckRange("mover step height", d.StepHeight, 0, d.Height),
		state.CheckRange("mover snap distance", d.SnapDistance, 0, d.Height),
		state.CheckRange("mover skin", d.Skin, 0, 0.5*d.Radius),
		state.CheckRange("mover acceleration", d.Acceleration, 0, state.MaxSpeedInput),
		state.CheckRange("mover air acceleration", d.AirAcceleration, 0, state.MaxSpeedInput),
		state.CheckRange("mover mass", d.Mass, 0, state.MaxMass),
		state.CheckRange("mover push force", d.PushForce, 0, state.MaxForceInput),
	)
}

// Capsule returns the capsule of a character, around its feet, with another radius (m).
func (d *Def) Capsule(radius float32) (a, b vec.Vec3, r float32) {
	return vec.V3(0, d.Radius, 0), vec.V3(0, d.Height-d.Radius, 0), radius
}

// Rotation leads from the upright y axis to Up.
func (d *Def) Rotation() vec.Quat { return vec.QuatBetween(vec.AxisY, d.Up) }

// GroundState says how a character stands, see physics.MoverState.
type GroundState uint8

const (
	InAir GroundState = iota
	OnGround
	OnSteep
)

// String returns the state in words.
func (s GroundState) String() string {
	switch s {
	case InAir:
		return "in the air"
	case OnGround:
		return "on ground"
	case OnSteep:
		return "on steep ground"
	}
	return "unknown mover state"
}

// Ground describes the ground below a character, see physics.MoverGround.
type Ground struct {
	State          GroundState
	Shape          int32
	Normal, Point  vec.Vec3
	Child, Surface int
	Velocity       vec.Vec3
	Angle          float32
	Squeezed       bool
}

// Character is the capsule of a kinematic body.
type Character struct {
	*state.State
	broad    *broadphase.BroadPhase
	def      Def
	body     int32
	probe    shape.Geometry // the capsule, around the feet
	caster   shape.Geometry // a thinner one, which starts free of the shapes that the capsule leans on
	core     shape.Geometry // the middle of it, for shapes in which it is stuck
	rotation vec.Quat
	minUp    float32 // cosine of MaxSlope
	ground   Ground
	near     []obstacle
	found    []int32
	planes   []plane
	meshes   collide.MeshContacts
	walking  bool
}

// New returns a character without a body, see Steer.
func New(st *state.State, broad *broadphase.BroadPhase, def *Def) (*Character, error) {
	c := &Character{
		State: st, broad: broad, def: *def, body: state.None, rotation: def.Rotation(), minUp: vec.Cos(def.MaxSlope),
	}
	// the swept capsule is thinner by this (m) than the one that is kept free
	thin := vec.Min(collide.LinearSlop, float32(0.1*def.Radius))
	for _, g := range [...]struct {
		to     *shape.Geometry
		radius float32
	}{{&c.probe, def.Radius}, {&c.caster, def.Radius - thin}, {&c.core, 0.5 * def.Radius}} {
		built, err := shape.NewCapsule(def.Capsule(g.radius))
		if err != nil {
			return nil, err
		}
		*g.to = built
	}
	return c, nil
}

// Steer gives the character its kinematic body.
func (c *Character) Steer(body int32) { c.body = body }

// In returns a character that goes on with the same body in another world.
func (c *Character) In(st *state.State, broad *broadphase.BroadPhase) *Character {
	return &Character{
		State: st, broad: broad, def: c.def, body: c.body, probe: c.probe, caster: c.caster, core: c.core,
		rotation: c.rotation, minUp: c.minUp,
	}
}

// Ground returns the ground of the character, as found by the last Move.
func (c *Character) Ground() Ground { return c.ground }

// pose is where the capsule is while the feet are at p.
func (c *Character) pose(p vec.Vec3) vec.Transform { return vec.Transform{P: p, Q: c.rotation} }

// flat returns v without its component along the upward axis.
func (c *Character) flat(v vec.Vec3) vec.Vec3 { return v.MulSub(v.Dot(c.def.Up), c.def.Up) }
