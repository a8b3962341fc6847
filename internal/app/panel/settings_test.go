package panel

import (
	"testing"

	"tumble/renderer/ui"
)

// A zoom is limited where it would leave less than 640 × 400 units, but never below the scale of the display.
func TestZoomLeavesRoom(t *testing.T) {
	for _, c := range []struct {
		zoom                 float64
		width, height, scale float32
		want                 float32
	}{
		{3, 1280, 720, 1, 1.8}, {1.5, 1280, 720, 1, 1.5}, {2, 640, 400, 1, 1}, {2, 320, 200, 1, 1},
		{0.5, 640, 400, 1, 0.5},
		{3, 2560, 1440, 2, 1.8},
	} {
		a := appearance{zoom: c.zoom}
		if got := a.zoomFor(&ui.Input{Width: c.width, Height: c.height, Scale: c.scale}); got != c.want {
			t.Errorf("zoom %g at %g × %g with scale %g is %g, want %g", c.zoom, c.width, c.height, c.scale, got, c.want)
		}
	}
}
