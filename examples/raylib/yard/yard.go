// Package yard is a game without its window: a wall of bricks and a figure, at which balls are thrown. It steps at a
// fixed rate and is shown between steps.
package yard

import (
	"errors"

	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

const (
	rate       = 60 // steps a second
	rows       = 10 // of the wall
	columns    = 8
	ballRadius = 0.4 // m
	ballSpeed  = 25  // m/s
	mostBalls  = 20
)

// Half is half the floor's sides (m); its upper side lies at 0.
var Half = physics.V3(20, 0.5, 20)

// Part is a shape of the picture: its geometry in the frame of a body, and where the body is (m).
type Part struct {
	Geometry physics.Geometry
	Pose     physics.Transform
	// Body tells the bodies apart, from 0 on.
	Body int
}

// thing is a body of the world with its shapes, and its poses after the last two steps.
type thing struct {
	body        physics.Body
	shapes      []physics.Geometry
	before, now physics.Transform
}

// Yard is the world with the loop that steps it.
type Yard struct {
	world  *physics.World
	loop   *timestep.Runner
	alpha  float32 // how far the picture is from the last step but one to the last
	things []thing
	balls  []physics.Body
}

// New makes a yard.
func New() (*Yard, error) {
	loop, err := timestep.NewRunner(timestep.DefaultStrategy, rate)
	if err != nil {
		return nil, err
	}
	y := &Yard{loop: loop}
	return y, y.Reset()
}

// Reset begins anew: the wall stands, and the figure falls onto it.
func (y *Yard) Reset() error {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return err
	}
	y.world, y.things, y.balls = world, nil, nil
	_, err = y.add(physics.Static, physics.V3(0, -Half.Y, 0), physics.Vec3{}, physics.BoxHalf(Half.X, Half.Y, Half.Z))
	if err != nil {
		return err
	}
	brick := physics.V3(0.4, 0.2, 0.2)
	for row := range rows {
		for column := range columns {
			x := 2.02 * brick.X * (float32(column) - float32(columns-1)/2 + 0.5*float32(row%2))
			at := physics.V3(x, brick.Y*float32(2*row+1), 0)
			_, err = y.add(physics.Dynamic, at, physics.Vec3{}, physics.BoxHalf(brick.X, brick.Y, brick.Z))
			if err != nil {
				return err
			}
		}
	}
	def := rigs.DefaultRagdollDef()
	def.Pose.P = physics.V3(0, 2*brick.Y*rows+0.2, 0)
	figure, err := rigs.NewRagdoll(world, def)
	if err != nil {
		return err
	}
	for _, b := range figure.Bodies {
		y.keep(b)
	}
	return nil
}

// Throw throws a ball from a position (m) in a direction of any length. With mostBalls in the yard the oldest ball is
// removed first.
func (y *Yard) Throw(from, direction physics.Vec3) error {
	if !(direction.Len() > 0) {
		return errors.New("yard: a ball has no direction")
	}
	if len(y.balls) == mostBalls {
		y.forget(y.balls[0])
		y.balls = y.balls[1:]
	}
	velocity := direction.Norm().Mul(ballSpeed)
	ball, err := y.add(physics.Dynamic, from, velocity, physics.Sphere{Radius: ballRadius})
	y.balls = append(y.balls, ball)
	return err
}

// add adds a body with a shape.
func (y *Yard) add(kind physics.BodyType, at, velocity physics.Vec3, g physics.Geometry) (physics.Body, error) {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.LinearVelocity = kind, at, velocity
	body, err := y.world.CreateBody(def)
	if err != nil {
		return body, err
	}
	_, err = body.CreateShape(g, physics.DefaultShapeDef())
	y.keep(body)
	return body, err
}

// keep shows a body from now on.
func (y *Yard) keep(b physics.Body) {
	t := thing{body: b, before: b.Transform(), now: b.Transform()}
	for _, s := range b.Shapes(nil) {
		t.shapes = append(t.shapes, s.Geometry())
	}
	y.things = append(y.things, t)
}

// forget destroys a body.
func (y *Yard) forget(b physics.Body) {
	left := y.things[:0]
	for _, t := range y.things {
		if t.body != b {
			left = append(left, t)
		}
	}
	y.things = left
	b.Destroy()
}

// Frame computes the steps that are due at a reading of the clock (ns).
func (y *Yard) Frame(now int64) error {
	y.loop.Begin(now)
	for {
		tick, due := y.loop.Next(0)
		if !due {
			break
		}
		err := y.world.Step(tick.Dt)
		if err != nil {
			return err
		}
		for i := range y.things {
			t := &y.things[i]
			t.before, t.now = t.now, t.body.Transform()
		}
		y.loop.Ran(0)
	}
	show := y.loop.End()
	y.alpha = show.Alpha32()
	return nil
}

// Parts appends the shapes as they are at the moment of the picture.
func (y *Yard) Parts(buf []Part) []Part {
	for i := range y.things {
		t := &y.things[i]
		pose := vec.Transform{P: t.before.P.Lerp(t.now.P, y.alpha), Q: t.before.Q.Nlerp(t.now.Q, y.alpha)}
		for _, g := range t.shapes {
			buf = append(buf, Part{g, pose, i})
		}
	}
	return buf
}
