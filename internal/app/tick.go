package app

import (
	"slices"

	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/renderer/ui"
)

// Input handles an event of the window: it is the panels', the tools' or asks for a command.
func (a *App) Input(e *input.Event, queue *input.Queue) {
	a.view.Selected = a.tools.Mouse.Marks().Selected
	if c := command.Of(e); always(c, e) {
		a.do(c, e, queue)
		return
	}
	if a.panels.Event(&a.view, e, a.tools.Mouse.Dragging()) {
		a.covered(e)
		return
	}
	switch e.Kind {
	case input.EventMouseMove, input.EventMouseButton, input.EventScroll:
		a.tools.Mouse.Event(e, queue)
	case input.EventKey:
		if !a.tools.Key(e, queue) {
			a.do(command.Of(e), e, queue)
		}
	case input.EventFocus:
		if e.Action == input.Release {
			a.tools.Lost(e, queue)
		}
	case input.EventDrop:
		a.dropped(e)
	}
}

// always reports whether a command is carried out while a menu or a text has the keys: the end of the program, and
// pictures of just that by function keys, which no text takes.
func always(c command.ID, e *input.Event) bool {
	picture := c == command.Screenshot || c == command.Sequence
	return c == command.Quit || picture && e.Code >= input.KeyF1 && e.Code <= input.KeyF12
}

// covered tells the tools that a panel lies under the cursor.
func (a *App) covered(e *input.Event) {
	switch e.Kind {
	case input.EventMouseMove:
		a.tools.Mouse.Unhover()
		a.tools.Cursor.MoveTo(e.X, e.Y)
	case input.EventMouseButton:
		a.tools.Cursor.MoveTo(e.X, e.Y)
	}
}

// send puts a command into the queue of the world with the stamp of the event behind it.
func (a *App) send(queue *input.Queue, from *input.Event, c input.Event) {
	c.Time = from.Time
	if a.loop != nil && a.loop.Status().Replaying {
		a.message(from.Time, ui.ToneWarn, "a recording is played: it takes no input")
		return
	}
	if a.live.on() {
		a.warn(from.Time, a.sendLive(&c))
		return
	}
	if a.shows() {
		a.message(from.Time, ui.ToneWarn, "the poses of a recording are shown: they take no input")
		return
	}
	if a.past.region.loop != nil || a.past.region.waiting {
		a.setInRegion(c)
		return
	}
	if err := queue.Push(c); err != nil {
		a.warn(from.Time, err)
		return
	}
	a.act()
	a.lab.Push(c)
}

// Tick advances the scene.
func (a *App) Tick(t timestep.TickTime, events []input.Event) error {
	a.session.SetRate(int(t.Hz))
	if r := &a.options.Profile; r.Path != "" && t.N == r.From {
		if err := a.profiler.Begin(a.session, int(r.To-r.From+1), r.Path); err != nil {
			return err
		}
	}
	events = a.scripted(t, events)
	if err := a.begin(t, events); err != nil {
		return err
	}
	if !a.trial.GoBackWith(events) {
		a.leaveTrial()
	}
	a.box.Before(t, events, a.session)
	a.watch.Begin(a.session.World())
	begin := a.now()
	a.trial.Start(events, t.Dt)
	err := a.session.TickBy(events, t.Dt)
	a.finishTrial(t)
	if err != nil {
		return err
	}
	if err := a.past.history.End(); err != nil {
		return err
	}
	a.nameReplayed(t.N)
	a.compareReplay(t.N)
	a.followRepetition()
	a.followEntries()
	a.endScript()
	a.followCopies()
	a.markChanges(events)
	a.bad.Step()
	a.box.After(t, events, a.now()-begin, a.session.World())
	a.profiler.Stepped(a.session)
	a.panels.Stepped(a.session.World(), a.stepTimes())
	a.followTruth()
	a.hear(t)
	a.watched()
	a.quarantined()
	if want := int64(a.session.Config.Loop.Hertz); want != t.Hz {
		return a.loop.SetRate(want)
	}
	return nil
}

// Edit takes commands while time stands still.
func (a *App) Edit(events []input.Event) error {
	if a.past.away {
		a.forgetEdits()
	}
	a.past.history.Edit(events)
	if !a.trial.GoBackWith(events) {
		a.leaveTrial()
	}
	a.session.Apply(events)
	a.trial.Apply(events)
	a.split.Edited()
	a.followCopies()
	a.markChanges(events)
	if !a.renew() {
		a.picture.Stage().Resync(a.session.World(), a.loop.Poses(), a.loop.Nodes())
	}
	if want := int64(a.session.Config.Loop.Hertz); want != a.loop.Status().Hz && want > 0 {
		return a.loop.SetRate(want)
	}
	return nil
}

// renew makes the drawings anew after the world was built again or restored to another state; it reports whether it
// was.
func (a *App) renew() bool {
	s := a.session
	if a.rebuilds == s.Rebuilds() && a.jumps == s.Jumps() {
		return false
	}
	selected := slices.Clone(a.tools.Mouse.Selection())
	again := a.rebuilds == s.Rebuilds()
	a.rebuilds, a.jumps = s.Rebuilds(), s.Jumps()
	a.loop.Nodes().Clear()
	a.loop.Poses().Reset(a.loop.Poses().Tick())
	a.forget()
	// of a world that was built again the handles stand for the same bodies, as far as they go
	a.picture.Stage().KeepHidden(s.World())
	if again {
		// those that are gone are forgotten with the next look at it
		a.tools.Mouse.SelectList(selected)
	}
	a.picture.Stage().Resync(s.World(), a.loop.Poses(), a.loop.Nodes())
	return true
}

// watched measures the watched meters, and stops time where the condition begins to hold.
func (a *App) watched() {
	if a.watchedWorld != a.session.World() {
		a.watchedWorld = a.session.World()
		a.warn(a.now(), a.watch.Restart(a.watchedWorld, a.session.Run.Scene))
	}
	stop := a.watch.Step(a.session.World(), a.session.Now(), a.past.history.At())
	if stop != "" {
		a.past.history.Note(history.KindBreak, stop)
		a.loop.Hold()
		a.message(a.now(), ui.ToneWarn, stop)
	}
}

// markChanges marks changes of parameters in the curves of the watched quantities.
func (a *App) markChanges(events []input.Event) {
	for i := range events {
		e := &events[i]
		if !session.SetsAny(e) {
			continue
		}
		if p := a.session.Parameter(e); p != nil {
			a.watch.Changed(int32(a.session.Now().N), p.Key, p.String())
		}
	}
}

// now reads the clock of the application (ns); 0 without one.
func (a *App) now() int64 {
	if a.options.Clock == nil {
		return 0
	}
	return a.options.Clock()
}

// Poses tells the store which bodies moved.
func (a *App) Poses(poses *pose.Store) {
	a.renew()
	w := a.session.World()
	a.picture.Stage().Update(w, poses, a.loop.Nodes())
	a.picture.Overlay().Track(w, &a.show)
	if a.loop.Strategy().Name == stage.HoldsContacts {
		a.touching.Update(w, poses)
	}
}

// Preview shows the result of a further step of dt seconds.
func (a *App) Preview(dt float32, poses *pose.Store) error {
	if err := a.preview.Step(a.session.Run, dt); err != nil {
		return err
	}
	a.preview.Show(poses)
	return nil
}

// Frame steps the worlds beside that of the window.
func (a *App) Frame(now int64) error {
	if a.woken.Swap(false) {
		a.loop.Redraw()
	}
	a.followOpening()
	a.followAsking()
	a.followSweep(now)
	if err := a.followPast(now); err != nil {
		return err
	}
	a.followForward()
	if err := a.followLive(now); err != nil {
		return err
	}
	if err := a.followReplay(); err != nil {
		return err
	}
	a.followDrawings()
	if err := a.followLoop(); err != nil {
		return err
	}
	a.followJournal(now)
	if err := a.followScript(now); err != nil {
		return err
	}
	return a.lab.Advance(&a.show, now)
}

// Hitch takes a frame that took longer than it should have; it is the OnHitch of the loop.
func (a *App) Hitch(h diagnose.Hitch) {
	// with panes open, most of a frame is no work of the window's own world
	if a.panes() == 1 {
		if a.box.On() {
			a.saveBecause(h.Time, "a long frame")
		}
		a.past.history.Note(history.KindHitch, "")
		a.say(h.Time, a.box.Hitch(h, a.loop, a.session))
	}
}
