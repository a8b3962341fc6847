package input

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"tumble/engine/timestep"
)

func TestInboxStampsOnArrival(t *testing.T) {
	c := timestep.NewFakeClock(100)
	in := NewInbox(c)
	in.Push(Event{Kind: EventKey, Code: 1})
	c.Set(250)
	in.Push(Event{Kind: EventKey, Code: 2})
	c.Set(200)
	in.Push(Event{Kind: EventKey, Code: 3})
	for i, want := range []int64{100, 250, 250} {
		e, ok := in.Pop()
		if !ok || e.Time != want || e.Code != int32(i+1) {
			t.Errorf("event %d: %+v, want time %d", i, e, want)
		}
	}
	if _, ok := in.Pop(); ok {
		t.Error("an event out of an empty inbox")
	}
}

// A flood of mouse moves must not cost a key release.
func TestInboxFloodKeepsKeys(t *testing.T) {
	c := timestep.NewFakeClock(0)
	in := NewInbox(c)
	keys := 0
	for i := range 100_000 {
		c.Advance(10)
		in.Push(Event{Kind: EventMouseMove, X: float64(i)})
		if i%100 == 0 && keys < inboxReserve/2 {
			in.Push(Event{Kind: EventKey, Action: Release, Code: int32(keys)})
			keys++
		}
	}
	if in.Len() > inboxSize {
		t.Fatalf("%d events", in.Len())
	}
	got, last := 0, Event{}
	for {
		e, ok := in.Pop()
		if !ok {
			break
		}
		if e.Time < last.Time {
			t.Fatalf("stamp %d after %d", e.Time, last.Time)
		}
		if e.Kind == EventKey {
			if int(e.Code) != got {
				t.Fatalf("key %d, want %d", e.Code, got)
			}
			got++
		} else {
			last = e
		}
	}
	if got != keys {
		t.Errorf("%d of %d keys arrived", got, keys)
	}
	if last.X != 99_999 {
		t.Errorf("the last position is %v, want the newest, 99999", last.X)
	}
	if in.Coalesced() == 0 {
		t.Error("nothing was merged")
	}
}

// runInputs plays events through frames at the given times and returns tick:code pairs.
func runInputs(t *testing.T, hz int64, events []Event, frames []int64) []string {
	t.Helper()
	s, _ := newStepper(t, hz, timestep.DefaultBacklog)
	q := NewQueue()
	var got []string
	last, next := int64(0), 0
	for _, now := range frames {
		for next < len(events) && events[next].Time <= now {
			if err := q.Push(events[next]); err != nil {
				t.Fatal(err)
			}
			next++
		}
		q.Assign(timestep.FrameSpan{From: last, To: now, Virtual: now - last, Tick: s.Ticks(), Fraction: s.Fraction(),
			Hz: hz})
		s.Advance(now-last, 0)
		for s.Next(0) {
			tick := s.Tick().N
			for _, e := range q.Take(tick) {
				got = append(got, fmt.Sprintf("%d:%d", tick, e.Code))
			}
			s.Ran(0)
		}
		s.EndFrame()
		q.EndFrame(s.Ticks() + 1)
		last = now
	}
	return got
}

// An event goes to the first tick at or after its stamp, whatever the frames are.
func TestEventTickIsIndependentOfFrames(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 3))
		hz := []int64{100, 60, 144, 1000, 30}[seed%5]
		var events []Event
		for now, i := int64(0), int32(0); now < timestep.Second; i++ {
			now += 1 + r.Int64N(20*timestep.Millisecond)
			if r.IntN(3) == 0 {
				now = (now*hz/timestep.Second + 1) * timestep.Second / hz // exactly at a tick, where the rate divides
			}
			events = append(events, Event{Kind: EventCommand, Code: i, Time: now})
		}
		var want []string
		for _, e := range events {
			tick := (e.Time*hz + timestep.Second - 1) / timestep.Second
			want = append(want, fmt.Sprintf("%d:%d", max(tick, 1), e.Code))
		}
		for variant := range 4 {
			var frames []int64
			for now := int64(0); now < 2*timestep.Second; {
				switch variant {
				case 0:
					now += timestep.Second / 60
				case 1:
					now += 1 + r.Int64N(40*timestep.Millisecond)
				case 2:
					now += 700 * timestep.Microsecond
				case 3:
					now += 200 * timestep.Millisecond
				}
				frames = append(frames, now)
			}
			got := runInputs(t, hz, events, frames)
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("seed %d, %d Hz, frames of kind %d:\n got %v\nwant %v", seed, hz, variant, got, want)
			}
		}
	}
}

// While the virtual time stands still world events wait, in order, for the next tick.
func TestPausedEventsWaitForTheNextTick(t *testing.T) {
	q := NewQueue()
	for i := range int32(3) {
		if err := q.Push(Event{Time: int64(i) * 100, Code: i}); err != nil {
			t.Fatal(err)
		}
		q.Assign(timestep.FrameSpan{From: int64(i) * 100, To: int64(i)*100 + 100, Virtual: 0, Tick: 7,
			Fraction: 400_000_000, Hz: 100})
		if n := len(q.Take(7)); n != 0 {
			t.Fatalf("%d events applied without a tick", n)
		}
	}
	got := q.Take(8)
	if len(got) != 3 || got[0].Code != 0 || got[2].Code != 2 {
		t.Errorf("tick 8 got %v", got)
	}
}

// Ticks dropped by overload must not delay input by the dropped time.
func TestDroppedTicksDoNotDelayInput(t *testing.T) {
	q := NewQueue()
	s, _ := newStepper(t, 100, 50*timestep.Millisecond)
	if err := q.Push(Event{Time: 990 * timestep.Millisecond, Code: 1}); err != nil {
		t.Fatal(err)
	}
	q.Assign(timestep.FrameSpan{From: 0, To: timestep.Second, Virtual: timestep.Second, Tick: 0, Fraction: 0, Hz: 100})
	s.Advance(timestep.Second, 0)
	for s.Next(0) {
		if n := len(q.Take(s.Tick().N)); n != 0 {
			t.Errorf("event of 0.99 s applied in tick %d", s.Tick().N)
		}
		s.Ran(0)
	}
	s.EndFrame()
	q.EndFrame(s.Ticks() + 1)
	if n := len(q.Take(s.Ticks() + 1)); n != 1 {
		t.Errorf("%d events in the next tick, want 1", n)
	}
}

func TestInputQueueFull(t *testing.T) {
	q := NewQueue()
	for i := range inputQueueSize {
		if err := q.Push(Event{Time: int64(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if q.Push(Event{}) == nil || q.Lost() != 1 || q.Len() != inputQueueSize {
		t.Error("a full queue took an event or did not count it")
	}
	q.Clear()
	if q.Len() != 0 || q.Push(Event{}) != nil {
		t.Error("not empty after Clear")
	}
}

func TestInputDoesNotAllocate(t *testing.T) {
	in, q := NewInbox(timestep.NewFakeClock(0)), NewQueue()
	tick := uint64(0)
	n := testing.AllocsPerRun(200, func() {
		for range 50 {
			in.Push(Event{Kind: EventMouseMove})
		}
		for e, ok := in.Pop(); ok; e, ok = in.Pop() {
			_ = q.Push(e)
		}
		q.Assign(timestep.FrameSpan{To: 1, Tick: tick, Hz: 100})
		tick++
		if len(q.Take(tick)) != 50 {
			t.Error("events missing")
		}
	})
	if n != 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

// newStepper has no budget, so that wall time plays no part.
func newStepper(t *testing.T, hz, backlog int64) (*timestep.Stepper, *timestep.Ledger) {
	t.Helper()
	l := &timestep.Ledger{}
	s, err := timestep.NewStepper(l, hz)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.SetBacklog(backlog), s.SetBudget(0)); err != nil {
		t.Fatal(err)
	}
	return s, l
}
