package app

import (
	"tumble/internal/app/history"
	"tumble/internal/app/stage"
	"tumble/physics/drawing"
)

// drawings are the drawings of the program whose recording the session repeats.
type drawings struct {
	shown stage.Drawings
	// step is the step of the recording that they belong to, −1 for none.
	step int
	// marked is the last step whose marks the timeline has.
	marked int
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

// markDrawn puts the marks of the steps so far on the timeline.
func (a *App) markDrawn() {
	r, ok := a.session.World().Repetition()
	if !ok || !r.Follows || a.replay.recording == nil || r.Step <= a.drawings.marked {
		return
	}
	// the marks after a step have arrived with the next one
	a.drawings.marked = r.Step
	a.eachDrawing(r.Step-1, func(one *drawing.Drawing) {
		if one.Kind == drawing.Mark {
			a.past.history.Note(history.KindMark, one.Text)
		}
	})
}

// eachDrawing goes through the drawings after a step. Damaged ones are left out.
func (a *App) eachDrawing(step int, do func(*drawing.Drawing)) {
	for e, err := range a.replay.recording.Calls.EntriesAfter(step) {
		if err != nil {
			return
		}
		if e.Kind != drawing.EntryKind {
			continue
		}
		one, err := drawing.Decode(e.Data)
		if err == nil {
			do(&one)
		}
	}
}
