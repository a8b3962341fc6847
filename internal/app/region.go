package app

import (
	"slices"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/app/watch"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/renderer/ui"
)

// repeating is a stretch of the past that is repeated while parameters move.
type repeating struct {
	// from and to are the ticks of the stretch, waiting that the session is on its way to its beginning
	from, to int
	waiting  bool
	loop     *history.Loop // nil while nothing repeats
	clock    float64       // that has to be caught up with (s)
	set      *meter.Set
	script   *history.Script // of the pass that is done once more as a branch, nil for none
	events   []input.Event
}

// regionLength is how much is repeated where no stretch was marked (s).
const regionLength = 2

// toggleRegion begins to repeat the stretch that was marked, or else the last two seconds, or ends that.
func (a *App) toggleRegion() {
	r, h := &a.past.region, a.past.history
	switch {
	case r.loop != nil || r.waiting:
		a.endRegion()
		return
	case a.lab.Open():
		a.message(a.now(), ui.ToneWarn, "time steps side by side have no past: close them first")
		return
	}
	from, to := a.stretch()
	if h.Depth(to) <= h.Depth(from) {
		a.message(a.now(), ui.ToneWarn, "there is nothing to repeat yet")
		return
	}
	r.from, r.to = from, to
	a.leaveFor(from)
	r.waiting = true
	a.panels.SetTimeline(true)
	a.show.Interface = true
}

// stretch is the stretch that was marked on the present branch, or else the two seconds up to the present moment: the
// ticks from which and up to which it goes.
func (a *App) stretch() (from, to int) {
	r, h := &a.past.region, a.past.history
	if h.On(r.from) && h.On(r.to) && h.Depth(r.from) < h.Depth(r.to) {
		return r.from, r.to
	}
	to = h.Target()
	return h.TickBy(h.Time(to) - regionLength), to
}

// markRegion marks where the stretch begins, or ends, at the moment that is looked at.
func (a *App) markRegion(end bool) {
	r, h := &a.past.region, a.past.history
	from, to := a.stretch()
	if end {
		to = h.Target()
	} else {
		from = h.Target()
	}
	if h.Depth(from) >= h.Depth(to) {
		// the other end follows two seconds on, or back
		if end {
			from = h.TickBy(h.Time(to) - regionLength)
		} else {
			to = h.TickBy(h.Time(from) + regionLength)
		}
	}
	a.endRegion()
	r.from, r.to = from, to
}

// endRegion ends the repetition; the session stands at the beginning of the stretch, as it was.
func (a *App) endRegion() {
	r := &a.past.region
	r.waiting = false
	if r.loop == nil {
		return
	}
	err := r.loop.End()
	r.loop, a.view.Repeat = nil, nil
	a.warn(a.now(), err)
	a.showMoment()
	a.loop.Redraw()
}

// followRegion advances the repeated region by the time since the last frame (ns).
func (a *App) followRegion(elapsed int64) error {
	r, h := &a.past.region, a.past.history
	if r.waiting && h.Arrived() {
		r.waiting = false
		loop, err := h.Repeat(r.to)
		if err != nil {
			a.message(a.now(), ui.ToneWarn, "this stretch cannot be repeated: something was undone in it")
			return nil
		}
		a.measureRegion()
		loop.Measure = func(w *physics.World, out []float64) []float64 {
			return r.set.Measure(w, watch.After(a.session.Now()), out)
		}
		r.loop, r.clock, a.view.Repeat = loop, 0, loop
		return nil
	}
	if r.loop == nil {
		return nil
	}
	if !slices.Equal(r.set.Meters(), a.watch.Meters()) {
		if err := r.loop.Renew(); err != nil {
			return err
		}
		a.measureRegion()
	}
	num, den := a.loop.Virtual().Speed()
	r.clock += float64(min(elapsed, timestep.DefaultClamp)) * 1e-9 * float64(num) / float64(den)
	stop := a.now() + lookBudget
	for r.clock >= r.loop.Length() {
		r.clock -= r.loop.Length()
		if err := r.loop.Tick(); err != nil {
			return err
		}
		if r.loop.At() == 0 {
			a.measureRegion()
		}
		if a.options.Clock != nil && a.now() > stop {
			r.clock = 0
			break
		}
	}
	a.showBodies()
	a.loop.Redraw()
	return nil
}

// measureRegion measures what is watched anew in the stretch that repeats.
func (a *App) measureRegion() {
	r := &a.past.region
	r.set = meter.NewSet(a.watch.Meters())
	r.set.Begin(a.session.World())
}

// setInRegion takes a command while a stretch repeats: parameters alone.
func (a *App) setInRegion(c input.Event) {
	if a.past.region.loop != nil && session.SetsAny(&c) {
		a.past.region.loop.Set(c)
		return
	}
	a.message(c.Time, ui.ToneWarn, "while a stretch repeats only parameters change")
}

// keepPass ends the repetition and does a pass once more, as a branch.
func (a *App) keepPass(i int) {
	r := &a.past.region
	if r.loop == nil || i < 0 || i >= len(r.loop.Passes) {
		return
	}
	script := r.loop.Script(i)
	a.endRegion()
	if err := a.loop.SetRate(int64(script.Hertz())); err != nil {
		a.warn(a.now(), err)
		return
	}
	r.script = script
	a.past.acted = true
	a.loop.Virtual().SetPaused(false)
}

// scripted adds the input of the pass that is kept to that of a tick.
func (a *App) scripted(t timestep.TickTime, events []input.Event) []input.Event {
	r := &a.past.region
	if r.script == nil {
		return events
	}
	list, ok := r.script.Next()
	if !ok {
		return events
	}
	if rec := a.session.Recorder(); rec != nil {
		for i := range list {
			// the error stays with the recorder
			_ = rec.Input(t.N, &list[i])
		}
	}
	r.events = append(append(r.events[:0], events...), list...)
	return r.events
}

// endScript stops time where the pass that is kept has been done.
func (a *App) endScript() {
	r := &a.past.region
	if r.script == nil {
		return
	}
	if done, same := r.script.Done(a.session.Digest()); done {
		r.script = nil
		a.loop.Hold()
		text := "the pass is kept as a branch"
		if !same {
			text += ", with other input"
		}
		a.say(a.now(), text)
	}
}
