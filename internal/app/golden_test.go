//go:build cgo

package app

import (
	"fmt"
	"image"
	"runtime"
	"testing"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/golden"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/renderer/gl/offscreen"
)

// offscreenExecutor draws with a context that needs no display, which a machine may lack.
func offscreenExecutor(t testing.TB) renderer.Executor {
	t.Helper()
	runtime.LockOSThread()
	surface, err := offscreen.New()
	if err != nil {
		t.Skipf("no context without a display here: %v", err)
	}
	ex, err := renderer.NewDirect(renderer.Config{Surface: surface, Now: timestep.RealClock().Now, Open: func() (renderer.Device, error) {
		return gl.New(surface.GetProcAddress, gl.Options{})
	}})
	if err != nil {
		t.Skipf("no device here: %v", err)
	}
	t.Cleanup(func() {
		if err := ex.Close(0); err != nil {
			t.Error(err)
		}
		surface.Close()
		runtime.UnlockOSThread()
	})
	return ex
}

// TestGoldenGallery holds every shape, overlay, colour and scene of the gallery against its stored
// picture.
func TestGoldenGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("draws twenty pictures")
	}
	ex := offscreenExecutor(t)
	var capture renderer.Capture
	for i := range Gallery {
		g := &Gallery[i]
		session, err := g.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Shot(320, 180).Take(ex, session, &capture); err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		session.World().Close()
		got := &image.RGBA{Pix: capture.Pixels, Stride: 4 * capture.Width, Rect: image.Rect(0, 0, capture.Width, capture.Height)}
		golden.Compare(t, g.Name, got, golden.Tolerance{Step: 16, Share: 0.02, Mean: 1.5})
	}
}

// TestGalleryIsComplete: the gallery, and so the golden pictures, leave out no geometry, overlay or colour.
func TestGalleryIsComplete(t *testing.T) {
	overlays, colors, places := map[string]bool{}, map[ColorMode]bool{}, map[string]bool{}
	for i := range Gallery {
		show := Gallery[i].Shot(8, 8).Show
		for _, o := range overlayFlags {
			overlays[o.name] = overlays[o.name] || *o.flag(&show)
		}
		colors[show.Color], places[Gallery[i].Scene] = true, true
	}
	for name, shown := range overlays {
		if !shown {
			t.Errorf("no picture shows the overlay %s", name)
		}
	}
	for mode := range colorModeCount {
		// what a step costs is different in every run
		if !colors[mode] && mode != ColorCost {
			t.Errorf("no picture has colours by %s", mode)
		}
	}
	if len(places) < 6 {
		t.Errorf("%d scenes", len(places))
	}
	session, err := NewSession(param.NewConfig(Showroom()), nil)
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
		physics.Sphere{}, physics.Capsule{}, physics.TaperedCapsule{}, physics.Cylinder{}, physics.Cone{}, physics.Box{},
		physics.Plane{}, physics.Hull{}, physics.Mesh{}, physics.HeightField{}, physics.Compound{},
	} {
		if kind := fmt.Sprintf("%T", g); !kinds[kind] {
			t.Errorf("no %s in the showroom, only %v", kind, kinds)
		}
	}
}
