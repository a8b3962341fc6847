package input

import (
	"fmt"

	"tumble/engine/timestep"
)

// inputQueueSize is the number of world events that can wait for their tick.
const inputQueueSize = 1 << 14

// TickEvent is a world event with the tick it is applied in.
type TickEvent struct {
	Tick  uint64
	Event Event
}

// Queue holds world events until their tick: the first tick whose time is at or after the event's stamp. Events of a
// time that stands still act in the next tick, whenever it comes. With an undisturbed clock the tick of an event
// depends on its stamp only, not on the frames in between.
type Queue struct {
	ring     [inputQueueSize]TickEvent
	head     int
	count    int
	assigned int // how many of the waiting events know their tick
	scratch  []Event
	lost     uint64
}

// NewQueue returns an empty queue.
func NewQueue() *Queue {
	return &Queue{scratch: make([]Event, 0, 256)}
}

// Push appends a stamped event. Stamps must not decrease; Push raises a smaller stamp to that of the event before. A
// full queue is an error and does not take the event.
func (q *Queue) Push(e Event) error {
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

func (q *Queue) at(i int) *TickEvent { return &q.ring[(q.head+i)%inputQueueSize] }

// Assign finds the tick of every waiting event stamped up to the end of the span.
// Call it once per frame, before the frame's ticks.
func (q *Queue) Assign(s timestep.FrameSpan) {
	for ; q.assigned < q.count; q.assigned++ {
		e := q.at(q.assigned)
		if e.Event.Time > s.To {
			return
		}
		e.Tick = s.TickOf(e.Event.Time)
		// a clock that changed its speed between frames must not reorder events
		if q.assigned > 0 {
			e.Tick = max(e.Tick, q.at(q.assigned-1).Tick)
		}
	}
}

// Take removes the events of all ticks up to this one. The slice is valid until the next call.
func (q *Queue) Take(tick uint64) []Event {
	q.scratch = q.scratch[:0]
	for q.assigned > 0 && q.at(0).Tick <= tick {
		q.scratch = append(q.scratch, q.at(0).Event)
		q.head = (q.head + 1) % inputQueueSize
		q.count--
		q.assigned--
	}
	return q.scratch
}

// Drain removes all events, also events of ticks to come, for a simulation that takes events while time stands still.
// The slice is valid until the next call of Take or Drain.
func (q *Queue) Drain() []Event {
	q.scratch = q.scratch[:0]
	for i := range q.count {
		q.scratch = append(q.scratch, q.at(i).Event)
	}
	q.Clear()
	return q.scratch
}

// EndFrame moves events of later ticks than last to the tick last: ticks given up on overload never come.
func (q *Queue) EndFrame(last uint64) {
	for i := q.assigned - 1; i >= 0; i-- {
		e := q.at(i)
		if e.Tick <= last {
			return
		}
		e.Tick = last
	}
}

// Clear removes all events.
func (q *Queue) Clear() { q.head, q.count, q.assigned = 0, 0, 0 }

// Len is the number of events waiting.
func (q *Queue) Len() int { return q.count }

// Lost is the number of events refused because the queue was full.
func (q *Queue) Lost() uint64 { return q.lost }
