package netlab

import (
	"fmt"

	"tumble/engine/nettime"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// world is the simulation of one end.
type world struct {
	run   *scenes.Run
	hertz int
	// before and now are the motions of the bodies at the last two ticks.
	before, now []nettime.Motion
	// truth has the positions of the bodies by tick, as they were simulated last.
	truth [][]vec.Vec3
}

// saved is the state of a world.
type saved struct {
	world physics.Snapshot
	run   scenes.RunState
}

func newWorld(scene *scenes.Scene, hertz int) (*world, error) {
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return nil, fmt.Errorf("netlab: %w", err)
	}
	w := &world{run: run, hertz: hertz}
	w.now = w.motions(nil)
	w.before = w.motions(nil)
	w.note()
	return w, nil
}

func (w *world) motions(list []nettime.Motion) []nettime.Motion {
	for _, b := range w.run.Bodies {
		list = append(list, motionOf(b))
	}
	return list
}

func motionOf(b physics.Body) nettime.Motion {
	return nettime.Motion{P: b.WorldCenter(), Q: b.Rotation(), V: b.LinearVelocity(), W: b.AngularVelocity()}
}

// setMotion gives a body a motion.
func setMotion(b physics.Body, m *nettime.Motion) {
	b.SetTransform(physics.Transform{P: m.P.Sub(m.Q.Rotate(b.LocalCenter())), Q: m.Q})
	b.SetLinearVelocity(m.V)
	b.SetAngularVelocity(m.W)
}

// note keeps the positions of the present tick as its truth.
func (w *world) note() {
	n := w.run.StepCount
	for len(w.truth) <= n {
		w.truth = append(w.truth, make([]vec.Vec3, len(w.now)))
	}
	for i := range w.now {
		w.truth[n][i] = w.now[i].P
	}
}

// Save implements nettime.World.
func (w *world) Save(s *saved) error {
	s.run.Take(w.run)
	return w.run.World.Snapshot(&s.world)
}

// Load implements nettime.World.
func (w *world) Load(s *saved) error {
	if err := w.run.World.Restore(&s.world); err != nil {
		return err
	}
	s.run.Give(w.run)
	w.now = w.motions(w.now[:0])
	return nil
}

// Step implements nettime.World. The first two bytes of an input are the axes of its player, from −127 to 127.
func (w *world) Step(inputs []nettime.Input) error {
	for player, in := range inputs {
		for axis := range w.run.Scene.Controls {
			w.run.SetPlayerControl(player, axis, max(float64(int8(in[axis]))/127, -1))
		}
	}
	if err := w.run.Advance(w.hertz); err != nil {
		return err
	}
	w.before, w.now = w.now, w.motions(w.before[:0])
	w.note()
	return nil
}

// Hash implements nettime.World.
func (w *world) Hash() uint64 { return w.run.World.Hash() }

// owned are the bodies of a player: a car with its wheels, or the ball of the player.
func owned(r *scenes.Run, player int) []int {
	if len(r.Vehicles) <= player {
		return []int{player}
	}
	n := 1 + len(r.Vehicles[player].Wheels)
	list := make([]int, n)
	for i := range list {
		list[i] = player*n + i
	}
	return list
}

// goal is the body that a player is after: the ball, or the top of the tower.
func goal(r *scenes.Run) int { return len(r.Bodies) - 1 }
