package tool

import (
	"slices"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/physics"
	"tumble/renderer"
)

// Tools are the tools of a window. They share one camera and one cursor.
type Tools struct {
	Camera  *Camera
	Cursor  *Cursor
	Thrower *Thrower
	Mouse   *Mouse
	Arrows  *Arrows
	Worker  *Worker
	latch   latch
}

// New makes the tools of an application.
func New(host Host) *Tools {
	t := &Tools{Camera: newCamera(host)}
	t.Cursor = &Cursor{host: host, camera: t.Camera}
	t.Thrower = &Thrower{host: host, cursor: t.Cursor}
	t.Worker = &Worker{Options: DefaultOptions(), host: host, cursor: t.Cursor, thrower: t.Thrower}
	t.Thrower.worker = t.Worker
	t.Mouse = &Mouse{host: host, camera: t.Camera, cursor: t.Cursor, thrower: t.Thrower, worker: t.Worker}
	t.Arrows = &Arrows{host: host, camera: t.Camera}
	return t
}

// Lost releases all that is held when the window loses the keyboard.
func (t *Tools) Lost(e *input.Event, queue *input.Queue) {
	t.Mouse.Release(e, queue)
	t.Arrows.Release(e, queue)
}

// Forget releases bodies when their world is gone.
func (t *Tools) Forget() {
	t.Mouse.Forget()
	t.Worker.forget()
	if t.Mouse.Holding() {
		t.Mouse.LetGo()
	}
}

// Keep releases bodies that are missing in a world after a jump to another moment.
func (t *Tools) Keep(w *physics.World) {
	list := slices.DeleteFunc(t.Mouse.Selection(), func(b physics.Body) bool { return b.In(w) != b || !b.Valid() })
	t.Mouse.SelectList(slices.Clone(list))
	t.Mouse.Unhover()
}

// Key offers a key to the camera while it flies, and to the controls of the scene; it reports whether either took the
// key.
func (t *Tools) Key(e *input.Event, queue *input.Queue) bool {
	return t.Mouse.FlyKey(e) || t.Mouse.HoldKey(e, queue) || t.Arrows.Key(e, queue)
}

// BeginLatch notes the eye of a frame, and lets Latch replace the eye while the mouse moves it, unless stay is set. on
// reports whether Latch may replace the eye, reach (m) how far the eye may move.
func (t *Tools) BeginLatch(f *engine.Frame, stay bool) (reach float32, on bool) {
	t.latch.on = t.Mouse.Steering() && !stay
	if !t.latch.on {
		return 0, false
	}
	return t.latch.begin(f, t.Camera.State().Distance), true
}

// Latch is the eye elapsed ns after the frame recorded last; ok is false when the frame was recorded for another place.
func (t *Tools) Latch(elapsed int64) (v renderer.View, ok bool) {
	l := &t.latch
	if !l.on || !t.Mouse.Steering() {
		return v, false
	}
	c := *t.Camera.Camera
	c.Advance(float32(float64(elapsed) / 1e9))
	v = t.Camera.viewOf(&c, l.width, l.height)
	return v, l.admits(&v)
}
