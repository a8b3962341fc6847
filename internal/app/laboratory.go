package app

import (
	"fmt"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/renderer"
)

// maxPanes is how many panes stand side by side.
const maxPanes = renderer.MaxPanes

// laboratory shows the same scene under different strategies side by side: every pane has a world of its own and
// gets the same input with the same stamps and the same readings of the clock. The first pane is
// the world of the window itself, unless the frame times of a recorded run drive all of them.
type laboratory struct {
	app   *App
	count int // panes shown, 0 or 1 means that the laboratory is closed
	panes [maxPanes]pane
	main  diagnose.PaceTracker // of the first pane while it is the window's world
	steps int                  // of that world when it was last drawn

	wanted [maxPanes]string // strategies by pane

	trace    *diagnose.FrameTrace
	player   *diagnose.FramePlayer
	recorder *frameRecorder
	moment   labMoment
	frame    engine.Frame
	show     Show
	shows    [maxPanes]Show
	stages   [maxPanes]onStage
	text     []byte
	order    rowOrder
}

// labMoment is where the replay of a trace is.
type labMoment struct {
	reading int64
	id      uint64
	done    bool
	warm    int // frames that the figures leave out
}

// pane is one world under one strategy.
type pane struct {
	session *Session
	lane    *engine.StrategyRun
	stage   *Stage
	overlay Overlay
	preview preview
	builds  uint64
	cost    int64 // smoothed wall time of a step (ns)
	refresh int64 // what the lane was told of the display
	ignored bool
}

// labStrategies are what the panes begin with.
var labStrategies = [maxPanes]string{timestep.DefaultStrategy, "latest", "extrapolate", "whole-240"}

// open reports whether panes are shown.
func (l *laboratory) open() bool { return l.count > 1 }

// shown is the number of panes the picture is cut into.
func (l *laboratory) shown() int { return max(l.count, 1) }

// set shows so many panes; below two closes the laboratory. After an error it is closed.
func (l *laboratory) set(count int) error {
	count = min(max(count, 0), maxPanes)
	if count < 2 {
		l.close()
		return nil
	}
	for i := range count {
		if err := l.fill(i); err != nil {
			l.close()
			return err
		}
	}
	for i := count; i < maxPanes; i++ {
		l.panes[i].release()
	}
	l.count = count
	l.app.loop.Redraw()
	return nil
}

// cycle shows one pane more, and one again after the last.
func (l *laboratory) cycle() error {
	n := l.shown() + 1
	if n > maxPanes {
		n = 1
	}
	return l.set(n)
}

// fill makes the world of a pane, unless it has one already.
func (l *laboratory) fill(i int) error {
	p := &l.panes[i]
	if p.lane != nil || i == 0 && l.player == nil {
		return nil
	}
	a := l.app
	if l.wanted[i] == "" {
		l.wanted[i] = labStrategies[i]
	}
	session, err := a.session.fork(a.options.Clock)
	if err != nil {
		return fmt.Errorf("app: pane %d: %w", i+1, err)
	}
	status := a.loop.Status()
	state, now := a.loop.State()
	if l.player != nil {
		// a trace begins by itself
		state.LeftOver, now = 0, 0
	}
	lane, err := engine.NewStrategyRun(l.wanted[i], state, now)
	if err != nil {
		return err
	}
	stage := a.stage.beside()
	stage.Dress(session.Config.Scene.Drawings)
	lane.SetDisplay(status.Refresh, status.VsyncIgnored)
	*p = pane{
		session: session, lane: lane, stage: stage, overlay: Overlay{atlas: a.hud.atlas}, builds: session.Rebuilds(),
		refresh: status.Refresh, ignored: status.VsyncIgnored,
	}
	stage.Update(session.World(), lane.Poses(), lane.Nodes())
	return nil
}

// close ends all panes.
func (l *laboratory) close() {
	for i := range l.panes {
		l.panes[i].release()
	}
	l.count, l.player = 0, nil
	l.main.Meter.Reset()
}

// release frees what a pane has.
func (p *pane) release() {
	if p.lane == nil {
		return
	}
	p.preview.release()
	p.session.World().Close()
	p.stage.Release()
	*p = pane{}
}

// again begins all panes anew from the state of the window's world, after it changed in a way that commands do
// not tell.
func (l *laboratory) again() {
	if !l.open() {
		return
	}
	n := l.count
	l.close()
	l.note(l.set(n))
}

func (l *laboratory) note(err error) {
	if err != nil {
		l.app.hud.say(l.app.loop.Status().LastPresent.SwapEnd, err.Error())
	}
}

// figures is what the display of figures shows: beside the captions of panes there is no room for its own.
func (l *laboratory) figures() *Show {
	if !l.open() {
		return &l.app.show
	}
	l.show = l.app.show
	l.show.Hud = false
	return &l.show
}

// strategyOf is the name of a pane's strategy.
func (l *laboratory) strategyOf(i int) string {
	if lane := l.panes[i].lane; lane != nil {
		return lane.Strategy().Name
	}
	return l.app.loop.Strategy().Name
}

// setStrategy changes the strategy of a pane.
func (l *laboratory) setStrategy(i int, name string) error {
	l.wanted[i] = name
	if lane := l.panes[i].lane; lane != nil {
		return lane.SetStrategy(name)
	}
	l.main.Meter.Reset()
	return l.app.setStrategy(name)
}

// push gives an event of the world to every pane that has a queue of its own.
func (l *laboratory) push(e input.Event) {
	for i := range l.panes {
		if lane := l.panes[i].lane; lane != nil {
			l.note(lane.World().Push(e))
		}
	}
}

// step asks for single steps while paused.
func (l *laboratory) step(n int) {
	for i := range l.panes {
		if lane := l.panes[i].lane; lane != nil {
			lane.Virtual().Step(n)
		}
	}
}

// replay drives the panes with the frame times of a run instead of the window's; nil ends that. The
// world of the window waits meanwhile.
func (l *laboratory) replay(t *diagnose.FrameTrace) error {
	n := max(l.count, 2)
	l.close()
	l.trace = t
	if t != nil {
		l.player = t.Play()
		l.moment = labMoment{reading: timestep.Second, warm: min(replayWarm, len(t.Frames)/4)}
		l.app.loop.Virtual().SetPaused(true)
	}
	if err := l.set(n); err != nil {
		return err
	}
	for i := range l.count {
		if t != nil {
			l.panes[i].lane.SetDisplay(int64(1e9/t.Hz()), false)
		}
	}
	return nil
}

// replayWarm is how many frames of a trace pass before figures are taken.
const replayWarm = 600

// presented takes what became of a frame of the window.
func (l *laboratory) presented(p *renderer.Present) {
	if l.recorder != nil && p.Swapped {
		l.recorder.trace.Frame(diagnose.TraceFrame{DrawEnd: p.DrawEnd, Stamp: p.SwapEnd})
	}
	if !l.open() || !p.Swapped || l.player != nil {
		return
	}
	fb := timestep.Feedback{ID: p.ID, DrawEnd: p.DrawEnd, Stamp: p.SwapEnd, Vsync: p.Interval != 0, Changed: p.VsyncChanged}
	l.main.Presented(fb.ID, fb.Stamp)
	for i := range l.panes {
		if lane := l.panes[i].lane; lane != nil {
			lane.Presented(fb)
		}
	}
}

// advance steps all panes in a frame of the window that begins at a reading of the clock (ns).
func (l *laboratory) advance(now int64) error {
	l.app.loop.SetShare(l.shown())
	if !l.open() || l.player != nil {
		return nil
	}
	for i := range l.panes {
		p := &l.panes[i]
		if p.lane == nil {
			continue
		}
		if err := p.follow(l.app.loop); err != nil {
			return err
		}
		p.lane.SetShare(l.shown())
		if err := p.frame(l.app, now); err != nil {
			return fmt.Errorf("app: pane %d: %w", i+1, err)
		}
	}
	return nil
}

// submit fixes what all panes show in the packet that is being recorded.
func (l *laboratory) submit(f *engine.Frame) error {
	if !l.open() {
		return nil
	}
	if l.player != nil {
		return l.advanceTrace(f)
	}
	st := f.Status
	l.main.SetDisplay(st.Refresh, st.VsyncIgnored)
	steps := l.app.session.Run.StepCount
	if v := l.app.loop.Virtual(); !v.Standing() && st.SpeedNum == st.SpeedDen {
		l.main.Submitted(f.Packet.Header.ID, f.Show.Shown, st.Lag, max(steps-l.steps, 0))
	}
	l.steps = steps
	for i := range l.panes {
		if p := &l.panes[i]; p.lane != nil {
			p.draw(f.Packet.Header.ID)
		}
	}
	return nil
}

// advanceTrace steps all panes for the next frame of the trace.
func (l *laboratory) advanceTrace(f *engine.Frame) error {
	m := &l.moment
	if m.done {
		return nil
	}
	f.Redraw(0)
	m.id++
	for i := range l.count {
		if err := l.panes[i].frame(l.app, m.reading); err != nil {
			return fmt.Errorf("app: pane %d: %w", i+1, err)
		}
		l.panes[i].draw(m.id)
	}
	drawEnd, refresh, reading, ok := l.player.Next()
	if !ok {
		m.done = true
		return nil
	}
	m.reading = reading
	fb := timestep.Feedback{ID: m.id, DrawEnd: drawEnd, Stamp: reading, Vsync: true, Changed: m.id == 1}
	for i := range l.count {
		lane := l.panes[i].lane
		lane.PresentedAt(fb, refresh)
		if l.player.Index() == m.warm {
			lane.Meter().Reset()
		}
	}
	return nil
}

// follow takes over what the user changes in the loop of the window.
func (p *pane) follow(loop *engine.Loop) error {
	st := loop.Status()
	if st.Refresh != p.refresh || st.VsyncIgnored != p.ignored {
		p.refresh, p.ignored = st.Refresh, st.VsyncIgnored
		p.lane.SetDisplay(st.Refresh, st.VsyncIgnored)
	}
	if err := p.lane.SetRate(st.Hz); err != nil {
		return err
	}
	if err := p.lane.SetSettings(loop.Settings().Settings); err != nil {
		return err
	}
	return p.lane.Follow(loop.Virtual())
}

// frame runs the steps of one frame.
func (p *pane) frame(a *App, now int64) error {
	p.lane.Begin(now)
	begin := a.now()
	spent := int64(0)
	for {
		t, events, ok := p.lane.Next(spent)
		if !ok {
			break
		}
		p.lane.Poses().BeginTick(t.N, t.Dt)
		if err := p.session.TickBy(events, t.Dt); err != nil {
			return err
		}
		a.bad.Step()
		if p.builds != p.session.Rebuilds() {
			p.builds = p.session.Rebuilds()
			p.lane.Nodes().Clear()
			p.lane.Poses().Reset(t.N)
			p.lane.Poses().BeginTick(t.N, t.Dt)
			p.stage.Reset()
		}
		p.stage.Update(p.session.World(), p.lane.Poses(), p.lane.Nodes())
		if a.show.Trails {
			p.overlay.trails.track(p.session.World())
		}
		if p.lane.Strategy().Name == holdsContacts {
			a.touchOf(p.session.World(), p.lane.Poses())
		}
		p.lane.Poses().EndTick()
		total := a.now() - begin
		p.lane.Ran(max(total-spent, 0))
		p.cost += (max(total-spent, 0) - p.cost) / 16
		spent = total
	}
	p.lane.End()
	return nil
}

// draw blends the poses for a packet.
func (p *pane) draw(id uint64) {
	if show := p.lane.Draw(id); show.CloneDt > 0 {
		p.peek(show.CloneDt)
	}
}

// peek shows what a further step of dt seconds would give, for the strategy that asks for it.
func (p *pane) peek(dt float32) {
	poses := p.lane.Poses()
	poses.Blend(timestep.Latest, 0)
	if p.preview.step(p.session.Run, dt) != nil {
		return
	}
	for _, m := range p.preview.world.MovedBodies() {
		poses.Override(int32(m.Body.Index()), m.Body.Generation(), m.Transform)
	}
	p.lane.Nodes().Update(poses)
}

// now reads the clock of the application (ns); 0 without one.
func (a *App) now() int64 {
	if a.options.Clock == nil {
		return 0
	}
	return a.options.Clock()
}

// rects are the places of the panes: the viewport in parts of equal size, in pixels.
func (l *laboratory) rects(w, h int) (all [maxPanes]renderer.Rect) {
	r := l.app.panels.viewport(w, h)
	side := int(r.W) / l.shown()
	for i := range l.shown() {
		x, y := int(r.X+.5)+i*side, int(r.Y+.5)
		all[i] = renderer.Rect{X0: int16(x), Y0: int16(y), X1: int16(x + side), Y1: int16(y + int(r.H+.5))}
	}
	return all
}

// view gives the packet the panes and the view that all of them show their world through.
func (l *laboratory) view(f *engine.Frame) {
	p := &f.Packet.Panes
	p.Count, p.Rects = int32(l.count), l.rects(f.Width, f.Height)
	r := p.Rects[0]
	f.Packet.View = l.app.camera.View(int(r.X1-r.X0), int(r.Y1-r.Y0))
}

// draw draws all panes with their overlays side by side.
func (l *laboratory) draw(f *engine.Frame) {
	a := l.app
	for i := range l.count {
		p := &l.panes[i]
		l.shows[i] = a.show
		l.stages[i] = onStage{stage: a.stage, nodes: f.Nodes, show: &l.shows[i], pane: i}
		if p.lane == nil {
			continue
		}
		l.stages[i].stage, l.stages[i].nodes = p.stage, p.lane.Nodes()
		l.shows[i].Selected, l.shows[i].Hovered = physics.Body{}, physics.Body{}
		if b := a.show.Selected; b.Valid() {
			l.shows[i].Selected = b.In(p.session.World())
		}
	}
	drawStages(f, l.stages[:l.count])
	l.frame = *f
	for i := range l.count {
		f.Packet.BeginPane(i)
		p := &l.panes[i]
		if p.lane == nil {
			a.overlay.Draw(f, a.session.World(), &l.shows[i], float32(f.Status.Hz))
			continue
		}
		l.frame.Poses, l.frame.Nodes = p.lane.Poses(), p.lane.Nodes()
		p.overlay.Draw(&l.frame, p.session.World(), &l.shows[i], float32(f.Status.Hz))
	}
	l.frame = engine.Frame{}
}
