package app

import (
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// TestPreviewOfAWholeTick: stepped by a whole tick the copy is what the world becomes, also in scenes
// that act before every step, and the world itself is not touched.
func TestPreviewOfAWholeTick(t *testing.T) {
	acting := 0
	for _, scene := range scenes.All() {
		if scene.Step == nil || scene.Category == "benchmarks" {
			continue
		}
		s, err := NewSession(param.NewConfig(scene), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.World().Bodies(nil)) > 200 || len(s.Run.Ragdolls)+len(s.Run.Vehicles) > 0 {
			continue
		}
		acting++
		var p preview
		dt := 1 / float32(s.Config.Loop.Hertz)
		for range 10 {
			before := s.Hash()
			if err := p.step(s.Run, dt); err != nil {
				t.Fatal(err)
			}
			if s.Hash() != before {
				t.Fatalf("%s: the preview changed the world at step %d", scene.Name, s.Run.StepCount)
			}
			if err := s.Tick(nil); err != nil {
				t.Fatal(err)
			}
			if p.world.Hash() != s.Hash() {
				t.Fatalf("%s: step %d is not what the preview showed", scene.Name, s.Run.StepCount)
			}
		}
		p.release()
		s.World().Close()
	}
	if acting < 3 {
		t.Errorf("only %d scenes that act before a step", acting)
	}
}

// A scene that changes while the mouse flies gives the cursor back.
func TestSceneChangeLetsTheCursorGo(t *testing.T) {
	r := newRig(t, "stack10", nil)
	defer r.close()
	r.button(input.MouseRight, input.Press, 0)
	r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: key('W'), Action: input.Press})
	r.run(2)
	if r.window.cursor != engine.CursorCaptured {
		t.Fatal("flying does not capture the cursor")
	}
	if err := r.app.turn(1); err != nil {
		t.Fatal(err)
	}
	if r.window.cursor != engine.CursorNormal || r.app.mouse.drag != dragNone {
		t.Errorf("after the change the cursor is in mode %d, drag %d", r.window.cursor, r.app.mouse.drag)
	}
	r.run(60)
	eye := r.app.camera.Eye()
	r.run(60)
	if d := r.app.camera.Eye().Sub(eye).Len(); d > 0.01 {
		t.Errorf("the eye flies on by %.2f m", d)
	}
}

// Views outlive the program, each with its scene.
func TestSavedViewsSurvive(t *testing.T) {
	folder := t.TempDir()
	change := func(_ *engine.LoopConfig, o *Options) { o.Folder = folder }
	r := newPanelRig(t, "stack10", change)
	r.run(2)
	r.app.camera.Orbit(1, 0.2)
	want := r.app.camera.State()
	r.app.storeView(2, 0)
	r.close()

	r = newPanelRig(t, "stack10", change)
	defer r.close()
	r.app.recallView(2, 0)
	if got := r.app.camera.State(); got != want {
		t.Errorf("view %+v, saved %+v", got, want)
	}
	if err := r.app.turn(1); err != nil {
		t.Fatal(err)
	}
	other := r.app.camera.State()
	r.app.recallView(2, 0)
	if r.app.camera.State() != other {
		t.Error("the view of one scene was recalled in another")
	}
}

// While the mouse turns the view, the eye of a frame that is on its way follows: it is the one from which the
// next frame would be drawn at the same moment. What does not steer, or would show more than was culled,
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
	r.run(2)
	in := r.loop.Inbox()
	in.Push(input.Event{Kind: input.EventMouseMove, X: r.app.mouse.x + 6, Y: r.app.mouse.y + 3})
	e, _ := in.Pop()
	r.app.Input(&e, r.loop.World())
	const later = 5 * timestep.Millisecond
	got, ok := r.app.Latch(later)
	if !ok {
		t.Fatal("a small turn is not latched")
	}
	recorded := r.app.latch.view
	r.app.camera.Advance(float32(float64(later) / 1e9))
	if want := r.app.cameraView(640, 360); got.ViewProj != want.ViewProj || got.Eye != want.Eye || got.ViewProj == recorded.ViewProj {
		t.Errorf("latched eye %v, the next frame has %v, the last had %v", got.Eye, want.Eye, recorded.Eye)
	}
	e.X += 600
	r.app.Input(&e, r.loop.World())
	if _, ok := r.app.Latch(later); ok {
		t.Error("a turn beyond what was culled for is latched")
	}
	r.button(input.MouseRight, input.Release, 0)
}
