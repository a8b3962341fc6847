package timestep

import "fmt"

// DefaultClamp is the longest stretch of time one frame may pass on: a debugger,
// a suspended machine or a window held by its title bar must not be made up for
// afterwards.
const DefaultClamp = 250 * Millisecond

// MaxSpeed is the largest factor between virtual and real time.
const MaxSpeed = 1000

// VirtualClock turns readings of the clock into time for the simulation: it
// stands still while paused, runs at a rational speed without losing the
// remainder, limits what one frame may pass on, and takes a step backwards of
// its source for no time at all. It books everything in the Ledger.
type VirtualClock struct {
	ledger      *Ledger
	lastReal    int64
	lastDisplay int64
	started     bool
	paused      bool
	suspended   bool
	num, den    int64
	remainder   int64 // in 1/den ns
	clamp       int64 // ns; 0 = none
	singles     int64
}

// NewVirtualClock returns a running clock at speed 1 with the default clamp. The ledger
// must not be nil.
func NewVirtualClock(l *Ledger) *VirtualClock {
	v := &VirtualClock{ledger: l, num: 1, den: 1, clamp: DefaultClamp}
	l.speed = speedStretch{num: 1, den: 1}
	return v
}

// Advance takes one reading of the clock and one of the display clock (both ns; the same
// value if there is no display clock) and returns the virtual time that passed since
// the last call, ≥ 0 ns. The first call returns 0.
func (v *VirtualClock) Advance(realNow, displayNow int64) int64 {
	return v.AdvanceWith(realNow, displayNow, false)
}

// AdvanceWith is Advance; with whole set only a Standstill is cut short.
func (v *VirtualClock) AdvanceWith(realNow, displayNow int64, whole bool) int64 {
	l := v.ledger
	if !v.started {
		v.started = true
		v.lastReal, v.lastDisplay = realNow, displayNow
		l.first, l.last, l.started = realNow, realNow, true
		return 0
	}
	real, elapsed := realNow-v.lastReal, displayNow-v.lastDisplay
	v.lastReal, v.lastDisplay = realNow, displayNow
	l.Real += real
	l.last = realNow
	l.Filtered += real - elapsed

	// the difference of unsigned readings would be 584 years here
	if elapsed < 0 {
		l.Backwards += elapsed
		return 0
	}
	if v.paused || v.suspended {
		l.Paused += elapsed
		return 0
	}
	clamp := v.clamp
	if whole {
		clamp = max(clamp, Standstill)
	}
	if v.clamp > 0 && elapsed > clamp {
		l.Clamped += elapsed - clamp
		elapsed = clamp
	}
	l.Running += elapsed
	q, r := mulDivRem(uint64(elapsed), uint64(v.num), uint64(v.remainder), uint64(v.den))
	dv := int64(q)
	v.remainder = int64(r)
	l.Virtual += dv
	l.speed.running += elapsed
	l.speed.virtual += dv
	l.speed.remainder = v.remainder
	return dv
}

// SetPaused stops or continues the virtual time.
func (v *VirtualClock) SetPaused(p bool) { v.paused = p }

// Paused reports whether the virtual time stands still.
func (v *VirtualClock) Paused() bool { return v.paused }

// SetSuspended stops the virtual time while nobody can see it, without touching what the user
// set with SetPaused.
func (v *VirtualClock) SetSuspended(s bool) { v.suspended = s }

// Follow takes pause, suspension and speed from another clock.
func (v *VirtualClock) Follow(other *VirtualClock) error {
	v.paused, v.suspended = other.paused, other.suspended
	return v.SetSpeed(other.num, other.den)
}

// Standing reports whether no virtual time passes: paused, suspended or at speed 0.
func (v *VirtualClock) Standing() bool { return v.paused || v.suspended || v.num == 0 }

// Pending reports whether single steps wait to be taken.
func (v *VirtualClock) Pending() bool { return v.singles > 0 }

// Step asks for n single ticks; they are delivered by TakeSteps. While not paused it does
// nothing.
func (v *VirtualClock) Step(n int) {
	if v.paused && n > 0 {
		v.singles += int64(n)
	}
}

// TakeSteps returns the single ticks asked for since the last call.
func (v *VirtualClock) TakeSteps() int64 {
	n := v.singles
	v.singles = 0
	return n
}

// SetSpeed sets the speed of virtual time to num/den, from 0 (stands still) to
// MaxSpeed. It takes effect with the next Advance. Less than 1/den ns is rounded
// away at a change.
func (v *VirtualClock) SetSpeed(num, den int64) error {
	if num < 0 || den <= 0 || den > Second || num > MaxSpeed*den {
		return fmt.Errorf("engine: speed %d/%d: must be between 0 and %d with a denominator from 1 to %d", num, den,
			MaxSpeed, Second)
	}
	if num == v.num && den == v.den {
		return nil
	}
	v.ledger.keep(v.ledger.speed.check())
	v.remainder = int64(mulDiv(uint64(v.remainder), uint64(den), uint64(v.den)))
	v.num, v.den = num, den
	v.ledger.speed = speedStretch{num: num, den: den, remainder: v.remainder, remainderFrom: v.remainder}
	return nil
}

// Speed returns the speed as a fraction.
func (v *VirtualClock) Speed() (num, den int64) { return v.num, v.den }

// SetClamp limits the time one Advance passes on (ns); 0 switches the limit off.
func (v *VirtualClock) SetClamp(ns int64) error {
	if ns < 0 {
		return fmt.Errorf("engine: clamp of %d ns: must not be negative", ns)
	}
	v.clamp = ns
	return nil
}

// Clamp returns the limit of one Advance (ns), 0 = none.
func (v *VirtualClock) Clamp() int64 { return v.clamp }
