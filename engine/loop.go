package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/pprof"
	"runtime/trace"

	"tumble/renderer"
)

// Waits of the loop in nanoseconds.
const (
	// housekeeping bounds every sleep while something may be seen, so that
	// a lost wake-up costs a tenth of a second and not a hang.
	housekeeping = 100 * Millisecond
	// idleWait bounds the sleep of a paused or hidden window: waking twice a second is
	// nothing, and an error of the render side is still noticed.
	idleWait = 500 * Millisecond
	// hiddenTick is the shortest sleep while nothing can be seen.
	hiddenTick = 10 * Millisecond
	// spin is the end of a wait for a frame that is not slept, because sleeping
	// ends late by about this much.
	spin = 200 * Microsecond
	// mailboxAfter is how long a frame without vsync waits for the render side to take the one
	// before; then it replaces it, so that what is drawn next is not stale.
	mailboxAfter = 4 * Millisecond
	// shutdownTime is how long Run waits for the render side to end.
	shutdownTime = 2 * Second
	// unfocusedMilliHz limits the frames of a window without focus.
	unfocusedMilliHz = 30_000
)

// Background says what happens while the window has no focus.
type Background uint8

// The kinds of background behaviour.
const (
	BackgroundFull Background = iota
	BackgroundSlow            // at most 30 frames a second
	BackgroundPause
)

// LoopConfig says what a loop runs on. Clock and Simulation are needed; without Window the
// caller drives Frame, without Executor nothing is drawn.
type LoopConfig struct {
	Clock      Clock
	Window     Window
	Executor   renderer.Executor
	Simulation Simulation

	Hz         int64  // tick rate, 0 = DefaultRate
	Strategy   string // name, "" = DefaultStrategy
	Vsync      renderer.Vsync
	LimitMilli int64 // frame limit in 1/1000 Hz, 0 = none
	Background Background
	// PauseMinimised stops the simulation while the window is minimised.
	PauseMinimised bool

	// Recorder, if not nil, gets every world event and every hash.
	Recorder *RecordingWriter
	// Player, if not nil, replaces world input by that of a recording and compares hashes.
	Player *Player
	// OnPresent, if not nil, gets what became of each frame, for recordings of frame times.
	OnPresent func(*renderer.Present)
	// OnHitch, if not nil, is called for every frame that took longer than it should have while time runs; the
	// place to save an execution trace of the last seconds.
	OnHitch func(Hitch)
	// Witness tells why frames were long; nil takes that of the process.
	Witness Witness
	// OnStall is called once per stall when the render side makes no progress for seconds, with
	// the stacks of all goroutines in the error.
	OnStall func(error)
}

// Loop is the main loop. It belongs to the main thread.
type Loop struct {
	cfg      LoopConfig
	inbox    *Inbox
	world    *InputQueue
	ledger   *Ledger
	virtual  *VirtualClock
	set      *StrategySet
	strategy Strategy
	filter   TimeFilter
	poses    *PoseStore
	nodes    *NodeStore
	limiter  Limiter
	vsync    vsyncWatch
	jit      justInTime
	hitch    hitchWatch
	framer   Framer // the simulation, if it is one
	software bool   // the processor draws

	frame   Frame
	status  Status
	packet  *renderer.Packet // acquired, not submitted
	present renderer.Present
	view    renderer.View // the latched eye, kept to allocate nothing
	event   Event

	lastNow      int64 // reading of the last frame
	started      bool
	fraction     int64 // part of a tick left over after the last frame
	lastRecorded int64
	lastDt       float32
	lastSubmit   int64
	stepped      int64  // what ticks took since the last packet
	epoch        uint32 // of the surface
	fullscreen   bool
	dirty        bool
	quit         bool
	stood        bool // the picture stood still on purpose since the last frame
	inFrame      bool
	snoozeUntil  int64
	oldestInput  int64
	newestInput  int64
	rateFrom     int64 // start of the stretch over which RealTime is measured
	rateSim      int64
	err          error
}

// NewLoop checks the configuration and returns a loop that has not started.
func NewLoop(cfg LoopConfig) (*Loop, error) {
	if cfg.Clock == nil || cfg.Simulation == nil {
		return nil, errors.New("engine: a loop needs a Clock and a Simulation")
	}
	if cfg.Hz == 0 {
		cfg.Hz = DefaultRate
	}
	l := &Loop{cfg: cfg, inbox: NewInbox(cfg.Clock), world: NewInputQueue(), ledger: &Ledger{}, dirty: true}
	l.virtual = NewVirtualClock(l.ledger)
	l.hitch = newHitchWatch(cfg.Clock, cfg.Witness)
	l.framer, _ = cfg.Simulation.(Framer)
	if cfg.Executor != nil {
		l.software = cfg.Executor.Info().Software
	}
	set, err := NewStrategySet(l.ledger, cfg.Hz)
	if err != nil {
		return nil, err
	}
	l.set = set
	l.poses, l.nodes = NewPoseStore(1024), NewNodeStore(1024)
	l.status.Ledger = l.ledger
	l.frame = Frame{Poses: l.poses, Nodes: l.nodes, Status: &l.status}
	if err := l.limiter.SetRate(cfg.LimitMilli); err != nil {
		return nil, err
	}
	if cfg.Strategy == "" {
		cfg.Strategy = DefaultStrategy
	}
	if err := l.SetStrategy(cfg.Strategy); err != nil {
		return nil, err
	}
	if cfg.Recorder != nil {
		if _, ok := cfg.Simulation.(Hasher); !ok {
			return nil, errors.New("engine: a recording needs a Simulation with a Hash method")
		}
	}
	return l, nil
}

// Inbox is where window events go.
func (l *Loop) Inbox() *Inbox { return l.inbox }

// Virtual is the clock for pausing and speed.
func (l *Loop) Virtual() *VirtualClock { return l.virtual }

// Poses is the store of the bodies' poses.
func (l *Loop) Poses() *PoseStore { return l.poses }

// Nodes is the store of what is drawn on the bodies.
func (l *Loop) Nodes() *NodeStore { return l.nodes }

// World is the queue of world events.
func (l *Loop) World() *InputQueue { return l.world }

// Ledger is the account of all time.
func (l *Loop) Ledger() *Ledger { return l.ledger }

// Limiter is the frame limit.
func (l *Loop) Limiter() *Limiter { return &l.limiter }

// Status has the figures of the last frame.
func (l *Loop) Status() *Status { return &l.status }

// Strategy is the strategy in use.
func (l *Loop) Strategy() *StrategyInfo { return l.strategy.Info() }

// State is where the strategy in use is after the last frame, and the reading of the clock (ns) of that frame.
func (l *Loop) State() (st StepState, now int64) { return l.strategy.State(), l.lastNow }

// Strategies has the settings of all strategies.
func (l *Loop) Strategies() *StrategySet { return l.set }

// SetStrategy changes the strategy between two frames; time goes on where it is.
func (l *Loop) SetStrategy(name string) error {
	next, err := l.set.follow(l.strategy, name)
	if err != nil {
		return err
	}
	l.strategy = next
	l.status.Strategy = next.Info().Name
	l.filter = l.set.Filter(next.Info().Filter)
	l.dirty = true
	return nil
}

// SetRate changes the tick rate between two frames.
func (l *Loop) SetRate(hz int64) error {
	l.dirty = true
	return l.set.SetRate(hz, l.strategy)
}

// SetVsync changes how swaps wait for the display.
func (l *Loop) SetVsync(v renderer.Vsync) { l.cfg.Vsync = v; l.dirty = true }

// Vsync is how swaps wait for the display.
func (l *Loop) Vsync() renderer.Vsync { return l.cfg.Vsync }

// SetBackground says what happens while the window has no focus.
func (l *Loop) SetBackground(b Background) { l.cfg.Background = b }

// Replay starts feeding a recording to the simulation, nil ends it. The scene must
// be that of the recording and at its start.
func (l *Loop) Replay(p *Player) { l.cfg.Player = p; l.world.Clear() }

// Record starts writing to a recording, nil ends it (the caller closes it). The
// simulation must have a Hash method.
func (l *Loop) Record(w *RecordingWriter) error {
	if _, ok := l.cfg.Simulation.(Hasher); w != nil && !ok {
		return errors.New("engine: a recording needs a Simulation with a Hash method")
	}
	l.cfg.Recorder = w
	l.lastDt = 0
	return nil
}

// Restart sets the tick to 0 for a new or rewound scene: bodies, nodes and waiting input go.
func (l *Loop) Restart(tick uint64) {
	l.poses.Reset(tick)
	l.nodes.Clear()
	l.world.Clear()
	l.set.Restart(l.strategy, tick)
	l.fraction = 0
	l.lastDt = 0
	l.dirty = true
}

// Quit ends Run after the current frame.
func (l *Loop) Quit() { l.quit = true }

// Redraw makes the next frame be drawn even if nothing moves.
func (l *Loop) Redraw() { l.dirty = true }

// PanicError is a panic of the main thread or of the render goroutine.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("engine: panic: %v\n\n%s", e.Value, e.Stack) }

// ErrDriverHung is returned by Run when the render side has not ended in time: it hangs
// in a call of the graphics driver. The window must not be destroyed then, and the program
// should end with exit code 71.
var ErrDriverHung = renderer.ErrHung

// Run runs frames until the window closes, Quit is called or something fails, then ends the
// executor. It must be called on the thread that made the window and keeps that thread. A
// panic on either side comes back as an error with its stack.
func (l *Loop) Run() (err error) {
	if l.cfg.Window == nil {
		return errors.New("engine: Run needs a Window; without one call Frame")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: stack()}
		}
		err = l.shutdown(err)
	}()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("loop", "main")))
	defer pprof.SetGoroutineLabels(context.Background())
	l.cfg.Window.Attach(l.inbox, l.reentrant)
	for !l.quit && !l.cfg.Window.ShouldClose() {
		l.wait()
		if err := l.Frame(); err != nil {
			return err
		}
	}
	return nil
}

// shutdown ends the executor. The error that ended the loop may be the executor's own: it is not said twice.
func (l *Loop) shutdown(err error) error {
	ex := l.cfg.Executor
	if ex == nil {
		return err
	}
	if l.packet != nil {
		ex.Abandon(l.packet)
		l.packet = nil
	}
	if r, ok := l.cfg.Simulation.(Releaser); ok {
		r.Release()
	}
	l.cfg.Executor = nil
	if e := ex.Close(shutdownTime); e != nil && (err == nil || !errors.Is(err, e)) {
		return errors.Join(err, e)
	}
	return err
}

func stack() []byte {
	b := make([]byte, 64<<10)
	return b[:runtime.Stack(b, false)]
}

// reentrant draws a frame from a window callback while the system holds the event loop.
// An error is kept for the frame after it: nothing may unwind through the system's code.
func (l *Loop) reentrant() {
	if l.inFrame || l.err != nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			l.err = &PanicError{Value: v, Stack: stack()}
		}
	}()
	l.err = l.Frame()
}

// Frame runs one frame without waiting: events, ticks, drawing.
func (l *Loop) Frame() error {
	if l.err != nil {
		return l.err
	}
	l.inFrame = true
	defer func() { l.inFrame = false }()

	// the only reading of the clock that the simulation's time depends on
	now := l.cfg.Clock.Now()
	l.hitch.beginFrame(l.ledger.Dropped)
	if err := l.feedback(); err != nil {
		return err
	}
	l.events()
	if err := l.ticks(now); err != nil {
		return err
	}
	if l.framer != nil {
		if err := l.framer.Frame(now); err != nil {
			return err
		}
	}
	if err := l.draw(now); err != nil {
		return err
	}
	l.latch(now)
	return nil
}

// feedback takes what the render side reports.
func (l *Loop) feedback() error {
	ex := l.cfg.Executor
	if ex == nil {
		return nil
	}
	for ex.Poll(&l.present) {
		p := &l.present
		l.status.LastPresent = *p
		if l.cfg.OnPresent != nil {
			l.cfg.OnPresent(p)
		}
		if !p.Swapped {
			continue
		}
		fb := Feedback{ID: p.ID, DrawEnd: p.DrawEnd, Stamp: p.SwapEnd, Vsync: p.Interval != 0, Changed: p.VsyncChanged}
		l.set.Presented(fb)
		l.vsync.presented(fb, l.period())
		l.jit.observe(p.DrawEnd-p.Submitted+l.status.RecordNs+l.status.StepNs, l.set.Display().Missed())
	}
	if l.status.VsyncIgnored != l.vsync.ignored {
		l.status.VsyncIgnored = l.vsync.ignored
		l.set.SetDisplay(l.status.Refresh, l.vsync.ignored)
	}
	l.status.Drawn = ex.Counters()
	return ex.Err()
}

// events gives the window's events to the simulation.
func (l *Loop) events() {
	for {
		var ok bool
		// a field, because a local variable would be allocated for every event
		if l.event, ok = l.inbox.Pop(); !ok {
			break
		}
		l.dirty = true
		if l.oldestInput == 0 {
			l.oldestInput = l.event.Time
		}
		l.newestInput = l.event.Time
		l.cfg.Simulation.Input(&l.event, l.world)
	}
	l.status.LostEvents = l.inbox.Lost() + l.world.Lost()
}

// ticks runs the ticks of the frame.
func (l *Loop) ticks(now int64) error {
	region := trace.StartRegion(context.Background(), "ticks")
	defer region.End()
	l.suspend()
	info := l.strategy.Info()
	if !l.started {
		l.started, l.lastNow, l.rateFrom = true, now, now
	}
	before := l.strategy.State()
	dv := l.virtual.AdvanceWith(now, l.set.Advance(info.Filter, now), info.OwnClamp)
	span := FrameSpan{From: l.lastNow, To: now, Tick: before.Tick, Hz: before.Hz}
	if info.Exact {
		span.Virtual, span.Fraction = dv, l.fraction
	}
	l.world.Assign(span)
	l.lastNow = now
	l.ledger.Begin(l.strategy, FrameTime{Virtual: dv, Single: l.virtual.TakeSteps(), Refresh: l.status.Refresh})
	// what the handling of events took is no cost of the ticks
	begin := l.cfg.Clock.Now()
	l.hitch.beginPart()
	steps, spent := 0, int64(0)
	for {
		t, ok := l.strategy.Next(spent)
		if !ok {
			break
		}
		if err := l.tick(t); err != nil {
			return err
		}
		// wall time decides only how many ticks are given up, never what a tick does
		total := l.cfg.Clock.Now() - begin
		l.strategy.Ran(max(total-spent, 0))
		spent = total
		steps++
	}
	l.frame.Show = l.strategy.End()
	l.fraction = l.frame.Show.Fraction
	state := l.strategy.State()
	l.world.EndFrame(state.Tick)
	l.figures(now, state, steps, spent)
	return nil
}

// suspend pauses while the window cannot be seen or has no focus, if that is wanted.
func (l *Loop) suspend() {
	w := l.cfg.Window
	if w == nil {
		return
	}
	l.virtual.SetSuspended((l.cfg.PauseMinimised && !w.Visible()) || (l.cfg.Background == BackgroundPause && !w.Focused()))
}

// tick runs one tick with its input.
func (l *Loop) tick(t TickTime) error {
	var events []Event
	if p := l.cfg.Player; p != nil {
		events = p.Events(t.N)
		if dt := p.TickLength(); dt > 0 {
			t.Dt = dt
		}
	} else {
		events = l.world.Take(t.N)
	}
	if err := l.recordInput(t, events); err != nil {
		return err
	}
	l.poses.BeginTick(t.N, t.Dt)
	if err := l.cfg.Simulation.Tick(t, events); err != nil {
		return fmt.Errorf("engine: tick %d: %w", t.N, err)
	}
	l.cfg.Simulation.Poses(l.poses)
	l.poses.EndTick()
	return l.recordHash(t)
}

func (l *Loop) recordInput(t TickTime, events []Event) error {
	w := l.cfg.Recorder
	if w == nil {
		return nil
	}
	// the length of a tick changes its result, so it belongs to the input
	if t.Dt != l.lastDt {
		l.lastDt = t.Dt
		e := Event{Kind: EventTickLength, S: t.Dt}
		if err := w.Input(t.N, &e); err != nil {
			return err
		}
	}
	for i := range events {
		if err := w.Input(t.N, &events[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loop) recordHash(t TickTime) error {
	if l.cfg.Recorder == nil && l.cfg.Player == nil {
		return nil
	}
	h, ok := l.cfg.Simulation.(Hasher)
	if !ok {
		return nil
	}
	hash := h.Hash()
	if l.cfg.Player != nil {
		if err := l.cfg.Player.Check(t.N, hash); err != nil {
			return err
		}
	}
	if l.cfg.Recorder != nil {
		return l.cfg.Recorder.Hash(t.N, hash)
	}
	return nil
}

// figures updates the status after the ticks of a frame.
func (l *Loop) figures(now int64, state StepState, steps int, spent int64) {
	s := &l.status
	s.Tick, s.Hz, s.Alpha = state.Tick, state.Hz, l.frame.Show.Alpha
	s.Paused = l.virtual.Paused()
	s.SpeedNum, s.SpeedDen = l.virtual.Speed()
	s.Steps, s.StepNs = steps, spent
	l.stepped += spent
	s.Lag = state.Time + state.LeftOver - l.frame.Show.Shown
	l.hitch.ticked(steps, spent)
	s.TickCost = l.set.TickCost()
	s.Dropped, s.DroppedNs = l.ledger.Dropped, l.ledger.DroppedNs
	s.Lock = l.filter.Lock()
	if steps > 0 {
		l.dirty = true
	}
	if d := now - l.rateFrom; d >= Second || d < 0 {
		if d > 0 && state.Time >= l.rateSim {
			s.RealTime = float64(state.Time-l.rateSim) / float64(d)
		}
		l.rateFrom, l.rateSim = now, state.Time
	}
}
