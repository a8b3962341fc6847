package app

import (
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// A scene that changes while the mouse flies gives the cursor back.
func TestSceneChangeLetsTheCursorGo(t *testing.T) {
	r := newRig(t, "stack10", nil)
	defer r.close()
	r.button(input.MouseRight, input.Press, 0)
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: key('W'), Action: input.Press})
	r.run(2)
	if r.window.Cursor != engine.CursorCaptured {
		t.Fatal("flying does not capture the cursor")
	}
	r.app.browse(1)
	if r.window.Cursor != engine.CursorNormal || r.app.tools.Mouse.Dragging() {
		t.Errorf("after the change the cursor is in mode %d, dragging %v", r.window.Cursor,
			r.app.tools.Mouse.Dragging())
	}
	r.run(60)
	eye := r.app.tools.Camera.Eye()
	r.run(60)
	if d := r.app.tools.Camera.Eye().Sub(eye).Len(); d > 0.01 {
		t.Errorf("the eye flies on by %.2f m", d)
	}
}

// Views outlive the program, each with its scene.
func TestSavedViewsSurvive(t *testing.T) {
	folder := t.TempDir()
	change := func(_ *engine.LoopConfig, o *Options) { o.Folder = folder }
	r := newPanelRig(t, "stack10", change)
	r.run(2)
	r.app.tools.Camera.Orbit(1, 0.2)
	want := r.app.tools.Camera.State()
	r.app.tools.Camera.Store(2)
	r.close()

	r = newPanelRig(t, "stack10", change)
	defer r.close()
	r.app.tools.Camera.Recall(2)
	if got := r.app.tools.Camera.State(); got != want {
		t.Errorf("view %+v, saved %+v", got, want)
	}
	r.app.browse(1)
	other := r.app.tools.Camera.State()
	r.app.tools.Camera.Recall(2)
	if r.app.tools.Camera.State() != other {
		t.Error("the view of one scene was recalled in another")
	}
}

// While the mouse turns the view, the eye of a frame that is on its way follows: it is the one from which the
// next frame would be drawn at the same moment. An eye that does not steer, or would show more than was culled,
// is refused.
func TestLatchFollowsTheMouse(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(5)
	if _, ok := r.app.Latch(timestep.Millisecond); ok {
		t.Error("latched without a drag")
	}
	r.move(10, 10)
	r.button(input.MouseRight, input.Press, 0)
	var recorded renderer.View
	r.recorded = func(f *engine.Frame) { recorded = f.Packet.View }
	r.run(2)
	in := r.loop.Inbox()
	x, y := r.app.tools.Cursor.Position()
	in.Push(input.Event{Kind: input.EventMouseMove, X: x + 6, Y: y + 3})
	e, _ := in.Pop()
	r.app.Input(&e, r.loop.World())
	const later = 5 * timestep.Millisecond
	got, ok := r.app.Latch(later)
	if !ok {
		t.Fatal("a small turn is not latched")
	}
	r.app.tools.Camera.Advance(float32(float64(later) / 1e9))
	if want := r.app.tools.Camera.ViewIn(640, 360); got.ViewProj != want.ViewProj || got.Eye != want.Eye ||
		got.ViewProj == recorded.ViewProj {
		t.Errorf("latched eye %v, the next frame has %v, the last had %v", got.Eye, want.Eye, recorded.Eye)
	}
	e.X += 600
	r.app.Input(&e, r.loop.World())
	if _, ok := r.app.Latch(later); ok {
		t.Error("a turn beyond what was culled for is latched")
	}
	r.button(input.MouseRight, input.Release, 0)
}
