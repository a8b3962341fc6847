package engine

import (
	"errors"

	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// Background is the behaviour while the window has no focus.
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
	Clock      timestep.Clock
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

	// Recorder, if not nil, gets every world event and every digest. When it fails the loop goes on without it and
	// calls OnRecordEnd, if that is not nil.
	Recorder    *record.Recorder
	OnRecordEnd func(error)
	// Player, if not nil, replaces the input of the world by the input of a recording, and compares digests.
	Player *record.Player
	// OnPresent, if not nil, gets the times of each presented frame, for recordings of frame times.
	OnPresent func(*renderer.Present)
	// OnHitch, if not nil, is called for every hitch while time runs; the function may save an execution trace of the
	// last seconds.
	OnHitch func(diagnose.Hitch)
	// Counters tell why frames were long; nil takes the counters of the process.
	Counters diagnose.CounterSource
	// OnStall is called once for each stall of the render side, and once more before Run gives up with ErrDriverHung.
	OnStall func(renderer.Health)
	// CheckLedger makes a frame whose account of time does not hold an error, as race builds always do.
	CheckLedger bool
}

// Loop is the main loop. It belongs to the main thread.
type Loop struct {
	cfg     LoopConfig
	inbox   *input.Inbox
	world   *input.Queue
	runner  *timestep.Runner
	poses   *pose.Store
	nodes   *pose.NodeStore
	limiter timestep.Limiter
	vsync   timestep.VsyncWatch
	jit     timestep.JustInTime
	late    bool // frames start just in time

	lowLatency bool // the device is waited for after each swap

	hitch    *diagnose.HitchDetector
	pace     diagnose.PaceTracker
	goals    diagnose.GoalMeter
	framer   Framer // the simulation, if it is a Framer
	editor   Editor // the simulation, if it is an Editor
	software bool   // the processor draws

	frame   Frame
	status  Status
	packet  *renderer.Packet // acquired, not submitted
	present renderer.Present
	view    renderer.View // the latched eye, kept to allocate nothing
	event   input.Event

	lastRecorded int64
	lastDt       float32
	lastSubmit   int64
	shown        int64  // between the swaps of the two newest pictures (ns)
	stepped      int64  // wall time of the ticks since the last packet
	epoch        uint32 // of the surface
	fullscreen   bool
	dirty        bool
	quit         bool
	hold         bool // no further tick in this frame
	stood        bool // the picture stood still on purpose since the last frame
	inFrame      bool
	snoozeUntil  int64
	oldestInput  int64
	newestInput  int64
	measuring    bool
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
		cfg.Hz = timestep.DefaultRate
	}
	if cfg.Strategy == "" {
		cfg.Strategy = timestep.DefaultStrategy
	}
	l := &Loop{cfg: cfg, inbox: input.NewInbox(cfg.Clock), world: input.NewQueue(), dirty: true}
	l.hitch = diagnose.NewHitchDetector(cfg.Counters)
	l.framer, _ = cfg.Simulation.(Framer)
	l.editor, _ = cfg.Simulation.(Editor)
	if cfg.Executor != nil {
		l.software = cfg.Executor.Info().Software
	}
	runner, err := timestep.NewRunner(cfg.Strategy, cfg.Hz)
	if err != nil {
		return nil, err
	}
	l.runner = runner
	l.status.Strategy = runner.Strategy().Name
	l.poses, l.nodes = pose.NewStore(1024), pose.NewNodeStore(1024)
	l.status.Ledger = runner.Ledger()
	l.frame = Frame{Poses: l.poses, Nodes: l.nodes, Status: &l.status}
	if err := l.limiter.SetRate(cfg.LimitMilli); err != nil {
		return nil, err
	}
	if cfg.Recorder != nil {
		if _, ok := cfg.Simulation.(Digester); !ok {
			return nil, errors.New("engine: a recording needs a Simulation with a Digest method")
		}
	}
	return l, nil
}

// Inbox is where window events go.
func (l *Loop) Inbox() *input.Inbox { return l.inbox }

// Virtual is the clock for pausing and speed.
func (l *Loop) Virtual() *timestep.VirtualClock { return l.runner.Virtual() }

// Poses is the store of the bodies' poses.
func (l *Loop) Poses() *pose.Store { return l.poses }

// Nodes is the store of the nodes drawn on the bodies.
func (l *Loop) Nodes() *pose.NodeStore { return l.nodes }

// World is the queue of world events.
func (l *Loop) World() *input.Queue { return l.world }

// Ledger is the account of all time.
func (l *Loop) Ledger() *timestep.Ledger { return l.runner.Ledger() }

// Limiter is the frame limit.
func (l *Loop) Limiter() *timestep.Limiter { return &l.limiter }

// Status has the figures of the last frame.
func (l *Loop) Status() *Status { return &l.status }

// Strategy is the strategy in use.
func (l *Loop) Strategy() *timestep.StrategyInfo { return l.runner.Strategy() }

// State is the state of the strategy in use after the last frame, and the reading of the clock (ns) of that frame.
func (l *Loop) State() (st timestep.StepState, now int64) { return l.runner.State(), l.runner.Now() }

// MomentOf is the reading of the clock (ns) at which a simulated time (ns) is due, as of the newest frame: the stamp
// for messages to other threads about a tick.
func (l *Loop) MomentOf(ns int64) int64 { return l.runner.MomentOf(ns) }

// Strategies has the settings of all strategies.
func (l *Loop) Strategies() *timestep.StrategySet { return l.runner.Strategies() }

// SetStrategy changes the strategy between two frames; time goes on where it is.
func (l *Loop) SetStrategy(name string) error {
	if err := l.runner.SetStrategy(name); err != nil {
		return err
	}
	l.status.Strategy = l.runner.Strategy().Name
	l.dirty = true
	return nil
}

// SetRate changes the tick rate between two frames.
func (l *Loop) SetRate(hz int64) error {
	l.dirty = true
	return l.runner.SetRate(hz)
}

// SetVsync changes how swaps wait for the display.
func (l *Loop) SetVsync(v renderer.Vsync) { l.cfg.Vsync = v; l.dirty = true }

// Vsync is how swaps wait for the display.
func (l *Loop) Vsync() renderer.Vsync { return l.cfg.Vsync }

// SetBackground sets the behaviour while the window has no focus.
func (l *Loop) SetBackground(b Background) { l.cfg.Background = b }

// Replay starts feeding a recording to the simulation; nil ends the replay. The simulation must have the scene of the
// recording, at its start.
func (l *Loop) Replay(p *record.Player) { l.cfg.Player = p; l.world.Clear() }

// Player is the recording that is fed to the simulation, nil for none.
func (l *Loop) Player() *record.Player { return l.cfg.Player }

// Record starts writing to a recording; nil ends the recording, which the caller closes. It returns an error when the
// simulation is no Digester.
func (l *Loop) Record(w *record.Recorder) error {
	if _, ok := l.cfg.Simulation.(Digester); w != nil && !ok {
		return errors.New("engine: a recording needs a Simulation with a Digest method")
	}
	l.cfg.Recorder = w
	l.lastDt = 0
	return nil
}

// Restart sets the tick for a new or rewound scene and removes bodies, nodes and waiting input.
func (l *Loop) Restart(tick uint64) {
	l.poses.Reset(tick)
	l.nodes.Clear()
	l.world.Clear()
	l.runner.Restart(tick)
	l.lastDt = 0
	l.dirty = true
}

// SetJustInTime switches the late start of frames: less latency, and a frame now and then that
// misses its refresh. It acts while the display clock is locked.
func (l *Loop) SetJustInTime(on bool) { l.late = on }

// JustInTime reports whether frames start late.
func (l *Loop) JustInTime() bool { return l.late }

// HitchLimits are the limits in use; they may be changed between frames.
func (l *Loop) HitchLimits() *diagnose.HitchLimits { return l.hitch.Limits() }

// FrameSamples copies the newest samples of frames into buf, oldest first, and returns how many there are.
func (l *Loop) FrameSamples(buf []diagnose.FrameSample) int { return l.hitch.Samples(buf) }

// NewestSample is the sample of the frame before the one being recorded.
func (l *Loop) NewestSample() *diagnose.FrameSample { return l.hitch.Newest() }

// Hold pauses after the tick being run: further due ticks of this frame are given up, so that the frame shows the state
// of that tick.
func (l *Loop) Hold() {
	l.hold = true
	l.Virtual().SetPaused(true)
}

// Quit ends Run after the current frame.
func (l *Loop) Quit() { l.quit = true }

// Redraw makes the next frame be drawn even if nothing moves.
func (l *Loop) Redraw() { l.dirty = true }
