package app

import (
	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/stage"
	"tumble/renderer/ui"
)

// openForks opens or closes the window with the forks.
func (a *App) openForks() {
	a.show.Interface = true
	a.panels.SetForks(!a.panels.Forks())
}

// fork copies the session once for each value of a parameter. Colours tell where the copies are apart.
func (a *App) fork(key string, values []string) error {
	split := a.split.Shows()
	a.split.Close()
	if err := a.forks.Begin(a.session, key, values, a.options.Clock); err != nil {
		return err
	}
	if split {
		a.openSplit()
	}
	a.show.SetColor(stage.ColorDifference)
	return nil
}

// toggleSplit shows the session and its forks side by side, or over each other again.
func (a *App) toggleSplit(r request) {
	switch {
	case a.split.Shows():
		a.split.Close()
	case !a.forks.Open():
		a.say(r.now(), "there are no forks: begin them first")
		a.show.Interface = true
		a.panels.SetForks(true)
	default:
		if a.lab.Open() {
			a.lab.Close()
			a.panels.SetLab(false)
		}
		a.openSplit()
	}
}

// openSplit shows the session and its forks side by side.
func (a *App) openSplit() {
	a.split.Open(&a.forks, a.picture, a.atlas, a.loop.Poses().Tick())
	a.loop.Redraw()
}

// endForks ends all copies.
func (a *App) endForks() {
	if !a.forks.Open() {
		return
	}
	a.split.Close()
	a.forks.End()
	a.forgetForks()
}

// leaveForks ends all copies where the session goes back and they cannot.
func (a *App) leaveForks() {
	if a.forks.Open() {
		a.endForks()
		a.message(a.now(), ui.ToneWarn, "the forks end: they cannot go back")
	}
}

// forgetForks gives the bodies their own colours again.
func (a *App) forgetForks() {
	a.twins = a.twins[:0]
	a.picture.Stage().SetTwins(a.twins)
	if a.show.Color == stage.ColorDifference {
		a.show.SetColor(stage.ColorPaint)
	}
}

// keepFork goes on with a copy instead of the session; the camera stays.
func (a *App) keepFork(i int) error {
	eye := a.tools.Camera.State()
	a.split.Close()
	kept := a.forks.Keep(i)
	a.forgetForks()
	if err := a.change(kept); err != nil {
		return err
	}
	a.tools.Camera.Set(eye, true)
	return nil
}

// finishForks waits for the copies after a step of the session.
func (a *App) finishForks(t timestep.TickTime) {
	if !a.forks.Open() {
		return
	}
	if err := a.forks.Finish(); err != nil {
		a.warn(a.now(), err)
		a.endForks()
		return
	}
	if a.show.Color == stage.ColorDifference {
		a.twins = a.forks.Farthest(a.twins)
		a.picture.Stage().SetTwins(a.twins)
	}
	a.split.Stepped(t, &a.show)
}

// ghostApart (m) is the distance from which a twin is drawn, mostGhosts how many are: outlines of bodies that lie in each other
// tell nothing.
const (
	ghostApart = 2e-3
	mostGhosts = 200
)

// drawForks draws the twins that are elsewhere, at the moment that the bodies are drawn at.
func (a *App) drawForks(f *engine.Frame) {
	w, drawn := a.session.World(), 0
	for i, fork := range a.forks.List() {
		for slot, d := range fork.Distances {
			if d < ghostApart {
				continue
			}
			b, ok := w.BodyAt(slot)
			twin, has := fork.Twin(slot)
			if !ok || !has || drawn == mostGhosts || a.picture.Stage().Hidden(b) {
				continue
			}
			drawn++
			// the body is drawn up to a step earlier than it is: its twin moves back with it
			if at, ok := f.Poses.Render(int32(slot), b.Generation()); ok && f.Show.Mode == timestep.Interpolate {
				twin.P = twin.P.Add(at.P.Sub(b.Position()))
			}
			a.ghosts.Draw(f.Packet, &stage.Ghost{Body: b, Pose: twin}, 1+i)
		}
	}
}
