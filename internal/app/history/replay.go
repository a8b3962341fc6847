package history

import (
	"tumble/engine/record"
	"tumble/internal/app/session"
)

// Replay carries out the input of a recorded session in another one, also where the session went back.
type Replay struct {
	session *session.Session
	history *History // nil where the recording never goes back
	player  *record.Player
	base    uint64
}

// NewReplay begins with a session that stands where the part of a recording begins, before the tick from+1.
func NewReplay(s *session.Session, part *record.Part, from uint64) (*Replay, error) {
	r := &Replay{session: s, player: record.NewPlayer(part), base: from}
	if len(part.Jumps) == 0 {
		return r, nil
	}
	var err error
	r.history, err = New(s, Options{})
	return r, err
}

// Tick carries out a tick; ticks come in their order.
func (r *Replay) Tick(n uint64) error {
	if err := r.jump(n); err != nil {
		return err
	}
	events := r.player.Events(n)
	hertz := r.session.Config.Loop.Hertz
	dt := r.Length()
	if r.history != nil {
		if err := r.history.Begin(hertz, dt, events); err != nil {
			return err
		}
	}
	if err := r.session.TickBy(events, dt); err != nil {
		return err
	}
	if r.history != nil {
		return r.history.End()
	}
	return nil
}

// Finish goes where the session stood at the end: it may have looked elsewhere after the last tick, n.
func (r *Replay) Finish(n uint64) error { return r.jump(n + 1) }

// Check compares the digest after a tick with the recorded one.
func (r *Replay) Check(n uint64) error { return r.player.Check(n, r.session.Digest()) }

// Length is the length of the newest tick (s).
func (r *Replay) Length() float32 {
	if dt := r.player.TickLength(); dt > 0 {
		return dt
	}
	return 1 / float32(r.session.Config.Loop.Hertz)
}

// jump goes to the tick that tick n follows, if that is not the one before.
func (r *Replay) jump(n uint64) error {
	to, ok := r.player.Jump(n)
	switch {
	case !ok:
		return nil
	case to < r.base:
		return session.ErrPartial
	}
	if err := r.history.GoTo(int(to - r.base)); err != nil {
		return err
	}
	r.session.ForgetEdits()
	return nil
}
