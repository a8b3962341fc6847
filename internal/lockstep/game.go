package lockstep

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// game is the simulation of one side.
type game struct {
	run    *scenes.Run
	seed   uint64
	plant  Plant
	hashes []uint64 // of the last step, see step
}

func newGame(c *Config) (*game, error) {
	run, err := c.Scene.New(c.Scene.WorldDef(), nil)
	if err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	return &game{run: run, seed: c.Seed, plant: c.Plant}, nil
}

// make returns the input of a player for a step: a push on a random body in one step of ten, else none.
func (g *game) make(player int, step uint64) input {
	r := rand.New(rand.NewPCG(g.seed+uint64(player), step))
	if len(g.run.Bodies) == 0 || r.IntN(10) > 0 {
		return input{Body: -1}
	}
	f := func() float32 { return r.Float32() - .5 }
	return input{int32(r.IntN(len(g.run.Bodies))), f(), f(), f()}
}

// step applies the input of both players in the order of their numbers and steps the world. The hashes of the bodies
// are taken after the input and again after the step: what differs by then differs in many bodies, because they touch.
func (g *game) step(n uint64, inputs [2]input) error {
	for _, in := range inputs {
		if in.Body < 0 || int(in.Body) >= len(g.run.Bodies) {
			continue
		}
		if b := g.run.Bodies[in.Body]; b.Valid() {
			b.SetLinearVelocity(b.LinearVelocity().Add(vec.V3(in.X, in.Y, in.Z)))
		}
	}
	if g.plant.Step == n && g.plant.Body < len(g.run.Bodies) {
		b := g.run.Bodies[g.plant.Body]
		v := b.LinearVelocity()
		b.SetLinearVelocity(vec.V3(v.X+.001, v.Y, v.Z))
	}
	g.hashes = g.bodyHashes(nil)
	if err := g.run.Advance(0); err != nil {
		return fmt.Errorf("lockstep: %w", err)
	}
	g.hashes = g.bodyHashes(g.hashes)
	return nil
}

// bodyHashes appends a hash of each moving body, in the order of their creation.
func (g *game) bodyHashes(list []uint64) []uint64 {
	var buf []byte
	for _, b := range g.run.Bodies {
		if !b.Valid() {
			list = append(list, 0)
			continue
		}
		p, v, w := b.Transform(), b.LinearVelocity(), b.AngularVelocity()
		buf = buf[:0]
		for _, f := range [13]float32{p.P.X, p.P.Y, p.P.Z, p.Q.X, p.Q.Y, p.Q.Z, p.Q.W, v.X, v.Y, v.Z, w.X, w.Y, w.Z} {
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(f))
		}
		h := fnv.New64a()
		_, _ = h.Write(buf)
		list = append(list, h.Sum64())
	}
	return list
}
