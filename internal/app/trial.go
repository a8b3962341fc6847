package app

import (
	"errors"
	"fmt"
	"path/filepath"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/trial"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
)

// openTrial opens or closes the window of trials.
func (a *App) openTrial() {
	a.show.Interface = true
	a.panels.SetTrial(!a.panels.Trial())
}

var (
	errTrialLab    = errors.New("time steps side by side have no past: close them first")
	errTrialQuest  = errors.New("a search is in progress: Esc ends it")
	errTrialRegion = errors.New("no time is marked before this moment: From and To of the timeline mark it")
)

// try begins a trial. Where its members begin before the moment that the session stands at, they and the session first
// repeat the input since then.
func (a *App) try(plan *trial.Plan) error {
	h := a.past.history
	switch {
	case a.lab.Open():
		return errTrialLab
	case a.past.quest != nil:
		return errTrialQuest
	}
	a.endRegion()
	from, to, builds := h.At(), h.At(), false
	switch plan.From {
	case trial.FromStart:
		from, builds = h.Start()
	case trial.FromRegion:
		r := &a.past.region
		if !h.On(r.from) || !h.On(r.to) || h.Depth(r.from) >= h.Depth(r.to) {
			return errTrialRegion
		}
		from, to = r.from, r.to
	}
	if err := trial.Check(a.session, plan, builds || h.Depth(from) == 0 && h.Step(0) == 0); err != nil {
		return err
	}
	split := a.split.Shows()
	begin := func() error { return a.trial.Begin(a.session, plan, builds, a.options.Clock) }
	if from == to {
		if err := begin(); err != nil {
			return err
		}
		a.trialBegun(split)
		return nil
	}
	a.endTrial()
	a.seek(func() quest {
		return h.Walk(from, to, begin, a.trialTick)
	}, func(int64) {
		a.trial.Apply(h.Held())
		a.trial.Arrive()
		a.trialBegun(split)
	})
	return nil
}

// trialTick lets the members do a tick that the session does once more.
func (a *App) trialTick(events []input.Event, dt float32, carryOut func() error) error {
	a.trial.Start(events, dt)
	err := carryOut()
	return errors.Join(err, a.trial.Finish())
}

// trialBegun shows the members at the moment that they have come to. Colours tell where they are apart.
func (a *App) trialBegun(split bool) {
	if split {
		a.openSplit()
	}
	a.show.SetColor(stage.ColorDifference)
	a.showTwins()
	a.loop.Redraw()
}

// toggleSplit shows the session and the members of a trial side by side, or over each other again.
func (a *App) toggleSplit(r request) {
	switch {
	case a.split.Shows():
		a.split.Close()
	case !a.trial.Open():
		a.say(r.now(), "there is no trial: begin one first")
		a.show.Interface = true
		a.panels.SetTrial(true)
	default:
		if a.lab.Open() {
			a.lab.Close()
			a.panels.SetLab(false)
		}
		a.openSplit()
	}
}

// openSplit shows the session and the members of a trial side by side.
func (a *App) openSplit() {
	a.split.Open(&a.trial, a.picture, a.atlas, a.loop.Poses().Tick())
	a.loop.Redraw()
}

// endTrial ends all copies.
func (a *App) endTrial() {
	if !a.trial.Open() {
		return
	}
	a.split.Close()
	a.trial.End()
	a.forgetTrial()
}

// leaveTrial ends the trial where the session goes back and they cannot.
func (a *App) leaveTrial() {
	if a.trial.Open() {
		a.endTrial()
		a.message(a.now(), ui.ToneWarn, "the trial ends: its members cannot go there")
	}
}

// forgetTrial gives the bodies their own colours again.
func (a *App) forgetTrial() {
	a.twins = a.twins[:0]
	a.picture.Stage().SetTwins(a.twins)
	if a.show.Color == stage.ColorDifference {
		a.show.SetColor(stage.ColorPaint)
	}
}

// keepMember goes on with a copy instead of the session; the camera stays.
func (a *App) keepMember(i int) error {
	eye := a.tools.Camera.State()
	a.split.Close()
	kept := a.trial.Keep(i)
	a.forgetTrial()
	if err := a.change(kept); err != nil {
		return err
	}
	a.tools.Camera.Set(eye, true)
	return nil
}

// finishTrial waits for the copies after a step of the session.
func (a *App) finishTrial(t timestep.TickTime) {
	if !a.trial.Open() {
		return
	}
	if err := a.trial.Finish(); err != nil {
		a.warn(a.now(), err)
		a.endTrial()
		return
	}
	a.showTwins()
	a.split.Stepped(t, &a.show)
	if a.trial.Over() {
		a.loop.Hold()
		a.say(a.now(), fmt.Sprintf("the trial has lasted its %d steps", a.trial.Plan().Steps))
	}
}

// saveTrial writes a trial of this session to the folder for files.
func (a *App) saveTrial(i int) error {
	folder, err := a.output()
	if err != nil {
		return err
	}
	r := &a.trial.Records()[i]
	path := openscene.FreeName(filepath.Join(folder, "tumble-"+openscene.Label(r.Scene)), trial.Extension)
	if err := a.trial.SaveRecord(i, path); err != nil {
		return err
	}
	a.say(a.now(), "saved "+shown(path))
	return nil
}

// keptTrials are the trials in the folder for files.
func (a *App) keptTrials() ([]trial.Record, error) {
	folder, err := a.output()
	if err != nil {
		return nil, err
	}
	return trial.ReadFolder(folder)
}

// openTrialScene opens the scene of a trial with the values that it had, and calls then.
func (a *App) openTrialScene(r *trial.Record, then func()) {
	clock, loop := a.options.Clock, a.session.Config.Loop
	a.beginOpening(openscene.Label(r.Scene), func() opened {
		scene, err := openscene.Find(r.Scene)
		if err != nil {
			return opened{err: err}
		}
		config := param.NewConfig(scene)
		loop.Hertz, loop.Workers = config.Loop.Hertz, config.Loop.Workers
		config.Loop = loop
		registry := config.Registry()
		for _, v := range r.Set {
			if err := registry.Set(v.Key, v.Text); err != nil {
				return opened{err: err}
			}
		}
		s, err := session.New(config, clock)
		return opened{session: s, err: err}
	}, func(o opened) {
		if o.err != nil {
			a.warn(a.now(), o.err)
			return
		}
		then()
	})
}

// repeatTrial does a trial once more: one of this session with its input, one of a file from the start of its scene
// with the values that it had.
func (a *App) repeatTrial(r *trial.Record) {
	plan := r.Plan
	if r.Number > 0 {
		if err := a.try(&plan); err != nil {
			a.warn(a.now(), err)
		}
		return
	}
	plan.From = trial.FromStart
	for _, curve := range a.watch.Curves() {
		plan.Watched = append(plan.Watched, curve.Meter)
	}
	a.openTrialScene(r, func() {
		if err := a.try(&plan); err != nil {
			a.warn(a.now(), err)
			return
		}
		a.loop.Virtual().SetPaused(false)
	})
}

// showTwins colours the bodies by their distances from their twins, where that is chosen.
func (a *App) showTwins() {
	if a.show.Color == stage.ColorDifference {
		a.twins = a.trial.Farthest(a.twins)
		a.picture.Stage().SetTwins(a.twins)
	}
}

// ghostApart (m) is the distance from which a twin is drawn, mostGhosts how many are: outlines of bodies that lie in
// each other tell nothing.
const (
	ghostApart = 2e-3
	mostGhosts = 200
)

// drawTrial draws the twins that are elsewhere, at the moment that the bodies are drawn at.
func (a *App) drawTrial(f *engine.Frame) {
	w, drawn := a.session.World(), 0
	for i, member := range a.trial.Members() {
		for slot, d := range member.Distances {
			if d < ghostApart {
				continue
			}
			b, ok := w.BodyAt(slot)
			twin, has := member.Twin(slot)
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

// scriptResults tells the numbers of the trial.
func (a *App) scriptResults(_ request, _ []string, answer *scriptAnswer) error {
	t := &a.trial
	if !t.Open() {
		return errors.New("app: there is no trial")
	}
	state := &trialState{First: t.First(), Members: []string{t.Label()}}
	for _, m := range t.Members() {
		state.Members = append(state.Members, m.Name())
	}
	for _, row := range t.Table(nil) {
		goals := trialGoals{Goal: row.Goal.String(), Best: row.Best}
		for i := range state.Members {
			if v := row.Values[i]; v-v == 0 {
				goals.Values = append(goals.Values, &row.Values[i])
			} else {
				goals.Values = append(goals.Values, nil)
			}
		}
		state.Rows = append(state.Rows, goals)
	}
	answer.Trial = state
	return nil
}
