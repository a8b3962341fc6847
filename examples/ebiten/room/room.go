// Package room is a game without its window: crates that fall and pile up in a plane, stepped at a fixed rate and shown
// between steps.
package room

import (
	"errors"

	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/vec"
)

const (
	rate = 60 // steps a second
	// wide and high are half the width and the height of the room (m).
	wide, high = 10, 12
	crateHalf  = 0.4 // m
	rows       = 8   // of the pyramid that stands there first
)

// ErrOutside is the error about a crate that would lie outside of the room.
var ErrOutside = errors.New("room: outside")

// Box is a box of the picture: its middle (m, x to the right and y up), its angle (rad, counterclockwise) and half its
// sides (m). Static ones are the floor and the walls.
type Box struct {
	X, Y, Angle, HalfX, HalfY float32
	Static                    bool
}

// thing is a body of the world with its poses after the last two steps.
type thing struct {
	body        physics.Body
	half        physics.Vec3
	before, now physics.Transform
}

// Room is the world with the loop that steps it.
type Room struct {
	world  *physics.World
	loop   *timestep.Runner
	alpha  float32 // how far the picture is from the last step but one to the last
	things []thing
}

// New makes a room with a pyramid of crates.
func New() (*Room, error) {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	loop, err := timestep.NewRunner(timestep.DefaultStrategy, rate)
	if err != nil {
		return nil, err
	}
	r := &Room{world: world, loop: loop}
	return r, errors.Join(
		r.add(physics.Static, physics.V3(0, 0.25, 0), physics.V3(wide, 0.25, 1)),
		r.add(physics.Static, physics.V3(-wide-0.25, high/2, 0), physics.V3(0.25, high/2, 1)),
		r.add(physics.Static, physics.V3(wide+0.25, high/2, 0), physics.V3(0.25, high/2, 1)),
		r.pile(),
	)
}

// pile adds the pyramid.
func (r *Room) pile() error {
	for row := range rows {
		for i := range rows - row {
			x := 2.1 * crateHalf * (float32(i) - float32(rows-row-1)/2)
			err := r.Drop(x, 0.5+crateHalf*(1+2*float32(row)))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Drop adds a crate at a point of the room (m). It returns ErrOutside if the point is not in the room.
func (r *Room) Drop(x, y float32) error {
	if !(x > crateHalf-wide && x < wide-crateHalf && y > 0 && y < high) {
		return ErrOutside
	}
	return r.add(physics.Dynamic, physics.V3(x, y, 0), physics.V3(crateHalf, crateHalf, crateHalf))
}

// add adds a box with half its sides (m) that stays in the plane of the picture.
func (r *Room) add(kind physics.BodyType, at, half physics.Vec3) error {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = kind, at
	def.Locks = physics.LockLinearZ | physics.LockAngularX | physics.LockAngularY
	body, err := r.world.CreateBody(def)
	if err != nil {
		return err
	}
	_, err = body.CreateShape(physics.BoxHalf(half.X, half.Y, half.Z), physics.DefaultShapeDef())
	pose := body.Transform()
	r.things = append(r.things, thing{body, half, pose, pose})
	return err
}

// Clear takes all crates away.
func (r *Room) Clear() {
	left := r.things[:0]
	for _, t := range r.things {
		if t.body.Type() == physics.Dynamic {
			t.body.Destroy()
			continue
		}
		left = append(left, t)
	}
	r.things = left
}

// Frame computes the steps that are due at a reading of the clock (ns).
func (r *Room) Frame(now int64) error {
	r.loop.Begin(now)
	for {
		tick, due := r.loop.Next(0)
		if !due {
			break
		}
		err := r.world.Step(tick.Dt)
		if err != nil {
			return err
		}
		for i := range r.things {
			t := &r.things[i]
			t.before, t.now = t.now, t.body.Transform()
		}
		r.loop.Ran(0)
	}
	show := r.loop.End()
	r.alpha = show.Alpha32()
	return nil
}

// Boxes appends the boxes as they are at the moment of the picture.
func (r *Room) Boxes(buf []Box) []Box {
	for i := range r.things {
		t := &r.things[i]
		at, q := t.before.P.Lerp(t.now.P, r.alpha), t.before.Q.Nlerp(t.now.Q, r.alpha)
		buf = append(buf, Box{at.X, at.Y, 2 * vec.Atan2(q.Z, q.W), t.half.X, t.half.Y, t.body.Type() == physics.Static})
	}
	return buf
}
