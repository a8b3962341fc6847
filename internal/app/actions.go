package app

import (
	"fmt"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/internal/app/trial"
	"tumble/internal/app/watch"
	"tumble/internal/doctor"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/renderer/ui"
)

// profileLength is how many steps a profile from the window takes.
const profileLength = 300

// pause stops time or lets it go on: along what was, if the session stands in the past and nothing was done there.
func (a *App) pause() {
	clock, p := a.loop.Virtual(), &a.past
	switch {
	case p.play != 0:
		p.play = 0
	case clock.Paused() && p.history.Past() && !p.acted:
		a.playPast(1)
	case a.live.goesOn():
		a.pauseLive(!a.live.paused)
	default:
		clock.SetPaused(!clock.Paused())
	}
}

// act notes that something was sent to the world: in the past, time goes on from there.
func (a *App) act() {
	p := &a.past
	if !p.away {
		return
	}
	p.acted = true
	if p.play != 0 {
		a.goOn()
	}
}

// step pauses and does so many steps.
func (a *App) step(n int) {
	if h := a.past.history; h.Past() && !a.past.acted {
		a.lookBy(n)
		return
	}
	if a.live.goesOn() {
		a.stepLive(n)
		return
	}
	a.loop.Virtual().SetPaused(true)
	a.loop.Virtual().Step(n)
	a.lab.Step(n)
}

// Forward does so many steps from the first frame on, while time stands.
func (a *App) Forward(steps int) { a.forward = steps }

// forwardSteps is how many of these steps a frame does: the window stays usable meanwhile.
const forwardSteps = 32

// followForward does the steps of Forward, unless the user lets time go on.
func (a *App) followForward() {
	clock := a.loop.Virtual()
	if a.forward == 0 || !clock.Paused() {
		a.forward = 0
		return
	}
	n := min(a.forward, forwardSteps)
	if a.live.goesOn() {
		n = min(n, a.arrived())
	}
	a.forward -= n
	clock.Step(n)
	a.loop.Redraw()
}

// restart builds the scene anew.
func (a *App) restart(r request) { a.send(r.queue, r.event, session.RestartCommand()) }

// undo takes the last edit back: to the state before it while time stands still, otherwise alone.
func (a *App) undo(r request) {
	a.goBack(r, session.UndoCommand(a.loop.Virtual().Standing()), a.session.UndoesOld())
}

// redo does again what was undone last.
func (a *App) redo(r request) {
	a.goBack(r, session.RedoCommand(a.loop.Virtual().Standing()), a.session.RedoesOld())
}

// goBack undoes or does again. Of an old edit the recording that goes on knows nothing: the present part of the journal
// ends, and the next one begins with the state after it.
func (a *App) goBack(r request, c input.Event, old bool) {
	switch {
	case !old || a.loop.Status().Replaying:
		a.send(r.queue, r.event, c)
	case a.journal.Recording():
		a.message(r.now(), ui.ToneWarn, "a recording goes on that begins after that: end it first")
	default:
		a.detach()
		a.warn(r.now(), a.loop.Record(nil))
		a.journal.End()
		a.warn(r.now(), a.Edit([]input.Event{c}))
	}
}

// scaleSpeed multiplies the speed of time; 0 sets it to real time.
func (a *App) scaleSpeed(r request, factor float64) {
	speed := min(max(a.session.Config.Loop.Speed*factor, 1.0/128), 10)
	if factor == 0 {
		speed = 1
	}
	a.sayError(r, a.setSpeed(speed))
}

// setSpeed sets how many seconds of the world pass in a second.
func (a *App) setSpeed(speed float64) error {
	a.session.SetSpeed(speed)
	return a.followLoop()
}

// cyclePanes shows one pane more in the loop laboratory, and one again after the last.
func (a *App) cyclePanes() {
	a.split.Close()
	a.panels.Report(a.lab.Cycle())
	a.panels.SetLab(a.lab.Open())
}

func (a *App) cycleColor(r request, by int) {
	a.show.CycleColor(by)
	a.say(r.now(), "colour by "+a.show.Color.String())
}

// cycleMood takes the next light; the first is that of the scene.
func (a *App) cycleMood(r request) {
	a.show.CycleMood()
	a.say(r.now(), "mood: "+a.show.Mood.String())
}

func (a *App) openPicker() {
	a.show.Interface = true
	a.browser.Show(panelHost{a})
}

// takePanelKeys gives the keys to the panels.
func (a *App) takePanelKeys() {
	a.show.Interface = true
	a.panels.TakeKeys()
}

func (a *App) openPalette() {
	a.show.Interface = true
	a.panels.OpenPalette(&a.view)
}

// examine looks for coming faults of the scene as it is now.
func (a *App) examine(r request) {
	scene := a.session.Config.Scene
	intended := make([]doctor.Code, len(scene.Intended))
	for i, code := range scene.Intended {
		intended[i] = doctor.Code(code)
	}
	findings, err := doctor.Examine(a.session.World(), a.session.Config.Loop.Hertz, intended)
	if err != nil {
		a.warn(r.now(), err)
		return
	}
	a.show.Interface = true
	a.panels.Advise(findings, doctor.LimitOf(a.session.World()))
	if len(findings) == 0 {
		a.message(r.now(), ui.ToneGood, "the examination finds nothing")
		return
	}
	a.message(r.now(), ui.ToneWarn, findings[0].String())
}

// examinePast does the stretch that is marked, or else the last two seconds, once more and looks for symptoms.
func (a *App) examinePast() {
	h := a.past.history
	from, to := a.stretch()
	switch {
	case a.lab.Open():
		a.message(a.now(), ui.ToneWarn, errTrialLab.Error())
		return
	case h.Depth(to) <= h.Depth(from):
		a.message(a.now(), ui.ToneWarn, "there is nothing to examine yet")
		return
	}
	a.endTrial()
	a.past.region.from, a.past.region.to = from, to
	var course *doctor.Course
	a.seek(func() quest {
		return h.Walk(from, to, func() (err error) {
			course, err = doctor.Watch(a.session.World(), a.session.Run.Scene, a.session.Config.Loop.Hertz)
			return err
		}, func(_ []input.Event, dt float32, carryOut func() error) error {
			if err := carryOut(); err != nil {
				return err
			}
			course.After(a.session.World(), watch.After(a.session.Now()))
			return nil
		})
	}, func(now int64) {
		list := course.End(a.session.World())
		a.panels.AdvisePast(list)
		text := fmt.Sprintf("%d steps examined: nothing to worry about", h.Depth(to)-h.Depth(from))
		if len(list) > 0 {
			text = list[0].Text
		}
		a.say(now, text)
	})
}

// tryRemedy tries the remedy of a symptom in a trial of the stretch that was examined.
func (a *App) tryRemedy(s *doctor.Symptom) error {
	plan := &trial.Plan{From: trial.FromRegion, Goals: []*meter.Goal{s.Goal}}
	for _, g := range trial.UsualGoals() {
		if g.String() != s.Goal.String() {
			plan.Goals = append(plan.Goals, g)
		}
	}
	plan.Members = []trial.Values{{List: []trial.Value{{Key: s.Key, Text: s.Value}}}}
	if err := a.try(plan); err != nil {
		return err
	}
	a.panels.SetTrial(true)
	return nil
}

// testSymptom saves a capsule whose test fails as long as the symptom shows.
func (a *App) testSymptom(s *doctor.Symptom) error {
	folder, err := a.output()
	if err == nil {
		err = a.watch.StopWhere(s.Broken(), a.session.World(), a.session.Run.Scene)
	}
	if err != nil {
		return err
	}
	a.makeTest(request{&input.Event{Time: a.now()}, a.loop.World()}, folder)
	return nil
}

// toggleInterface hides everything but the scene, or shows it again.
func (a *App) toggleInterface() {
	a.show.Interface = !a.show.Interface
	a.panels.Hide()
	a.browser.Close()
}

// toggleDrawer opens or closes the drawer; hidden with the interface, it opens.
func (a *App) toggleDrawer() {
	a.panels.SetDrawer(!a.panels.Drawer() || !a.show.Interface)
	a.show.Interface = true
}

// toggleTimeline opens or closes the timeline; hidden with the interface, it opens.
func (a *App) toggleTimeline() {
	a.panels.SetTimeline(!a.panels.Timeline() || !a.show.Interface)
	a.show.Interface = true
}

// frameSelection looks at the selected body, or at everything that moves.
func (a *App) frameSelection() {
	if b := a.tools.Mouse.Marks().Selected; b.Valid() {
		box := b.Bounds()
		a.tools.Camera.FrameBall(box.Center(), max(2*box.Half().Len(), 0.5))
		return
	}
	a.tools.Camera.FrameBall(a.picture.Stage().Measure(a.session.World()))
}

// cancel undoes the uppermost thing that is open.
func (a *App) cancel(r request) {
	switch {
	case a.opening != nil:
		a.say(r.now(), "given up: "+a.opening.name)
		a.giveUp()
	case a.giveUpQuest():
		a.say(r.now(), "the search is given up")
	case a.stopMeasuring():
		a.say(r.now(), "the measurement of this machine is given up")
	case a.panels.Dismiss():
	case a.panels.EndWelcome():
	case a.show.Help:
		a.show.Help = false
	case a.hud.Card():
		a.hud.ShowCard(false)
	case a.tools.Mouse.Dragging():
		a.tools.Mouse.Release(r.event, r.queue)
	case a.tools.Worker.Cancel():
	default:
		a.tools.Mouse.Select(physics.Body{})
		a.tools.Camera.Unfollow()
	}
}
