package tool

import (
	"tumble/engine"
	"tumble/internal/app/stage"
	"tumble/renderer"
)

// latch is the eye of the frame recorded last, which the mouse may move until the frame is drawn.
type latch struct {
	view          renderer.View
	width, height int
	on            bool
	reach         float32 // m
}

// latchShare is the part of the distance to the pivot by which the eye may move between recording and drawing.
const latchShare = 0.05

// begin notes the eye of a frame and lets it be replaced until the frame is drawn. It returns how far (m) the eye may
// move.
func (l *latch) begin(f *engine.Frame, distance float32) (reach float32) {
	l.view, l.width, l.height = f.Packet.View, f.Width, f.Height
	l.reach = latchShare * distance
	f.Packet.Header.Flags |= renderer.FrameLatch
	return l.reach
}

// admits reports whether an eye is close enough to the recorded one.
func (l *latch) admits(v *renderer.View) bool {
	return v.Eye.Sub(l.view.Eye).Len() <= l.reach && l.view.RotatedWithin(v, stage.LatchAngle)
}
