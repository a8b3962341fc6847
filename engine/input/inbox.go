package input

import (
	"tumble/engine/timestep"
)

// inboxSize is the number of events the inbox holds between two frames; a mouse
// of 8 kHz delivers 133 events in a 60 Hz frame.
const inboxSize = 4096

// inboxReserve is the room in which a mouse move takes the place of the move before it:
// a merged mouse move is invisible, a lost key release is a stuck key.
const inboxReserve = inboxSize / 4

// Inbox is the fixed ring into which window callbacks push events. Each event is
// stamped with the clock when it is pushed. It belongs to one goroutine, the
// main thread: callbacks run there.
type Inbox struct {
	clock timestep.Clock
	ring  [inboxSize]Event
	head  int // index of the oldest event
	count int

	coalesced uint64
	lost      uint64
}

// NewInbox returns an empty inbox that stamps with the clock.
func NewInbox(clock timestep.Clock) *Inbox { return &Inbox{clock: clock} }

// Push stamps the event with the clock and appends it. When the ring is nearly full mouse
// moves replace the last move; when it is full the event is lost and counted.
func (in *Inbox) Push(e Event) {
	e.Time = in.clock.Now()
	in.PushStamped(e)
}

// PushStamped appends an event that has its time already. Stamps must not decrease; PushStamped raises a smaller stamp
// to that of the event before.
func (in *Inbox) PushStamped(e Event) {
	if in.count > 0 {
		last := &in.ring[(in.head+in.count-1)%inboxSize]
		if e.Time < last.Time {
			e.Time = last.Time
		}
		if in.count >= inboxSize-inboxReserve && e.Kind == EventMouseMove && last.Kind == EventMouseMove {
			*last = e
			in.coalesced++
			return
		}
	}
	if in.count == inboxSize {
		in.lost++
		return
	}
	in.ring[(in.head+in.count)%inboxSize] = e
	in.count++
}

// Pop removes the oldest event.
func (in *Inbox) Pop() (Event, bool) {
	if in.count == 0 {
		return Event{}, false
	}
	e := in.ring[in.head]
	in.head = (in.head + 1) % inboxSize
	in.count--
	return e, true
}

// Len is the number of events waiting.
func (in *Inbox) Len() int { return in.count }

// Lost is the number of events that found no place.
func (in *Inbox) Lost() uint64 { return in.lost }

// Coalesced is the number of mouse moves that were merged into a newer one.
func (in *Inbox) Coalesced() uint64 { return in.coalesced }
