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

// A duel is a game of two in real time, with prediction: each side goes on with the last known input of the other and
// rolls back when it was another one (package nettime). Pilots of chance play.

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
	// Delay (ticks) is the input delay.
	Delay int
}

// Text is the standing of a player in words.
func (s *Standing) Text(player int) string {
	return fmt.Sprintf("player %d: step %d; equal up to %d, hash %016x; %d rollbacks, %d steps computed again, "+
		"%d at most; %.1f steps ahead, %.0f ms there and back, waited %d times", player, s.Tick, s.Agreed, s.Hash,
		s.Rollbacks, s.Recomputed, s.Deepest, s.Ahead, s.Trip, s.Waited)
}

// Duel is one side.
type Duel struct {
	c       Config
	depth   int
	hertz   int
	link    *Link
	game    *netgame.Game
	session *nettime.Session[netgame.State]
	peer    *nettime.Peer[netgame.State]
	buf     []byte
	pace    nettime.Pace
	heard   int64 // reading at which the newest packet came
	done    int64 // reading at which all was agreed, 0 before
	agreed  uint64
	hash    uint64
	met     bool // the other side has sent a message
}

// NewDuel begins a duel of hertz steps a second, of which a side predicts depth at most; a depth of 0 is lockstep.
func NewDuel(c Config, depth, hertz int, l *Link) (*Duel, error) {
	d := &Duel{c: c, depth: depth, hertz: hertz, link: l}
	var err error
	if d.game, err = netgame.New(c.Scene, hertz); err != nil {
		return nil, err
	}
	d.session, err = nettime.NewSession(nettime.World[netgame.State](d.game),
		nettime.SessionDef{Players: netgame.Players, Own: c.Player, Depth: depth})
	if err == nil {
		err = l.begin(&c, fmt.Sprint("duel", depth, hertz))
	}
	if err != nil {
		d.game.Close()
		return nil, err
	}
	d.session.SetDelay(nettime.RollbackDelay)
	d.peer = nettime.NewPeer(d.session, 1-c.Player)
	d.heard = c.Clock.Now()
	go l.receive()
	return d, nil
}

// Close frees the world. The link stays open.
func (d *Duel) Close() { d.game.Close() }

// Game is the game that is played.
func (d *Duel) Game() *netgame.Game { return d.game }

// Joined reports whether the other side is there.
func (d *Duel) Joined() bool {
	joined, _ := d.link.state()
	return joined
}

// RunDuel plays a duel with a pilot of chance and reports each second. It returns when both sides have found their
// states equal up to the last step, when they differ (a nettime.DesyncError), or when ctx ends.
func RunDuel(ctx context.Context, c Config, depth, hertz int, l *Link, report func(Standing)) (Standing, error) {
	d, err := NewDuel(c, depth, hertz, l)
	if err != nil {
		return Standing{}, err
	}
	defer d.Close()
	pilot := netgame.NewPilot(d.game, c.Player, c.Seed)
	beat := time.NewTicker(duelFrame)
	defer beat.Stop()
	last := c.Clock.Now()
	for next := uint64(hertz); ; {
		select {
		case <-ctx.Done():
			return d.Standing(), ctx.Err()
		case <-beat.C:
		}
		now := c.Clock.Now()
		over, err := d.Frame(pilot.Watch(now), now-last)
		last = now
		if over || err != nil {
			return d.Standing(), err
		}
		if d.session.Tick() >= next {
			next += uint64(hertz)
			report(d.Standing())
		}
	}
}

// Frame takes the packets that have come, corrects, takes with an input the ticks that are due some time (ns) after
// the frame before, and sends all that the other side may lack. over says that all steps are done and agreed.
func (d *Duel) Frame(in nettime.Input, elapsed int64) (over bool, err error) {
	now := d.c.Clock.Now()
	if err := d.receive(now); err != nil {
		return false, err
	}
	joined, refused := d.link.state()
	d.link.greet()
	switch {
	case refused != nil:
		return false, fmt.Errorf("lockstep: %w", refused)
	case !joined:
		if _, failed := d.link.Unsent(); d.c.Player == 1 && failed != nil {
			return false, fmt.Errorf("lockstep: %w", failed)
		}
		return false, d.missing(now, d.c.Player == 1)
	}
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
	if err := d.ticks(elapsed, in); err != nil {
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

// receive hands the packets that have come to the session. A malformed one is lost as any other.
func (d *Duel) receive(now int64) error {
	for {
		select {
		case b, ok := <-d.link.in:
			if !ok {
				return errors.New("lockstep: the link is closed")
			}
			d.heard, d.met = now, true
			var desync *nettime.DesyncError
			if err := d.peer.Take(b, now); errors.As(err, &desync) {
				return fmt.Errorf("lockstep: %w", err)
			}
		default:
			return nil
		}
	}
}

// missing is the error of a side that has heard nothing for too long; a side that waits for its first player has none.
func (d *Duel) missing(now int64, minds bool) error {
	patience := 10 * timestep.Second
	if !d.met {
		// a window may take long to open
		patience = 60 * timestep.Second
	}
	if minds && now-d.heard > patience {
		return errors.New("lockstep: the other side says nothing")
	}
	return nil
}

// ticks takes the ticks that are due.
func (d *Duel) ticks(elapsed int64, in nettime.Input) error {
	d.pace.Add(elapsed, d.hertz, d.peer.Sync.Rate())
	if d.depth == 0 && d.peer.Trip.Samples > 0 {
		d.session.SetDelay(d.peer.DelayFor(timestep.Second / int64(d.hertz)))
	}
	return d.pace.Take(func() (bool, error) {
		if d.session.Tick() >= d.c.Steps {
			return false, nil
		}
		return d.session.Advance(in)
	})
}

// Standing says how the duel goes.
func (d *Duel) Standing() Standing {
	return Standing{
		Tick: d.session.Tick(), Agreed: d.agreed, Figures: d.session.Figures, Ahead: d.peer.Sync.Seen.Mean,
		Trip: d.peer.Trip.Mean / float64(timestep.Millisecond), Hash: d.hash, Delay: d.session.Delay(),
	}
}
