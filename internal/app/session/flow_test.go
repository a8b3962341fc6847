package session

import (
	"testing"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// dropped makes a body and returns it.
func (s *Session) dropped(t testing.TB, kind SpawnKind, at vec.Vec3, size float32) physics.Body {
	t.Helper()
	s.do(t, SpawnCommand(kind, at, size))
	return s.spawned.bodies[len(s.spawned.bodies)-1]
}

// TestWaterAndWind: what is lighter than water swims at its depth, what is heavier sinks, a wind takes along what is in
// its box, and undo ends them; the same happens in a session that is made from the state.
func TestWaterAndWind(t *testing.T) {
	s := newSession(t, "box")
	s.do(t, WaterCommand(vec.V3(20, 2, 0), vec.V3(3, 2, 3), 1000))
	light, heavy := s.dropped(t, SpawnBox, vec.V3(19, 4.5, 0), 0.5), s.dropped(t, SpawnBox, vec.V3(21, 4.5, 0), 0.5)
	s.do(t, PaintCommand(light, physics.Material{Friction: 0.5}, 500),
		PaintCommand(heavy, physics.Material{Friction: 0.5}, 3000))
	ball, still := s.dropped(t, SpawnSphere, vec.V3(-20, 1, 0), 0.5), s.dropped(t, SpawnSphere, vec.V3(-20, 1, 20), 0.5)
	s.do(t, WindCommand(vec.V3(-20, 1, 0), vec.V3(5, 2, 5), vec.V3(20, 0, 0)))
	if n := len(s.Flows(nil)); n != 2 {
		t.Fatalf("%d flows", n)
	}
	s.run(t, 1000)
	if y := light.Position().Y; y < 3.8 || y > 4.2 {
		t.Errorf("half of what is half as heavy as water is not in it: at %.2f m of 4", y)
	}
	if y := heavy.Position().Y; y > 0.6 {
		t.Errorf("what is heavier than water is at %.2f m", y)
	}
	if ball.Position().X < -18 || still.Position().Sub(vec.V3(-20, 0.5, 20)).Len() > 0.1 {
		t.Errorf("in the wind at %v, beside it at %v", ball.Position(), still.Position())
	}
	s.do(t, UndoCommand(false))
	if f := s.Flows(nil); len(f) != 1 || !f[0].Water {
		t.Errorf("%v after the wind was taken back", f)
	}
	for _, bad := range []input.Event{
		WindCommand(vec.V3(0, 0, 0), vec.V3(-1, 1, 1), vec.V3(1, 0, 0)), WaterCommand(vec.Vec3{}, vec.V3(1, 1, 1), -5),
	} {
		s.Apply([]input.Event{bad})
		if s.Notice() == "" || len(s.Flows(nil)) != 1 {
			t.Error("a flow that cannot be is taken")
		}
	}
	s.do(t, WaterCommand(vec.Vec3{}, vec.Vec3{}, 0))
	if len(s.Flows(nil)) != 0 {
		t.Error("the water does not end")
	}
}

// TestHeldBodyRotates: a turn goes as far as asked and keeps the rotation until the body may swing again.
func TestHeldBodyRotates(t *testing.T) {
	s := newSession(t, "box")
	b := s.dropped(t, SpawnBox, vec.V3(5, 3, 0), 0.5)
	s.do(t, GrabCommand(vec.V3(5.2, 9, 0), vec.V3(0, -9, 0)))
	if held, _, ok := s.Held(); !ok || held != b {
		t.Fatal("nothing is held")
	}
	s.do(t, DragCommand(vec.V3(5.2, 3.3, 0)), RotateCommand(vec.V3(0, 0.5, 0), true),
		RotateCommand(vec.V3(0, 0.25, 0), true))
	s.run(t, 100)
	want := vec.QuatAxisAngle(vec.AxisY, 0.75)
	if got := b.Rotation(); got.Conj().Mul(want).Angle() > 0.1 {
		t.Errorf("turned to %v, want %v", got, want)
	}
	// pushed it turns on only once it may
	for _, hold := range [2]bool{true, false} {
		s.do(t, RotateCommand(vec.Vec3{}, hold), EditVectorCommand(b, PropertySpin, vec.V3(0, 60, 0)))
		s.run(t, 20)
		if rotated := b.Rotation().Conj().Mul(want).Angle() > 0.1; rotated == hold {
			t.Errorf("hold %v, rotation %v", hold, b.Rotation())
		}
	}
	s.do(t, ReleaseCommand(), RotateCommand(vec.V3(1, 0, 0), true))
	s.run(t, 5)
}

// TestLimitsOfJoints: a hinge that is limited stops there.
func TestLimitsOfJoints(t *testing.T) {
	s := newSession(t, "box")
	b := s.dropped(t, SpawnPlate, vec.V3(5, 6, 0), 0.5)
	s.do(t, LimitedAnchorCommand(physics.Body{}, vec.V3(4.5, 6, 0), -0.3, 0.4),
		JoinCommand(JoinHinge, b, vec.V3(4.5, 6, 0), vec.AxisZ, 0))
	s.run(t, 300)
	q := b.Rotation()
	if tilt := 2 * vec.Abs(q.Z); tilt < 0.2 || tilt > 0.45 {
		t.Errorf("the plate hangs at %.3f rad", tilt)
	}
}
