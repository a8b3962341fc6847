package app

import (
	"math"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/internal/app/capture"
	"tumble/internal/app/looplab"
	"tumble/internal/app/panel"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/tool"
	"tumble/physics"
	"tumble/renderer"
)

// Options say how an App starts.
type Options struct {
	// Config is the scene with its parameters.
	Config *param.Config
	// Clock measures the stages of the step for the profile; nil leaves it empty.
	Clock physics.Clock
	// Frames ends the program after so many frames; 0 never.
	Frames uint64
	// Screenshot is where the last of Frames goes; empty for none.
	Screenshot string
	// Bad makes the machine worse on purpose; nil takes one that does nothing.
	Bad *engine.BadMachine
	// Profile, with a path, takes a CPU profile of a range of steps.
	Profile capture.StepRange
	// Hitches, with a folder, has long frames captured from the start.
	Hitches capture.HitchOptions
	// Quality is what is asked of the picture; the settings in Folder count where it is QualityAutomatic.
	Quality stage.Quality
	// Folder is where presets and the layout of the panels are kept; empty keeps nothing.
	Folder string
}

// App is the window application. It belongs to the main thread.
type App struct {
	options Options
	session *session.Session
	window  engine.Window
	loop    *engine.Loop
	ex      renderer.Executor
	atlas   *renderer.Atlas

	show     stage.Show
	picture  *stage.Picture
	tools    *tool.Tools
	lab      *looplab.Lab
	captions *looplab.Captions
	panels   *panel.Panels
	view     panel.View // of the panels
	hud      *panel.Hud
	figures  panel.Figures

	shots    capture.Screenshots
	series   capture.Series
	box      *capture.HitchBox
	profiler capture.StepProfiler

	preview  session.Preview
	touching stage.Touching
	files    files
	bad      *engine.BadMachine
	sample   engine.FrameSample // stands for the newest one without a loop
	// stall holds the main thread up; tests have one that moves a fake clock
	stall func()

	quality  stage.Quality // that the settings keep
	rebuilds uint64
	frames   uint64
	err      error
}

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
		o.Bad = engine.NewBadMachine(engine.RealClock())
	}
	a := &App{
		options: o, session: s, ex: ex, atlas: atlas, picture: picture, bad: o.Bad, stall: stall, rebuilds: s.Rebuilds(),
		show:     stage.Show{Sleep: true, Shadows: true, Sensors: true, Legend: true, Hud: true, Interface: true},
		captions: looplab.NewCaptions(atlas), panels: panel.New(atlas, o.Folder), hud: panel.NewHud(atlas),
		box: capture.NewHitchBox(o.Clock),
	}
	a.tools = tool.New(toolHost{a})
	a.lab = looplab.New(labWindow{a}, o.Clock, o.Bad, atlas)
	a.view = panel.View{
		Host: panelHost{a}, Session: s, Show: &a.show, Picture: picture, Lab: a.lab, Bad: o.Bad, Sample: &a.sample,
	}
	picture.Stage().Dress(s.Config.Scene.Drawings)
	if err := a.loadSettings(); err != nil {
		a.hud.Say(0, err.Error())
	}
	a.tools.Camera.Home(s.Config.Scene.View, true)
	return a, nil
}

// Attach gives the application its window and loop, made with the App as their simulation.
func (a *App) Attach(window engine.Window, loop *engine.Loop) error {
	a.window, a.loop = window, loop
	a.view.Window, a.view.Loop = window, loop
	if err := loop.Virtual().SetSpeed(rational(a.session.Config.Loop.Speed)); err != nil {
		return err
	}
	a.picture.Stage().Update(a.session.World(), loop.Poses(), loop.Nodes())
	a.title()
	if a.options.Hitches.Folder != "" {
		return a.box.Start(a.options.Hitches)
	}
	return nil
}

// Release destroys what the application made in the renderer.
func (a *App) Release() {
	a.keepSettings()
	a.preview.Release()
	a.lab.Close()
	a.box.Stop()
	a.profiler.Close(a.session)
	a.picture.Release()
	a.atlas.Close()
}

// Session is the scene in progress.
func (a *App) Session() *session.Session { return a.session }

// Camera is the eye.
func (a *App) Camera() *renderer.Camera { return a.tools.Camera.Camera }

// Show says what is drawn; it may be changed between frames.
func (a *App) Show() *stage.Show { return &a.show }

// Screenshot saves the next frame as a PNG.
func (a *App) Screenshot(path string) {
	a.shots.Request(path)
	a.loop.Redraw()
}

// Hash is the state hash after the last tick, for recordings.
func (a *App) Hash() uint64 { return a.session.Hash() }

// rational approximates a speed by a fraction with denominator 1000.
func rational(speed float64) (num, den int64) { return int64(math.Round(speed * 1000)), 1000 }

// say shows a line for a few seconds.
func (a *App) say(now int64, text string) { a.hud.Say(now, text) }
