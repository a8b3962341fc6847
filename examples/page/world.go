// Command page runs the engine in a browser page: crates fall where the page is clicked. `go run .` builds the page's
// program and serves it on this machine; the page needs nothing but the engine and a canvas.
package main

import (
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/vec"
)

const rate = 60 // steps a second

// crate is a body with its poses after the last two steps.
type crate struct {
	body        physics.Body
	before, now physics.Transform
}

// world is the world of the page with the loop that steps it.
type world struct {
	physics *physics.World
	loop    *timestep.Runner
	crates  []crate
}

// newWorld makes a floor with a pile of crates on it.
func newWorld() (*world, error) {
	p, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return nil, err
	}
	loop, err := timestep.NewRunner(timestep.DefaultStrategy, rate)
	if err != nil {
		return nil, err
	}
	floor, err := p.CreateBody(physics.DefaultBodyDef())
	if err == nil {
		_, err = floor.CreateShape(physics.BoxHalf(100, 0.5, 2), physics.DefaultShapeDef())
	}
	w := &world{physics: p, loop: loop}
	for i := 0; i < 10 && err == nil; i++ {
		err = w.drop(float32(i%2)/4, 1+float32(i))
	}
	return w, err
}

// drop adds a crate at a point (m) of the plane of the picture, in which it stays.
func (w *world) drop(x, y float32) error {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(x, y, 0)
	def.Locks = physics.LockLinearZ | physics.LockAngularX | physics.LockAngularY
	body, err := w.physics.CreateBody(def)
	if err != nil {
		return err
	}
	_, err = body.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), physics.DefaultShapeDef())
	pose := body.Transform()
	w.crates = append(w.crates, crate{body, pose, pose})
	return err
}

// frame does the steps that are due at a time (ns) and draws each crate between its last two poses: its middle (m) and
// its angle (rad).
func (w *world) frame(now int64, draw func(x, y, angle float32)) error {
	w.loop.Begin(now)
	for {
		tick, due := w.loop.Next(0)
		if !due {
			break
		}
		err := w.physics.Step(tick.Dt)
		if err != nil {
			return err
		}
		for i := range w.crates {
			c := &w.crates[i]
			c.before, c.now = c.now, c.body.Transform()
		}
		w.loop.Ran(0)
	}
	show := w.loop.End()
	between := show.Alpha32()
	for _, c := range w.crates {
		at, q := c.before.P.Lerp(c.now.P, between), c.before.Q.Nlerp(c.now.Q, between)
		draw(at.X, at.Y, 2*vec.Atan2(q.Z, q.W))
	}
	return nil
}
