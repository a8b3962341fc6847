package looplab

import (
	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/renderer"
)

// machine has the parts that all panes share.
type machine struct {
	clock    physics.Clock
	bad      *diagnose.BadMachine
	atlas    *renderer.Atlas
	touching stage.Touching
}

// now reads the clock of the application (ns); 0 without one.
func (m *machine) now() int64 {
	if m.clock == nil {
		return 0
	}
	return m.clock()
}

// pane is one world under one strategy.
type pane struct {
	session     *session.Session
	strategyRun *engine.StrategyRun
	bodies      *stage.Stage
	overlay     stage.Overlay
	preview     session.Preview
	builds      uint64 // the session's Rebuilds that the poses belong to
	cost        int64  // smoothed wall time of a step (ns)
	refresh     int64  // time between refreshes of the display that the strategy knows (ns)
	ignored     bool   // the display ignores vsync, as far as the strategy knows
}

// newPane makes a pane with a fork of the window's session. Its strategy goes on from a state of the loop at now, a
// reading of the clock (ns).
func newPane(m *machine, w Window, strategy string, state timestep.StepState, now int64) (*pane, error) {
	s, err := w.Session().Fork(m.clock)
	if err != nil {
		return nil, err
	}
	strategyRun, err := engine.NewStrategyRun(strategy, state, now)
	if err != nil {
		return nil, err
	}
	bodies, status := w.Picture().Stage().Beside(), w.Loop().Status()
	bodies.Dress(s.Config.Scene)
	strategyRun.SetDisplay(status.Refresh, status.VsyncIgnored)
	bodies.Update(s.World(), strategyRun.Poses(), strategyRun.Nodes())
	return &pane{
		session: s, strategyRun: strategyRun, bodies: bodies, overlay: stage.NewOverlay(m.atlas), builds: s.Rebuilds(),
		refresh: status.Refresh, ignored: status.VsyncIgnored,
	}, nil
}

// release frees the world and the stage of a pane, which is empty afterwards.
func (p *pane) release() {
	if p.strategyRun == nil {
		return
	}
	p.preview.Release()
	p.session.World().Close()
	p.bodies.Release()
	*p = pane{}
}

// follow takes over display, tick rate, settings and speed of the window's loop.
func (p *pane) follow(loop *engine.Loop) error {
	st := loop.Status()
	if st.Refresh != p.refresh || st.VsyncIgnored != p.ignored {
		p.refresh, p.ignored = st.Refresh, st.VsyncIgnored
		p.strategyRun.SetDisplay(st.Refresh, st.VsyncIgnored)
	}
	if err := p.strategyRun.SetRate(st.Hz); err != nil {
		return err
	}
	if err := p.strategyRun.SetSettings(loop.Settings().Settings); err != nil {
		return err
	}
	return p.strategyRun.Follow(loop.Virtual())
}

// frame runs the steps of a frame that begins at now, a reading of the clock (ns), and measures their cost.
func (p *pane) frame(m *machine, show *stage.Show, now int64) error {
	p.strategyRun.Begin(now)
	begin := m.now()
	spent := int64(0)
	for {
		t, events, ok := p.strategyRun.Next(spent)
		if !ok {
			break
		}
		p.strategyRun.Poses().BeginTick(t.N, t.Dt)
		if err := p.session.TickBy(events, t.Dt); err != nil {
			return err
		}
		m.bad.Step()
		if p.builds != p.session.Rebuilds() {
			p.builds = p.session.Rebuilds()
			p.strategyRun.Nodes().Clear()
			p.strategyRun.Poses().Reset(t.N)
			p.strategyRun.Poses().BeginTick(t.N, t.Dt)
			p.bodies.Reset()
		}
		p.bodies.Update(p.session.World(), p.strategyRun.Poses(), p.strategyRun.Nodes())
		p.overlay.Track(p.session.World(), show)
		if p.strategyRun.Strategy().Name == stage.HoldsContacts {
			m.touching.Update(p.session.World(), p.strategyRun.Poses())
		}
		p.strategyRun.Poses().EndTick()
		total := m.now() - begin
		p.strategyRun.Ran(max(total-spent, 0))
		p.cost += (max(total-spent, 0) - p.cost) / 16
		spent = total
	}
	p.strategyRun.End()
	return nil
}

// draw blends the poses for the packet of frame id.
func (p *pane) draw(id uint64) {
	p.bodies.Refresh(p.session.World(), p.strategyRun.Poses(), p.strategyRun.Nodes())
	if show := p.strategyRun.Draw(id); show.CloneDt > 0 {
		p.peek(show.CloneDt)
	}
}

// peek shows the result of a further step of dt seconds, which a copy of the world takes.
func (p *pane) peek(dt float32) {
	poses := p.strategyRun.Poses()
	poses.Blend(timestep.Latest, 0)
	if p.preview.Step(p.session.Run, dt) != nil {
		return
	}
	p.preview.Show(poses)
	p.strategyRun.Nodes().Update(poses)
}
