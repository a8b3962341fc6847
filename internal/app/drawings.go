package app

import (
	"fmt"

	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/panel"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/physics/debug/steptime"
	"tumble/physics/drawing"
)

// drawings are the drawings of the program whose recording the session repeats.
type drawings struct {
	shown stage.Drawings
	// step is the step of the recording that they belong to, −1 for none.
	step int
	// marked is the last step whose marks the timeline has.
	marked int
	// times are the times of the last step but one of the program, without its name if that step has none.
	times panel.Times
	// mean is the mean time (ns) of the newest of timed steps.
	mean  float64
	timed int
}

// followDrawings reads the drawings of the step at which the world stands.
func (a *App) followDrawings() {
	d := &a.drawings
	r, ok := a.session.World().Repetition()
	if !ok || !r.Follows || a.replay.recording == nil {
		if d.step >= 0 {
			a.forgetDrawings()
		}
		return
	}
	// those of the newest step of a program that goes on are still on their way
	if r.Step == d.step && r.Step < r.Steps {
		return
	}
	d.step = r.Step
	d.shown.Begin()
	a.eachDrawing(r.Step, d.shown.Add)
}

// forgetDrawings shows no drawings.
func (a *App) forgetDrawings() {
	a.drawings = drawings{step: -1}
	a.picture.Overlay().SetDrawings(&a.drawings.shown)
}

// followEntries takes the entries of the last step but one: the entries of the last step may not have arrived yet.
// Marks and long steps come on the timeline when they are seen first.
func (a *App) followEntries() {
	d := &a.drawings
	d.times.Program = ""
	r, ok := a.session.World().Repetition()
	if !ok || !r.Follows || a.replay.recording == nil {
		return
	}
	fresh := r.Step > d.marked
	d.marked = max(d.marked, r.Step)
	a.eachEntry(r.Step-1, func(e *physics.RecordedEntry) {
		switch e.Kind {
		case drawing.EntryKind:
			one, err := drawing.Decode(e.Data)
			if fresh && err == nil && one.Kind == drawing.Mark {
				a.markProgram(history.KindMark, one.Text)
			}
		case steptime.EntryKind:
			profile, err := steptime.Decode(e.Data)
			if err == nil {
				a.takeTimes(profile, fresh)
			}
		}
	})
}

const (
	// longStep is how many times the mean of the steps before a long step takes at least. It also takes longer than the
	// time that it simulates. Without both: a slow program has marks everywhere.
	longStep = 3
	// meanSteps is the number of steps of the mean.
	meanSteps = 30
)

// takeTimes notes the times of a step of the program.
func (a *App) takeTimes(profile physics.Profile, fresh bool) {
	d := &a.drawings
	if d.times.Profile, d.times.Program = profile, "the program"; a.live.on() {
		d.times.Program = a.live.program.Name()
	}
	if !fresh {
		return
	}
	wall := profile.Step
	long := float64(wall) > longStep*d.mean && wall*int64(a.session.Config.Loop.Hertz) > timestep.Second
	if d.mean > 0 && long {
		a.markProgram(history.KindHitch, fmt.Sprintf("a step of %.1f ms", float64(wall)/1e6))
	}
	d.mean += (float64(wall) - d.mean) / min(float64(d.timed+1), meanSteps)
	d.timed++
}

// markProgram marks the last tick but one, whose entries followEntries takes.
func (a *App) markProgram(kind history.Kinds, text string) {
	h := a.past.history
	h.NoteAt(h.Before(h.At()), kind, text)
}

// stepTimes are the times that the program tells of its steps, or the times of this window if it tells none.
func (a *App) stepTimes() panel.Times {
	if a.drawings.times.Program != "" {
		return a.drawings.times
	}
	return panel.Times{Profile: a.session.World().Profile()}
}

// eachDrawing goes through the drawings after a step. Damaged ones are left out.
func (a *App) eachDrawing(step int, do func(*drawing.Drawing)) {
	a.eachEntry(step, func(e *physics.RecordedEntry) {
		one, err := drawing.Decode(e.Data)
		if e.Kind == drawing.EntryKind && err == nil {
			do(&one)
		}
	})
}

// eachEntry goes through the entries after a step, up to one that cannot be read.
func (a *App) eachEntry(step int, do func(*physics.RecordedEntry)) {
	for e, err := range a.replay.recording.Calls.EntriesAfter(step) {
		if err != nil {
			return
		}
		do(&e)
	}
}
