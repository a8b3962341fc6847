package timestep

import "sync/atomic"

// Second, Millisecond and Microsecond are the units of the engine's time in
// nanoseconds.
const (
	Microsecond int64 = 1_000
	Millisecond int64 = 1_000_000
	Second      int64 = 1_000_000_000
)

// Clock tells the time in nanoseconds since a fixed but arbitrary moment. It
// never goes backwards, has at least microsecond resolution and may be read
// from any goroutine. int64 nanoseconds last 292 years.
type Clock interface {
	Now() int64
}

// RealClock returns the clock of the machine, starting near zero when the
// program starts.
func RealClock() Clock { return realClock{} }

type realClock struct{}

func (realClock) Now() int64 { return realNow() }

// FakeClock is a clock that moves only when told. It may be used from several
// goroutines.
type FakeClock struct {
	now atomic.Int64
}

// NewFakeClock returns a clock that stands at ns.
func NewFakeClock(ns int64) *FakeClock {
	c := &FakeClock{}
	c.now.Store(ns)
	return c
}

// Now returns the time it was last set to.
func (c *FakeClock) Now() int64 { return c.now.Load() }

// Advance moves the clock by ns; negative values make a clock that runs
// backwards, which all its readers have to survive.
func (c *FakeClock) Advance(ns int64) { c.now.Add(ns) }

// Set moves the clock to ns.
func (c *FakeClock) Set(ns int64) { c.now.Store(ns) }
