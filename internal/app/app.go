package app

import (
	"fmt"
	"math"
	"path/filepath"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/internal/app/capture"
	"tumble/internal/app/mglvec"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/scenes"
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
	// Quality is what is asked of the picture; what the settings in Folder say counts where it is QualityAutomatic.
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

	picture *stage.Picture
	hud     Hud
	panels  *panels
	show    stage.Show
	marks   stage.Marks
	camera  *renderer.Camera
	mouse   mouse
	arrows  [4]bool // held, see arrows
	chase   bool    // the camera follows the car that is driven
	spawn   session.SpawnKind
	shots   capture.Screenshots
	views   savedViews
	series  capture.Series
	latch   latch

	preview  session.Preview
	lab      laboratory
	box      *capture.HitchBox
	profiler capture.StepProfiler
	sample   engine.FrameSample
	bad      *engine.BadMachine
	touching stage.Touching
	// stall holds the main thread up; tests have one that moves a fake clock
	stall func()

	files    files
	rebuilds uint64
	fig      figures
	frames   uint64
	err      error
}

// New makes an application that draws with the executor. Attach gives it window and loop.
func New(ex renderer.Executor, o Options) (*App, error) {
	session, err := session.New(o.Config, o.Clock)
	if err != nil {
		return nil, err
	}
	return NewWithSession(ex, session, o)
}

// NewWithSession is New for a session that exists already.
func NewWithSession(ex renderer.Executor, session *session.Session, o Options) (*App, error) {
	atlas, err := renderer.NewAtlas(ex.Resources(), 0)
	if err != nil {
		return nil, err
	}
	picture, err := stage.NewPicture(ex, atlas, o.Quality)
	if err != nil {
		return nil, err
	}
	a := &App{
		options: o, session: session, ex: ex, picture: picture, camera: renderer.NewCamera(),
		hud:      Hud{atlas: atlas, line: make([]byte, 0, 128)},
		show:     stage.Show{Sleep: true, Shadows: true, Sensors: true, Legend: true, Hud: true, Interface: true},
		rebuilds: session.Rebuilds(), stall: stall, views: savedViews{},
	}
	picture.Stage().Dress(session.Config.Scene.Drawings)
	a.lab.app, a.box, a.bad = a, capture.NewHitchBox(o.Clock), o.Bad
	if a.bad == nil {
		a.bad = engine.NewBadMachine(engine.RealClock())
	}
	a.panels = newPanels(a, atlas)
	a.homeView(true)
	return a, nil
}

// Attach gives the application its window and loop, made with the App as their simulation.
func (a *App) Attach(window engine.Window, loop *engine.Loop) error {
	a.window, a.loop = window, loop
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
	a.panels.keep()
	a.preview.Release()
	a.lab.close()
	a.box.Stop()
	a.profiler.Close(a.session)
	a.picture.Release()
	a.hud.atlas.Close()
}

// Session is the scene in progress.
func (a *App) Session() *session.Session { return a.session }

// Camera is the eye.
func (a *App) Camera() *renderer.Camera { return a.camera }

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

func (a *App) title() {
	if a.window != nil {
		a.window.SetTitle("Tumble – " + a.session.Config.Scene.Name)
	}
}

// homeView looks at the scene as its author meant.
func (a *App) homeView(atOnce bool) {
	a.camera.Unfollow()
	a.chase = false
	a.camera.Set(stage.CameraOf(a.session.Config.Scene.View), atOnce)
}

// Input handles an event of the window.
func (a *App) Input(e *engine.Event, queue *engine.InputQueue) {
	if a.panels.event(e) {
		return
	}
	switch e.Kind {
	case engine.EventMouseMove, engine.EventMouseButton, engine.EventScroll:
		a.mouseEvent(e, queue)
	case engine.EventKey:
		if !a.flyKey(e) && !a.controlKey(e, queue) {
			a.act(actionOf(e), e, queue)
		}
	case engine.EventFocus:
		if e.Action == engine.Release {
			a.mouseReleased(e, queue)
			a.letGoArrows(e, queue)
		}
	case engine.EventDrop:
		a.dropped(e)
	}
}

// send puts a command into the queue of the world with the stamp of the event behind it.
func (a *App) send(queue *engine.InputQueue, from *engine.Event, c engine.Event) {
	c.Time = from.Time
	if err := queue.Push(c); err != nil {
		a.hud.say(from.Time, err.Error())
		return
	}
	a.lab.push(c)
}

// Tick advances the scene.
func (a *App) Tick(t engine.TickTime, events []engine.Event) error {
	a.session.SetRate(int(t.Hz))
	if r := &a.options.Profile; r.Path != "" && t.N == r.From {
		if err := a.profiler.Begin(a.session, int(r.To-r.From+1), r.Path); err != nil {
			return err
		}
	}
	a.box.Before(t, events, a.session)
	begin := a.now()
	if err := a.session.TickBy(events, t.Dt); err != nil {
		return err
	}
	a.bad.Step()
	a.box.After(t, events, a.now()-begin, a.session.World())
	a.profiler.Stepped(a.session)
	if want := int64(a.session.Config.Loop.Hertz); want != t.Hz {
		return a.loop.SetRate(want)
	}
	return nil
}

// Poses tells the store what moved.
func (a *App) Poses(poses *engine.PoseStore) {
	if a.rebuilds != a.session.Rebuilds() {
		a.rebuilds = a.session.Rebuilds()
		a.loop.Nodes().Clear()
		a.loop.Poses().Reset(a.loop.Status().Tick)
		a.forget()
		if a.mouse.drag == dragBody {
			a.letGo()
		}
	}
	a.picture.Stage().Update(a.session.World(), poses, a.loop.Nodes())
	a.picture.Overlay().Track(a.session.World(), &a.show)
	if a.loop.Strategy().Name == stage.HoldsContacts {
		a.touching.Update(a.session.World(), poses)
	}
}

// forget drops what the picture keeps of a world that is gone.
func (a *App) forget() {
	a.picture.Stage().Reset()
	a.marks = stage.Marks{}
}

// Open changes to another scene between two frames; the present one stays when that fails.
func (a *App) Open(scene *scenes.Scene) error {
	session, err := session.New(param.NewConfig(scene), a.options.Clock)
	if err != nil {
		return err
	}
	a.session, a.rebuilds = session, session.Rebuilds()
	a.loop.Restart(0)
	a.forget()
	a.letGo()
	a.picture.Stage().Dress(scene.Drawings)
	if err := a.loop.SetRate(int64(session.Config.Loop.Hertz)); err != nil {
		return err
	}
	a.picture.Stage().Update(session.World(), a.loop.Poses(), a.loop.Nodes())
	a.homeView(true)
	a.title()
	a.lab.again()
	return nil
}

// turn opens the scene that is so many places on in the gallery.
func (a *App) turn(by int) error {
	all := scenes.All()
	for i, s := range all {
		if s == a.session.Config.Scene {
			return a.Open(all[(i+by+len(all))%len(all)])
		}
	}
	return fmt.Errorf("app: scene %q is not in the gallery", a.session.Config.Scene.Name)
}

// Record draws a frame.
func (a *App) Record(f *engine.Frame) error {
	a.followFile(f)
	a.pictures(f)
	if a.picture.Observe(&f.Status.LastPresent) {
		a.hud.say(f.Now, "drawing is slow here: simpler picture")
	}
	a.picture.Begin(f.Packet)
	a.view(f)
	a.picture.Background(f.Packet, &a.show)
	if err := a.lab.submit(f); err != nil {
		return err
	}
	if a.lab.open() {
		a.lab.draw(f)
	} else {
		a.picture.Draw(f, a.session.World(), &a.show, a.marks)
	}
	a.hud.say(f.Now, a.session.Notice())
	if err := a.picture.Stage().Problem(); err != nil {
		a.hud.say(f.Now, err.Error())
	}
	a.fig.scene = openscene.Label(a.session.Config.Scene.Name)
	a.fig.counters = a.session.World().Counters()
	a.fig.vsync, a.fig.strategy = vsyncOf(a.loop), nil
	if a.loop != nil {
		a.fig.strategy = a.loop.Strategy()
	}
	a.fig.spawn, a.fig.controls = a.spawn.String(), a.session.Run.Scene.Controls
	a.panels.record(f)
	a.lab.captions(f)
	a.hud.free = a.panels.free(f)
	a.picture.DrawLegend(f, &a.show)
	a.hud.Draw(f, a.lab.figures(), &a.fig)
	a.frames++
	return a.err
}

// Frame steps what runs beside the world of the window.
func (a *App) Frame(now int64) error { return a.lab.advance(now) }

// Hitch takes a frame that took longer than it should have; it is the OnHitch of the loop.
func (a *App) Hitch(h engine.Hitch) {
	// with panes open, most of a frame is no work of the window's own world
	if !a.lab.open() {
		a.hud.say(h.Time, a.box.Hitch(h, a.loop, a.session))
	}
}

// sampleOf is what the newest frame took; zeros without a loop.
func (a *App) sampleOf() *engine.FrameSample {
	if a.loop == nil {
		return &a.sample
	}
	return a.loop.NewestSample()
}

// Presented takes what became of a frame; it is the OnPresent of the loop.
func (a *App) Presented(p *renderer.Present) { a.lab.presented(p) }

func vsyncOf(loop *engine.Loop) renderer.Vsync {
	if loop == nil {
		return renderer.VsyncOff
	}
	return loop.Vsync()
}

// view moves the camera and fits the shadows.
func (a *App) view(f *engine.Frame) {
	if b := a.followed(); a.camera.Following() && b.Valid() {
		if pose, ok := f.Poses.Render(int32(b.Index()), b.Generation()); ok {
			a.camera.Follow(mglvec.Of(pose.Apply(b.LocalCenter())))
		}
	}
	a.camera.Advance(float32(float64(f.Elapsed) / 1e9))
	if a.lab.open() {
		a.lab.view(f)
	} else {
		f.Packet.View = a.cameraView(f.Width, f.Height)
	}
	a.beginLatch(f)
	a.picture.Shadows(f.Packet, &a.show, a.camera.State().Distance, a.lab.open())
}

// pictures asks for, saves and names screenshots.
func (a *App) pictures(f *engine.Frame) {
	a.hud.say(f.Now, a.box.Collect(a.ex, f.Now))
	a.hud.say(f.Now, a.profiler.Told())
	if a.box.WantsPicture(&a.shots, f.Packet) {
		f.Packet.Header.Flags |= renderer.FrameCapture
	}
	// a picture on its way may be that of a capture
	waiting := a.box.Waiting()
	if path, err := a.shots.Collect(a.ex, waiting); err != nil {
		a.err = err
	} else if path != "" {
		a.hud.say(f.Now, "saved "+filepath.Base(path))
	}
	last := a.options.Frames > 0 && a.frames+1 == a.options.Frames
	if last && a.options.Screenshot != "" {
		a.shots.Request(a.options.Screenshot)
	}
	if a.series.Next(&a.shots) {
		a.loop.Redraw()
	}
	if a.shots.Wanted() && !waiting {
		f.Packet.Header.Flags |= renderer.FrameCapture
		a.shots.Asked()
	}
	if a.options.Frames > 0 && a.frames+1 >= a.options.Frames && !a.shots.Pending() && !waiting {
		a.loop.Quit()
	}
	if a.shots.Pending() || waiting {
		f.Redraw(engine.Millisecond)
	}
}
