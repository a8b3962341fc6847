package app

import (
	"testing"

	"tumble/internal/app/command"
	"tumble/internal/app/stage"
)

// Bodies of a world that was built anew are coloured, and those of the world before are not looked for among them:
// neither after a restart nor in the past.
func TestColorsAfterARestart(t *testing.T) {
	for mode := stage.ColorPaint; mode <= stage.ColorDifference; mode++ {
		r := newRig(t, "box", nil)
		r.asked(command.New)
		r.run(3)
		for range 3 {
			r.dropBox()
		}
		r.app.show.Color = mode
		r.run(3)
		r.key(key('R'), 0)
		r.run(3)
		at := r.app.past.history.At()
		r.app.lookAt(at - 8)
		r.run(3)
		r.app.lookAt(at)
		r.run(3)
		r.close()
	}
}
