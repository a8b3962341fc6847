//go:build cgo

package capture

import (
	"fmt"
	"image"
	"testing"

	"tumble/engine/param"
	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/golden"
	"tumble/physics"
	"tumble/renderer"
)

// TestGoldenOverlays holds every shape, overlay and colour against its stored
// picture.
func TestGoldenOverlays(t *testing.T) {
	if testing.Short() {
		t.Skip("draws twenty pictures")
	}
	ex := apptest.Executor(t)
	var capture renderer.Capture
	for i := range Overlays {
		g := &Overlays[i]
		session, err := g.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Shot(320, 180).Take(ex, session, &capture); err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		session.World().Close()
		got := &image.RGBA{Pix: capture.Pixels, Stride: 4 * capture.Width,
			Rect: image.Rect(0, 0, capture.Width, capture.Height)}
		golden.Compare(t, g.Name, got, golden.Tolerance{Step: 16, Share: 0.02, Mean: 1.5})
	}
}

// TestOverlaysAreComplete: the golden pictures leave out no geometry, overlay or colour.
func TestOverlaysAreComplete(t *testing.T) {
	overlays, colors, corners := map[string]bool{}, map[stage.ColorMode]bool{}, map[string]bool{}
	for i := range Overlays {
		show := Overlays[i].Shot(8, 8).Show
		for _, name := range stage.OverlayNames() {
			on, _ := show.On(name)
			overlays[name] = overlays[name] || on
		}
		colors[show.Color], corners[Overlays[i].Scene] = true, true
	}
	for name, shown := range overlays {
		if !shown {
			t.Errorf("no picture shows the overlay %s", name)
		}
	}
	for i := range stage.ColorModeNames() {
		mode := stage.ColorMode(i)
		// what a step costs is different in every run, and a picture has no forks
		if !colors[mode] && mode != stage.ColorCost && mode != stage.ColorDifference {
			t.Errorf("no picture has colours by %s", mode)
		}
	}
	if len(corners) < 6 {
		t.Errorf("%d scenes", len(corners))
	}
	session, err := session.New(param.NewConfig(Showroom()), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.World().Close()
	kinds := map[string]bool{}
	for _, b := range session.World().Bodies(nil) {
		for _, s := range b.Shapes(nil) {
			kinds[fmt.Sprintf("%T", s.Geometry())] = true
		}
	}
	for _, g := range []physics.Geometry{
		physics.Sphere{}, physics.Capsule{}, physics.TaperedCapsule{}, physics.Cylinder{}, physics.Cone{},
		physics.Box{},
		physics.Plane{}, physics.Hull{}, physics.Mesh{}, physics.HeightField{}, physics.Compound{},
	} {
		if kind := fmt.Sprintf("%T", g); !kinds[kind] {
			t.Errorf("no %s in the showroom, only %v", kind, kinds)
		}
	}
}
