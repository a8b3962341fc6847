package netlab

import (
	"tumble/engine/nettime"
	"tumble/internal/netgame"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// world is the simulation of one end.
type world struct {
	*netgame.Game
	// before and now are the motions of the bodies at the last two ticks.
	before, now []nettime.Motion
	// truth has the positions of the bodies by tick, as they were simulated last.
	truth [][]vec.Vec3
}

func newWorld(scene *scenes.Scene, hertz int) (*world, error) {
	g, err := netgame.New(scene, hertz)
	if err != nil {
		return nil, err
	}
	w := &world{Game: g, now: g.Motions(nil), before: g.Motions(nil)}
	w.note()
	return w, nil
}

// note keeps the positions of the present tick as its truth.
func (w *world) note() {
	n := w.Run.StepCount
	for len(w.truth) <= n {
		w.truth = append(w.truth, make([]vec.Vec3, len(w.now)))
	}
	for i := range w.now {
		w.truth[n][i] = w.now[i].P
	}
}

// Load implements nettime.World.
func (w *world) Load(s *netgame.State) error {
	if err := w.Game.Load(s); err != nil {
		return err
	}
	w.now = w.Motions(w.now[:0])
	return nil
}

// Step implements nettime.World.
func (w *world) Step(inputs []nettime.Input) error {
	if err := w.Game.Step(inputs); err != nil {
		return err
	}
	w.before, w.now = w.now, w.Motions(w.before[:0])
	w.note()
	return nil
}
