package engine

import (
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/engine/timestep"
)

// StrategyRun is a strategy that runs beside others on the same frames and the same input: with its own ledger, clock,
// tick count, queue of input and store of poses. It measures its own pictures.
//
// One frame: Begin; while Next { run the step; Ran }; End; and Draw if it is drawn. The display answers later with
// Presented.
type StrategyRun struct {
	runner *timestep.Runner
	world  *input.Queue
	poses  *pose.Store
	nodes  *pose.NodeStore
	pace   diagnose.PaceTracker

	hz    int64
	show  timestep.Show
	steps int // since the last Draw
}

// NewStrategyRun returns a run that goes on from the state st of another run at the reading now of the clock (ns); with
// the reading 0 the run begins with its first frame.
func NewStrategyRun(strategy string, st timestep.StepState, now int64) (*StrategyRun, error) {
	runner, err := timestep.NewRunner(strategy, st.Hz)
	if err != nil {
		return nil, err
	}
	r := &StrategyRun{runner: runner, world: input.NewQueue(), poses: pose.NewStore(256), nodes: pose.NewNodeStore(256),
		hz: st.Hz}
	r.poses.Reset(st.Tick)
	r.runner.Resume(st, now)
	return r, nil
}

// SetStrategy changes the strategy; time goes on where it is and the figures start again.
func (r *StrategyRun) SetStrategy(name string) error {
	if err := r.runner.SetStrategy(name); err != nil {
		return err
	}
	r.pace.Meter.Reset()
	return nil
}

// SetRate changes the nominal tick rate.
func (r *StrategyRun) SetRate(hz int64) error {
	if hz == r.hz {
		return nil
	}
	r.hz = hz
	return r.runner.SetRate(hz)
}

// SetDisplay sets the period of the display (ns, 0 unknown); ignored says that swaps do not wait for the display.
func (r *StrategyRun) SetDisplay(period int64, ignored bool) {
	r.pace.SetDisplay(period, ignored)
	r.runner.SetDisplay(period, ignored)
}

// Restart sets the tick for a new or rewound scene.
func (r *StrategyRun) Restart(tick uint64) {
	r.poses.Reset(tick)
	r.nodes.Clear()
	r.world.Clear()
	r.runner.Restart(tick)
	r.pace.Meter.Reset()
}

// Follow takes pause and speed from another clock.
func (r *StrategyRun) Follow(v *timestep.VirtualClock) error { return r.runner.Virtual().Follow(v) }

// Begin takes the reading (ns) of the clock at the start of a frame.
func (r *StrategyRun) Begin(now int64) { r.world.Assign(r.runner.Begin(now)) }

// Next returns the next step and its input; spent is the wall time that the steps of this frame took so far (ns).
func (r *StrategyRun) Next(spent int64) (t timestep.TickTime, events []input.Event, ok bool) {
	if t, ok = r.runner.Next(spent); !ok {
		return t, nil, false
	}
	r.steps++
	return t, r.world.Take(t.N), true
}

// Ran books the step returned by Next with its wall time (ns).
func (r *StrategyRun) Ran(cost int64) { r.runner.Ran(cost) }

// End ends the frame and returns the moment to draw.
func (r *StrategyRun) End() timestep.Show {
	r.show = r.runner.End()
	r.world.EndFrame(r.runner.Waits())
	return r.show
}

// Draw blends the poses for the packet with the number id, which shows the moment that the last End gave.
func (r *StrategyRun) Draw(id uint64) timestep.Show {
	r.poses.Blend(r.show.Mode, r.show.Alpha32())
	r.nodes.Update(r.poses)
	st, clock := r.runner.State(), r.runner.Virtual()
	if num, den := clock.Speed(); num == den && !clock.Standing() {
		r.pace.Submitted(id, r.show.Shown, st.Time+st.LeftOver-r.show.Shown, r.steps)
	}
	r.runner.Submitted(id)
	r.steps = 0
	return r.show
}

// Presented takes the times of a frame, with stamps as a Loop has.
func (r *StrategyRun) Presented(f timestep.Feedback) {
	r.runner.Presented(f)
	r.pace.Presented(f.ID, f.Stamp)
}

// PresentedAt is Presented with the true time of the refresh (ns), as a simulated display knows it.
func (r *StrategyRun) PresentedAt(f timestep.Feedback, refresh float64) {
	r.runner.Presented(f)
	r.pace.PresentedAt(f.ID, refresh)
}

// SetShare says how many runs share the wall time of a frame.
func (r *StrategyRun) SetShare(n int) { r.runner.SetShare(n) }

// SetSettings changes the constants of the strategies.
func (r *StrategyRun) SetSettings(s timestep.Settings) error { return r.runner.SetSettings(s) }

// Poses is the store of the bodies' poses.
func (r *StrategyRun) Poses() *pose.Store { return r.poses }

// Nodes is the store of the nodes drawn on the bodies.
func (r *StrategyRun) Nodes() *pose.NodeStore { return r.nodes }

// World is the queue of input.
func (r *StrategyRun) World() *input.Queue { return r.world }

// Virtual is the clock for pausing and single steps.
func (r *StrategyRun) Virtual() *timestep.VirtualClock { return r.runner.Virtual() }

// Strategy describes the strategy in use.
func (r *StrategyRun) Strategy() *timestep.StrategyInfo { return r.runner.Strategy() }

// Meter has the figures of the pictures shown.
func (r *StrategyRun) Meter() *diagnose.PaceMeter { return &r.pace.Meter }

// Lost is the time given up by clamps, on overload, and by loops that skip time by their own account (ns).
func (r *StrategyRun) Lost() int64 { return r.runner.Ledger().Lost() }

// Ledger is the account of all time of the run.
func (r *StrategyRun) Ledger() *timestep.Ledger { return r.runner.Ledger() }
