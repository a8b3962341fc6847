//go:build cgo

package app

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/stage"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// onDevice is the application in a fake window on the OpenGL device.
func onDevice(t testing.TB, scene string, width, height int, clock timestep.Clock, fake *timestep.FakeClock) (*App,
	*engine.Loop) {
	t.Helper()
	found, ok := scenes.Find(scene)
	if !ok {
		t.Fatal("no scene ", scene)
	}
	ex := apptest.Executor(t)
	config := param.NewConfig(found)
	a, err := New(ex, Options{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	window := &apptest.Window{Clock: fake, Width: width, Height: height}
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: clock, Window: window, Executor: ex, Simulation: a, Hz: int64(config.Loop.Hertz),
		Vsync: renderer.VsyncOff,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Attach(window, loop); err != nil {
		t.Fatal(err)
	}
	window.Attach(loop.Inbox(), nil)
	t.Cleanup(a.Release)
	return a, loop
}

// TestCallsOfTheApplication: a frame of the application with more than ten thousand bodies, in the best
// quality, with panels and a selection, is at most a hundred calls of OpenGL.
func TestCallsOfTheApplication(t *testing.T) {
	if testing.Short() {
		t.Skip("draws ten thousand bodies")
	}
	fake := timestep.NewFakeClock(timestep.Second)
	a, loop := onDevice(t, "many_pyramids", 640, 360, fake, fake)
	a.picture.SetQuality(stage.QualityBest)
	frame := func() {
		fake.Advance(timestep.Second / 60)
		if err := loop.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	calls := func() int64 {
		frame()
		loop.Virtual().SetPaused(true)
		// the median: a figure with a digit that was not shown before uploads its glyph
		var counts []int64
		for range 7 {
			loop.Redraw()
			before := runtime.NumCgoCall()
			frame()
			counts = append(counts, runtime.NumCgoCall()-before)
		}
		slices.Sort(counts)
		return counts[len(counts)/2]
	}
	a.show.Interface = false
	plain := calls()
	for _, b := range a.session.World().Bodies(nil) {
		if b.Type() == physics.Dynamic {
			a.tools.Mouse.Select(b)
		}
	}
	a.show.Interface = true
	panels := calls()
	a.show.Contacts, a.show.Mass, a.show.Friction, a.show.Islands = true, true, true, true
	overlays := calls()
	passes := loop.Status().LastPresent.Stats
	t.Logf(
		"calls of OpenGL with %d bodies: %d; %d with panels and a selection; "+
			"%d with four overlays as well (%d passes, %d draws)",
		a.session.World().Counters().Bodies, plain, panels, overlays, passes.Passes, passes.Draws)
	// in the best quality, with three shadow cascades; each kind of overlay adds up to six calls
	if max(plain, panels) > 100 || overlays > panels+4*6 {
		t.Error("more than a hundred calls, or more than six for a kind of overlay")
	}
}

// BenchmarkSoftware draws the scene that the program opens with, as it runs, at 640 × 360 with the quality
// chosen by itself:
//
//	LIBGL_ALWAYS_SOFTWARE=1 go test ./internal/app -run NoTest -bench Software -benchtime 200x
func BenchmarkSoftware(b *testing.B) {
	for _, scene := range []string{scenes.DefaultScene, "mixed_rain"} {
		b.Run(scene, func(b *testing.B) {
			fake := timestep.NewFakeClock(timestep.Second)
			_, loop := onDevice(b, scene, 640, 360, timestep.RealClock(), fake)
			frames := func(n int) {
				for range n {
					loop.Redraw()
					if err := loop.Frame(); err != nil {
						b.Fatal(err)
					}
				}
			}
			frames(60)
			b.ResetTimer()
			begin := time.Now()
			frames(b.N)
			b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "frames/s")
		})
	}
}
