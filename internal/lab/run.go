package lab

import (
	"context"
	"fmt"
	"math"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
)

// Config is one run.
type Config struct {
	Strategy string
	Display  Display
	Machine  Machine
	// Hz is the tick rate, 0 = 100.
	Hz int64
	// Frames are measured after WarmUp frames; 0 = 6000 after 600.
	Frames, WarmUp int
	// Seeds are the seeds of the display's noise, one run each; the worst figure of each kind is
	// reported. None = DefaultSeeds.
	Seeds []uint64
	// Clamp limits the time one frame passes on (ns); 0 = the engine's default, negative = none.
	Clamp int64
	// Settings, if not nil, are the constants of the strategies; Clamp then counts where it is not 0.
	Settings *timestep.Settings
	// JustInTime starts frames as late as their work allows while the display clock is locked.
	JustInTime bool
	// Window is the behaviour of the window.
	Window Behaviour
	// Trace, if not nil, replaces the display by the frame times of a real run.
	Trace *diagnose.FrameTrace
}

// DefaultSeeds are the seeds of the noise.
var DefaultSeeds = []uint64{11, 12, 13, 14, 15}

// hashTime is the simulated time at which the state is hashed and the energy taken (ns): far
// enough for a difference in the last bit to grow.
const hashTime = 5 * timestep.Second

// divergesAt is the simulated wall time of a frame's steps (ns) from which a loop that takes longer than it simulates
// is given up: it has lost.
const divergesAt = 10 * timestep.Second

// Run runs a configuration until ctx ends.
func Run(ctx context.Context, c Config) (Result, error) {
	if c.Hz == 0 {
		c.Hz = timestep.DefaultRate
	}
	if c.Frames == 0 {
		c.Frames, c.WarmUp = 6000, 600
	}
	if len(c.Seeds) == 0 {
		c.Seeds = DefaultSeeds
	}
	if c.Trace != nil {
		c.Seeds = c.Seeds[:1]
		c.WarmUp = min(c.WarmUp, len(c.Trace.Frames)/4)
		c.Display = Display{Name: "trace " + c.Trace.Name, Hz: c.Trace.Hz(), Vsync: true}
	}
	if err := c.Display.Validate(); err != nil {
		return Result{}, err
	}
	if err := c.Machine.Validate(); err != nil {
		return Result{}, err
	}
	var all []Result
	for _, seed := range c.Seeds {
		r, err := c.once(ctx, seed)
		if err != nil {
			return Result{}, err
		}
		all = append(all, r)
	}
	return worst(all), nil
}

// rig is one run under way.
type rig struct {
	c        Config
	ctx      context.Context
	runner   *timestep.Runner
	world    *world
	samples  []sample
	hash     uint64
	energy   [2]float64 // spring and explicit spring at hashTime
	rest     float64    // largest height of the ball in the last second before hashTime
	busy     float64    // ns
	jit      timestep.JustInTime
	diverged bool
	// extrapolates is set when a frame showed a moment beyond the last step
	extrapolates bool
	begun        int64 // reading of the clock at which the newest frame began, ns
}

// sample is one frame.
type sample struct {
	shown   int64   // simulated time of the picture
	release float64 // the refresh after which the frame was made
	glass   float64 // the refresh that shows it
	age     float64
	took    float64 // from the refresh before to its own
	steps   int
	begun   int64 // reading of the clock at which the frame began
	zero    int64 // reading at simulated time 0
	book    book
}

// book has what the loop has done with its time up to a frame.
type book struct {
	given, lost int64  // real time that it was given, and what it gave up of that less what it made up (ns)
	time        int64  // simulated (ns)
	ticks       uint64 // of the nominal rate
}

func (c Config) once(ctx context.Context, seed uint64) (Result, error) {
	r, err := newRig(ctx, c)
	if err != nil {
		return Result{}, err
	}
	glass := c.Display
	glass.Vsync = glass.Vsync && !glass.Minimised
	var g source = newGlass(glass, c.Machine.Wake, seed)
	if c.Trace != nil {
		g = &traceSource{player: c.Trace.Play(), refresh: float64(timestep.Second), reading: timestep.Second}
	}
	limit := c.WarmUp + c.Frames
	for id := uint64(1); len(r.samples) < limit; id++ {
		released, reading := g.last()
		begun := r.start(g, reading)
		r.begun = begun
		steps, show, err := r.frame(begun)
		if err != nil {
			return Result{}, err
		}
		if r.diverged {
			break
		}
		spent := float64(steps) * c.Machine.Step * 1e6
		if !show.Draw {
			// asleep: no picture, time passes
			r.busy += spent
			g.nap(begun, spent+float64(show.Snooze))
			if id > uint64(limit)*1000 {
				return Result{}, fmt.Errorf("lab: strategy %s draws no frames", c.Strategy)
			}
			continue
		}
		work := r.work(spent)
		r.busy += work
		r.runner.Submitted(uint64(len(r.samples) + 1))
		shown, ok := g.next(begun, work)
		if !ok {
			break
		}
		took := shown.refresh - released
		if !c.Display.Vsync || c.Display.Variable {
			// the display follows the frame: what counts is when it is shown itself
			released = shown.refresh
		}
		st := r.runner.State()
		r.extrapolates = r.extrapolates || show.Shown > st.Time
		r.samples = append(r.samples, sample{
			shown: show.Shown, release: released, glass: shown.refresh + r.queued(), steps: steps, took: took,
			begun: begun, zero: begun - st.Time - st.LeftOver, book: r.booked(),
			age: shown.refresh + r.queued() - float64(begun) + float64(st.Time+st.LeftOver-show.Shown),
		})
		r.jit.Observe(int64(work), r.runner.Strategies().Display().Missed())
		r.runner.Presented(timestep.Feedback{
			ID: uint64(len(r.samples)), DrawEnd: shown.drawEnd, Stamp: shown.reading, Vsync: c.Display.Vsync,
			Changed: len(r.samples) == 1,
		})
	}
	return r.measure()
}

// start is when a frame begins (ns), given the reading that released it: when the thread that waits runs.
func (r *rig) start(g source, reading int64) int64 {
	if r.c.Display.Vsync {
		reading = g.woken(reading, 0)
	}
	if at := max(r.latest(reading), r.paced()); at > reading {
		return g.woken(at, waitSpin)
	}
	return reading
}

// waitSpin is the last part of a wait for a moment, which the loop spins (ns).
const waitSpin = 200 * timestep.Microsecond

// booked is the account of time after a frame.
func (r *rig) booked() book {
	l, st, info := r.runner.Ledger(), r.runner.State(), r.runner.Strategy()
	b := book{given: l.Running + l.Clamped, lost: l.Lost(), time: st.Time}
	if info.Exact || info.Period != nil {
		b.ticks = st.Tick
	}
	return b
}

func newRig(ctx context.Context, c Config) (*rig, error) {
	runner, err := timestep.NewRunner(c.Strategy, c.Hz)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	settings := timestep.DefaultSettings()
	if c.Settings != nil {
		settings = *c.Settings
	}
	switch {
	case c.Clamp > 0:
		settings.Clamp = c.Clamp
	case c.Clamp < 0:
		settings.Clamp, settings.Backlog, settings.Budget = 0, 0, 0
	}
	if err := runner.SetSettings(settings); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	// the loops as published: a frame takes as long as its steps do
	runner.SetBreath(0)
	if !c.Display.Variable {
		runner.SetDisplay(int64(1e9/c.Display.Hz), false)
	}
	r := &rig{c: c, ctx: ctx, runner: runner, world: newWorld()}
	runner.Virtual().SetSuspended(r.suspended())
	return r, nil
}

// work is the wall time of a frame (ns) whose steps took steps (ns).
func (r *rig) work(steps float64) float64 {
	d := &r.c.Display
	switch {
	case d.Minimised:
		return math.Max(steps, float64(engine.HiddenTick)) // nothing is drawn: it wakes for ticks
	case !d.Vsync:
		return math.Max(steps+r.c.Machine.Draw*1e6, 1e5) // nothing draws faster than 10 000 frames a second
	}
	return steps + r.c.Machine.Draw*1e6
}

// latest is the moment (ns) at which a frame that starts just in time begins, 0 for at once.
func (r *rig) latest(reading int64) int64 {
	// a loop that does not follow the display cannot know when it is time
	if !r.c.JustInTime || !r.c.Display.Vsync || r.runner.Strategy().Filter != timestep.FilterDisplay ||
		r.c.Trace != nil || r.paced() > 0 {
		return 0
	}
	refresh, ok := r.runner.Strategies().Display().NextRefresh()
	if !ok || refresh-reading > 4*int64(1e9/r.c.Display.Hz) {
		return 0
	}
	return r.jit.Start(refresh, int64(1e9/r.c.Display.Hz))
}

// frame runs the steps of one frame.
func (r *rig) frame(reading int64) (int, timestep.Show, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, timestep.Show{}, err
	}
	before := r.runner.State().Time
	r.runner.Begin(reading)
	cost := int64(r.c.Machine.Step * 1e6)
	steps, spent := 0, int64(0)
	for {
		t, ok := r.runner.Next(spent)
		if !ok {
			break
		}
		r.world.step(t.Dt)
		r.runner.Ran(cost)
		steps++
		spent += cost
		r.observe(t)
		if spent >= divergesAt && spent >= t.Ns-before {
			r.diverged = true
			break
		}
		if steps&1023 == 0 && r.ctx.Err() != nil {
			return 0, timestep.Show{}, r.ctx.Err()
		}
	}
	return steps, r.runner.End(), nil
}

// observe takes the figures that belong to a simulated time.
func (r *rig) observe(t timestep.TickTime) {
	if t.Ns <= hashTime && t.Ns > hashTime-timestep.Second {
		r.rest = math.Max(r.rest, float64(r.world.ball.y))
	}
	if r.hash == 0 && t.Ns >= hashTime {
		r.hash = r.world.hash()
		r.energy = [2]float64{r.world.spring.energy(), r.world.explicit.energy()}
	}
}

// source is where frames go: a simulated display or a recorded run.
type source interface {
	// last is the newest refresh after which a frame can be made, and the program's reading of it (ns).
	last() (released float64, reading int64)
	// woken is when a thread that waits for a moment runs again (ns); it may spin the last part of the wait.
	woken(at, spin int64) int64
	// next shows a frame that is begun at a moment and whose work takes so long (ns); ok is false at the end.
	next(begun int64, work float64) (f shownFrame, ok bool)
	// nap lets time pass without a frame, from a moment on (ns).
	nap(from int64, ns float64)
}

// shownFrame has the refresh that showed a frame, and what the program reads of that and of the end of drawing (ns).
type shownFrame struct {
	refresh          float64
	drawEnd, reading int64
}

// traceSource replays the frame times of a real run.
type traceSource struct {
	player  *diagnose.FramePlayer
	refresh float64
	reading int64
}

func (s *traceSource) last() (released float64, reading int64) { return s.refresh, s.reading }

func (s *traceSource) woken(at, _ int64) int64 { return at }

func (s *traceSource) next(int64, float64) (shownFrame, bool) {
	end, refresh, reading, ok := s.player.Next()
	s.refresh, s.reading = refresh, reading
	return shownFrame{refresh: refresh, drawEnd: end, reading: reading}, ok
}

func (s *traceSource) nap(_ int64, ns float64) { s.refresh, s.reading = s.player.Nap(ns) }
