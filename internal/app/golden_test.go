//go:build cgo

package app

import (
	"image"
	"runtime"
	"testing"

	"tumble/engine"
	"tumble/internal/golden"
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
	ex, err := renderer.NewDirect(renderer.Config{Surface: surface, Now: engine.RealClock().Now, Open: func() (renderer.Device, error) {
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

// goldenSteps keeps the long scenes short enough for every test run; with few steps rounding of
// other processors cannot grow either.
const goldenSteps = 60

// TestGoldenGallery holds every shape, overlay, colour and scene of the gallery against its stored
// picture.
func TestGoldenGallery(t *testing.T) {
	if testing.Short() {
		t.Skip("draws twenty pictures")
	}
	ex := offscreenExecutor(t)
	var capture renderer.Capture
	for i := range Gallery {
		g := Gallery[i]
		g.Steps = min(g.Steps, goldenSteps)
		session, err := g.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Shot(240, 135).Take(ex, session, &capture); err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		session.World().Close()
		got := &image.RGBA{Pix: capture.Pixels, Stride: 4 * capture.Width, Rect: image.Rect(0, 0, capture.Width, capture.Height)}
		golden.Compare(t, g.Name, got, golden.Tolerance{Step: 16, Share: 0.02, Mean: 1.5})
	}
}
