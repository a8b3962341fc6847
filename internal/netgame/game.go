// Package netgame plays scenes for two players in the way in which package nettime wants a world: it can be saved,
// loaded, stepped with the inputs of both, and hashed.
package netgame

import (
	"fmt"

	"tumble/engine/nettime"
	"tumble/physics"
	"tumble/physics/scenes"
)

// Players is how many play.
const Players = 2

// Game is a scene in progress. It implements nettime.World[State].
type Game struct {
	Run   *scenes.Run
	hertz int
}

// State is a saved state of a game. Its storage is used again.
type State struct {
	world physics.Snapshot
	run   scenes.RunState
}

// New builds a scene for two players, to be stepped so many times a second.
func New(scene *scenes.Scene, hertz int) (*Game, error) {
	if scene.PlayerCount() != Players {
		return nil, fmt.Errorf("netgame: scene %s is not for two players", scene.Name)
	}
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return nil, fmt.Errorf("netgame: %w", err)
	}
	return &Game{Run: run, hertz: hertz}, nil
}

// Close frees the world.
func (g *Game) Close() { g.Run.World.Close() }

// Save implements nettime.World.
func (g *Game) Save(s *State) error {
	s.run.Take(g.Run)
	return g.Run.World.Snapshot(&s.world)
}

// Load implements nettime.World.
func (g *Game) Load(s *State) error {
	if err := g.Run.World.Restore(&s.world); err != nil {
		return err
	}
	s.run.Give(g.Run)
	return nil
}

// Step implements nettime.World. The first two bytes of an input are the axes of its player, from −127 to 127.
func (g *Game) Step(inputs []nettime.Input) error {
	for player, in := range inputs {
		for axis := range g.Run.Scene.Controls {
			g.Run.SetPlayerControl(player, axis, max(float64(int8(in[axis]))/127, -1))
		}
	}
	return g.Run.Advance(g.hertz)
}

// Hash implements nettime.World.
func (g *Game) Hash() uint64 { return g.Run.World.Hash() }

// Motions appends the motions of the bodies.
func (g *Game) Motions(list []nettime.Motion) []nettime.Motion {
	for _, b := range g.Run.Bodies {
		v, w := b.LinearVelocity(), b.AngularVelocity()
		list = append(list, nettime.Motion{P: b.WorldCenter(), Q: b.Rotation(), V: v, W: w})
	}
	return list
}

// SetMotion gives a body a motion.
func (g *Game) SetMotion(body int, m *nettime.Motion) {
	b := g.Run.Bodies[body]
	b.SetTransform(physics.Transform{P: m.P.Sub(m.Q.Rotate(b.LocalCenter())), Q: m.Q})
	b.SetLinearVelocity(m.V)
	b.SetAngularVelocity(m.W)
}

// Owned are the bodies of a player: a car with its wheels, or the ball of the player.
func (g *Game) Owned(player int) []int {
	if len(g.Run.Vehicles) <= player {
		return []int{player}
	}
	n := 1 + len(g.Run.Vehicles[player].Wheels)
	list := make([]int, n)
	for i := range list {
		list[i] = player*n + i
	}
	return list
}
