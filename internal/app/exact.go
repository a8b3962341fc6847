package app

import (
	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/stage"
	"tumble/internal/truth"
	"tumble/physics"
)

// exact is the exact solution beside a scene that has one, with the ghosts of its last two steps.
type exact struct {
	twin        *truth.Twin
	before, now []physics.Transform
	outlines    stage.Ghosts
}

// followTruth brings the exact solution to the time of the session.
func (a *App) followTruth() {
	e, s := &a.exact, a.session
	fresh := !e.twin.Follows(s.Run)
	if fresh {
		e.twin = truth.Follow(s.Run)
		a.watch.Compare(nil)
		if e.twin != nil {
			a.watch.Compare(e.twin.Error)
		}
	}
	if e.twin == nil {
		e.before, e.now = e.before[:0], e.now[:0]
		return
	}
	e.twin.AdvanceTo(s.Time())
	e.before, e.now = e.now, e.before[:0]
	ghosts := e.twin.Ghosts()
	for i := range ghosts {
		e.now = append(e.now, ghosts[i].Transform())
	}
	if fresh || len(e.before) != len(e.now) {
		e.before = append(e.before[:0], e.now...)
	}
}

// draw draws the ghosts at the moment that the bodies are drawn at.
func (e *exact) draw(f *engine.Frame) {
	if e.twin == nil {
		return
	}
	alpha := float32(1)
	if f.Show.Mode == timestep.Interpolate {
		alpha = f.Show.Alpha32()
	}
	for i := range min(len(e.before), len(e.now)) {
		from, to := &e.before[i], &e.now[i]
		ghost := stage.Ghost{Body: e.twin.Body(i), Pose: physics.Transform{P: from.P.Lerp(to.P, alpha),
			Q: from.Q.Slerp(to.Q, alpha)}}
		e.outlines.Draw(f.Packet, &ghost, 0)
	}
}

// openRigs opens or closes the list of truth rigs.
func (a *App) openRigs() {
	a.show.Interface = true
	a.panels.SetRigs(!a.panels.Rigs())
}
