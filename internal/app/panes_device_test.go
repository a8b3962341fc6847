//go:build cgo

package app

import (
	"runtime"
	"slices"
	"testing"

	"tumble/engine/timestep"
	"tumble/internal/app/stage"
	"tumble/internal/golden"
	"tumble/physics"
)

// panesOnDevice shows a scene under so many strategies on the OpenGL device, a while after its start.
func panesOnDevice(t *testing.T, scene string, panes, width, height, frames int) (a *App, frame func()) {
	t.Helper()
	fake := timestep.NewFakeClock(timestep.Second)
	a, loop := onDevice(t, scene, width, height, fake, fake)
	a.picture.SetQuality(stage.QualityBest)
	a.show.Interface = false
	frame = func() {
		fake.Advance(timestep.Second / 60)
		loop.Redraw()
		if err := loop.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.lab.Set(panes); err != nil {
		t.Fatal(err)
	}
	for range frames {
		frame()
	}
	return a, frame
}

// The panes have their own shadows, overlays, names and outlines, and nothing of one lies in another.
func TestGoldenPanes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws four panes")
	}
	a, frame := panesOnDevice(t, "pyramid36", 3, 640, 360, 5)
	a.show.Contacts, a.show.Velocities = true, true
	for _, b := range a.session.World().Bodies(nil) {
		if b.Type() == physics.Dynamic {
			a.tools.Mouse.Select(b)
		}
	}
	a.show.Hud = false
	frame()
	path := t.TempDir() + "/panes.png"
	a.Screenshot(path)
	for range 3 {
		frame()
	}
	golden.Compare(t, "panes", golden.Read(t, path), golden.Tolerance{Step: 12, Share: 0.02, Mean: 1.5})
}

// TestGoldenSplit: three forks beside the session, each with its value, its first difference and its own boxes where
// they slide to.
func TestGoldenSplit(t *testing.T) {
	if testing.Short() {
		t.Skip("draws four panes")
	}
	fake := timestep.NewFakeClock(timestep.Second)
	a, loop := onDevice(t, "incline", 960, 360, fake, fake)
	a.picture.SetQuality(stage.QualityBest)
	a.show.Interface, a.show.Hud, a.show.Legend = false, false, false
	if err := a.try(here("material.friction", "0.05", "0.3", "0.9")); err != nil {
		t.Fatal(err)
	}
	a.toggleSplit(request{})
	frame := func() {
		fake.Advance(timestep.Second / 60)
		loop.Redraw()
		if err := loop.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		frame()
	}
	path := t.TempDir() + "/split.png"
	a.Screenshot(path)
	for range 3 {
		frame()
	}
	golden.Compare(t, "split", golden.Read(t, path), golden.Tolerance{Step: 12, Share: 0.02, Mean: 1.5})
}

// Four panes with overlays are at most as many calls of OpenGL as a picture may be: all of them draw together.
func TestCallsOfPanes(t *testing.T) {
	if testing.Short() {
		t.Skip("draws four panes")
	}
	count := func(panes int) int64 {
		a, frame := panesOnDevice(t, "pyramid210", panes, 640, 360, 10)
		a.show.Contacts, a.show.Mass, a.show.Islands = true, true, true
		frame()
		var counts []int64
		for range 7 {
			before := runtime.NumCgoCall()
			frame()
			counts = append(counts, runtime.NumCgoCall()-before)
		}
		slices.Sort(counts)
		return counts[len(counts)/2]
	}
	alone, four := count(1), count(4)
	t.Logf("calls of OpenGL: %d, with four panes %d", alone, four)
	// of which three kinds of overlays are up to eighteen
	if four > 86+18 {
		t.Error("more than a picture with overlays may have")
	}
}
