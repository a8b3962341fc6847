package engine

// Lane is a strategy that runs beside others on the same frames and the same input: with its own ledger, clock,
// tick count, queue of input and store of poses. It measures what it shows.
//
// One frame: Begin; while Next { run the step; Ran }; End; and Draw if it is drawn. The display answers later with
// Presented.
type Lane struct {
	ledger   Ledger
	virtual  *VirtualClock
	set      *StrategySet
	strategy Strategy
	world    *InputQueue
	poses    *PoseStore
	nodes    *NodeStore
	pace     PaceTracker

	hz       int64
	last     int64
	started  bool
	fraction int64
	refresh  int64
	show     Show
	steps    int // since the last Draw
}

// NewLane returns a lane that goes on from a state that was reached at a reading of the clock (ns); with
// the reading 0 it begins with the first frame.
func NewLane(strategy string, st StepState, now int64) (*Lane, error) {
	l := &Lane{world: NewInputQueue(), poses: NewPoseStore(256), nodes: NewNodeStore(256), hz: st.Hz}
	l.virtual = NewVirtualClock(&l.ledger)
	set, err := NewStrategySet(&l.ledger, st.Hz)
	if err != nil {
		return nil, err
	}
	l.set = set
	if err := l.SetStrategy(strategy); err != nil {
		return nil, err
	}
	l.poses.Reset(st.Tick)
	l.strategy.Enter(st)
	if now != 0 {
		l.started, l.last = true, now
		l.virtual.AdvanceWith(now, l.set.Advance(l.strategy.Info().Filter, now), true)
	}
	return l, nil
}

// SetStrategy changes the strategy; time goes on where it is and the figures start again.
func (l *Lane) SetStrategy(name string) error {
	next, err := l.set.follow(l.strategy, name)
	if err != nil {
		return err
	}
	l.strategy = next
	l.pace.Meter.Reset()
	return nil
}

// SetRate changes the nominal tick rate.
func (l *Lane) SetRate(hz int64) error {
	if hz == l.hz {
		return nil
	}
	l.hz = hz
	return l.set.SetRate(hz, l.strategy)
}

// SetDisplay tells the period of the display (ns, 0 unknown) and whether swaps are known not to wait for it.
func (l *Lane) SetDisplay(period int64, ignored bool) {
	l.refresh = period
	l.pace.SetDisplay(period, ignored)
	l.set.SetDisplay(period, ignored)
}

// Restart sets the tick for a new or rewound scene.
func (l *Lane) Restart(tick uint64) {
	l.poses.Reset(tick)
	l.nodes.Clear()
	l.world.Clear()
	l.set.Restart(l.strategy, tick)
	l.fraction = 0
	l.pace.Meter.Reset()
}

// Follow takes pause and speed from another clock.
func (l *Lane) Follow(v *VirtualClock) error {
	l.virtual.SetPaused(v.Paused())
	l.virtual.SetSuspended(v.suspended)
	num, den := v.Speed()
	return l.virtual.SetSpeed(num, den)
}

// Begin takes the reading (ns) of the clock at the start of a frame.
func (l *Lane) Begin(now int64) {
	info := l.strategy.Info()
	if !l.started {
		l.started, l.last = true, now
	}
	before := l.strategy.State()
	dv := l.virtual.AdvanceWith(now, l.set.Advance(info.Filter, now), info.OwnClamp)
	span := FrameSpan{From: l.last, To: now, Tick: before.Tick, Hz: before.Hz}
	if info.Exact {
		span.Virtual, span.Fraction = dv, l.fraction
	}
	l.world.Assign(span)
	l.last = now
	l.ledger.Begin(l.strategy, FrameTime{Virtual: dv, Single: l.virtual.TakeSteps(), Refresh: l.refresh})
}

// Next returns the next step and its input; spent is the wall time that the steps of this frame took so far (ns).
func (l *Lane) Next(spent int64) (t TickTime, events []Event, ok bool) {
	if t, ok = l.strategy.Next(spent); !ok {
		return t, nil, false
	}
	l.steps++
	return t, l.world.Take(t.N), true
}

// Ran books the step returned by Next with its wall time (ns).
func (l *Lane) Ran(cost int64) { l.strategy.Ran(cost) }

// End ends the frame and says what to draw.
func (l *Lane) End() Show {
	l.show = l.strategy.End()
	l.fraction = l.show.Fraction
	l.world.EndFrame(l.strategy.State().Tick)
	return l.show
}

// Draw blends the poses for the packet with the number id, which shows the moment that the last End gave.
func (l *Lane) Draw(id uint64) Show {
	l.poses.BlendMode(l.show.Mode, float32From(l.show.Alpha))
	l.nodes.Update(l.poses)
	st := l.strategy.State()
	if num, den := l.virtual.Speed(); num == den && !l.virtual.Standing() {
		l.pace.Submitted(id, l.show.Shown, st.Time+st.LeftOver-l.show.Shown, l.steps)
	}
	l.set.Submitted(id)
	l.steps = 0
	return l.show
}

// Presented takes what became of a frame; stamps are read like those of a Loop.
func (l *Lane) Presented(f Feedback) {
	l.set.Presented(f)
	l.pace.Presented(f.ID, f.Stamp)
}

// PresentedAt is Presented where the refresh (ns) is known better than from the stamp.
func (l *Lane) PresentedAt(f Feedback, refresh float64) {
	l.set.Presented(f)
	l.pace.PresentedAt(f.ID, refresh)
}

// Poses is the store of the bodies' poses.
func (l *Lane) Poses() *PoseStore { return l.poses }

// Nodes is the store of what is drawn on the bodies.
func (l *Lane) Nodes() *NodeStore { return l.nodes }

// World is the queue of input.
func (l *Lane) World() *InputQueue { return l.world }

// Virtual is the clock for pausing and single steps.
func (l *Lane) Virtual() *VirtualClock { return l.virtual }

// Strategy describes the strategy in use.
func (l *Lane) Strategy() *StrategyInfo { return l.strategy.Info() }

// Meter has the figures of what was shown.
func (l *Lane) Meter() *PaceMeter { return &l.pace.Meter }

// Lost is the time given up by clamps and on overload (ns).
func (l *Lane) Lost() int64 { return l.ledger.Clamped + l.ledger.DroppedNs }

// Ledger is the account of all time of the lane.
func (l *Lane) Ledger() *Ledger { return &l.ledger }
