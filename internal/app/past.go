package app

import (
	"errors"
	"fmt"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/renderer/ui"
)

// past is the way of the window through what has happened: the session stands at some tick of its history, and only
// ticks of the loop go on from there.
type past struct {
	history *history.History
	base    uint64 // the tick of the loop at which the history begins
	// away says that the session was brought elsewhere since the last tick, and that its world is not recorded.
	away bool
	// forgot says that edits before that can no longer be undone.
	forgot bool
	// acted says that something was done in the past: time goes on from there, not along what was.
	acted bool
	// play is −1 or 1 while what was is played backwards or forwards, clock is how far that has come (s).
	play  int
	clock float64
	last  int64 // time of the last frame (ns)
	// shown is the tick that the picture was brought to last.
	shown int
	// wanted is the tick that was looked for last, from the time since (ns) on and after so many pictures.
	wanted   int
	since    int64
	pictures uint64
	// quest searches the history backwards, nil for none; found is called with the time (ns) at its end.
	quest quest
	found func(now int64)
	// asked is the tick at which the session stood when the quest began
	asked int
	// region is the stretch that is repeated.
	region repeating
	// recordedFrom is the tick after which the present recording began, edited that something had been edited since
	// that tick: the recording has no state without that.
	recordedFrom uint64
	edited       bool
}

// lookBudget is how long a frame may work on going to another tick (ns): a longer way is shown while it is carried out.
const lookBudget = 30 * timestep.Millisecond

// dragBudget is lookBudget while the playhead is dragged (ns): the picture follows the hand, and is exact where the
// hand rests.
const dragBudget = 10 * timestep.Millisecond

// longestPicture is how long the playhead waits for the picture of where it was (ns): a hidden window draws none.
const longestPicture = 100 * timestep.Millisecond

// remember begins the history of a session.
func (a *App) remember() {
	budget := a.options.History
	if budget == 0 {
		budget = a.historyKept << 20
	}
	h, err := history.New(a.session, history.Options{Budget: budget, Clock: a.options.Clock})
	if err != nil {
		a.warn(a.now(), err)
	}
	a.past = past{history: h}
	a.watch.Forget()
	a.view.History, a.view.Why, a.view.Repeat, a.view.Trace = h, nil, nil, nil
}

// begin notes a tick in the history before it is carried out. In the past it begins a new branch.
func (a *App) begin(t timestep.TickTime, events []input.Event) error {
	p := &a.past
	if p.history.Head() == 0 {
		p.base = t.N - 1
	}
	if player := a.loop.Player(); player != nil {
		if to, ok := player.Jump(t.N); ok && to >= p.base {
			a.leave()
			p.history.Seek(int(to - p.base))
		} else if ok {
			a.endReplay(fmt.Sprintf("the replay ended: it goes back to tick %d, before the recording begins", to))
		}
	}
	if err := a.work(t.N, nil); err != nil {
		return err
	}
	if p.away {
		a.dropQuest()
		p.shown = p.history.At()
		p.away, p.acted, p.play = false, false, 0
		a.forgetEdits()
		if r := a.session.Recorder(); r != nil {
			a.recordJump(r, t.N)
		}
		if at := p.history.At(); at != p.history.Head() {
			step, _ := p.history.Scene(at)
			a.say(a.now(), fmt.Sprintf("goes on from step %d as another branch", step))
		}
	}
	return p.history.Begin(int(t.Hz), t.Dt, events)
}

// work moves the session towards the tick at which the user wants to look. next is the coming tick of the loop: edits
// after the session's tick are input of next.
func (a *App) work(next uint64, stop func() bool) error {
	h := a.past.history
	if h.Arrived() {
		return nil
	}
	if err := h.Work(stop); err != nil {
		return err
	}
	a.past.forgot = len(h.Held()) > 0
	if r := a.session.Recorder(); r != nil && h.Arrived() {
		if h.HeldUndoes() {
			a.cutRecording("the recording ends before what was undone here: input alone does not lead to that")
			return nil
		}
		// input that was on its way when the user left has stayed behind; the errors stay with the recorder
		_ = r.Void(next)
		for i := range h.Held() {
			_ = r.Input(next, &h.Held()[i])
		}
	}
	return nil
}

// cutRecording ends the recording before a state of the session to which the recorded input does not lead.
// The journal goes on with another part.
func (a *App) cutRecording(reason string) {
	if a.journal.Recording() {
		a.message(a.now(), ui.ToneWarn, reason)
	}
	a.detach()
	a.warn(a.now(), a.loop.Record(nil))
	a.journal.End()
}

// forgetEdits takes away what can be undone, when the session goes on from another moment: a replay cannot undo what
// was done elsewhere.
func (a *App) forgetEdits() {
	if !a.past.forgot {
		a.past.forgot = true
		a.session.ForgetEdits()
	}
}

// leave prepares for a look at another tick: it stops time, and suspends the recording while the session goes there.
func (a *App) leave() {
	a.past.away, a.past.forgot = true, false
	a.leaveTrial()
	if r := a.session.Recorder(); r != nil {
		if len(a.past.history.Held()) > 0 {
			// the error stays with the recorder
			_ = r.Void(a.loop.Status().Tick + 1)
		}
		r.Detach()
	}
	a.past.history.Park()
}

// recordLook records where the session stands, if that is not where the recording is.
func (a *App) recordLook() {
	p, r := &a.past, a.session.Recorder()
	if !p.away || r == nil || !p.history.Arrived() {
		return
	}
	a.recordJump(r, a.loop.Status().Tick+1)
	r.Detach()
}

// recordJump records that a tick follows the state in which the session is now.
func (a *App) recordJump(r *record.Recorder, tick uint64) {
	p := &a.past
	to := p.base + uint64(p.history.At())
	if p.edited && to == p.recordedFrom {
		a.cutRecording("the recording ends here: it began after the edits of this moment")
		return
	}
	// the error stays with the recorder
	_ = r.Jump(tick, to, a.session.World())
}

// lookAt turns to the state after a tick of the history.
func (a *App) lookAt(tick int) {
	p := &a.past
	if a.lab.Open() {
		a.message(a.now(), ui.ToneWarn, "time steps side by side have no past: close them first")
		return
	}
	if tick == p.history.Target() && tick == p.history.At() && p.region.loop == nil && p.quest == nil {
		return
	}
	a.leaveFor(tick)
}

// leaveFor stops time and turns to the state after a tick.
func (a *App) leaveFor(tick int) {
	a.endRegion()
	a.loop.Virtual().SetPaused(true)
	if a.tools.Mouse.Holding() {
		a.tools.Mouse.LetGo()
	}
	a.leave()
	a.dropQuest()
	p := &a.past
	p.acted, p.play, p.region.script = false, 0, nil
	p.history.Seek(tick)
	a.loop.Redraw()
}

// lookBy turns to the tick that lies so many ticks ahead on the present branch, or back for negative numbers.
func (a *App) lookBy(ticks int) {
	h := a.past.history
	a.past.play = 0
	a.lookAt(h.TickAt(min(max(h.Depth(h.Target())+ticks, 0), h.Ticks())))
}

// choose turns to another branch, at the tick that lies as far from the beginning.
func (a *App) choose(branch int) {
	p := &a.past
	target := p.history.Target()
	p.history.Choose(branch)
	tick := p.history.Target()
	p.history.Seek(target)
	a.lookAt(tick)
}

// playPast plays the history backwards (−1) or forwards (1), or stops a playback.
func (a *App) playPast(direction int) {
	p := &a.past
	if p.play == direction {
		p.play = 0
		return
	}
	a.endRegion()
	a.loop.Virtual().SetPaused(true)
	p.play, p.clock, p.last = direction, p.history.Time(p.history.At()), 0
	a.loop.Redraw()
}

// goOn lets time go on from where the session stands.
func (a *App) goOn() {
	a.endRegion()
	p := &a.past
	p.play = 0
	if a.live.on() && a.live.paused {
		a.pauseLive(false)
	}
	if a.loop.Player() != nil {
		// a recording goes on where it was
		a.lookAt(p.history.Head())
	}
	a.loop.Virtual().SetPaused(false)
}

// followPast brings the session to where the user wants to look.
func (a *App) followPast(now int64) error {
	p := &a.past
	if p.quest != nil {
		return a.followQuest(now)
	}
	if p.play != 0 {
		a.advancePast(now)
	}
	if p.last != 0 {
		if err := a.followRegion(now - p.last); err != nil {
			return err
		}
	}
	p.last = now
	if p.history.Arrived() {
		return nil
	}
	stop := a.now() + lookBudget
	if to := p.history.Target(); to != p.wanted && p.play == 0 && !p.region.waiting {
		if p.pictures == a.frames && now-p.since < longestPicture {
			// the picture of the tick before has not begun: one after the other would take the processor from it
			a.loop.Redraw()
			return nil
		}
		stop = a.now() + dragBudget
		p.wanted, p.since, p.pictures = to, now, a.frames
	}
	err := a.work(a.loop.Status().Tick+1, func() bool { return a.options.Clock != nil && a.now() > stop })
	if d := (*history.Divergence)(nil); errors.As(err, &d) {
		a.message(now, ui.ToneBad, err.Error())
		err = nil
	}
	a.showMoment()
	a.loop.Redraw()
	return err
}

// advancePast moves the playback by the time since the last frame.
func (a *App) advancePast(now int64) {
	p, h := &a.past, a.past.history
	num, den := a.loop.Virtual().Speed()
	if p.last != 0 && h.Arrived() {
		// after a frame that took long it goes on where it was
		elapsed := min(now-p.last, timestep.DefaultClamp)
		p.clock += float64(p.play) * float64(elapsed) * 1e-9 * float64(num) / float64(den)
	}
	p.clock = min(max(p.clock, h.Time(0)), h.Time(h.Tip()))
	to := h.TickBy(p.clock)
	switch {
	case p.play < 0 && h.At() == 0:
		p.play = 0
	case p.play > 0 && h.At() == h.Tip():
		a.goOn()
	case to != h.Target():
		play := p.play
		a.lookAt(to)
		p.play = play
	}
	a.loop.Redraw()
}

// showMoment shows the bodies where they are, without a motion that leads there. Along a branch a handle stands for one
// body, which keeps its looks; on another branch the handle may stand for another body.
func (a *App) showMoment() {
	p, w := &a.past, a.session.World()
	poses, nodes, st := a.loop.Poses(), a.loop.Nodes(), a.picture.Stage()
	if a.rebuilds != a.session.Rebuilds() || !p.history.Along(p.shown) {
		poses.Reset(poses.Tick())
		nodes.Clear()
		st.Redress()
	}
	p.shown = p.history.At()
	if p.history.Arrived() {
		st.KeepHidden(w)
	}
	a.showBodies()
	a.followTruth()
	if p.history.Arrived() {
		a.watchedWorld = w
		a.watch.Moved(w, a.session.Now(), p.shown, p.history.Before)
	}
}

// showBodies shows the bodies where they are.
func (a *App) showBodies() {
	w := a.session.World()
	poses, nodes, st := a.loop.Poses(), a.loop.Nodes(), a.picture.Stage()
	st.Resync(w, poses, nodes)
	poses.DropGhosts()
	a.tools.Keep(w)
	a.view.Selected = a.tools.Mouse.Marks().Selected
	a.jumps, a.rebuilds = a.session.Jumps(), a.session.Rebuilds()
}
