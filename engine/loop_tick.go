package engine

import (
	"context"
	"fmt"
	"runtime/trace"

	"tumble/engine/input"
	"tumble/engine/timestep"
)

// feedback takes the reports of the render side.
func (l *Loop) feedback() error {
	ex := l.cfg.Executor
	if ex == nil {
		return nil
	}
	for ex.Poll(&l.present) {
		p := &l.present
		before := l.status.LastPresent.SwapEnd
		l.status.LastPresent = *p
		l.hitch.Presented(p)
		if l.cfg.OnPresent != nil {
			l.cfg.OnPresent(p)
		}
		if !p.Swapped {
			continue
		}
		if before != 0 {
			l.shown = p.SwapEnd - before
		}
		fb := timestep.Feedback{ID: p.ID, DrawEnd: p.DrawEnd, Stamp: p.SwapEnd, Vsync: p.Interval != 0,
			Changed: p.VsyncChanged}
		l.runner.Presented(fb)
		l.pace.Presented(p.ID, p.SwapEnd)
		l.vsync.Presented(fb, l.period())
		// the first frames of a window, before its clock is locked, differ from later frames; a frame that waits for
		// the swap of the frame before has not begun to be drawn
		if display := l.Strategies().Display(); display.Lock() == timestep.LockHeld {
			l.jit.Observe(p.DrawEnd-max(p.Submitted, before)+l.status.RecordNs+l.status.StepNs, display.Missed())
		}
	}
	if ignored := l.vsync.Ignored(); ignored != l.status.VsyncIgnored {
		l.status.VsyncIgnored = ignored
		l.setDisplay(ignored)
	}
	l.status.Drawn = ex.Counters()
	return ex.Err()
}

// events gives the window's events to the simulation, until one of them, or a signal meanwhile, ends the program.
func (l *Loop) events() {
	for !l.stopping() {
		var ok bool
		// a field, because a local variable would be allocated for every event
		if l.event, ok = l.inbox.Pop(); !ok {
			break
		}
		l.dirty = true
		if l.oldestInput == 0 {
			l.oldestInput = l.event.Time
		}
		l.newestInput = l.event.Time
		l.cfg.Simulation.Input(&l.event, l.world)
	}
	l.status.LostEvents = l.inbox.Lost() + l.world.Lost()
}

// ticks runs the ticks of the frame.
func (l *Loop) ticks(now int64) error {
	region := trace.StartRegion(context.Background(), "ticks")
	defer region.End()
	l.suspend()
	if err := l.edit(); err != nil {
		return err
	}
	if l.runner.Strategy().PerFrame && l.BetweenFrames(now) {
		return nil
	}
	l.world.Assign(l.runner.Begin(now))
	// the handling of events is no cost of the ticks
	begin := l.cfg.Clock.Now()
	l.hitch.BeginWork()
	steps, spent := 0, int64(0)
	for {
		t, ok := l.runner.Next(spent)
		if !ok {
			break
		}
		if err := l.tick(t); err != nil {
			return err
		}
		// wall time decides only how many ticks are given up, never what a tick does
		total := l.cfg.Clock.Now() - begin
		l.runner.Ran(max(total-spent, 0))
		spent = total
		steps++
		// a loop that has no limit of its own must still come to its end
		if l.stopping() || l.hold {
			break
		}
	}
	l.hold = false
	l.frame.Show = l.runner.End()
	state := l.runner.State()
	l.world.EndFrame(l.runner.Waits())
	l.figures(now, state, steps, spent)
	return nil
}

// edit gives the events of the world to a simulation that takes events while time stands still.
func (l *Loop) edit() error {
	clock := l.runner.Virtual()
	if l.editor == nil || l.cfg.Player != nil || l.world.Len() == 0 || !clock.Standing() || clock.Pending() {
		return nil
	}
	events, tick := l.world.Drain(), l.runner.State().Tick
	if w := l.cfg.Recorder; w != nil {
		for i := range events {
			_ = w.Input(tick+1, &events[i])
		}
	}
	l.dirty = true
	if err := l.editor.Edit(events); err != nil {
		return fmt.Errorf("engine: edit after tick %d: %w", tick, err)
	}
	return nil
}

// suspend pauses time until the first picture, of step 0, is shown, and, where the settings ask for it, while the
// window is hidden or has no focus.
func (l *Loop) suspend() {
	w := l.cfg.Window
	if w == nil {
		return
	}
	l.runner.Virtual().SetSuspended(l.starting() || (l.cfg.PauseMinimised && !w.Visible()) ||
		(l.cfg.Background == BackgroundPause && !w.Focused()))
}

// starting reports whether the first picture is still to come.
func (l *Loop) starting() bool {
	return l.status.LastPresent.ID == 0 && l.cfg.Executor != nil && l.visible()
}

// tick runs one tick with its input.
func (l *Loop) tick(t timestep.TickTime) error {
	var events []input.Event
	if p := l.cfg.Player; p != nil {
		events = p.Events(t.N)
		if dt := p.TickLength(); dt > 0 {
			t.Dt = dt
		}
	} else {
		events = l.world.Take(t.N)
	}
	l.recordInput(t, events)
	l.poses.BeginTick(t.N, t.Dt)
	if err := l.cfg.Simulation.Tick(t, events); err != nil {
		return fmt.Errorf("engine: tick %d: %w", t.N, err)
	}
	l.cfg.Simulation.Poses(l.poses)
	l.poses.EndTick()
	return l.recordDigest(t)
}

// recordInput records the input of a tick. An error stays with the recorder.
func (l *Loop) recordInput(t timestep.TickTime, events []input.Event) {
	w := l.cfg.Recorder
	if w == nil {
		return
	}
	// the length of a tick changes its result, so it belongs to the input
	if t.Dt != l.lastDt {
		l.lastDt = t.Dt
		e := input.Event{Kind: input.EventTickLength, S: t.Dt}
		_ = w.Input(t.N, &e)
	}
	for i := range events {
		_ = w.Input(t.N, &events[i])
	}
}

// recordDigest records the digest of the state after a tick, and compares the digest with that of a replay.
func (l *Loop) recordDigest(t timestep.TickTime) error {
	if l.cfg.Recorder == nil && l.cfg.Player == nil {
		return nil
	}
	d, ok := l.cfg.Simulation.(Digester)
	if !ok {
		return nil
	}
	digest := d.Digest()
	if l.cfg.Player != nil {
		if err := l.cfg.Player.Check(t.N, digest); err != nil {
			return err
		}
	}
	if l.cfg.Recorder == nil {
		return nil
	}
	_ = l.cfg.Recorder.Tick(t.N, digest)
	if err := l.cfg.Recorder.Err(); err != nil {
		l.cfg.Recorder = nil
		if l.cfg.OnRecordEnd != nil {
			l.cfg.OnRecordEnd(err)
		}
	}
	return nil
}

// figures updates the status after the ticks of a frame.
func (l *Loop) figures(now int64, state timestep.StepState, steps int, spent int64) {
	s := &l.status
	s.Tick, s.Hz, s.Alpha = state.Tick, state.Hz, l.frame.Show.Alpha
	s.Paused = l.runner.Virtual().Paused()
	s.Replaying = l.cfg.Player != nil
	s.SpeedNum, s.SpeedDen = l.runner.Virtual().Speed()
	s.Steps, s.StepNs = steps, spent
	l.stepped += spent
	s.Lag = state.Time + state.LeftOver - l.frame.Show.Shown
	l.hitch.Ticked(steps, spent)
	s.TickCost = l.Strategies().TickCost()
	s.Dropped, s.DroppedNs = s.Ledger.Dropped, s.Ledger.DroppedNs
	s.Lock = l.runner.Lock()
	s.Behind, s.Failing = l.runner.CatchUp().Behind(), l.runner.CatchUp().Failing()
	if steps > 0 {
		l.dirty = true
	}
	if !l.measuring {
		l.measuring, l.rateFrom = true, now
	}
	if d := now - l.rateFrom; d >= timestep.Second || d < 0 {
		if d > 0 && state.Time >= l.rateSim {
			s.RealTime = float64(state.Time-l.rateSim) / float64(d)
		}
		l.rateFrom, l.rateSim = now, state.Time
	}
}
