package timestep

import (
	"fmt"
	"math/bits"
)

// Ledger books where every nanosecond went. Two identities hold exactly, in integers,
// at any moment (Check):
//
//	Real = Paused + Clamped + Filtered + Backwards + Running
//	Running·speed + Single ticks = Ticks + remainder + Dropped ticks
//
// A strategy with an account of its own books the time that it gives up; then Foreign = simulated + left over +
// Skipped.
//
// The ledger keeps the second identity in units of 10⁻⁹ tick, in which a change of the rate does not change the
// remainder, and for each stretch of constant speed and rate, so that no rounding enters.
type Ledger struct {
	// Real is the distance between the first and the last reading of the clock (ns).
	Real int64
	// Paused is the time that passed while paused (ns).
	Paused int64
	// Clamped is the excess of frames longer than the clamp allows (ns).
	Clamped int64
	// Filtered is how far the display clock is behind (+) or before (−) the real one (ns).
	Filtered int64
	// Backwards is the sum of the steps the clock made backwards (ns, ≤ 0).
	Backwards int64
	// Running is the time given to the simulation before its speed factor (ns).
	Running int64
	// Virtual is Running times the speed (ns).
	Virtual int64
	// Foreign is the part of Virtual that went to strategies which do not simulate exactly the
	// time they are given (ns).
	Foreign int64
	// Skipped is the part of Foreign that these strategies gave up (ns), by their own account.
	Skipped int64
	// Single counts the ticks asked for one by one while paused.
	Single int64
	// Ticks counts the ticks that ran, Dropped the ticks given up on overload.
	Ticks, Dropped int64
	// DroppedNs is the dropped time (ns, rounded down per change of the rate).
	DroppedNs int64

	stepped     int64 // part of Virtual that went through the stepper (ns)
	kept        int64 // part of Foreign that strategies simulated or have left over (ns)
	first, last int64
	started     bool
	speed       speedStretch
	rate        rateStretch
	broken      error
}

// speedStretch is the account since the last change of speed.
type speedStretch struct {
	num, den      int64
	running       int64
	virtual       int64
	remainder     int64 // of the division by den, in 1/den ns
	remainderFrom int64 // the same at the start of the stretch
}

// rateStretch is the account since the last change of the tick rate.
type rateStretch struct {
	hz         int64
	virtual    int64
	single     int64
	ticks      int64
	dropped    int64
	fraction   int64 // part of a tick left over, in 10⁻⁹ tick
	fractionAt int64 // the same at the start of the stretch
}

// Check returns an error that shows the account if one of the identities does not
// hold to the nanosecond.
func (l *Ledger) Check() error {
	if l.broken != nil {
		return l.broken
	}
	if sum := l.Paused + l.Clamped + l.Filtered + l.Backwards + l.Running; sum != l.Real || l.Real != l.last-l.first {
		return fmt.Errorf(
			"engine: ledger: real %d ns (clock moved %d ns), booked %d ns = paused %d + clamped %d + filtered %d + "+
				"backwards %d + running %d",
			l.Real, l.last-l.first, sum, l.Paused, l.Clamped, l.Filtered, l.Backwards, l.Running)
	}
	if l.stepped+l.Foreign != l.Virtual {
		return fmt.Errorf("engine: ledger: virtual %d ns, of which %d went to the stepper and %d elsewhere", l.Virtual,
			l.stepped, l.Foreign)
	}
	if l.kept+l.Skipped != l.Foreign {
		return fmt.Errorf("engine: ledger: %d ns went to strategies of their own account, which kept %d and skipped %d",
			l.Foreign, l.kept, l.Skipped)
	}
	if err := l.speed.check(); err != nil {
		return err
	}
	return l.rate.check()
}

// Residual is the sum of the differences of the identities that can be given in nanoseconds;
// 0 when Check finds no error.
func (l *Ledger) Residual() int64 {
	r := l.Real - (l.Paused + l.Clamped + l.Filtered + l.Backwards + l.Running) + l.Foreign - l.kept - l.Skipped
	if r == 0 && l.Check() != nil {
		return -1
	}
	return r
}

func (s *speedStretch) check() error {
	if s.den == 0 {
		return nil
	}
	// running·num + remainder before = virtual·den + remainder
	aHi, aLo := mulAdd128(s.running, s.num, s.remainderFrom)
	bHi, bLo := mulAdd128(s.virtual, s.den, s.remainder)
	if aHi != bHi || aLo != bLo {
		return fmt.Errorf(
			"engine: ledger: running %d ns at speed %d/%d is not virtual %d ns with remainder %d/%d (from %d/%d)",
			s.running, s.num, s.den, s.virtual, s.remainder, s.den, s.remainderFrom, s.den)
	}
	return nil
}

func (s *rateStretch) check() error {
	if s.hz == 0 {
		return nil
	}
	// virtual·hz + fraction before + single·10⁹ = (ticks + dropped)·10⁹ + fraction
	aHi, aLo := mulAdd128(s.virtual, s.hz, s.fractionAt)
	aHi, aLo = add128(aHi, aLo, s.single)
	bHi, bLo := mulAdd128(s.ticks+s.dropped, Second, s.fraction)
	if aHi != bHi || aLo != bLo {
		return fmt.Errorf(
			"engine: ledger: virtual %d ns at %d Hz + %d single ticks + %d/10⁹ is not %d ticks + %d dropped + %d/10⁹",
			s.virtual, s.hz, s.single, s.fractionAt, s.ticks, s.dropped, s.fraction)
	}
	return nil
}

// mulAdd128 returns a·b + c for values that are not negative.
func mulAdd128(a, b, c int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(a), uint64(b))
	lo, carry := bits.Add64(lo, uint64(c), 0)
	return hi + carry, lo
}

// add128 adds ticks whole ticks to an amount in 10⁻⁹ tick.
func add128(hi, lo uint64, ticks int64) (uint64, uint64) {
	h, l := bits.Mul64(uint64(ticks), uint64(Second))
	lo, carry := bits.Add64(lo, l, 0)
	return hi + h + carry, lo
}

// Begin starts a strategy's frame and books the time that it does not pass on to the stepper.
func (l *Ledger) Begin(s Strategy, f FrameTime) {
	before := l.stepped
	s.Begin(f)
	if !s.Info().Exact {
		l.Foreign += f.Virtual - (l.stepped - before)
	}
}

// accountant is a strategy with an account of its own: the given time that it simulated or has left over,
// and the time that it gave up (ns), since the last call.
type accountant interface {
	account() (kept, skipped int64)
}

// End books the time of a frame after the strategy has spent it.
func (l *Ledger) End(s Strategy) {
	if a, ok := s.(accountant); ok {
		kept, skipped := a.account()
		l.kept += kept
		l.Skipped += skipped
	}
}

// keep remembers the first error of a stretch that is being closed.
func (l *Ledger) keep(err error) {
	if l.broken == nil {
		l.broken = err
	}
}

// Lost is the real time that became no simulated time (ns): clamped, dropped or skipped time.
func (l *Ledger) Lost() int64 { return l.Clamped + l.DroppedNs + l.Skipped }
