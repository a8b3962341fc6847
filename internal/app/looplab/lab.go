package looplab

import (
	"fmt"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// MaxPanes is the largest number of panes side by side.
const MaxPanes = renderer.MaxPanes

// Lab shows the same scene under different strategies side by side: every pane has a world of its own and
// gets the same input with the same stamps and the same readings of the clock. The first pane is
// the world of the window itself, unless the frame times of a recorded run drive all of them.
type Lab struct {
	window  Window
	machine machine
	count   int // panes shown, 0 or 1 means that the laboratory is closed
	panes   [MaxPanes]pane
	main    diagnose.PaceTracker // measures the first pane while the pane shows the window's world
	steps   int                  // steps of the window's world when it was last drawn

	wanted [MaxPanes]string // strategies that the user chose by pane, empty for the default

	replay   replay
	recorder recorder
	frame    engine.Frame
	stages   [MaxPanes]stage.Pane
}

// New makes a closed laboratory beside a window. clock reads the wall time (ns), nil for none; bad slows the steps of
// panes, too; atlas has the letters.
func New(window Window, clock physics.Clock, bad *diagnose.BadMachine, atlas *renderer.Atlas) *Lab {
	return &Lab{window: window, machine: machine{clock: clock, bad: bad, atlas: atlas}}
}

// labStrategies are the default strategies of the panes.
var labStrategies = [MaxPanes]string{timestep.DefaultStrategy, "latest", "extrapolate", "whole-240"}

// lagStrategies are the default strategies of the panes in lagScene: the first makes up for a part of the lag, the
// second for all of the lag, the third for nothing, and the fourth ignores time.
var lagStrategies = [MaxPanes]string{timestep.DefaultStrategy, "two-timers", "canonical", "frame-locked"}

// lagScene is the scene that shows a lag.
const lagScene = "stall"

// first returns the default strategy of pane i in the scene of the window.
func (l *Lab) first(i int) string {
	if l.window.Session().Config.Scene.Name == lagScene {
		return lagStrategies[i]
	}
	return labStrategies[i]
}

// Open reports whether the laboratory shows two or more panes.
func (l *Lab) Open() bool { return l.count > 1 }

// Shown is the number of panes in the picture, 1 while the laboratory is closed.
func (l *Lab) Shown() int { return max(l.count, 1) }

// Set shows count panes, MaxPanes at most. A count below two closes the laboratory; an error closes it, too.
func (l *Lab) Set(count int) error {
	count = min(max(count, 0), MaxPanes)
	if count < 2 {
		l.Close()
		return nil
	}
	for i := range count {
		if err := l.fill(i); err != nil {
			l.Close()
			return err
		}
	}
	for i := count; i < MaxPanes; i++ {
		l.panes[i].release()
	}
	l.count = count
	l.window.Loop().Redraw()
	return nil
}

// Cycle shows one more pane; with MaxPanes shown it closes the laboratory.
func (l *Lab) Cycle() error {
	n := l.Shown() + 1
	if n > MaxPanes {
		n = 1
	}
	return l.Set(n)
}

// fill makes the world of pane i, unless the pane has a world. The first pane needs a world only during a replay:
// otherwise it shows the world of the window.
func (l *Lab) fill(i int) error {
	if l.panes[i].strategyRun != nil || i == 0 && !l.replay.running() {
		return nil
	}
	strategy := l.wanted[i]
	if strategy == "" {
		strategy = l.first(i)
	}
	state, now := l.window.Loop().State()
	if l.replay.running() {
		// a trace begins by itself
		state.LeftOver, now = 0, 0
	}
	p, err := newPane(&l.machine, l.window, strategy, state, now)
	if err != nil {
		return fmt.Errorf("app: pane %d: %w", i+1, err)
	}
	l.panes[i] = *p
	return nil
}

// Close ends all panes and the replay.
func (l *Lab) Close() {
	for i := range l.panes {
		l.panes[i].release()
	}
	l.count = 0
	l.replay.stop()
	l.main.Meter.Reset()
}

// Again forks all panes anew from the window's world, for a change of the world that no command made.
func (l *Lab) Again() {
	if !l.Open() {
		return
	}
	n := l.count
	l.Close()
	l.note(l.Set(n))
}

// note shows an error in the window, unless err is nil.
func (l *Lab) note(err error) {
	if err != nil {
		l.window.Say(l.window.Loop().Status().LastPresent.SwapEnd, err.Error())
	}
}

// StrategyRun is the run of the strategy of pane i, nil for a pane that shows the window's world.
func (l *Lab) StrategyRun(i int) *engine.StrategyRun { return l.panes[i].strategyRun }

// Session is the session that pane i shows.
func (l *Lab) Session(i int) *session.Session {
	if s := l.panes[i].session; s != nil {
		return s
	}
	return l.window.Session()
}

// StrategyOf is the name of the strategy of pane i.
func (l *Lab) StrategyOf(i int) string {
	if strategyRun := l.panes[i].strategyRun; strategyRun != nil {
		return strategyRun.Strategy().Name
	}
	return l.window.Loop().Strategy().Name
}

// fault is the sentence about the fault of the loop of pane i, empty for a loop without a known fault.
func (l *Lab) fault(i int) string {
	info := l.window.Loop().Strategy()
	if strategyRun := l.panes[i].strategyRun; strategyRun != nil {
		info = strategyRun.Strategy()
	}
	if !info.Broken {
		return ""
	}
	return info.Failure
}

// SetStrategy changes the strategy of pane i; a pane that is not shown yet begins with the strategy.
func (l *Lab) SetStrategy(i int, name string) error {
	l.wanted[i] = name
	if strategyRun := l.panes[i].strategyRun; strategyRun != nil {
		return strategyRun.SetStrategy(name)
	}
	if i > 0 {
		return nil
	}
	l.main.Meter.Reset()
	return l.window.SetStrategy(name)
}

// Push gives an event to every pane with a world of its own.
func (l *Lab) Push(e input.Event) {
	for i := range l.panes {
		if strategyRun := l.panes[i].strategyRun; strategyRun != nil {
			l.note(strategyRun.World().Push(e))
		}
	}
}

// Step asks every pane with a world of its own for n single steps while time is paused.
func (l *Lab) Step(n int) {
	for i := range l.panes {
		if strategyRun := l.panes[i].strategyRun; strategyRun != nil {
			strategyRun.Virtual().Step(n)
		}
	}
}

// Presented records a frame that the window showed, and tells the strategies of the panes.
func (l *Lab) Presented(p *renderer.Present) {
	if p.Swapped {
		l.recorder.frame(p)
	}
	if !l.Open() || !p.Swapped || l.replay.running() {
		return
	}
	fb := timestep.Feedback{ID: p.ID, DrawEnd: p.DrawEnd, Stamp: p.SwapEnd, Vsync: p.Interval != 0,
		Changed: p.VsyncChanged}
	l.main.Presented(fb.ID, fb.Stamp)
	for i := range l.panes {
		if strategyRun := l.panes[i].strategyRun; strategyRun != nil {
			strategyRun.Presented(fb)
		}
	}
}

// Advance steps all panes with a world of their own for a frame of the window, which begins at now, a reading of the
// clock (ns). A replay advances its panes in Submit.
func (l *Lab) Advance(show *stage.Show, now int64) error {
	if loop := l.window.Loop(); loop != nil {
		loop.SetShare(l.Shown())
	}
	if !l.Open() || l.replay.running() {
		return nil
	}
	between := l.window.Loop().BetweenFrames(now)
	for i := range l.panes {
		p := &l.panes[i]
		if p.strategyRun == nil || between && p.strategyRun.Strategy().PerFrame {
			continue
		}
		if err := p.follow(l.window.Loop()); err != nil {
			return err
		}
		p.strategyRun.SetShare(l.Shown())
		if err := p.frame(&l.machine, show, now); err != nil {
			return fmt.Errorf("app: pane %d: %w", i+1, err)
		}
	}
	return nil
}

// Submit blends the poses of all panes for the packet of frame f. During a replay it steps the panes first.
func (l *Lab) Submit(f *engine.Frame, show *stage.Show) error {
	if !l.Open() {
		return nil
	}
	if l.replay.running() {
		return l.advanceTrace(f, show)
	}
	st := f.Status
	l.main.SetDisplay(st.Refresh, st.VsyncIgnored)
	steps := l.window.Session().Run.StepCount
	if v := l.window.Loop().Virtual(); !v.Standing() && st.SpeedNum == st.SpeedDen {
		l.main.Submitted(f.Packet.Header.ID, f.Show.Shown, st.Lag, max(steps-l.steps, 0))
	}
	l.steps = steps
	for i := range l.panes {
		if p := &l.panes[i]; p.strategyRun != nil {
			p.draw(f.Packet.Header.ID)
		}
	}
	return nil
}

// View gives the packet the panes of the viewport r (pixels) and the view of a camera, through which every pane shows
// its world.
func (l *Lab) View(f *engine.Frame, r ui.Rect, camera *renderer.Camera) {
	l.shownIn(r).View(f.Packet, camera)
}

// Draw draws all panes with their overlays side by side.
func (l *Lab) Draw(f *engine.Frame, show *stage.Show, marks stage.Marks) {
	picture := l.window.Picture()
	picture.Stage().Refresh(l.window.Session().World(), f.Poses, f.Nodes)
	for i := range l.count {
		p := &l.panes[i]
		l.stages[i] = stage.Pane{Stage: picture.Stage(), Nodes: f.Nodes, Show: show, Marks: marks, Number: i}
		if p.strategyRun == nil {
			continue
		}
		l.stages[i].Stage, l.stages[i].Nodes, l.stages[i].Marks = p.bodies, p.strategyRun.Nodes(), stage.Marks{}
		if b := marks.Selected; b.Valid() {
			l.stages[i].Marks.Selected = b.In(p.session.World())
		}
	}
	stage.DrawPanes(f, l.stages[:l.count])
	l.frame = *f
	for i := range l.count {
		f.Packet.BeginPane(i)
		p := &l.panes[i]
		if p.strategyRun == nil {
			picture.Overlay().Draw(f, l.window.Session().World(), show, float32(f.Status.Hz))
			continue
		}
		l.frame.Poses, l.frame.Nodes = p.strategyRun.Poses(), p.strategyRun.Nodes()
		p.overlay.Draw(&l.frame, p.session.World(), show, float32(f.Status.Hz))
	}
	l.frame = engine.Frame{}
}

// Replaying reports whether frame times of a recorded run drive the panes, and the part of them that has passed, 0 to
// 1.
func (l *Lab) Replaying() (part float64, ok bool) { return l.replay.part(), l.replay.running() }

// Trace is the recorded run that Replay was given or ToggleRecording read last, nil for none.
func (l *Lab) Trace() *diagnose.FrameTrace { return l.replay.trace }

// Replay drives the panes with the frame times of a recorded run instead of those of the window, and pauses the world
// of the window; nil ends the replay.
func (l *Lab) Replay(t *diagnose.FrameTrace) error {
	n := max(l.count, 2)
	l.Close()
	l.replay.trace = t
	if t != nil {
		l.replay.start()
		l.window.Loop().Virtual().SetPaused(true)
	}
	if err := l.Set(n); err != nil {
		return err
	}
	for i := range l.count {
		if t != nil {
			l.panes[i].strategyRun.SetDisplay(int64(1e9/t.Hz()), false)
		}
	}
	return nil
}

// advanceTrace steps and draws all panes for the next frame of the trace, and tells them when the frame was shown.
func (l *Lab) advanceTrace(f *engine.Frame, show *stage.Show) error {
	r := &l.replay
	if r.done {
		return nil
	}
	f.Redraw(0)
	r.id++
	for i := range l.count {
		if err := l.panes[i].frame(&l.machine, show, r.reading); err != nil {
			return fmt.Errorf("app: pane %d: %w", i+1, err)
		}
		l.panes[i].draw(r.id)
	}
	fb, refresh, ok := r.next()
	if !ok {
		return nil
	}
	for i := range l.count {
		strategyRun := l.panes[i].strategyRun
		strategyRun.PresentedAt(fb, refresh)
		if r.warmedUp() {
			strategyRun.Meter().Reset()
		}
	}
	return nil
}

// Recording reports whether the laboratory records the frame times of the window.
func (l *Lab) Recording() bool { return l.recorder.file != nil }

// ToggleRecording begins to record the frame times of the window to a file. The next call ends the recording and makes
// it the Trace.
func (l *Lab) ToggleRecording() error {
	if !l.Recording() {
		folder, err := l.window.Output()
		if err != nil {
			return err
		}
		return l.recorder.begin(folder, l.window.Loop().Status().Refresh)
	}
	trace, path, err := l.recorder.end()
	if err != nil {
		return err
	}
	l.replay.trace = trace
	l.window.Say(l.window.Loop().Status().LastPresent.SwapEnd, "frame times are in "+path)
	return nil
}

// Meters returns the figures of pane i, the time that the pane lost, and the cost of a step (ns).
func (l *Lab) Meters(status *engine.Status, i int) (fig diagnose.PaceFigures, lost, cost int64) {
	if p := &l.panes[i]; p.strategyRun != nil {
		fig, lost, cost = p.strategyRun.Meter().Figures(), p.strategyRun.Lost(), p.cost
		if l.replay.running() {
			// a replay counts all frames after the warm-up; only the percentile stays one of the newest frames
			p99 := fig.JudderP99
			fig = p.strategyRun.Meter().Total()
			fig.JudderP99 = p99
		}
		return fig, lost, cost
	}
	ledger := status.Ledger
	return l.main.Meter.Figures(), ledger.Lost(), status.TickCost
}
