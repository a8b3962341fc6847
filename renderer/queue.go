package renderer

import "sync/atomic"

// Handover says what happens to a packet while an older one still waits to be drawn.
type Handover uint8

const (
	// InOrder draws every packet: Acquire gives none while one waits.
	InOrder Handover = iota
	// Newest replaces the packet that waits: Acquire always gives one.
	Newest
)

// The states of a slot.
const (
	slotFree = iota
	slotRecording
	slotQueued
	slotDrawing
)

const slots = 3

// packetQueue moves three packets between the main thread and the executor. The states
// of all slots are in one atomic word, two bits each, so that every transition is one
// compare-and-swap and no state in between can be seen:
//
//	       acquire             submit              take              release
//	free ──────────▶ recording ───────▶ queued ──────────▶ drawing ──────────▶ free
//	  ▲                  │ abandon         │ replaced by a newer one
//	  └──────────────────┴─────────────────┘
//
// At most one slot is recording, one queued and one drawing, so that with three slots a
// free one can always be found when none is recording.
type packetQueue struct {
	packets   [slots]Packet
	submitted [slots]int64 // ns, when it was handed over
	state     atomic.Uint32
	dropped   atomic.Uint64

	nextID uint64 // main thread: the number of the next packet
}

func slotState(word uint32, slot int) uint32 { return word >> (2 * slot) & 3 }

func withState(word uint32, slot int, state uint32) uint32 {
	return word&^(3<<(2*slot)) | state<<(2*slot)
}

// find returns a slot in the state, or -1.
func find(word, state uint32) int {
	for s := range slots {
		if slotState(word, s) == state {
			return s
		}
	}
	return -1
}

// acquire takes a free packet for recording, emptied and numbered; nil when there is none, or when
// the packet that waits may not be replaced.
func (q *packetQueue) acquire(h Handover) *Packet {
	for {
		word := q.state.Load()
		if find(word, slotRecording) >= 0 {
			return nil
		}
		if waiting := find(word, slotQueued); waiting >= 0 &&
			(h == InOrder || q.packets[waiting].Header.Flags&FrameCapture != 0) {
			return nil
		}
		slot := find(word, slotFree)
		if slot < 0 {
			return nil
		}
		if q.state.CompareAndSwap(word, withState(word, slot, slotRecording)) {
			p := &q.packets[slot]
			p.reset(q.nextID + 1)
			return p
		}
	}
}

func (q *packetQueue) slotOf(p *Packet) int {
	for s := range slots {
		if p == &q.packets[s] {
			return s
		}
	}
	panic("renderer: the packet is not one of this executor")
}

// submit queues the packet that is being recorded, in place of one that still waits.
func (q *packetQueue) submit(p *Packet, now int64) {
	slot := q.slotOf(p)
	if slotState(q.state.Load(), slot) != slotRecording {
		panic("renderer: a packet is submitted that is not being recorded")
	}
	q.nextID = p.Header.ID
	q.submitted[slot] = now
	own := p.Header.OldestInput
	for {
		word := q.state.Load()
		next := withState(word, slot, slotQueued)
		waiting := find(word, slotQueued)
		p.Header.OldestInput = own
		if waiting >= 0 {
			next = withState(next, waiting, slotFree)
			// the input that the replaced packet would have been the first to show is shown by this one
			if o := q.packets[waiting].Header.OldestInput; o != 0 && (own == 0 || o < own) {
				p.Header.OldestInput = o
			}
		}
		if q.state.CompareAndSwap(word, next) {
			if waiting >= 0 {
				q.dropped.Add(1)
			}
			return
		}
	}
}

// abandon gives the packet back unused; its number is used again.
func (q *packetQueue) abandon(p *Packet) { q.move(q.slotOf(p), slotRecording, slotFree) }

// take takes the packet that waits, nil when there is none.
func (q *packetQueue) take() (p *Packet, submitted int64) {
	for {
		word := q.state.Load()
		slot := find(word, slotQueued)
		if slot < 0 {
			return nil, 0
		}
		if q.state.CompareAndSwap(word, withState(word, slot, slotDrawing)) {
			return &q.packets[slot], q.submitted[slot]
		}
	}
}

// clear drops the packet that waits, if there is one.
func (q *packetQueue) clear() {
	if p, _ := q.take(); p != nil {
		q.release(p)
		q.dropped.Add(1)
	}
}

// release gives back the packet that has been drawn.
func (q *packetQueue) release(p *Packet) { q.move(q.slotOf(p), slotDrawing, slotFree) }

func (q *packetQueue) move(slot int, from, to uint32) {
	for {
		word := q.state.Load()
		if slotState(word, slot) != from {
			panic("renderer: a packet is given back by the side that does not hold it")
		}
		if q.state.CompareAndSwap(word, withState(word, slot, to)) {
			return
		}
	}
}

// inFlight reports whether the executor holds or will get a packet.
func (q *packetQueue) inFlight() bool {
	word := q.state.Load()
	return find(word, slotQueued) >= 0 || find(word, slotDrawing) >= 0
}

// waiting reports whether a packet waits to be taken.
func (q *packetQueue) waiting() bool { return find(q.state.Load(), slotQueued) >= 0 }
