package app

import (
	"fmt"

	"tumble/engine"
	"tumble/physics"
	"tumble/renderer"
)

// maxPanes is how many panes stand side by side.
const maxPanes = 4

// laboratory shows the same scene under different strategies side by side: every pane has a world of its own and
// gets the same input with the same stamps and the same readings of the clock. The first pane is
// the world of the window itself, unless the frame times of a recorded run drive all of them.
type laboratory struct {
	app   *App
	count int // panes shown, 0 or 1 means that the laboratory is closed
	panes [maxPanes]pane
	main  engine.PaceTracker // of the first pane while it is the window's world
	steps int                // of that world when it was last drawn

	wanted [maxPanes]string // strategies by pane

	trace    *engine.FrameTrace
	player   *engine.FramePlayer
	recorder *frameRecorder
	moment   labMoment
	frame    engine.Frame
	show     Show
	text     []byte
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
	lane    *engine.Lane
	stage   *Stage
	preview preview
	builds  uint64
	cost    int64 // smoothed wall time of a step (ns)
	refresh int64 // what the lane was told of the display
	ignored bool
}

// labStrategies are what the panes begin with.
var labStrategies = [maxPanes]string{engine.DefaultStrategy, "latest", "extrapolate", "whole-240"}

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
	lane, err := engine.NewLane(l.wanted[i], state, now)
	if err != nil {
		return err
	}
	stage, err := NewStage(a.ex.Resources())
	if err != nil {
		return err
	}
	stage.Dress(session.Config.Scene.Drawings)
	stage.detail = a.stage.detail
	lane.SetDisplay(status.Refresh, status.VsyncIgnored)
	*p = pane{
		session: session, lane: lane, stage: stage, builds: session.Rebuilds(),
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

// shows is what the display of figures shows: beside the captions of panes there is no room for its own.
func (l *laboratory) shows() *Show {
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
func (l *laboratory) push(e engine.Event) {
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
func (l *laboratory) replay(t *engine.FrameTrace) error {
	n := max(l.count, 2)
	l.close()
	l.trace = t
	if t != nil {
		l.player = t.Play()
		l.moment = labMoment{reading: engine.Second, warm: min(replayWarm, len(t.Frames)/4)}
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
		l.recorder.trace.Frame(engine.TraceFrame{DrawEnd: p.DrawEnd, Stamp: p.SwapEnd})
	}
	if !l.open() || !p.Swapped || l.player != nil {
		return
	}
	fb := engine.Feedback{ID: p.ID, DrawEnd: p.DrawEnd, Stamp: p.SwapEnd, Vsync: p.Interval != 0, Changed: p.VsyncChanged}
	l.main.Presented(fb.ID, fb.Stamp)
	for i := range l.panes {
		if lane := l.panes[i].lane; lane != nil {
			lane.Presented(fb)
		}
	}
}

// advance steps all panes in a frame of the window that begins at a reading of the clock (ns).
func (l *laboratory) advance(now int64) error {
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
	fb := engine.Feedback{ID: m.id, DrawEnd: drawEnd, Stamp: reading, Vsync: true, Changed: m.id == 1}
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
	poses.BlendMode(engine.Latest, 0)
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

// draw draws the bodies of all panes side by side.
func (l *laboratory) draw(f *engine.Frame) {
	a := l.app
	whole := f.Packet.View
	r := a.panels.viewport(f.Width, f.Height)
	n := float32(l.count)
	own := a.camera.View(int(r.W/n+.5), int(r.H+.5))
	full := a.camera.View(int(r.W+.5), int(r.H+.5))
	for i := range l.count {
		p := &l.panes[i]
		stage, poses, nodes := a.stage, f.Poses, f.Nodes
		if p.lane != nil {
			stage, poses, nodes = p.stage, p.lane.Poses(), p.lane.Nodes()
		}
		l.frame = *f
		l.frame.Poses, l.frame.Nodes = poses, nodes
		l.show = a.show
		// a shadow would fall on the neighbours
		l.show.Shadows = false
		if p.lane != nil {
			l.show.Selected, l.show.Hovered = physics.Body{}, physics.Body{}
			if b := a.show.Selected; b.Valid() {
				l.show.Selected = b.In(p.session.World())
			}
		}
		instances, draws := len(f.Packet.Instances), len(f.Packet.Draws)
		f.Packet.View = own
		stage.Draw(&l.frame, &l.show)
		f.Packet.View = whole
		x := r.X + r.W*float32(i)/n
		clip := renderer.Rect{X0: int16(x), Y0: int16(r.Y), X1: int16(x + r.W/n), Y1: int16(r.Y + r.H)}
		for k := draws; k < len(f.Packet.Draws); k++ {
			f.Packet.Draws[k].Clip = clip
		}
		// the middle of the pane in clip coordinates of the viewport
		shear(f.Packet.Instances[instances:], &own, ((2*float32(i)+1)/n-1)/full.Proj[0])
	}
	l.frame = engine.Frame{}
}

// shear moves instances along the right of the eye by k times their distance: what the view of a pane shows
// comes to stand where the pane is in the whole view. The ground stays the ground, because the eye is
// never tilted to a side.
func shear(list []renderer.Instance, v *renderer.View, k float32) {
	m := &v.View
	rx, ry, rz := k*m[0], k*m[4], k*m[8]
	bx, by, bz := m[2], m[6], m[10]
	be := bx*v.Eye[0] + by*v.Eye[1] + bz*v.Eye[2]
	for i := range list {
		in := &list[i]
		x, y, z := bx*in.XX+by*in.YX+bz*in.ZX, bx*in.XY+by*in.YY+bz*in.ZY, bx*in.XZ+by*in.YZ+bz*in.ZZ
		t := bx*in.XT + by*in.YT + bz*in.ZT - be
		in.XX, in.XY, in.XZ, in.XT = in.XX-rx*x, in.XY-rx*y, in.XZ-rx*z, in.XT-rx*t
		in.YX, in.YY, in.YZ, in.YT = in.YX-ry*x, in.YY-ry*y, in.YZ-ry*z, in.YT-ry*t
		in.ZX, in.ZY, in.ZZ, in.ZT = in.ZX-rz*x, in.ZY-rz*y, in.ZZ-rz*z, in.ZT-rz*t
	}
}
