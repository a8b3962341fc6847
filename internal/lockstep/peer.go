package lockstep

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// Delay is the number of steps between an input and the step in which it acts. A side may be so far ahead of the
	// input that it knows of the other, and a difference is found after as many steps and one.
	Delay = 8
	// kept is the number of steps whose hashes are remembered; more than the sides can be apart.
	kept = 64
	// sendEvery is the time between packets while nothing happens.
	sendEvery = 2 * time.Millisecond
	// greetEvery is the number of beats between greetings.
	greetEvery = 50
	// silence is how long the other side may say nothing, in beats: while this program is stopped none passes, and
	// nobody is thought gone because this side took no packets.
	silence = int(10 * time.Second / sendEvery)
	// linger is how long a side that is done answers one that is not, in beats.
	linger = int(2 * time.Second / sendEvery)
)

// Report is the outcome of a run.
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
	return fmt.Sprintf("lockstep: the states differ from step %d on, first in body %d; found after step %d", e.Step,
		e.Body, e.At)
}

// peer is one side.
type peer struct {
	Config
	link *Link
	game *game
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
	round      uint64 // packets sent, in which the bodies alternate
	quiet      int    // beats since the last packet
	beats      int    // since this side was done

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
	if err := l.begin(&c, "lockstep"); err != nil {
		return Report{}, err
	}
	p := &peer{Config: c, link: l, game: g, known: Delay, missing: -1}
	for i := range p.own {
		p.own[i].Body, p.other[i].Body = -1, -1
	}
	defer g.run.World.Close()
	go l.receive()
	begin := c.Clock.Now()
	err = p.play(ctx)
	p.rep.Took = c.Clock.Now() - begin
	p.rep.Late = l.late()
	return p.rep, err
}

// stepped is the outcome of a step.
type stepped struct {
	hash   uint64
	bodies []uint64
	err    error
}

// play takes steps as soon as it may. It talks while a step is simulated, so that a side that takes long still answers.
func (p *peer) play(ctx context.Context) error {
	beat := time.NewTicker(sendEvery)
	defer beat.Stop()
	steps, busy := make(chan stepped, 1), false
	defer func() {
		if busy {
			<-steps
		}
	}()
	next := int64(0)
	p.link.greet()
	for {
		now := p.Clock.Now()
		if !busy && p.mayStep() && now >= next {
			busy, next = true, now+p.Slow.Nanoseconds()
			p.begin(steps)
		}
		if over, err := p.over(); over {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case s := <-steps:
			busy = false
			if s.err != nil {
				return s.err
			}
			p.finish(&s)
			p.send()
		case b, ok := <-p.link.in:
			if !ok {
				return errors.New("lockstep: the link is closed")
			}
			p.take(b)
		case <-beat.C:
			p.beat()
		}
		if !busy && p.rep.Steps < p.Steps && now >= next {
			p.rep.Waited += p.Clock.Now() - now
		}
	}
}

// mayStep reports whether the input of both sides is there, and the other side is not too far behind.
func (p *peer) mayStep() bool {
	joined, _ := p.link.state()
	return joined && p.desync == nil && p.rep.Steps < p.Steps && p.known > p.rep.Steps &&
		p.rep.Steps < p.verified+kept/2
}

// beat says what the other side may not know.
func (p *peer) beat() {
	p.quiet++
	if p.finished() {
		p.beats++
	}
	if p.quiet%greetEvery == 0 {
		p.link.greet()
	}
	p.send()
}

// finished reports whether this side knows all that there is to know.
func (p *peer) finished() bool { return p.verified == p.Steps || p.desync != nil && p.missing == 0 }

// over reports whether the run has come to its end: both sides know all that there is to know, or the other is gone. A
// side that is slow is waited for as long as it answers; one that listens waits for the first answer.
func (p *peer) over() (bool, error) {
	joined, err := p.link.state()
	unsent, failed := p.link.Unsent()
	switch {
	case p.desync != nil && p.finished() && p.beats > linger:
		return true, p.desync
	case p.desync == nil && p.finished() && (p.quiet > linger || p.sure == p.Steps && p.beats > linger/10):
		return true, nil
	case p.finished():
		return false, nil
	case err != nil:
		return true, fmt.Errorf("lockstep: %w", err)
	case !joined && p.Player == 1 && failed != nil:
		return true, fmt.Errorf("lockstep: %w", failed)
	case p.desync != nil && p.quiet > silence:
		return true, p.desync
	case p.quiet <= silence || !joined && p.Player == 0:
		return false, nil
	case !joined:
		return true, errors.New("lockstep: nobody answers who holds the token")
	case failed != nil:
		return true, fmt.Errorf("lockstep: the other side says nothing; %d packets could not be sent: %w", unsent,
			failed)
	}
	return true, errors.New("lockstep: the other side says nothing")
}

// begin simulates the next step.
func (p *peer) begin(done chan<- stepped) {
	n := p.rep.Steps + 1
	var inputs [2]input
	inputs[p.Player], inputs[1-p.Player] = p.own[n%kept], p.other[n%kept]
	go func() {
		err := p.game.step(n, inputs)
		done <- stepped{p.game.run.World.Hash(), p.game.hashes, err}
	}()
}

// finish takes the result of the step.
func (p *peer) finish(s *stepped) {
	n := p.rep.Steps + 1
	p.own[(n+Delay)%kept] = p.game.make(p.Player, n+Delay)
	p.hashes[n%kept], p.bodies[n%kept] = s.hash, s.bodies
	p.rep.Steps, p.rep.Hash = n, s.hash
	p.verify()
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

// take reads a packet of the other side. Steps beyond those that the other side may have reached have no effect.
func (p *peer) take(b []byte) {
	var in packet
	if in.decode(b) != nil {
		return
	}
	p.quiet = 0
	p.rep.Received++
	p.done, p.sure = max(p.done, in.Steps), max(p.sure, in.Verified)
	for i, v := range in.Inputs {
		if n := in.First + uint64(i); n == p.known+1 && n <= p.rep.Steps+2*Delay {
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
		if k := uint64(in.Offset) + uint64(i); k < uint64(len(p.dump)) && p.dump[k] == 0 {
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
	p.round++
	out := packet{Steps: p.rep.Steps, Verified: p.verified}
	// the other side has all input up to the steps it did, and may have lost later input
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
		first := int(p.round%parts) * mostBodies
		out.Step, out.Total, out.Offset = d.Step, uint32(len(list)), uint32(first)
		out.Bodies = list[first:min(first+mostBodies, len(list))]
	}
	p.link.send(out.encode())
}
