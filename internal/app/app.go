package app

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/pose"
	"tumble/engine/timestep"
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
	Bad *diagnose.BadMachine
	// Profile, with a path, takes a CPU profile of a range of steps.
	Profile StepRange
	// Hitches, with a folder, has long frames captured from the start.
	Hitches HitchOptions
	// Quality is what is asked of the picture; what the settings in Folder say counts where it is QualityAutomatic.
	Quality Quality
	// Folder is where presets and the layout of the panels are kept; empty keeps nothing.
	Folder string
}

// App is the window application. It belongs to the main thread.
type App struct {
	options Options
	session *Session
	window  engine.Window
	loop    *engine.Loop
	ex      renderer.Executor

	stage   *Stage
	overlay Overlay
	hud     Hud
	panels  *panels
	show    Show
	camera  *renderer.Camera
	mouse   mouse
	arrows  [4]bool // held, see arrows
	chase   bool    // the camera follows the car that is driven
	spawn   SpawnKind
	shots   pictures
	views   savedViews
	series  series
	env     renderer.Environment
	latch   latch
	quality autoQuality
	fit     renderer.ShadowFit

	preview  preview
	lab      laboratory
	inUse    param.Loop // that the loop of the window has
	box      hitchBox
	profiler stepProfiler
	sample   diagnose.FrameSample
	bad      *diagnose.BadMachine
	touching []physics.ContactInfo
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
	session, err := NewSession(o.Config, o.Clock)
	if err != nil {
		return nil, err
	}
	return NewWithSession(ex, session, o)
}

// NewWithSession is New for a session that exists already.
func NewWithSession(ex renderer.Executor, session *Session, o Options) (*App, error) {
	stage, err := NewStage(ex.Resources())
	if err != nil {
		return nil, err
	}
	atlas, err := renderer.NewAtlas(ex.Resources(), 0)
	if err != nil {
		return nil, err
	}
	a := &App{
		options: o, session: session, ex: ex, stage: stage, camera: renderer.NewCamera(),
		hud: Hud{atlas: atlas, line: make([]byte, 0, 128)}, overlay: Overlay{atlas: atlas},
		show: Show{Sleep: true, Shadows: true, Sensors: true, Legend: true, Hud: true, Interface: true},
		env:  renderer.DefaultEnvironment(), quality: newAutoQuality(o.Quality, ex.Info()),
		rebuilds: session.Rebuilds(), stall: stall, views: savedViews{},
	}
	// from the left and behind the eye of most scenes, so that shadows fall to the right where
	// they are seen
	a.stage.Dress(session.Config.Scene.Drawings)
	a.env.SunDirection = mgl32.Vec3{-0.5, 0.74, 0.36}.Normalize()
	a.fit, a.stage.detail = a.quality.fit(), a.quality.detail()
	a.lab.app, a.box.app, a.bad = a, a, o.Bad
	if a.bad == nil {
		a.bad = diagnose.NewBadMachine(timestep.RealClock())
	}
	a.panels = newPanels(a, atlas)
	a.homeView(true)
	return a, nil
}

// setQuality takes another quality of the picture from the next frame on.
func (a *App) setQuality(q Quality) {
	a.quality = newAutoQuality(q, a.ex.Info())
	a.fit, a.stage.detail = a.quality.fit(), a.quality.detail()
}

// Attach gives the application its window and loop, made with the App as their simulation.
func (a *App) Attach(window engine.Window, loop *engine.Loop) error {
	a.window, a.loop = window, loop
	if err := a.followLoop(); err != nil {
		return err
	}
	a.stage.Update(a.session.World(), loop.Poses(), loop.Nodes())
	a.title()
	if a.options.Hitches.Folder != "" {
		return a.box.start(a.options.Hitches)
	}
	return nil
}

// Release destroys what the application made in the renderer.
func (a *App) Release() {
	a.panels.keep()
	a.preview.release()
	a.lab.close()
	a.box.stop()
	a.profiler.close(a.session)
	a.stage.Release()
	a.hud.atlas.Close()
}

// Session is the scene in progress.
func (a *App) Session() *Session { return a.session }

// Camera is the eye.
func (a *App) Camera() *renderer.Camera { return a.camera }

// Show says what is drawn; it may be changed between frames.
func (a *App) Show() *Show { return &a.show }

// Screenshot saves the next frame as a PNG.
func (a *App) Screenshot(path string) {
	a.shots.request(path)
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
	v := a.session.Config.Scene.View
	if v.Distance <= 0 {
		v.Distance, v.Pitch, v.Yaw = 12, 15, 30
	}
	a.camera.Unfollow()
	a.chase = false
	a.camera.Set(renderer.CameraState{
		Pivot: gpu(v.Target), Distance: v.Distance,
		Yaw: mgl32.DegToRad(v.Yaw), Pitch: mgl32.DegToRad(v.Pitch),
	}, atOnce)
}

// Input handles an event of the window.
func (a *App) Input(e *input.Event, queue *input.Queue) {
	if a.panels.event(e) {
		return
	}
	switch e.Kind {
	case input.EventMouseMove, input.EventMouseButton, input.EventScroll:
		a.mouseEvent(e, queue)
	case input.EventKey:
		if !a.flyKey(e) && !a.controlKey(e, queue) {
			a.act(actionOf(e), e, queue)
		}
	case input.EventFocus:
		if e.Action == input.Release {
			a.mouseReleased(e, queue)
			a.letGoArrows(e, queue)
		}
	case input.EventDrop:
		a.dropped(e)
	}
}

// send puts a command into the queue of the world with the stamp of the event behind it.
func (a *App) send(queue *input.Queue, from *input.Event, c input.Event) {
	c.Time = from.Time
	if err := queue.Push(c); err != nil {
		a.hud.say(from.Time, err.Error())
		return
	}
	a.lab.push(c)
}

// Tick advances the scene.
func (a *App) Tick(t timestep.TickTime, events []input.Event) error {
	a.session.Config.Loop.Hertz = int(t.Hz)
	if r := &a.options.Profile; r.Path != "" && t.N == r.From {
		if err := a.profiler.begin(a.session, int(r.To-r.From+1), r.Path); err != nil {
			return err
		}
	}
	a.box.before(t, events)
	begin := a.now()
	if err := a.session.TickBy(events, t.Dt); err != nil {
		return err
	}
	a.bad.Step()
	a.box.after(t, events, a.now()-begin)
	a.profiler.stepped(a.session)
	if want := int64(a.session.Config.Loop.Hertz); want != t.Hz {
		return a.loop.SetRate(want)
	}
	return nil
}

// Poses tells the store what moved.
func (a *App) Poses(poses *pose.Store) {
	if a.rebuilds != a.session.Rebuilds() {
		a.rebuilds = a.session.Rebuilds()
		a.loop.Nodes().Clear()
		a.loop.Poses().Reset(a.loop.Status().Tick)
		a.forget()
		if a.mouse.drag == dragBody {
			a.letGo()
		}
	}
	a.stage.Update(a.session.World(), poses, a.loop.Nodes())
	a.track()
	if a.loop.Strategy().Name == holdsContacts {
		a.touch(poses)
	}
}

// forget drops what the picture keeps of a world that is gone.
func (a *App) forget() {
	a.stage.Reset()
	a.show.Selected, a.show.Hovered = physics.Body{}, physics.Body{}
}

// Open changes to another scene between two frames; the present one stays when that fails.
func (a *App) Open(scene *scenes.Scene) error {
	session, err := NewSession(a.configOf(scene), a.options.Clock)
	if err != nil {
		return err
	}
	a.session, a.rebuilds = session, session.Rebuilds()
	a.loop.Restart(0)
	a.forget()
	a.letGo()
	a.stage.Dress(scene.Drawings)
	if err := a.loop.SetRate(int64(session.Config.Loop.Hertz)); err != nil {
		return err
	}
	a.stage.Update(session.World(), a.loop.Poses(), a.loop.Nodes())
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
	p := f.Packet
	if a.quality.judge(&f.Status.LastPresent) {
		a.fit, a.stage.detail = a.quality.fit(), a.quality.detail()
		a.hud.say(f.Now, "drawing is slow here: simpler picture")
	}
	p.Environment, p.Quality = a.env, a.quality.quality()
	p.Environment.Ground.Height = a.stage.ground
	a.view(f)
	if a.show.Wireframe {
		p.Header.Flags |= renderer.FrameWireframe
	}
	p.DrawSky()
	p.DrawGround()
	if err := a.lab.submit(f); err != nil {
		return err
	}
	if a.lab.open() {
		a.lab.draw(f)
	} else {
		a.stage.Draw(f, &a.show)
		a.overlay.Draw(f, a.session.World(), &a.show, float32(f.Status.Hz))
	}
	a.hud.say(f.Now, a.session.Notice())
	if err := a.stage.Problem(); err != nil {
		a.hud.say(f.Now, err.Error())
	}
	a.tellBehind(f)
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
	a.hud.Draw(f, a.lab.figures(), &a.fig)
	a.frames++
	return a.err
}

// Frame steps what runs beside the world of the window.
func (a *App) Frame(now int64) error {
	if err := a.followLoop(); err != nil {
		return err
	}
	return a.lab.advance(now)
}

// Hitch takes a frame that took longer than it should have; it is the OnHitch of the loop.
func (a *App) Hitch(h diagnose.Hitch) { a.box.hitch(h) }

// sampleOf is what the newest frame took; zeros without a loop.
func (a *App) sampleOf() *diagnose.FrameSample {
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
			a.camera.Follow(gpu(pose.Apply(b.LocalCenter())))
		}
	}
	a.camera.Advance(float32(float64(f.Elapsed) / 1e9))
	fit := a.fit
	if a.lab.open() {
		a.lab.view(f)
		fit.Size /= 2
	} else {
		f.Packet.View = a.cameraView(f.Width, f.Height)
	}
	a.beginLatch(f)
	if a.show.Shadows {
		fit.CasterCentre, fit.CasterRadius = gpu(a.stage.center), 2*a.stage.radius+20
		fit.Distance = max(2*a.camera.State().Distance+a.stage.radius, 30)
		fit.Fit(&f.Packet.View, a.env.SunDirection)
	}
}

// pictures asks for, saves and names screenshots.
func (a *App) pictures(f *engine.Frame) {
	a.box.collect(a.ex, f.Now)
	a.profiled(f.Now)
	if a.box.wantsPicture(&a.shots, f.Packet) {
		f.Packet.Header.Flags |= renderer.FrameCapture
	}
	// a picture on its way may be that of a capture
	waiting := a.box.waiting()
	if path, err := a.shots.collect(a.ex, waiting); err != nil {
		a.err = err
	} else if path != "" {
		a.hud.say(f.Now, "saved "+filepath.Base(path))
	}
	last := a.options.Frames > 0 && a.frames+1 == a.options.Frames
	if last && a.options.Screenshot != "" {
		a.shots.request(a.options.Screenshot)
	}
	a.series.next(&a.shots, a.loop)
	if a.shots.wanted() && !waiting {
		f.Packet.Header.Flags |= renderer.FrameCapture
		a.shots.asked()
	}
	if a.options.Frames > 0 && a.frames+1 >= a.options.Frames && !a.shots.pending() && !waiting {
		a.loop.Quit()
	}
	if a.shots.pending() || waiting {
		f.Redraw(timestep.Millisecond)
	}
}
