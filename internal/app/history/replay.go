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

// Tick carries out a tick and compares the digest after it; ticks come in their order.
func (r *Replay) Tick(n uint64) error {
	if to, ok := r.player.Jump(n); ok && to < r.base {
		return session.ErrPartial
	} else if ok {
		if err := r.history.GoTo(int(to - r.base)); err != nil {
			return err
		}
		r.session.ForgetEdits()
	}
	events := r.player.Events(n)
	hertz := r.session.Config.Loop.Hertz
	dt := r.player.TickLength()
	if dt <= 0 {
		dt = 1 / float32(hertz)
	}
	if r.history != nil {
		if err := r.history.Begin(hertz, dt, events); err != nil {
			return err
		}
	}
	if err := r.session.TickBy(events, dt); err != nil {
		return err
	}
	if r.history != nil {
		if err := r.history.End(); err != nil {
			return err
		}
	}
	return r.player.Check(n, r.session.Digest())
}
