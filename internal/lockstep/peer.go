package lockstep

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"net"
	"time"

	"tumble/engine/timestep"
)

const (
	// Delay is the number of steps between an input and the step in which it acts. A side may be so far ahead of what it
	// knows of the other, and a difference is found after as many steps and one.
	Delay = 8
	// kept is the number of steps whose hashes are remembered; more than the sides can be apart.
	kept = 64
	// sendEvery is the time between packets while nothing happens.
	sendEvery = 2 * time.Millisecond
	// silence is how long the other side may say nothing (ns).
	silence = 10 * timestep.Second
	// linger is how long a side that is done answers one that is not (ns).
	linger = 2 * timestep.Second
)

// Report is what became of a run.
type Report struct {
	Steps    uint64
	Hash     uint64 // of the last step
	Took     int64  // ns
	Waited   int64  // for the other side, ns
	Received int
	Late     int // packets that a newer one had overtaken
}

// DesyncError names the first step whose states differ and the first body that differs in it.
type DesyncError struct {
	Step uint64 // the first step with different hashes
	Body int    // index into the moving bodies; −1 if no body differs
	At   uint64 // steps that this side had done when it knew
}

func (e *DesyncError) Error() string {
	return fmt.Sprintf("lockstep: the states differ from step %d on, first in body %d; found after step %d", e.Step, e.Body, e.At)
}

// peer is one side.
type peer struct {
	Config
	link *Link
	game *game
	id   uint64
	rep  Report

	own, other [kept]input
	known      uint64 // steps whose input from the other side has arrived
	hashes     [kept]uint64
	bodies     [kept][]uint64
	theirs     [kept]uint64
	heard      uint64 // steps whose hash from the other side has arrived, without a gap
	verified   uint64
	done       uint64 // steps done by the other side
	sure       uint64 // steps that the other side has verified
	sequence   uint64
	newest     uint64 // sequence of the newest packet
	last       int64  // reading of the clock at the last packet

	desync  *DesyncError
	dump    []uint64 // body hashes of the other side at the step that differs
	missing int
}

// Run plays until all steps are verified, the states differ (a *DesyncError) or ctx ends.
func Run(ctx context.Context, c Config, l *Link) (Report, error) {
	if c.Steps == 0 || c.Player < 0 || c.Player > 1 {
		return Report{}, fmt.Errorf("lockstep: %d steps as player %d: must be at least 1, as 0 or 1", c.Steps, c.Player)
	}
	g, err := newGame(&c)
	if err != nil {
		return Report{}, err
	}
	h := fnv.New64a()
	fmt.Fprint(h, c.Scene.Name, c.Steps, c.Seed)
	p := &peer{Config: c, link: l, game: g, id: h.Sum64(), known: Delay, missing: -1}
	for i := range p.own {
		p.own[i].Body, p.other[i].Body = -1, -1
	}
	from := make(chan *net.UDPAddr, 1)
	go l.receive(from)
	begin := c.Clock.Now()
	p.last = begin
	err = p.play(ctx, from)
	p.rep.Took = c.Clock.Now() - begin
	return p.rep, err
}

// play takes steps as soon as it may and talks in between.
func (p *peer) play(ctx context.Context, from <-chan *net.UDPAddr) error {
	beat := time.NewTicker(sendEvery)
	defer beat.Stop()
	next, finished := int64(0), int64(0)
	for {
		now := p.Clock.Now()
		if p.desync == nil && p.rep.Steps < p.Steps && p.known > p.rep.Steps && now >= next && p.rep.Steps < p.verified+kept/2 {
			if err := p.step(); err != nil {
				return err
			}
			next = now + p.Slow.Nanoseconds()
			p.send()
			continue
		}
		if over, err := p.over(now, &finished); over {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case b, ok := <-p.link.in:
			if !ok {
				return fmt.Errorf("lockstep: %w", *p.link.broken.Load())
			}
			if err := p.take(b); err != nil {
				return err
			}
		case a := <-from:
			if p.link.remote == nil {
				p.link.remote = a
			}
		case <-beat.C:
			p.send()
		}
		if p.rep.Steps < p.Steps && now >= next {
			p.rep.Waited += p.Clock.Now() - now
		}
	}
}

// over reports whether the run has come to its end: both sides know all that there is to know, or the other is gone.
func (p *peer) over(now int64, finished *int64) (bool, error) {
	told := p.desync != nil && p.missing == 0
	if *finished == 0 && (told || p.verified == p.Steps) {
		*finished = now
	}
	switch {
	case *finished != 0 && (now-*finished > linger || p.desync == nil && p.sure == p.Steps && now-*finished > linger/10):
		if p.desync != nil {
			return true, p.desync
		}
		return true, nil
	case *finished == 0 && now-p.last > silence:
		return true, errors.New("lockstep: the other side says nothing")
	}
	return false, nil
}

// step takes the next step.
func (p *peer) step() error {
	n := p.rep.Steps + 1
	var inputs [2]input
	inputs[p.Player], inputs[1-p.Player] = p.own[n%kept], p.other[n%kept]
	if err := p.game.step(n, inputs); err != nil {
		return err
	}
	p.own[(n+Delay)%kept] = p.game.make(p.Player, n+Delay)
	p.hashes[n%kept] = p.game.run.World.Hash()
	p.bodies[n%kept] = p.game.hashes
	p.rep.Steps, p.rep.Hash = n, p.hashes[n%kept]
	p.verify()
	return nil
}

// verify compares what both sides have hashed.
func (p *peer) verify() {
	for p.desync == nil && p.verified < min(p.rep.Steps, p.heard) {
		n := p.verified + 1
		if p.hashes[n%kept] != p.theirs[n%kept] {
			p.desync = &DesyncError{Step: n, Body: -1, At: p.rep.Steps}
			return
		}
		p.verified = n
	}
}

// take reads a packet.
func (p *peer) take(b []byte) error {
	var in packet
	if in.decode(b) != nil {
		return nil // somebody else's
	}
	if in.Game != p.id {
		return errors.New("lockstep: the other side plays another scene, number of steps or seed")
	}
	p.last = p.Clock.Now()
	p.rep.Received++
	if in.Sequence < p.newest {
		p.rep.Late++
	}
	p.newest = max(p.newest, in.Sequence)
	p.done, p.sure = max(p.done, in.Steps), max(p.sure, in.Verified)
	for i, v := range in.Inputs {
		if n := in.First + uint64(i); n == p.known+1 {
			p.other[n%kept] = v
			p.known = n
		}
	}
	for i, v := range in.Hashes {
		if n := in.From + uint64(i); n == p.heard+1 && n <= p.verified+kept-1 {
			p.theirs[n%kept] = v
			p.heard = n
		}
	}
	p.verify()
	p.takeBodies(&in)
	return nil
}

// takeBodies collects the other side's bodies at the step that differs and names the first that does.
func (p *peer) takeBodies(in *packet) {
	d := p.desync
	if d == nil || in.Step != d.Step || p.missing == 0 {
		return
	}
	own := p.bodies[d.Step%kept]
	if p.missing < 0 {
		p.dump, p.missing = make([]uint64, len(own)), len(own)
	}
	for i, v := range in.Bodies {
		if k := int(in.Offset) + i; k < len(p.dump) && p.dump[k] == 0 {
			// 0 marks one that is missing
			p.dump[k] = v | 1
			p.missing--
		}
	}
	if p.missing > 0 {
		return
	}
	for k, v := range p.dump {
		if v != own[k]|1 {
			d.Body = k % (len(own) / 2)
			return
		}
	}
}

// send tells the other side all that it may not know: input, hashes, and after a difference bodies in turns.
func (p *peer) send() {
	p.sequence++
	out := packet{Game: p.id, Sequence: p.sequence, Steps: p.rep.Steps, Verified: p.verified}
	// the other side has all input up to the steps it did, and may have lost what came after
	out.First = max(p.done+1, Delay+1)
	for n := out.First; n <= p.rep.Steps+Delay && len(out.Inputs) < mostInputs; n++ {
		out.Inputs = append(out.Inputs, p.own[n%kept])
	}
	out.From = p.sure + 1
	for n := out.From; n <= p.rep.Steps && len(out.Hashes) < mostHashes; n++ {
		out.Hashes = append(out.Hashes, p.hashes[n%kept])
	}
	if d := p.desync; d != nil {
		list := p.bodies[d.Step%kept]
		parts := uint64(max((len(list)+mostBodies-1)/mostBodies, 1))
		first := int(p.sequence%parts) * mostBodies
		out.Step, out.Total, out.Offset = d.Step, uint32(len(list)), uint32(first)
		out.Bodies = list[first:min(first+mostBodies, len(list))]
	}
	p.link.send(out.encode())
}
