package app

import (
	"fmt"

	"tumble/engine/record"
	"tumble/internal/app/session"
)

// replay is a recording that is fed to the session part by part: a part is the work in one scene.
type replay struct {
	recording *record.Recording
	part      int
}

// empty reports whether there is nothing to feed: a recording without a window has the calls of its world alone.
func (r *replay) empty() bool {
	for i := range r.recording.Parts {
		if p := &r.recording.Parts[i]; len(p.Inputs)+len(p.Digests) > 0 {
			return false
		}
	}
	return true
}

// Play replays a recording, nil for none: it returns the player of its first part for the loop. The App goes on with the
// next ones.
func (a *App) Play(rec *record.Recording) *record.Player {
	if rec == nil {
		return nil
	}
	a.replay = replay{recording: rec}
	return record.NewPlayer(rec.First())
}

// restartAt counts the ticks of the loop from a tick on. The loop forgets what it draws, and so does the stage, which has to draw the
// bodies anew then.
func (a *App) restartAt(tick uint64) {
	a.loop.Restart(tick)
	a.picture.Stage().Reset()
	a.picture.Stage().ShowAll()
}

// followReplay goes on with the next part after the last tick of one.
func (a *App) followReplay() error {
	r, p := &a.replay, a.loop.Player()
	if r.recording == nil || p == nil || !p.Done(a.loop.Status().Tick) {
		return nil
	}
	if r.part+1 >= len(r.recording.Parts) {
		if r.empty() {
			a.endReplay("the recording has no input of a window, and the scene runs by itself; sandbox replay carries out its calls")
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
