package main

import (
	"sync"

	"tumble/engine/timestep"
	"tumble/physics"
)

const (
	players = 4
	crates  = 30
	// strength (N) of a player.
	strength = 400
)

// input is the wish of a player: a push of length 1 at most.
type input struct {
	player int
	push   physics.Vec3
}

// room is a world with players and crates between them. Inputs may come from any goroutine.
type room struct {
	world   *physics.World
	players [players]physics.Body
	// advance is world.Step, or that of a server that shows the room
	advance func(dt float32) error

	mu     sync.Mutex
	inputs []input
}

func newRoom() (*room, error) {
	def := physics.DefaultWorldDef()
	// viewers see how long the stages of a step take
	def.Clock = timestep.RealClock().Now
	world, err := physics.NewWorld(def)
	if err != nil {
		return nil, err
	}
	r := &room{world: world, advance: world.Step}
	if _, err := r.add(physics.Static, physics.V3(0, -0.5, 0), physics.BoxHalf(20, 0.5, 20)); err != nil {
		return nil, err
	}
	for i := range r.players {
		at := physics.V3(float32(3*i)-4.5, 1, 6)
		if r.players[i], err = r.add(physics.Dynamic, at, physics.Sphere{Radius: 0.5}); err != nil {
			return nil, err
		}
	}
	for i := range crates {
		at := physics.V3(1.1*float32(i%6)-3, 0.5+float32(i/6), 0)
		if _, err := r.add(physics.Dynamic, at, physics.BoxHalf(0.5, 0.5, 0.5)); err != nil {
			return nil, err
		}
	}
	return r, nil
}

func (r *room) add(kind physics.BodyType, at physics.Vec3, g physics.Geometry) (physics.Body, error) {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = kind, at
	body, err := r.world.CreateBody(def)
	if err != nil {
		return body, err
	}
	_, err = body.CreateShape(g, physics.DefaultShapeDef())
	return body, err
}

// send keeps an input for the next step.
func (r *room) send(in input) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inputs = append(r.inputs, in)
}

// step applies the inputs and advances the world.
func (r *room) step() error {
	r.mu.Lock()
	for _, in := range r.inputs {
		r.players[in.player].ApplyForceToCenter(in.push.Mul(strength))
	}
	r.inputs = r.inputs[:0]
	r.mu.Unlock()
	return r.advance(1.0 / rate)
}
