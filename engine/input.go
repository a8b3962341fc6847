package engine

import "fmt"

// inputQueueSize is the number of world events that can wait for their tick.
const inputQueueSize = 1 << 14

// TickEvent is a world event with the tick it is applied in.
type TickEvent struct {
	Tick  uint64
	Event Event
}

// FrameSpan is what the queue needs to know of a frame to find the tick of a stamp.
type FrameSpan struct {
	// From and To are the clock readings of the last and of this frame (ns).
	From, To int64
	// Virtual is the virtual time that passed between them (ns).
	Virtual int64
	// Tick is the number of ticks run before this frame, Fraction the part of a
	// tick that was left over then (10⁻⁹ tick), Hz the tick rate.
	Tick     uint64
	Fraction int64
	Hz       int64
}

// InputQueue holds world events until their tick: the first tick whose time is at or
// after the event's stamp. While time stands still that is the next tick, whenever
// it comes. With an undisturbed clock the tick of an event depends on its stamp only,
// not on the frames in between.
type InputQueue struct {
	ring     [inputQueueSize]TickEvent
	head     int
	count    int
	assigned int // how many of the waiting events know their tick
	scratch  []Event
	lost     uint64
}

// NewInputQueue returns an empty queue.
func NewInputQueue() *InputQueue {
	return &InputQueue{scratch: make([]Event, 0, 256)}
}

// Push appends a stamped event. Stamps must not decrease; one that does is treated as
// its predecessor's. A full queue is an error and the event is not taken.
func (q *InputQueue) Push(e Event) error {
	if q.count == inputQueueSize {
		q.lost++
		return fmt.Errorf("engine: world event lost: %d events wait already", inputQueueSize)
	}
	if q.count > 0 {
		if last := q.at(q.count - 1).Event.Time; e.Time < last {
			e.Time = last
		}
	}
	*q.at(q.count) = TickEvent{Event: e}
	q.count++
	return nil
}

func (q *InputQueue) at(i int) *TickEvent { return &q.ring[(q.head+i)%inputQueueSize] }

// Assign finds the tick of every waiting event stamped up to the end of the span.
// Call it once per frame, before the frame's ticks.
func (q *InputQueue) Assign(s FrameSpan) {
	for ; q.assigned < q.count; q.assigned++ {
		e := q.at(q.assigned)
		if e.Event.Time > s.To {
			return
		}
		e.Tick = s.tickOf(e.Event.Time)
		// a clock that changed its speed between frames must not reorder events
		if q.assigned > 0 {
			e.Tick = max(e.Tick, q.at(q.assigned-1).Tick)
		}
	}
}

// tickOf maps the stamp into the span in proportion: that holds for every
// speed, for a clamped frame, and for a pause (all stamps map to its start).
func (s FrameSpan) tickOf(stamp int64) uint64 {
	var dv uint64
	if stamp > s.From && s.To > s.From {
		dv = mulDiv(uint64(stamp-s.From), uint64(s.Virtual), uint64(s.To-s.From))
	}
	n, rem := mulDivRem(dv, uint64(s.Hz), uint64(s.Fraction), uint64(Second))
	if rem > 0 || n == 0 {
		n++
	}
	return s.Tick + n
}

// Take removes the events of all ticks up to this one. The slice is valid until the next call.
func (q *InputQueue) Take(tick uint64) []Event {
	q.scratch = q.scratch[:0]
	for q.assigned > 0 && q.at(0).Tick <= tick {
		q.scratch = append(q.scratch, q.at(0).Event)
		q.head = (q.head + 1) % inputQueueSize
		q.count--
		q.assigned--
	}
	return q.scratch
}

// EndFrame moves events whose tick was dropped by overload to the next tick that
// runs; ticks is the number of ticks run so far.
func (q *InputQueue) EndFrame(ticks uint64) {
	for i := q.assigned - 1; i >= 0; i-- {
		e := q.at(i)
		if e.Tick <= ticks+1 {
			return
		}
		e.Tick = ticks + 1
	}
}

// Clear removes all events.
func (q *InputQueue) Clear() { q.head, q.count, q.assigned = 0, 0, 0 }

// Len is the number of events waiting.
func (q *InputQueue) Len() int { return q.count }

// Lost is the number of events refused because the queue was full.
func (q *InputQueue) Lost() uint64 { return q.lost }
