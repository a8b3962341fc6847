package lockstep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tumble/engine/nettime"
	"tumble/engine/timestep"
	"tumble/internal/netgame"
)

// A Duel is a game of two in real time, with prediction: each side goes on with the last known input of the other and
// rolls back when it was another one (package nettime). Pilots of chance play.

// duelDelay (ticks) is the input delay of a duel: it hides the first 33 ms of the link.
const duelDelay = 2

// duelFrame is the time between two frames of a duel.
const duelFrame = time.Second / 120

// Standing is how a duel goes.
type Standing struct {
	Tick, Agreed uint64
	nettime.Figures
	// Ahead (ticks) is the advantage of this side, Trip (ms) the time of a message there and back.
	Ahead, Trip float64
	// Hash is that of the newest tick that both sides have found equal.
	Hash uint64
}

// duel is one side.
type duel struct {
	c       Config
	link    *Link
	game    *netgame.Game
	pilot   *netgame.Pilot
	session *nettime.Session[netgame.State]
	peer    *nettime.Peer[netgame.State]
	shown   []nettime.Motion
	buf     []byte
	reading int64   // of the clock at the frame before
	owed    float64 // ticks
	heard   int64   // reading at which the newest packet came
	done    int64   // reading at which all was agreed, 0 before
	agreed  uint64
	hash    uint64
}

// RunDuel plays the steps of the configuration at so many a second, with at most depth of them predicted; 0 is
// lockstep. It reports each second, and returns when both sides have found their states equal up to the last one,
// when they differ (a nettime.DesyncError), or when ctx ends.
func RunDuel(ctx context.Context, c Config, depth, hertz int, l *Link, report func(Standing)) (Standing, error) {
	d := &duel{c: c, link: l}
	var err error
	if d.game, err = netgame.New(c.Scene, hertz); err != nil {
		return Standing{}, err
	}
	defer d.game.Close()
	d.session, err = nettime.NewSession(nettime.World[netgame.State](d.game),
		nettime.SessionDef{Players: netgame.Players, Own: c.Player, Depth: depth})
	if err != nil {
		return Standing{}, err
	}
	if err := l.begin(&c, fmt.Sprint("duel", depth, hertz)); err != nil {
		return Standing{}, err
	}
	d.session.SetDelay(duelDelay)
	d.peer = nettime.NewPeer(d.session, 1-c.Player)
	d.pilot = netgame.NewPilot(d.game, c.Player, c.Seed)
	go l.receive()
	return d.play(ctx, hertz, depth, report)
}

// play lives through frames.
func (d *duel) play(ctx context.Context, hertz, depth int, report func(Standing)) (Standing, error) {
	beat := time.NewTicker(duelFrame)
	defer beat.Stop()
	next := uint64(hertz)
	d.link.greet()
	d.reading = d.c.Clock.Now()
	d.heard = d.reading
	for {
		select {
		case <-ctx.Done():
			return d.standing(), ctx.Err()
		case b, ok := <-d.link.in:
			if !ok {
				return d.standing(), errors.New("lockstep: the link is closed")
			}
			d.heard = d.c.Clock.Now()
			if err := d.take(b); err != nil {
				return d.standing(), err
			}
		case <-beat.C:
			if depth == 0 && d.peer.Trip.Samples > 0 {
				d.session.SetDelay(d.peer.DelayFor(timestep.Second / int64(hertz)))
			}
			over, err := d.frame(hertz)
			if over || err != nil {
				return d.standing(), err
			}
			if d.session.Tick() >= next {
				next += uint64(hertz)
				report(d.standing())
			}
		}
	}
}

// take hands a packet to the session. A malformed one is lost as any other.
func (d *duel) take(b []byte) error {
	var desync *nettime.DesyncError
	if err := d.peer.Take(b, d.c.Clock.Now()); errors.As(err, &desync) {
		return fmt.Errorf("lockstep: %w", err)
	}
	return nil
}

// frame corrects, takes the ticks that are due and says what the other side may not know.
func (d *duel) frame(hertz int) (over bool, err error) {
	now := d.c.Clock.Now()
	joined, refused := d.link.state()
	switch {
	case refused != nil:
		return false, fmt.Errorf("lockstep: %w", refused)
	case !joined:
		d.link.greet()
		d.reading = now
		if _, failed := d.link.Unsent(); d.c.Player == 1 && failed != nil {
			return false, fmt.Errorf("lockstep: %w", failed)
		}
		return false, d.missing(now, d.c.Player == 1)
	}
	d.link.greet()
	if _, err := d.session.Correct(); err != nil {
		return false, err
	}
	if err := d.peer.Compare(); err != nil {
		return false, fmt.Errorf("lockstep: %w", err)
	}
	if agreed := d.peer.Agreed(); agreed > d.agreed {
		d.agreed = agreed
		d.hash, _ = d.session.HashOf(agreed)
	}
	if err := d.ticks(now, hertz); err != nil {
		return false, err
	}
	d.buf = d.peer.Append(d.buf[:0], now)
	d.link.send(d.buf)
	if d.agreed >= d.c.Steps-d.c.Steps%nettime.HashEvery && d.session.Confirmed() >= d.c.Steps {
		if d.done == 0 {
			d.done = now
		}
		// the other side may not know yet
		return now-d.done > timestep.Second || now-d.heard > timestep.Second/2, nil
	}
	return false, d.missing(now, true)
}

// missing is the error of a side that hears nothing, if it minds.
func (d *duel) missing(now int64, minds bool) error {
	if minds && now-d.heard > 10*timestep.Second {
		return errors.New("lockstep: the other side says nothing")
	}
	return nil
}

// ticks takes the ticks that are due.
func (d *duel) ticks(now int64, hertz int) error {
	d.owed += float64(now-d.reading) / float64(timestep.Second) * float64(hertz) * d.peer.Sync.Rate()
	d.reading = now
	d.shown = d.game.Motions(d.shown[:0])
	in := d.pilot.Decide(now, d.shown)
	for d.owed >= 1 && d.session.Tick() < d.c.Steps {
		ok, err := d.session.Advance(in)
		if err != nil {
			return err
		}
		if !ok {
			// it waits, and takes up from here: time that is lost for both
			d.owed = 1
			return nil
		}
		d.owed--
	}
	return nil
}

func (d *duel) standing() Standing {
	return Standing{
		Tick: d.session.Tick(), Agreed: d.agreed, Figures: d.session.Figures, Ahead: d.peer.Sync.Seen.Mean,
		Trip: d.peer.Trip.Mean / float64(timestep.Millisecond), Hash: d.hash,
	}
}
