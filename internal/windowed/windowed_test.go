//go:build cgo

package windowed

import (
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app"
	"tumble/internal/golden"
	"tumble/internal/mainthread"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/gl"
)

func TestMain(m *testing.M) { mainthread.Run(m) }

// scripted is a window in which something is done once per drawn frame.
type scripted struct {
	*window.Window
	frames  func() uint64
	step    func(frame uint64)
	every   func()   // after every wait, nil for nothing
	hide    bool     // says that nothing of the window can be seen
	blurred bool     // says that another window has the focus
	files   []string // that were dropped onto the window
	seen    uint64
}

func (w *scripted) WaitEventsTimeout(ns int64) {
	w.Window.WaitEventsTimeout(ns)
	w.poll()
}

func (w *scripted) PollEvents() {
	w.Window.PollEvents()
	w.poll()
}

// Visible is that of the window unless the test hides it.
func (w *scripted) Visible() bool { return !w.hide && w.Window.Visible() }

// Focused is that of the window unless the test takes the focus away.
func (w *scripted) Focused() bool { return !w.blurred && w.Window.Focused() }

// Dropped are the files that the test has dropped.
func (w *scripted) Dropped() []string { return w.files }

func (w *scripted) poll() {
	if w.every != nil {
		w.every()
	}
	if n := w.frames(); n != w.seen {
		w.seen = n
		w.step(n)
	}
}

// session is the application in its window.
type session struct {
	t      testing.TB
	direct bool
	window *scripted
	exec   renderer.Executor
	device *gl.Device
	app    *app.App
	loop   *engine.Loop
	spy    *spy
	// prepare, if not nil, changes what the application is started with
	prepare func(*setup)
	// failed, if not nil, gets the error that the loop ends with
	failed func(error)
}

// setup has the options of an application in its window.
type setup struct {
	config  *param.Config
	app     app.Options
	drawing renderer.Config
	loop    engine.LoopConfig
}

// spy is the application with an ear for the events of the window.
type spy struct {
	*app.App
	heard func(e *input.Event)
	// ticked and recorded, if not nil, are called within a tick and within the recording of a frame
	ticked, recorded func()
}

func (s *spy) Tick(t timestep.TickTime, events []input.Event) error {
	if s.ticked != nil {
		s.ticked()
	}
	return s.App.Tick(t, events)
}

func (s *spy) Record(f *engine.Frame) error {
	if s.recorded != nil {
		s.recorded()
	}
	return s.App.Record(f)
}

func (s *spy) Input(e *input.Event, world *input.Queue) {
	if s.heard != nil {
		s.heard(e)
	}
	s.App.Input(e, world)
}

// run opens a window on a scene, does step after every frame and closes it. A leak or an error
// of OpenGL fails the test.
func run(t testing.TB, scene string, o window.Options, step func(s *session, frame uint64)) *session {
	t.Helper()
	return runOn(t, false, scene, o, step)
}

// runOn is run on the executor that draws inline, or on the one with a goroutine.
func runOn(t testing.TB, direct bool, scene string, o window.Options, step func(s *session, frame uint64)) *session {
	t.Helper()
	return (&session{t: t, direct: direct}).run(scene, o, step)
}

func (s *session) run(scene string, o window.Options, step func(s *session, frame uint64)) *session {
	t := s.t
	t.Helper()
	var err error
	mainthread.Do(func() { err = s.open(scene, o) })
	if errors.Is(err, window.ErrNoDisplay) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	mainthread.Do(func() {
		s.window.step = func(frame uint64) { step(s, frame) }
		err = s.loop.Run()
	})
	switch {
	case s.failed != nil:
		s.failed(err)
	case err != nil:
		t.Error(err)
	}
	if err, n := s.device.Problems(); n > 0 {
		t.Errorf("%d errors of OpenGL: %v", n, err)
	}
	if left := s.device.Objects(); left != (gl.Objects{}) {
		t.Errorf("objects left in OpenGL: %+v", left)
	}
	if n, err := s.exec.Problem(); n > 0 {
		t.Errorf("%d frames failed: %v", n, err)
	}
	// a panic may leave half a tick
	if s.failed == nil {
		if err := s.loop.Ledger().Check(); err != nil {
			t.Error(err)
		}
		if r := s.loop.Ledger().Residual(); r != 0 {
			t.Errorf("the ledger is %d ns off", r)
		}
	}
	mainthread.Do(s.window.Destroy)
	return s
}

func (s *session) open(scene string, o window.Options) error {
	found, ok := scenes.Find(scene)
	if !ok {
		return errors.New("no scene " + scene)
	}
	win, err := window.Open(o)
	if err != nil {
		return err
	}
	clock := timestep.RealClock()
	with := setup{config: param.NewConfig(found)}
	with.app = app.Options{Config: with.config, Clock: clock.Now}
	with.drawing = renderer.Config{
		Surface: win, Now: clock.Now, Wake: win.PostEmptyEvent, Adaptive: true,
		Open: func() (renderer.Device, error) {
			d, err := gl.New(win.GetProcAddress, gl.Options{})
			s.device = d
			return d, err
		},
	}
	with.loop = engine.LoopConfig{Clock: clock, Vsync: renderer.VsyncOff, CheckLedger: true}
	if s.prepare != nil {
		s.prepare(&with)
	}
	if s.direct {
		s.exec, err = renderer.NewDirect(with.drawing)
	} else {
		s.exec, err = renderer.NewThreaded(with.drawing)
	}
	if err != nil {
		return err
	}
	if s.app, err = app.New(s.exec, with.app); err != nil {
		return err
	}
	s.spy = &spy{App: s.app}
	s.window = &scripted{Window: win, frames: func() uint64 { return 0 }}
	with.loop.Window, with.loop.Executor, with.loop.Simulation = s.window, s.exec, s.spy
	with.loop.Hz = int64(with.config.Loop.Hertz)
	if s.loop, err = engine.NewLoop(with.loop); err != nil {
		return err
	}
	s.window.frames = func() uint64 { return s.loop.Status().Frames }
	return s.app.Attach(s.window, s.loop)
}

func soak() bool { return os.Getenv("TUMBLE_SOAK") != "" }

// stormTime is how long the storm lasts: what the environment variable TUMBLE_STORM says, ten minutes in the
// long runs, and else as long as its frames take.
func stormTime(t *testing.T) time.Duration {
	text := os.Getenv("TUMBLE_STORM")
	if text == "" {
		if soak() {
			return 10 * time.Minute
		}
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal("TUMBLE_STORM: ", err)
	}
	return d
}

// openFiles is the number of open files of the program, 0 where the system does not tell.
func openFiles() int {
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

// TestStorm draws frames while the way swaps wait, the size of the window, pause, speed, strategy, rate of ticks and
// scene keep changing, and looks for anything left behind.
func TestStorm(t *testing.T) {
	frames, toggles, sizes, length := uint64(500), uint64(50), uint64(5), stormTime(t)
	if length > 0 {
		frames, toggles, sizes = 100, 60, 10
	}
	if testing.Short() {
		frames = 120
	}
	begin := time.Now()
	before, files := runtime.NumGoroutine(), openFiles()
	rng := rand.New(rand.NewPCG(1, 2))
	modes := [3]renderer.Vsync{renderer.VsyncOn, renderer.VsyncOff, renderer.VsyncAdaptive}
	strategies := timestep.StrategyNames()
	s := run(t, "pyramid36", window.Options{Width: 320, Height: 180}, func(s *session, frame uint64) {
		if frame%toggles == 0 {
			s.loop.SetVsync(modes[frame/toggles%3])
		}
		if frame%sizes == 0 {
			s.window.SetSize(64+rng.IntN(400), 64+rng.IntN(240))
		}
		if frame%97 == 0 {
			s.loop.Virtual().SetPaused(!s.loop.Virtual().Paused())
			s.loop.Virtual().Step(3)
		}
		if frame%61 == 0 {
			if err := s.loop.SetStrategy(strategies[frame/61%uint64(len(strategies))]); err != nil {
				s.t.Error(err)
			}
		}
		if frame%89 == 0 {
			if err := s.loop.SetRate(10 + rng.Int64N(991)); err != nil {
				s.t.Error(err)
			}
			if err := s.loop.Virtual().SetSpeed(rng.Int64N(101), 10); err != nil {
				s.t.Error(err)
			}
		}
		if frame%31 == 0 {
			s.key(input.Key('B'))
			s.key(input.KeyF1)
		}
		if frame%211 == 0 {
			s.nextModest()
		}
		s.loop.Redraw()
		if frame >= frames && time.Since(begin) >= length {
			s.loop.Quit()
		}
	})
	ledger := s.loop.Ledger()
	t.Logf("%d frames in %.0f s, tick %d, ledger residual %d ns, hitches %d", s.loop.Status().Frames,
		time.Since(begin).Seconds(), s.loop.Status().Tick, ledger.Residual(), s.loop.Status().Hitches)
	if n := s.loop.Status().Frames; n < frames {
		t.Errorf("%d frames, want %d", n, frames)
	}
	// goroutines of the driver and of timers end a little later
	for range 100 {
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
	// the connection to the display and what the driver opens once stay
	if n := openFiles(); files > 0 && n > files+16 {
		t.Errorf("%d open files, %d before", n, files)
	}
}

// nextModest goes on to the next scene that is small enough to be drawn and stepped many times a second under
// the race detector.
func (s *session) nextModest() {
	const most = 300
	all := scenes.All()
	at := 0
	for i, scene := range all {
		if scene == s.app.Session().Config.Scene {
			at = i
		}
	}
	for by := 1; by < len(all); by++ {
		scene := all[(at+by)%len(all)]
		if scene.Category == "benchmarks" {
			continue
		}
		run, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			s.t.Error(err)
			return
		}
		n := len(run.World.Bodies(nil))
		run.World.Close()
		if n > most {
			continue
		}
		if err := s.app.Open(scene); err != nil {
			s.t.Error(err)
		}
		return
	}
}

func (s *session) key(k input.Key) { s.keyWith(k, 0) }

// keyWith presses and releases a key with others held.
func (s *session) keyWith(k input.Key, mods input.Mods) {
	in := s.loop.Inbox()
	in.Push(input.Event{Kind: input.EventKey, Code: k, Action: input.Press, Mods: mods})
	in.Push(input.Event{Kind: input.EventKey, Code: k, Action: input.Release, Mods: mods})
}

// TestPictureShowsTheScene looks at a picture of the window: sky above, bodies in the middle, text
// in the menu bar.
func TestPictureShowsTheScene(t *testing.T) {
	path := t.TempDir() + "/window.png"
	run(t, "pyramid36", window.Options{Width: 640, Height: 360}, func(s *session, frame uint64) {
		if frame == 5 {
			s.app.Screenshot(path)
		}
		if frame > 5 {
			if _, err := os.Stat(path); err == nil || frame > 200 {
				s.loop.Quit()
			}
		}
		s.loop.Redraw()
	})
	img := golden.Read(t, path)
	b := img.Bounds()
	if b.Dx() != 640 || b.Dy() != 360 {
		t.Fatalf("picture of %v", b)
	}
	if r, _, bl, _ := img.At(600, 10).RGBA(); bl <= r {
		t.Error("the sky is not blue")
	}
	colours := map[[3]uint32]bool{}
	for y := 80; y < 280; y += 4 {
		for x := 220; x < 420; x += 4 {
			r, g, bl, _ := img.At(x, y).RGBA()
			colours[[3]uint32{r >> 13, g >> 13, bl >> 13}] = true
		}
	}
	if len(colours) < 12 {
		t.Errorf("%d colours in the middle: no pyramid to be seen", len(colours))
	}
	// the figures of the step stand at the right end of the menu bar
	bright := 0
	for y := 4; y < 24; y++ {
		for x := 390; x < 636; x++ {
			if r, g, bl, _ := img.At(x, y).RGBA(); r > 0x8000 && g > 0x8000 && bl > 0x8000 {
				bright++
			}
		}
	}
	if bright < 150 {
		t.Errorf("%d bright pixels where the figures should stand", bright)
	}
}
