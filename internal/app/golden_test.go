//go:build cgo

package app

import (
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/renderer/gl/offscreen"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// offscreenExecutor draws with a context that needs no display, which a machine may lack.
func offscreenExecutor(t *testing.T) renderer.Executor {
	t.Helper()
	runtime.LockOSThread()
	surface, err := offscreen.New()
	if err != nil {
		t.Skipf("no context without a display here: %v", err)
	}
	ex, err := renderer.NewDirect(renderer.Config{Surface: surface, Open: func() (renderer.Device, error) {
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
// picture. Drivers round differently, mostly at edges: up to one pixel in fifty may differ
// by more than 16 of 255, and the mean by 1.5.
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
		comparePicture(t, g.Name, &capture)
	}
}

func comparePicture(t *testing.T, name string, c *renderer.Capture) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := SavePNG(path, c); err != nil {
			t.Fatal(err)
		}
		return
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatalf("%v (run with -update to write it)", err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if want.Bounds() != image.Rect(0, 0, c.Width, c.Height) {
		t.Fatalf("%s is %dx%d, want %v", name, c.Width, c.Height, want.Bounds())
	}
	differing, sum := 0, 0
	for y := range c.Height {
		for x := range c.Width {
			r, g, b, _ := want.At(x, y).RGBA()
			at := 4 * (y*c.Width + x)
			d := 0
			for k, v := range [3]uint32{r, g, b} {
				e := int(v>>8) - int(c.Pixels[at+k])
				d = max(d, e, -e)
			}
			sum += d
			if d > 16 {
				differing++
			}
		}
	}
	n := c.Width * c.Height
	if differing*50 > n || 2*sum > 3*n {
		failed := filepath.Join(os.TempDir(), "tumble-"+name+".png")
		if err := SavePNG(failed, c); err != nil {
			t.Error(err)
		}
		t.Errorf("%s: %d of %d pixels differ by more than 16, mean %.2f; see %s", name, differing, n, float64(sum)/float64(n), failed)
	}
}
