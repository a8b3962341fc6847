package app

import (
	"fmt"

	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/renderer/ui"
)

// replay is a recording that is fed to the session part by part: a part is the work in one scene.
type replay struct {
	recording *record.Recording
	part      int
	// astray is the tick whose result is not the recorded one, and from which on the poses are to be shown.
	astray uint64
	// ended says that the recording has been shown or carried out to its end, changed that the user has led the world
	// away from it.
	ended, changed bool
}

// Play replays a recording, nil for none: it returns the player of its first part for the loop. The App goes on with
// the next ones. One whose poses are shown needs no player.
func (a *App) Play(rec *record.Recording) *record.Player {
	if rec == nil {
		return nil
	}
	a.replay = replay{recording: rec}
	if a.session.Recorded() {
		return nil
	}
	return record.NewPlayer(rec.First())
}

// restartAt counts the ticks of the loop from a tick on. The loop forgets what it draws, and so does the stage, which
// has to draw the bodies anew then.
func (a *App) restartAt(tick uint64) {
	a.loop.Restart(tick)
	a.picture.Stage().Reset()
	a.picture.Stage().ShowAll()
}

// replayFrom is the tick after which the replay begins.
func (a *App) replayFrom() uint64 {
	if a.session.Recorded() {
		return 0
	}
	return a.replay.recording.First().From
}

// shows reports whether the world shows the poses of a recording.
func (a *App) shows() bool {
	_, _, ok := a.session.World().Showing()
	return ok
}

// compareReplay looks whether a tick led where it did when it was recorded. If not, and the recording has poses,
// these are shown from the next frame on.
func (a *App) compareReplay(tick uint64) {
	p := a.loop.Player()
	rec := a.replay.recording
	if p == nil || rec == nil || !rec.Calls.HasPoses() || p.Check(tick, a.session.Digest()) == nil {
		return
	}
	a.replay.astray = tick
	a.loop.Replay(nil)
}

// showPoses shows the poses of the recording instead of replaying it.
func (a *App) showPoses() error {
	r := &a.replay
	where := fmt.Sprintf("step %d", r.astray)
	if r.part > 0 {
		where += fmt.Sprintf(" of scene %d", r.part+1)
	}
	text := "this version computes otherwise from " + where + " on: what it shows are the recorded poses"
	s, err := session.Show(r.recording, a.options.Clock)
	if err != nil {
		a.endReplay(fmt.Sprintf("the replay ended at step %d, where this version computes otherwise: %v", r.astray,
			err))
		return nil
	}
	r.astray, r.part = 0, 0
	if err := a.change(s); err != nil {
		return err
	}
	a.restartAt(0)
	a.picture.Stage().Update(s.World(), a.loop.Poses(), a.loop.Nodes())
	a.message(a.now(), ui.ToneWarn, text)
	return nil
}

// followPoses stops time when the poses have been shown to their end.
func (a *App) followPoses() {
	step, steps, ok := a.session.World().Showing()
	a.endOfRecording(ok && step >= steps)
}

// followRepetition stops time when the recording has been carried out, and goes over to its poses where this version
// computes otherwise.
func (a *App) followRepetition() {
	r, ok := a.session.World().Repetition()
	if !ok || a.replay.recording == nil {
		return
	}
	if r.Waits {
		a.loop.Hold()
		return
	}
	a.endOfRecording(r.Follows && r.Step >= r.Steps)
	if r.Differs > 0 && !r.Changed && a.replay.recording.Calls.HasPoses() {
		a.replay.astray = uint64(r.Differs)
	}
	if changed := !r.Follows && r.Changed; changed != a.replay.changed {
		a.replay.changed = changed
		if changed {
			a.say(a.now(), fmt.Sprintf("from step %d of the recording on the world goes its own way", r.Step))
		}
	}
}

// endOfRecording stops time where a recording comes to its end.
func (a *App) endOfRecording(ended bool) {
	if ended == a.replay.ended {
		return
	}
	a.replay.ended = ended
	if ended {
		a.loop.Hold()
		a.say(a.now(), "the recording has come to its end")
	}
}

// followReplay goes on with the next part after the last tick of one.
func (a *App) followReplay() error {
	if a.replay.astray > 0 {
		return a.showPoses()
	}
	a.followPoses()
	r, p := &a.replay, a.loop.Player()
	if r.recording == nil || p == nil || !p.Done(a.loop.Status().Tick) {
		return nil
	}
	if r.part+1 >= len(r.recording.Parts) {
		if !r.recording.HasTicks() {
			a.endReplay(
				"the recording has no input of a window, and the scene runs by itself; " +
					"sandbox replay carries out its calls")
			return nil
		}
		a.endReplay("the replay has come to its end")
		return nil
	}
	r.part++
	part := &r.recording.Parts[r.part]
	s, err := session.OpenPart(r.recording, r.part, a.options.Clock)
	if err != nil {
		a.endReplay(fmt.Sprintf("the replay ended at its scene %d: %v", r.part+1, err))
		return nil
	}
	if err := a.change(s); err != nil {
		return err
	}
	a.loop.Replay(record.NewPlayer(part))
	return nil
}

// endReplay lets the session go on by itself.
func (a *App) endReplay(why string) {
	a.replay = replay{}
	a.loop.Replay(nil)
	a.say(a.now(), why)
}
