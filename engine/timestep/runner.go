package timestep

import "math"

// Runner runs one strategy of a StrategySet on the frames of a loop, with a ledger and a virtual clock of its own.
//
// One frame: Begin; while Next { run the step; Ran }; End. The times of the presented frame come back with Presented.
type Runner struct {
	ledger   Ledger
	virtual  *VirtualClock
	set      *StrategySet
	strategy Strategy

	started  bool
	last     int64 // reading of the clock at the last Begin, ns
	fraction int64 // of a tick, left over after the last End, 10⁻⁹ tick
	refresh  int64 // period of the display, ns, 0 unknown

	present  int64  // simulated time that belongs to the last Begin, ns
	filtered int64  // lead of the filtered time over the clock at the last Begin, ns
	ticks    uint64 // run before this frame
	owed     int64  // virtual time that this frame had to simulate, ns
	lost     bool   // some owed time was given up

	breath  int64 // wall time after which a frame breaks off, ns, 0 never
	share   int64 // loops that share the wall time of a frame
	steps   int64 // of this frame
	catchUp CatchUp
}

// NewRunner returns a runner of a strategy at hz nominal ticks per second.
func NewRunner(strategy string, hz int64) (*Runner, error) {
	r := &Runner{breath: DefaultBreath, share: 1}
	r.virtual = NewVirtualClock(&r.ledger)
	set, err := NewStrategySet(&r.ledger, hz)
	if err != nil {
		return nil, err
	}
	r.set = set
	return r, r.SetStrategy(strategy)
}

// SetStrategy changes the strategy between two frames; time goes on where it is.
func (r *Runner) SetStrategy(name string) error {
	next, err := r.set.follow(r.strategy, name)
	if err == nil {
		r.strategy = next
	}
	return err
}

// SetRate changes the nominal tick rate between two frames.
func (r *Runner) SetRate(hz int64) error { return r.set.SetRate(hz, r.strategy) }

// SetDisplay sets the period of the display (ns, 0 unknown); ignored says that swaps do not wait for the display.
func (r *Runner) SetDisplay(period int64, ignored bool) {
	r.refresh = period
	r.set.SetDisplay(period, ignored)
}

// Restart sets the tick for a new or rewound scene.
func (r *Runner) Restart(tick uint64) {
	r.set.Restart(r.strategy, tick)
	r.fraction = 0
}

// Resume goes on from the state st of another runner at the reading now of the clock (ns); with the reading 0 the
// runner begins with its first frame.
func (r *Runner) Resume(st StepState, now int64) {
	r.strategy.Enter(st)
	if now != 0 {
		r.started, r.last = true, now
		r.virtual.AdvanceWith(now, r.set.Advance(r.strategy.Info().Filter, now), true)
	}
}

// Begin takes the reading (ns) of the clock at the start of a frame. It returns the stretch of time since the frame
// before, for the assignment of events to ticks.
func (r *Runner) Begin(now int64) FrameSpan {
	info := r.strategy.Info()
	if !r.started {
		r.started, r.last = true, now-info.FirstFrame
		if info.FirstFrame > 0 {
			r.virtual.AdvanceWith(r.last, r.last, true)
		}
	}
	before := r.strategy.State()
	moment := r.set.Advance(info.Filter, now)
	clamped := r.ledger.Clamped
	dv := r.virtual.AdvanceWith(now, moment, info.OwnClamp)
	span := FrameSpan{From: r.last, To: now, Tick: before.Tick, Hz: before.Hz}
	switch {
	case info.Exact:
		span.Virtual, span.Fraction = dv, r.fraction
	case info.Period != nil:
		span.Virtual, span.Left, span.Period = dv, before.LeftOver, info.Period(before.Hz)
	}
	if info.Filter != FilterNone && !r.virtual.Standing() {
		// stamps of events are readings of the clock: the filtered time plays no part
		num, den := r.virtual.Speed()
		span.Ahead = (inputDelay - r.filtered) * num / den
		if r.ledger.Clamped == clamped {
			span.Virtual = int64(mulDiv(uint64(max(now-r.last, 0)), uint64(num), uint64(den)))
		}
	}
	r.filtered = moment - now
	single := r.virtual.TakeSteps()
	r.ticks, r.owed = before.Tick, before.LeftOver+dv+single*Second/max(before.Hz, 1)
	r.present = before.Time + before.LeftOver + dv
	r.last, r.steps = now, 0
	r.ledger.Begin(r.strategy, FrameTime{Virtual: dv, Single: single, Refresh: r.refresh})
	return span
}

// Next returns the next step of this frame; spent is the wall time that the steps of the frame took so far (ns).
func (r *Runner) Next(spent int64) (TickTime, bool) {
	if r.steps > 0 {
		if most := r.set.settings.MaxSteps; most > 0 && r.steps >= most {
			return TickTime{}, false
		}
		if r.breath > 0 && spent*r.share >= r.breath {
			return TickTime{}, false
		}
	}
	// all loops share the rest of the frame
	return r.strategy.Next(spent + (r.share-1)*(spent+r.set.TickCost()))
}

// Ran books the step returned by Next with its wall time (ns).
func (r *Runner) Ran(cost int64) {
	r.steps++
	r.strategy.Ran(cost)
}

// SetBreath sets the wall time (ns) after which a frame breaks its steps off; 0 sets no limit.
func (r *Runner) SetBreath(ns int64) { r.breath = max(ns, 0) }

// SetShare says how many loops share the wall time of a frame.
func (r *Runner) SetShare(n int) { r.share = int64(max(n, 1)) }

// CatchUp tells whether the loop works off the time that it owes.
func (r *Runner) CatchUp() *CatchUp { return &r.catchUp }

// End ends the frame and returns the moment to draw.
func (r *Runner) End() Show {
	show := r.strategy.End()
	r.ledger.End(r.strategy)
	r.fraction = show.Fraction
	st := r.strategy.State()
	length := Second / max(st.Hz, 1)
	r.lost = r.owed-int64(st.Tick-r.ticks)*length-st.LeftOver > length/2
	r.catchUp.observe(r.last, max(st.LeftOver-Second/max(st.Hz, 1), 0))
	return show
}

// Waits returns the last tick that an event may wait for: events of time that the frame has given up act in the next
// tick.
func (r *Runner) Waits() uint64 {
	if r.lost {
		return r.strategy.State().Tick + 1
	}
	return math.MaxUint64
}

// Submitted tells that the frame with this number has been handed over.
func (r *Runner) Submitted(id uint64) { r.set.Submitted(id) }

// Presented takes the times of an earlier frame.
func (r *Runner) Presented(f Feedback) { r.set.Presented(f) }

// NextTick is when the next tick is due in real time (ns); ok is false while virtual time stands still.
func (r *Runner) NextTick() (at int64, ok bool) {
	num, den := r.virtual.Speed()
	if r.virtual.Standing() {
		return 0, false
	}
	rest := (Second - r.fraction) / max(r.strategy.State().Hz, 1)
	return r.last + int64(mulDiv(uint64(rest), uint64(den), uint64(num))), true
}

// MomentOf is the reading of the clock (ns) at which a simulated time (ns) is due, as of the last frame. A frame
// computes its steps together, although they are due one after the other.
func (r *Runner) MomentOf(ns int64) int64 {
	num, den := r.virtual.Speed()
	if num == 0 {
		return r.last
	}
	away := mulDiv(uint64(max(r.present-ns, ns-r.present)), uint64(den), uint64(num))
	if ns > r.present {
		return r.last + int64(away)
	}
	return r.last - int64(away)
}

// Strategy describes the strategy in use.
func (r *Runner) Strategy() *StrategyInfo { return r.strategy.Info() }

// Strategies has the settings of all strategies.
func (r *Runner) Strategies() *StrategySet { return r.set }

// State is where the strategy in use is after the last frame.
func (r *Runner) State() StepState { return r.strategy.State() }

// Now is the reading of the clock (ns) at the start of the last frame.
func (r *Runner) Now() int64 { return r.last }

// Virtual is the clock for pausing, speed and single steps.
func (r *Runner) Virtual() *VirtualClock { return r.virtual }

// Ledger is the account of all time.
func (r *Runner) Ledger() *Ledger { return &r.ledger }

// Lock says how far the filter of the strategy in use trusts what it knows of the display.
func (r *Runner) Lock() Lock { return r.set.Filter(r.strategy.Info().Filter).Lock() }
