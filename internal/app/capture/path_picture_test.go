//go:build cgo

package capture

import (
	"image"
	"testing"

	"tumble/internal/app/apptest"
	"tumble/internal/app/stage"
	"tumble/internal/golden"
	"tumble/renderer"
)

// The curves of path joints are drawn where the bodies ride: a closed one with a loop.
func TestGoldenPathJoints(t *testing.T) {
	ex := apptest.Executor(t)
	shot := Shot{Steps: 120, Width: 640, Height: 360, Show: stage.Plain()}
	shot.Show.Joints = true
	var c renderer.Capture
	if err := shot.Take(ex, apptest.Session(t, "roller_coaster"), &c); err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "path", &image.RGBA{Pix: c.Pixels, Stride: 4 * c.Width,
		Rect: image.Rect(0, 0, c.Width, c.Height)},
		golden.Tolerance{Step: 16, Share: 0.02, Mean: 1.5})
}
