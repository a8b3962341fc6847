package timestep

// Timer keeps the time of one thread, or of the objects that live on ticks, in whole microseconds from 0 on (Spiro,
// Fixed-Time-Step Implementation). It changes once in a cycle, so that all events of a cycle happen at the same time. A
// thread beside the loop, such as a mixer of sound, has a Timer of its own with a clock; the Timer of objects has no
// clock and goes on by ticks.
//
// Virtual time, which objects that can be paused see, passes only in cycles that ask for virtual time.
type Timer struct {
	clock   Clock
	last    int64 // reading of the clock in the last cycle, ns
	rest    int64 // of the conversion into microseconds, ns
	started bool

	now, since               uint64 // us
	virtualNow, virtualSince uint64 // us
}

// NewTimer returns a timer at 0 that follows a clock; nil for one that UpdateBy moves.
func NewTimer(c Clock) *Timer { return &Timer{clock: c} }

// Update reads the clock, once in a cycle. A clock that went back is no time.
func (t *Timer) Update(virtual bool) {
	now := t.clock.Now()
	if !t.started {
		t.started, t.last = true, now
	}
	elapsed := max(now-t.last, 0)
	t.last = now
	t.advance(elapsed, virtual)
}

// UpdateBy advances by a time (us) that others have measured.
func (t *Timer) UpdateBy(us uint64, virtual bool) {
	t.now += us
	t.since, t.virtualSince = us, 0
	if virtual {
		t.virtualNow += us
		t.virtualSince = us
	}
}

// advance converts nanoseconds; a rest below a microsecond is kept.
func (t *Timer) advance(ns int64, virtual bool) {
	t.rest += ns
	us := t.rest / Microsecond
	t.rest -= us * Microsecond
	t.UpdateBy(uint64(us), virtual)
}

// Now is the time (us), Since the time that the last update added (us).
func (t *Timer) Now() uint64   { return t.now }
func (t *Timer) Since() uint64 { return t.since }

// VirtualNow and VirtualSince are Now and Since of the virtual time (us).
func (t *Timer) VirtualNow() uint64   { return t.virtualNow }
func (t *Timer) VirtualSince() uint64 { return t.virtualSince }

// Seconds is VirtualSince in seconds, for formulas; sums are to be made of the integers.
func (t *Timer) Seconds() float32 { return float32(float64(t.virtualSince) * 1e-6) }
