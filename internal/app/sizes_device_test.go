//go:build cgo

package app

import (
	"fmt"
	"testing"

	"tumble/engine"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/stage"
	"tumble/internal/golden"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// windowSizes are those that the window is looked at in: usual, of a dense display, and small.
var windowSizes = []struct {
	width, height int
	scale         float32
}{{1280, 720, 1}, {2560, 1440, 2}, {640, 400, 1}}

// windowStates are states of the window that change its layout.
var windowStates = []struct {
	name string
	show func(a *App)
}{
	{"panels", func(a *App) {
		a.tools.Mouse.Select(highest(movable(a)))
		a.panels.SetOutliner(true)
		a.panels.SetTimeline(true)
		a.say(0, "a message that the window shows")
	}},
	{"scenes", func(a *App) { a.openPicker() }},
	{"first", func(a *App) { a.panels.Welcome() }},
	{"keys", func(a *App) { a.show.Help = true }},
}

// TestGoldenWindow: in every size and theme nothing is clipped, lies over something else, or cannot be read. Look at
// the pictures.
func TestGoldenWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("draws large pictures")
	}
	for _, size := range windowSizes {
		for _, light := range []bool{false, true} {
			theme := "dark"
			if light {
				theme = "light"
			}
			t.Run(fmt.Sprintf("%s_%dx%d", theme, size.width, size.height), func(t *testing.T) {
				states := windowStates
				if size.scale > 1 {
					// the others are the same at another density
					states = states[:2]
				}
				for _, state := range states {
					a, frame := windowOnDevice(t, size.width, size.height, size.scale)
					a.panels.SetLight(light)
					frame(3)
					state.show(a)
					frame(8)
					path := t.TempDir() + "/window.png"
					a.Screenshot(path)
					frame(3)
					name := fmt.Sprintf("window_%s_%s_%dx%d", state.name, theme, size.width, size.height)
					golden.Compare(t, name, golden.Read(t, path), golden.Tolerance{Step: 12, Share: 0.02, Mean: 1.5})
				}
			})
		}
	}
}

// windowOnDevice is the application with its panels on the OpenGL device, and what runs frames of it.
func windowOnDevice(t *testing.T, width, height int, scale float32) (a *App, frame func(n int)) {
	t.Helper()
	fake := timestep.NewFakeClock(timestep.Second)
	found, _ := scenes.Find("pyramid36")
	ex := apptest.Executor(t)
	config := param.NewConfig(found)
	a, err := New(ex, Options{Config: config})
	if err != nil {
		t.Fatal(err)
	}
	window := &apptest.Window{Clock: fake, Width: width, Height: height, Scale: scale}
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: fake, Window: window, Executor: ex, Simulation: a, Hz: int64(config.Loop.Hertz),
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
	// the picture behind the panels is not what is looked at
	a.picture.SetQuality(stage.Quality(len(stage.QualityNames) - 1))
	a.show.Shadows = false
	return a, func(n int) {
		for range n {
			fake.Advance(timestep.Second / 60)
			loop.Redraw()
			if err := loop.Frame(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// movable are the bodies of the scene that can move.
func movable(a *App) (list []physics.Body) {
	for _, b := range a.session.World().Bodies(nil) {
		if b.Type() == physics.Dynamic {
			list = append(list, b)
		}
	}
	return list
}
