package timestep

import "fmt"

// Periodic tells something that runs at a rate of its own, or at every n-th tick, when it is
// due. It looks at the time of ticks only: its runs are as repeatable as the ticks are, and
// stands still with them.
type Periodic struct {
	every uint64 // ticks; 0 = by rate
	hz    int64
	last  int64 // runs so far
}

// EveryNth is due in each tick whose number divides by n ≥ 1.
func EveryNth(n uint64) (Periodic, error) {
	if n == 0 {
		return Periodic{}, fmt.Errorf("engine: every 0th tick: must be at least 1")
	}
	return Periodic{every: n}, nil
}

// AtRate is due hz times per second of simulated time: each in the first tick at or after its time. A rate
// above the tick rate makes several runs due in a tick.
func AtRate(hz int64) (Periodic, error) {
	if err := checkRate(hz); err != nil {
		return Periodic{}, err
	}
	return Periodic{hz: hz}, nil
}

// Due returns how many runs fall into this tick. Ticks must come in order; after a jump in time
// call Reset.
func (p *Periodic) Due(t TickTime) int {
	if p.every > 0 {
		return int(boolInt(t.N%p.every == 0))
	}
	if p.hz == 0 {
		return 0
	}
	runs := int64(mulDiv(uint64(max(t.Ns, 0)), uint64(p.hz), uint64(Second)))
	due := runs - p.last
	p.last = runs
	return int(max(due, 0))
}

// Reset goes to a simulation time (ns) without the runs before it.
func (p *Periodic) Reset(ns int64) {
	p.last = int64(mulDiv(uint64(max(ns, 0)), uint64(max(p.hz, 0)), uint64(Second)))
}
