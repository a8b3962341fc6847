package record

import (
	"fmt"

	"tumble/engine/input"
)

// Player gives the events of a part of a recording tick by tick and compares digests.
type Player struct {
	rec     *Part
	next    int
	jump    int
	dt      float32
	scratch []input.Event
}

// NewPlayer starts at the beginning of a part.
func NewPlayer(part *Part) *Player { return &Player{rec: part} }

// From is the tick after which the recording begins, 0 for the start of a scene.
func (p *Player) From() uint64 { return p.rec.From }

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

// Check compares the digest after a tick with the recorded one; a tick without a recorded digest is no error.
func (p *Player) Check(tick, digest uint64) error {
	i := tick - p.rec.FirstTick
	if tick < p.rec.FirstTick || i >= uint64(len(p.rec.Digests)) {
		return nil
	}
	if want := p.rec.Digests[i]; want != digest {
		return fmt.Errorf("engine: replay of %q leaves the recording at tick %d: digest %016x, recorded %016x",
			p.rec.Info.Scene, tick, digest, want)
	}
	return nil
}

// Done reports whether the part has nothing after this tick.
func (p *Player) Done(tick uint64) bool {
	return p.next >= len(p.rec.Inputs) && tick >= p.rec.LastTick()
}
