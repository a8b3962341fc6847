package app

import (
	"tumble/engine"
	"tumble/internal/app/stage"
	"tumble/renderer"
)

// latch is the eye of the frame recorded last, which the mouse may still move until it is drawn.
type latch struct {
	view          renderer.View
	width, height int
	on            bool
	reach         float32 // m
}

// latchShare is the part of the distance to the pivot by which the eye may move between recording and drawing.
const latchShare = 0.05

// steering reports whether the mouse moves the eye.
func (a *App) steering() bool {
	return a.mouse.drag == dragOrbit || a.mouse.drag == dragPan || a.mouse.drag == dragFly
}

// beginLatch notes the eye of a frame and lets it be replaced while the mouse moves it. Pictures
// that are read back and panes of the laboratory show what was recorded.
func (a *App) beginLatch(f *engine.Frame) {
	l := &a.latch
	l.on = a.steering() && !a.lab.open() && f.Packet.Header.Flags&renderer.FrameCapture == 0
	if !l.on {
		return
	}
	l.view, l.width, l.height = f.Packet.View, f.Width, f.Height
	l.reach = latchShare * a.camera.State().Distance
	a.picture.Stage().SetLatchReach(l.reach)
	f.Packet.Header.Flags |= renderer.FrameLatch
}

// Latch is the eye elapsed ns after the frame recorded last, unless that was drawn for another place.
func (a *App) Latch(elapsed int64) (v renderer.View, ok bool) {
	l := &a.latch
	if !l.on || !a.steering() {
		return v, false
	}
	c := *a.camera
	c.Advance(float32(float64(elapsed) / 1e9))
	v = a.viewOf(&c, l.width, l.height)
	return v, l.admits(&v)
}

// admits reports whether an eye is close enough to the recorded one.
func (l *latch) admits(v *renderer.View) bool {
	return v.Eye.Sub(l.view.Eye).Len() <= l.reach && l.view.TurnedWithin(v, stage.LatchAngle)
}
