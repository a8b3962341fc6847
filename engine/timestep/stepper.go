package timestep

import (
	"fmt"
	"math"
)

// MinRate and MaxRate bound the tick rate in Hz.
const (
	MinRate int64 = 1
	MaxRate int64 = 1_000_000
)

// Defaults of a Stepper.
const (
	DefaultRate    int64 = 100
	DefaultBacklog       = 250 * Millisecond
	DefaultBudget        = 60 * Millisecond
)

// TickTime is the time of one tick as the simulation sees it. It is all the
// time that simulated things know: they cannot reach the clock.
type TickTime struct {
	// N is the number of the tick, from 1.
	N uint64
	// Ns is the simulation time at the end of the tick (ns).
	Ns int64
	// Since is the time since the tick before (ns). Lengths of ticks that are no whole nanoseconds alternate, so that
	// the sum of all is Ns.
	Since int64
	// Dt is the length of the tick in seconds.
	Dt float32
	// Hz is the tick rate.
	Hz int64
}

// Stepper cuts virtual time into ticks of equal length:
//
//	acc += Δ·hz;  n = acc / 10⁹;  acc mod 10⁹ stays
//
// The accumulator counts 10⁻⁹ ticks, so no rate has a rounding error, a tick is
// due as soon as its time has come (≥, not >), and alpha = acc/10⁹ is in [0, 1).
//
// Overload is met in two ways, both of which give up whole ticks only, so that alpha
// stays continuous: a backlog longer than the limit is cut to the limit (never reset
// to one tick, which would make the speed jump from 1 to a fifth within a microsecond
// of frame time), and stepping ends when the ticks of a frame have used
// its wall-time budget.
//
// One frame: Advance, then while Next(spent) { run the tick; Ran(cost) }, then EndFrame.
type Stepper struct {
	ledger *Ledger

	hz      int64
	acc     int64 // 10⁻⁹ ticks, < 10⁹ outside Advance…EndFrame and there too
	due     int64 // ticks of this frame not yet run
	ranNow  int64 // ticks run in this frame
	backlog int64 // ns
	budget  int64 // ns; 0 = none
	cost    int64 // moving average of the cost of a tick, ns

	length    int64  // of the last tick before the last change of the rate, ns; 0 before the first
	ticks     uint64 // all ticks run
	base      int64  // simulation time at the last change of the rate, ns
	baseRem   int64  // and its fraction in 1/hz ns
	baseTicks uint64 // ticks at the last change of the rate
}

// NewStepper returns a stepper at hz ticks per second with the default backlog and
// budget.
func NewStepper(l *Ledger, hz int64) (*Stepper, error) {
	if err := checkRate(hz); err != nil {
		return nil, err
	}
	l.rate = rateStretch{hz: hz}
	return &Stepper{ledger: l, hz: hz, backlog: DefaultBacklog, budget: DefaultBudget}, nil
}

// Advance adds dv ns of virtual time and single ticks, cuts the backlog to its limit
// and returns the number of ticks due.
func (s *Stepper) Advance(dv, single int64) int64 {
	if dv < 0 {
		dv = 0
	}
	n, rem := mulDivRem(uint64(dv), uint64(s.hz), uint64(s.acc), uint64(Second))
	s.acc = int64(rem)
	s.due += int64(n) + single
	s.ranNow = 0
	s.ledger.Single += single
	s.ledger.stepped += dv
	s.ledger.rate.virtual += dv
	s.ledger.rate.single += single
	s.ledger.rate.fraction = s.acc
	// the limit is rounded up to whole ticks, at least one
	if most := max(s.MaxTicks(), single); s.due > most {
		s.drop(s.due - most)
	}
	return s.due
}

// MaxTicks is the largest number of ticks of one frame that the backlog allows.
func (s *Stepper) MaxTicks() int64 {
	if s.backlog == 0 {
		return math.MaxInt64
	}
	return int64(mulDiv(uint64(s.backlog), uint64(s.hz), uint64(Second))) +
		boolInt(s.backlog*s.hz%Second != 0)
}

// Next reports whether another tick is to run now, given the wall time that this frame's
// ticks have used (ns). The first tick of a frame always runs: under any load
// the simulation goes on.
func (s *Stepper) Next(spent int64) bool {
	if s.due == 0 {
		return false
	}
	return s.ranNow == 0 || s.budget == 0 || spent+s.cost <= s.budget
}

// Tick returns the time of the tick that is about to run.
func (s *Stepper) Tick() TickTime {
	end := s.timeOf(s.ticks + 1)
	return TickTime{N: s.ticks + 1, Ns: end, Since: end - s.timeOf(s.ticks), Dt: float32(1 / float64(s.hz)), Hz: s.hz}
}

// Ran books one tick that took cost ns of wall time (0 if not measured).
func (s *Stepper) Ran(cost int64) {
	s.due--
	s.ranNow++
	s.ticks++
	s.ledger.Ticks++
	s.ledger.rate.ticks++
	// the average follows quickly: the budget has to react within a frame or two
	if s.cost == 0 {
		s.cost = cost
	} else {
		s.cost += (cost - s.cost) / 4
	}
}

// EndFrame gives up the ticks the budget did not allow.
func (s *Stepper) EndFrame() {
	if s.due > 0 {
		s.drop(s.due)
	}
}

func (s *Stepper) drop(n int64) {
	s.due -= n
	s.ledger.Dropped += n
	s.ledger.rate.dropped += n
	s.ledger.DroppedNs += int64(mulDiv(uint64(n), uint64(Second), uint64(s.hz)))
}

// Alpha is how far the present is past the last tick, as a part of a tick in [0, 1).
func (s *Stepper) Alpha() float64 { return float64(s.acc) / float64(Second) }

// Fraction is Alpha in 10⁻⁹ tick.
func (s *Stepper) Fraction() int64 { return s.acc }

// Rate is the tick rate in Hz.
func (s *Stepper) Rate() int64 { return s.hz }

// SetRate changes the tick rate between two frames. Alpha stays what it is to the
// last digit, and the time of the ticks goes on from where it is.
func (s *Stepper) SetRate(hz int64) error {
	if err := checkRate(hz); err != nil {
		return err
	}
	if hz == s.hz {
		return nil
	}
	s.EndFrame()
	l := s.ledger
	l.keep(l.rate.check())
	s.length = s.Length()
	q, r := mulDivRem(s.ticks-s.baseTicks, uint64(Second), uint64(s.baseRem), uint64(s.hz))
	s.base += int64(q)
	s.baseRem = int64(mulDiv(r, uint64(hz), uint64(s.hz)))
	s.baseTicks = s.ticks
	s.hz = hz
	s.cost = 0
	l.rate = rateStretch{hz: hz, fraction: s.acc, fractionAt: s.acc}
	return nil
}

// Resume takes over from another stepper: its ticks, its time, and the part of its left-over time below a tick; the
// rest is due at once.
func (s *Stepper) Resume(st StepState) {
	l := s.ledger
	l.keep(l.rate.check())
	s.hz = min(max(st.Hz, MinRate), MaxRate)
	s.ticks, s.baseTicks = st.Tick, st.Tick
	s.base, s.baseRem = st.Time, 0
	n, rem := mulDivRem(uint64(max(st.LeftOver, 0)), uint64(s.hz), 0, uint64(Second))
	s.acc = int64(rem)
	s.due = int64(min(n, uint64(s.MaxTicks())))
	s.ranNow, s.cost, s.length = 0, 0, 0
	at := s.due*Second + s.acc
	l.rate = rateStretch{hz: s.hz, fraction: s.acc, fractionAt: at}
}

// SetBacklog limits how much time may wait to be simulated (ns, rounded up to whole
// ticks); 0 switches the limit off, for batch runs.
func (s *Stepper) SetBacklog(ns int64) error {
	if ns < 0 || ns > 3600*Second {
		return fmt.Errorf("engine: backlog of %d ns: must be from 0 to one hour", ns)
	}
	s.backlog = ns
	return nil
}

// SetBudget limits the wall time one frame spends in ticks (ns); 0 switches it off.
func (s *Stepper) SetBudget(ns int64) error {
	if ns < 0 {
		return fmt.Errorf("engine: budget of %d ns: must not be negative", ns)
	}
	s.budget = ns
	return nil
}

// Ticks is the number of ticks run so far.
func (s *Stepper) Ticks() uint64 { return s.ticks }

// TickCost is the moving average of the cost of a tick (ns).
func (s *Stepper) TickCost() int64 { return s.cost }

// Time is the simulation time (ns): the end of the last tick.
func (s *Stepper) Time() int64 { return s.timeOf(s.ticks) }

// Length is the length of the last tick (ns): the stretch of time between the two poses that are
// blended, also right after a change of the rate.
func (s *Stepper) Length() int64 {
	switch {
	case s.ticks > s.baseTicks:
		return s.timeOf(s.ticks) - s.timeOf(s.ticks-1)
	case s.length > 0:
		return s.length
	}
	return Second / s.hz
}

// timeOf computes from the tick count; a sum of tick lengths would drift.
func (s *Stepper) timeOf(tick uint64) int64 {
	q, _ := mulDivRem(tick-s.baseTicks, uint64(Second), uint64(s.baseRem), uint64(s.hz))
	return s.base + int64(q)
}

// SpiralMargin is the cost of a step over the length of a step: from 1 on every step leaves more to do than it
// does, and time must be given up.
func SpiralMargin(cost, hz int64) float64 {
	return float64(cost) * float64(max(hz, 1)) / 1e9
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
