package app

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/null"
)

// rig is the whole application on a fake window and the null device.
type rig struct {
	t      testing.TB
	clock  *timestep.FakeClock
	window *apptest.Window
	device *null.Device
	exec   renderer.Executor
	app    *App
	loop   *engine.Loop
	// recordNs is an additional cost of recording a frame
	recordNs int64
	// tickNs is an additional cost of a tick
	tickNs int64
	// recorded, if not nil, sees every frame
	recorded func(f *engine.Frame)
}

func newRig(t testing.TB, scene string, change func(*engine.LoopConfig, *Options),
	device ...func(*renderer.Config)) *rig {
	t.Helper()
	s, ok := scenes.Find(scene)
	if !ok {
		t.Fatalf("no scene %q", scene)
	}
	r := &rig{t: t, clock: timestep.NewFakeClock(timestep.Second), device: null.New(null.Options{})}
	r.window = &apptest.Window{Clock: r.clock, Width: 640, Height: 360}
	var err error
	o := Options{Config: param.NewConfig(s)}
	cfg := engine.LoopConfig{Clock: r.clock, Window: r.window, Vsync: renderer.VsyncOff, LimitMilli: 60_000,
		CheckLedger: true}
	if change != nil {
		change(&cfg, &o)
	}
	rc := renderer.Config{Open: r.device.Open, Now: r.clock.Now, DeadAfter: math.MaxInt64}
	for _, f := range device {
		f(&rc)
	}
	r.exec, err = renderer.NewDirect(rc)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Executor = r.exec
	if r.app, err = New(r.exec, o); err != nil {
		t.Fatal(err)
	}
	cfg.Simulation, cfg.Hz = slowRecording{r.app, r}, int64(o.Config.Loop.Hertz)
	if r.loop, err = engine.NewLoop(cfg); err != nil {
		t.Fatal(err)
	}
	if err := r.app.Attach(r.window, r.loop); err != nil {
		t.Fatal(err)
	}
	r.window.Attach(r.loop.Inbox(), nil)
	// tests of the scene have the whole window for it; those of the panels open them
	r.app.show.Interface = false
	return r
}

// slowRecording is the application whose recording of a frame takes as long as the rig says.
type slowRecording struct {
	*App
	rig *rig
}

func (s slowRecording) Tick(t timestep.TickTime, events []input.Event) error {
	s.rig.clock.Advance(s.rig.tickNs)
	return s.App.Tick(t, events)
}

func (s slowRecording) Record(f *engine.Frame) error {
	s.rig.clock.Advance(s.rig.recordNs)
	err := s.App.Record(f)
	if s.rig.recorded != nil {
		s.rig.recorded(f)
	}
	return err
}

// close ends the application and fails on whatever leaked or was drawn wrongly.
func (r *rig) close() {
	r.t.Helper()
	r.app.Release()
	if err := r.exec.Close(timestep.Second); err != nil {
		r.t.Error(err)
	}
	if err := r.device.Errors(); err != nil {
		r.t.Errorf("the device was used wrongly: %v", err)
	}
	if err := r.loop.Ledger().Check(); err != nil {
		r.t.Error(err)
	}
}

// run runs frames of a sixtieth of a second.
func (r *rig) run(frames int) {
	r.t.Helper()
	for range frames {
		r.clock.Advance(timestep.Second / 60)
		if err := r.loop.Frame(); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *rig) key(k input.Key, mods input.Mods) {
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: k, Action: input.Press, Mods: mods})
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: k, Action: input.Release, Mods: mods})
	r.run(1)
}

// key turns a letter or digit into its key.
func key(c rune) input.Key { return input.Key(c) }

func (r *rig) move(x, y float64) {
	r.loop.Inbox().Push(input.Event{Kind: input.EventMouseMove, X: x, Y: y})
	r.run(1)
}

func (r *rig) button(b input.MouseButton, a input.Action, mods input.Mods) {
	x, y := r.app.tools.Cursor.Position()
	r.loop.Inbox().Push(input.Event{Kind: input.EventMouseButton, Code: b, Action: a, Mods: mods, X: x, Y: y})
	r.run(1)
}

// point moves the mouse to where a body is seen.
func (r *rig) point(b physics.Body) {
	r.t.Helper()
	v := r.app.tools.Camera.View(r.window.Width, r.window.Height)
	c := b.WorldCenter()
	x, y, _, front := v.Project(mgl32.Vec3{c.X, c.Y, c.Z}, float32(r.window.Width), float32(r.window.Height))
	if !front {
		r.t.Fatal("the body is behind the eye")
	}
	r.move(float64(x), float64(y))
}

// dynamic returns the moving bodies.
func (r *rig) dynamic() []physics.Body {
	var list []physics.Body
	for _, b := range r.app.session.World().Bodies(nil) {
		if b.Type() == physics.Dynamic {
			list = append(list, b)
		}
	}
	return list
}

func highest(list []physics.Body) physics.Body {
	top := list[0]
	for _, b := range list {
		if b.Position().Y > top.Position().Y {
			top = b
		}
	}
	return top
}

func dist(a, b vec.Vec3) float32 { return a.Dist(b) }
