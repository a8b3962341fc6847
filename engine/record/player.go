package record

import (
	"fmt"

	"tumble/engine/input"
)

// Player gives the events of a recording tick by tick and compares hashes.
type Player struct {
	rec     *Recording
	next    int
	dt      float32
	scratch []input.Event
}

// NewPlayer starts at the beginning of a recording.
func NewPlayer(rec *Recording) *Player { return &Player{rec: rec} }

// Events returns the events of a tick; ticks must be asked for in order. The slice is valid until
// the next call.
func (p *Player) Events(tick uint64) []input.Event {
	p.scratch = p.scratch[:0]
	for p.next < len(p.rec.Inputs) && p.rec.Inputs[p.next].Tick <= tick {
		p.take(&p.rec.Inputs[p.next].Event)
		p.next++
	}
	return p.scratch
}

// take keeps an event for the simulation; the length of a tick is for the loop.
func (p *Player) take(e *input.Event) {
	if e.Kind == input.EventTickLength {
		p.dt = e.S
		return
	}
	p.scratch = append(p.scratch, *e)
}

// TickLength is the length of the tick last asked for in seconds, 0 if the recording does not
// say.
func (p *Player) TickLength() float32 { return p.dt }

// Seek makes tick+1 the next tick whose events are given, for a jump to the state after tick.
func (p *Player) Seek(tick uint64) {
	p.next, p.dt = 0, 0
	p.Events(tick)
}

// Check compares the hash after a tick with the recorded one; a tick without a
// recorded hash is no error.
func (p *Player) Check(tick, hash uint64) error {
	i := tick - p.rec.HashFrom
	if tick < p.rec.HashFrom || i >= uint64(len(p.rec.Hashes)) {
		return nil
	}
	if want := p.rec.Hashes[i]; want != hash {
		return fmt.Errorf("engine: replay of %q leaves the recording at tick %d: hash %016x, recorded %016x", p.rec.Info.Scene, tick, hash, want)
	}
	return nil
}

// Done reports whether the recording has nothing after this tick.
func (p *Player) Done(tick uint64) bool {
	last := p.rec.HashFrom + uint64(len(p.rec.Hashes))
	return p.next >= len(p.rec.Inputs) && tick+1 >= last
}
