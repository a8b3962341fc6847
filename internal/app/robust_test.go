package app

import (
	"bytes"
	"math"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/capture"
	"tumble/internal/app/command"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/null"
)

// brokenDevice is a device whose driver fails after some frames.
type brokenDevice struct {
	*null.Device
	frames int
}

func (d *brokenDevice) BeginFrame(p *renderer.Packet) error {
	d.frames--
	if d.frames < 0 {
		panic("the context is lost")
	}
	return d.Device.BeginFrame(p)
}

// TestDriverFailure: the loop ends with an error that says why, and the recording up to there
// can be read and holds every tick.
func TestDriverFailure(t *testing.T) {
	for _, threaded := range []bool{false, true} {
		scene, _ := scenes.Find("stack10")
		config := param.NewConfig(scene)
		clock := timestep.NewFakeClock(timestep.Second)
		device := &brokenDevice{null.New(null.Options{}), 20}
		cfg := renderer.Config{Open: func() (renderer.Device, error) { return device, nil }, Now: clock.Now,
			DeadAfter: math.MaxInt64}
		open := func(c renderer.Config) (renderer.Executor, error) { return renderer.NewDirect(c) }
		if threaded {
			open = func(c renderer.Config) (renderer.Executor, error) { return renderer.NewThreaded(c) }
		}
		ex, err := open(cfg)
		if err != nil {
			t.Fatal(err)
		}
		a, err := New(ex, Options{Config: config})
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		recorder, err := record.NewRecorder(&file, a.session.Info(), physics.RecordOptions{})
		if err != nil {
			t.Fatal(err)
		}
		window := &apptest.Window{Clock: clock, Width: 640, Height: 360}
		loop, err := engine.NewLoop(engine.LoopConfig{
			Clock: clock, Window: window, Executor: ex, Simulation: a, Hz: 100,
			Vsync: renderer.VsyncOff, LimitMilli: 60_000, Recorder: recorder,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Attach(window, loop); err != nil {
			t.Fatal(err)
		}
		err = loop.Run()
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte("the context is lost")) {
			t.Fatalf("threaded %v: the loop ended with %v", threaded, err)
		}
		if err := recorder.Close(); err != nil {
			t.Fatal(err)
		}
		rec, err := record.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Fatal(err)
		}
		last := uint64(a.session.Run.StepCount)
		if part := rec.First(); part.LastTick() != last || part.Digests[len(part.Digests)-1] != a.session.Digest() {
			t.Errorf("threaded %v: recording ends at tick %d, the world is at %d", threaded, part.LastTick(), last)
		}
	}
}

// scaledWindow is a window on a display with a fractional scale.
type scaledWindow struct {
	*apptest.Window
	scale float32
}

func (w *scaledWindow) ContentScale() (x, y float32) { return w.scale, w.scale }

// TestWindowSizes draws everything in windows without area, of a pixel, of odd and of huge
// size, at fractional scales.
func TestWindowSizes(t *testing.T) {
	var scaled *scaledWindow
	r := newRig(t, "stack10", func(c *engine.LoopConfig, _ *Options) {
		scaled = &scaledWindow{c.Window.(*apptest.Window), 1}
		c.Window = scaled
	})
	defer r.close()
	show := r.app.Show()
	show.Contacts, show.Bounds, show.Names, show.Help, show.Color = true, true, true, true, stage.ColorForce
	for _, size := range [][2]int{{640, 360}, {0, 0}, {1, 1}, {0, 500}, {641, 359}, {3, 4000},
		{capture.MaxPicture, 9000}, {1280, 720}} {
		for _, scale := range []float32{1, 1.25, 1.5, 0.75, 3} {
			r.window.Width, r.window.Height, scaled.scale = size[0], size[1], scale
			before := r.device.Counts().Frames
			r.run(3)
			if drawn := r.device.Counts().Frames > before; drawn != (size[0] > 0 && size[1] > 0) {
				t.Errorf("window of %v at scale %g: drawn %v", size, scale, drawn)
			}
		}
	}
}

// TestSavedViews: a view comes back exactly, without a jump.
func TestSavedViews(t *testing.T) {
	r := newRig(t, "stack10", nil)
	defer r.close()
	home := r.app.tools.Camera.State()
	r.key(key('1'), input.ModControl)
	r.app.tools.Camera.Orbit(1, 0.3)
	r.app.tools.Camera.Zoom(3)
	r.run(120)
	if r.app.tools.Camera.State() == home {
		t.Fatal("the camera did not move")
	}
	eye := r.app.tools.Camera.Eye()
	r.key(key('1'), input.ModAlt)
	if jump := r.app.tools.Camera.Eye().Sub(eye).Len(); jump > home.Distance/2 {
		t.Errorf("the view jumps by %g m", jump)
	}
	r.run(240)
	if got := r.app.tools.Camera.State(); got != home {
		t.Errorf("view %+v, saved %+v", got, home)
	}
	// what was not saved changes nothing
	r.key(key('2'), input.ModAlt)
	if r.app.tools.Camera.State() != home {
		t.Error("a view that was never saved was recalled")
	}
}

// TestColorModes: every key press shows another colour, and frames of each allocate nothing.
func TestColorModes(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(20)
	for mode := stage.ColorPaint; int(mode) < len(stage.ColorModeNames()); mode++ {
		if got := r.app.show.Color; got != mode {
			t.Fatalf("mode %v, want %v", got, mode)
		}
		if back, err := stage.ParseColorMode(mode.String()); err != nil || back != mode {
			t.Errorf("mode %v is read as %v, %v", mode, back, err)
		}
		r.run(3)
		r.key(key('C'), 0)
	}
	if r.app.show.Color != stage.ColorPaint {
		t.Error("the modes do not come round")
	}
	switches := command.Menu("Draw")
	for i := range switches {
		r.app.show.Set(switches[i].Flag, true)
	}
	r.app.show.Color = stage.ColorForce
	r.run(20)
}

// TestOverlaysAllocateNothing: frames with every overlay and colour, once buffers have grown.
func TestOverlaysAllocateNothing(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	switches := command.Menu("Draw")
	for i := range switches {
		r.app.show.Set(switches[i].Flag, true)
	}
	r.app.show.Color = stage.ColorForce
	r.run(150)
	r.key(key('P'), 0)
	r.run(10)
	if n := testing.AllocsPerRun(50, func() {
		r.loop.Redraw()
		r.run(1)
	}); n != 0 {
		t.Errorf("%g allocations in a frame", n)
	}
}
