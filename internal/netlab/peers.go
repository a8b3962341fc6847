package netlab

import (
	"tumble/engine/nettime"
	"tumble/internal/netgame"
)

// peerEnd is a side of lockstep or rollback.
type peerEnd struct {
	end
	session *nettime.Session[netgame.State]
	peer    *nettime.Peer[netgame.State]
	depth   int
}

func newPeerEnd(c *Config, player, depth int, out, in *nettime.Link) (*peerEnd, error) {
	e := &peerEnd{depth: depth}
	err := e.init(c, player, out, in)
	if err != nil {
		return nil, err
	}
	def := nettime.SessionDef{Players: netgame.Players, Own: player, Depth: depth}
	e.session, err = nettime.NewSession(nettime.World[netgame.State](e.world), def)
	if err != nil {
		return nil, err
	}
	e.peer = nettime.NewPeer(e.session, 1-player)
	e.session.SetDelay(nettime.RollbackDelay)
	return e, nil
}

// run lives through a frame.
func (e *peerEnd) run(at int64) error {
	for {
		b, arrived, ok := e.in.Receive(at)
		if !ok {
			break
		}
		if err := e.peer.Take(b, e.clock.Read(arrived)); err != nil {
			return err
		}
	}
	e.correcting()
	n, err := e.session.Correct()
	if err != nil {
		return err
	}
	if n > 0 {
		e.corrected()
	}
	if err := e.peer.Compare(); err != nil {
		return err
	}
	now := e.due(at, e.peer.Sync.Rate())
	if e.depth == 0 {
		e.session.SetDelay(e.peer.DelayFor(int64(1e9 / e.c.Hertz)))
	}
	in := e.pilot.Decide(now, e.shown)
	e.m.pressed(at, in, e.session.Tick()+1+uint64(e.session.Delay()))
	err = e.pace.Take(func() (bool, error) {
		ok, err := e.session.Advance(in)
		if ok {
			e.m.reached(e.session.Tick(), at)
		}
		return ok, err
	})
	if err != nil {
		return err
	}
	e.buf = e.peer.Append(e.buf[:0], now)
	e.out.Send(at, e.buf)
	moment := e.show(e.session.Tick(), e.depth > 0)
	e.m.picture(at, moment, e.shown)
	return nil
}

func (e *peerEnd) steps() int { return e.session.Figures.Steps }

func (e *peerEnd) waits() int { return e.session.Figures.Waited }
