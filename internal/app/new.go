package app

import (
	"errors"
	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/internal/app/browser"
	"tumble/internal/app/capture"
	"tumble/internal/app/looplab"
	"tumble/internal/app/panel"
	"tumble/internal/app/plate"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/thumbnail"
	"tumble/internal/app/tool"
	"tumble/renderer"
)

// New makes an application that draws with the executor. Attach gives it window and loop.
func New(ex renderer.Executor, o Options) (*App, error) {
	s, err := session.New(o.Config, o.Clock)
	if err != nil {
		return nil, err
	}
	return NewWithSession(ex, s, o)
}

// NewWithSession is New for a session that exists already.
func NewWithSession(ex renderer.Executor, s *session.Session, o Options) (*App, error) {
	atlas, err := renderer.NewAtlas(ex.Resources(), 0)
	if err != nil {
		return nil, err
	}
	picture, err := stage.NewPicture(ex, atlas, o.Quality)
	if err != nil {
		return nil, err
	}
	if o.Bad == nil {
		o.Bad = diagnose.NewBadMachine(timestep.RealClock())
	}
	a := &App{
		options: o, session: s, ex: ex, atlas: atlas, picture: picture, bad: o.Bad, rebuilds: s.Rebuilds(),
		show:     stage.Show{Sleep: true, Shadows: true, Sensors: true, Legend: true, Hud: true, Interface: true},
		captions: plate.NewCaptions(atlas), panels: panel.New(atlas, o.Folder), hud: panel.NewHud(atlas),
		box: capture.NewHitchBox(o.Clock),
	}
	a.stall = a.standStill
	a.watchedWorld = s.World()
	a.thumbnails = thumbnail.New(ex.Resources(), o.Thumbnails, o.ThumbnailFolder, a.wake)
	a.forgetDrawings()
	a.browser = browser.New(a.thumbnails)
	a.tools = tool.New(toolHost{a})
	a.lab = looplab.New(labWindow{a}, o.Clock, o.Bad, atlas)
	a.view = panel.View{
		Host: panelHost{a}, Session: s, Show: &a.show, Picture: picture, Lab: a.lab, Watch: &a.watch, Trial: &a.trial,
		Bad: o.Bad, Sample: &a.sample, Drawings: &a.drawings.shown,
	}
	a.view.Browser, a.view.Worker, a.view.Thrower = a.browser, a.tools.Worker, a.tools.Thrower
	picture.Stage().Dress(s.Config.Scene)
	if err := a.loadSettings(); err != nil {
		a.warn(0, err)
	}
	a.tools.Camera.Home(s.Config.Scene.View, true)
	a.remember()
	return a, nil
}

// Attach gives the application its window and loop, made with the App as their simulation.
func (a *App) Attach(window engine.Window, loop *engine.Loop) error {
	a.window, a.loop = window, loop
	a.view.Window, a.view.Loop = window, loop
	if err := a.followLoop(); err != nil {
		return err
	}
	if a.replay.recording != nil {
		a.restartAt(a.replayFrom())
	}
	a.picture.Stage().Update(a.session.World(), loop.Poses(), loop.Nodes())
	a.title()
	if a.options.Script.Lines != nil {
		a.startScript(a.options.Script)
	}
	if err := a.startJournal(); err != nil {
		return err
	}
	if a.options.Hitches.Folder != "" {
		return a.box.Start(a.options.Hitches)
	}
	return nil
}

// Release destroys what the application made in the renderer, and writes its settings and the end of its session.
func (a *App) Release() {
	a.unkept = a.keepSettings()
	a.giveUp()
	a.endAsking()
	a.thumbnails.Close()
	a.endScriptRun()
	if a.live.on() {
		a.unkept = errors.Join(a.unkept, a.endLive())
	}
	a.unkept = errors.Join(a.unkept, a.stopJournal())
	a.preview.Release()
	a.lab.Close()
	a.split.Close()
	a.trial.End()
	a.endSweep()
	a.stopMeasuring()
	a.box.Stop()
	a.profiler.Close(a.session)
	a.session.Close()
	a.picture.Release()
	a.atlas.Close()
}

// Unkept names the files that Release could not write, when no message can be seen any more.
func (a *App) Unkept() error { return a.unkept }
