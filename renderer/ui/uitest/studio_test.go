//go:build cgo

package uitest

import (
	"errors"
	"image"
	"runtime"
	"testing"

	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/renderer/gl/offscreen"
	"tumble/renderer/ui"
)

// studio draws interfaces offscreen.
type studio struct {
	ex      *renderer.Direct
	surface *offscreen.Surface
	c       *ui.Context
	in      ui.Input
}

// newStudio opens a device on the calling test's own thread, and skips the test only where
// the machine has no driver for it.
func newStudio(t *testing.T, theme *ui.Theme, w, h int, scale float32) *studio {
	t.Helper()
	runtime.LockOSThread()
	surface, err := offscreen.New()
	if errors.Is(err, offscreen.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	ex, err := renderer.NewDirect(renderer.Config{
		Surface: surface,
		Open:    func() (renderer.Device, error) { return gl.New(surface.GetProcAddress, gl.Options{}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	atlas, err := renderer.NewAtlas(ex.Resources(), 1024)
	if err != nil {
		t.Fatal(err)
	}
	s := &studio{ex: ex, surface: surface, c: ui.New(atlas)}
	s.c.Theme = theme
	s.in = ui.Input{Width: float32(w) * scale, Height: float32(h) * scale, Scale: scale, Time: 1e9}
	t.Cleanup(func() {
		atlas.Close()
		if err := ex.Close(1e9); err != nil {
			t.Error(err)
		}
		surface.Close()
		runtime.UnlockOSThread()
	})
	return s
}

// move puts the mouse somewhere, units.
func (s *studio) move(x, y float32) { s.in.Move(x*s.in.Scale, y*s.in.Scale) }

func (s *studio) press(down bool) { s.in.Press(ui.ButtonLeft, down, 0, s.in.Time) }

// draw records frames until the interface rests and returns the picture of the last one.
func (s *studio) draw(t *testing.T, body func(c *ui.Context)) *image.RGBA {
	t.Helper()
	for range 20 {
		s.in.Time += 1e9
		s.frame(t, body, 0)
		if ns, again := s.c.RedrawIn(); !s.in.Pending() && !(again && ns == 0) {
			break
		}
	}
	return s.still(t, body)
}

// still is one frame as a picture; time stands still.
func (s *studio) still(t *testing.T, body func(c *ui.Context)) *image.RGBA {
	t.Helper()
	s.frame(t, body, renderer.FrameCapture)
	var c renderer.Capture
	if !s.ex.TakeCapture(&c) {
		t.Fatal("no picture")
	}
	return &image.RGBA{Pix: c.Pixels, Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
}

func (s *studio) frame(t *testing.T, body func(c *ui.Context), flags renderer.FrameFlags) {
	t.Helper()
	p := s.ex.Acquire(renderer.InOrder)
	if p == nil {
		t.Fatal("no packet: ", s.ex.Err())
		return
	}
	p.Header.Width, p.Header.Height, p.Header.ContentScale = int32(s.in.Width), int32(s.in.Height), s.in.Scale
	p.Header.Flags |= flags
	p.Environment = renderer.DefaultEnvironment()
	p.Quality = renderer.Quality{Samples: 1}
	s.c.Begin(p, &s.in)
	body(s.c)
	s.c.End()
	s.ex.Submit(p)
	if n, err := s.ex.Problem(); n > 0 {
		t.Fatal(err)
	}
	if err := s.ex.Err(); err != nil {
		t.Fatal(err)
	}
}
