package session

import (
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// joined joins two bodies, the zero body for the world.
func (s *Session) joined(t testing.TB, kind JoinKind, a, b physics.Body, pa, pb, axis vec.Vec3, strength float32) {
	t.Helper()
	s.do(t, AnchorCommand(a, pa), JoinCommand(kind, b, pb, axis, strength))
}

// TestJoinGearAndRack: a motor turns a wheel, a gear turns a second of half its size twice as fast the other way, and a
// rack pulls a bar; without a hinge of their own bodies cannot be coupled, and the reason is told.
func TestJoinGearAndRack(t *testing.T) {
	s := newSession(t, "box")
	first := s.dropped(t, SpawnCylinder, vec.V3(0, 6, 0), 0.5)
	second := s.dropped(t, SpawnCylinder, vec.V3(3, 6, 0), 0.5)
	bar := s.dropped(t, SpawnBox, vec.V3(0, 9, 0), 0.4)
	at, to, up := first.WorldCenter(), second.WorldCenter(), bar.WorldCenter()
	s.Apply([]input.Event{AnchorCommand(first, at), JoinCommand(JoinGear, second, to, vec.AxisZ, 0)})
	if n := s.Notice(); !strings.Contains(n, "needs a hinge of its own") {
		t.Errorf("a gear between free bodies: %q", n)
	}
	s.joined(t, JoinMotor, first, physics.Body{}, at, at, vec.AxisZ, 2)
	s.joined(t, JoinHinge, second, physics.Body{}, to, to, vec.AxisZ, 0)
	s.joined(t, JoinSlider, bar, physics.Body{}, up, up, vec.AxisX, 0)
	s.joined(t, JoinGear, first, second, at.Add(vec.V3(1, 0, 0)), to.Sub(vec.V3(0.5, 0, 0)), vec.AxisZ, 0)
	// the rack may be clicked first
	s.joined(t, JoinRack, bar, first, up, at.Add(vec.V3(0, 1, 0)), vec.AxisZ, 0)
	if s.UndoLabel() == "" || s.World().JointCount() != 5 {
		t.Fatalf("%d joints, %q", s.World().JointCount(), s.UndoLabel())
	}
	s.run(t, 100)
	w1, w2, v := first.AngularVelocity().Z, second.AngularVelocity().Z, bar.LinearVelocity().X
	if w1 > -1 && w1 < 1 || vec.Abs(w2+2*w1) > 0.1 || vec.Abs(v-w1) > 0.1 {
		t.Errorf("the wheel turns at %.3f, the second at %.3f rad/s, the bar goes at %.3f m/s", w1, w2, v)
	}
	for range 5 {
		s.do(t, UndoCommand(true))
	}
	if s.World().JointCount() != 0 {
		t.Errorf("%d joints after undo", s.World().JointCount())
	}
}

// TestJoinWheelAndParallel: four wheels carry a plate above the ground, and a mast that is kept parallel does not tilt
// when it is pushed.
func TestJoinWheelAndParallel(t *testing.T) {
	s := newSession(t, "box")
	plate := s.dropped(t, SpawnPlate, vec.V3(8, 1, 0), 1)
	for _, corner := range [4]vec.Vec3{{X: -0.6, Z: -0.8}, {X: 0.6, Z: -0.8}, {X: -0.6, Z: 0.8}, {X: 0.6, Z: 0.8}} {
		at := plate.WorldCenter().Add(corner).Sub(vec.V3(0, 0.3, 0))
		wheel := s.dropped(t, SpawnSphere, at, 0.25)
		s.do(t, EditVectorCommand(wheel, PropertyPosition, at))
		s.joined(t, JoinWheel, plate, wheel, plate.WorldCenter(), at.Add(vec.V3(0, 0, 0.2)), vec.V3(0, 0.4, -1), 0)
	}
	s.run(t, 300)
	if y, tilt := plate.Position().Y, plate.Rotation().Rotate(vec.AxisY).Y; y < 0.3 || y > 1 || tilt < 0.99 {
		t.Errorf("the plate is %.2f m above the ground, its upright part is %.3f", y, tilt)
	}
	s.do(t, EditVectorCommand(plate, PropertyVelocity, vec.V3(2, 0, 0)))
	s.run(t, 50)
	if v := plate.LinearVelocity().X; v < 1 {
		t.Errorf("it rolls at %.2f m/s half a second after 2", v)
	}
	mast := s.dropped(t, SpawnBox, vec.V3(-8, 3, 0), 0.5)
	s.joined(t, JoinParallel, mast, physics.Body{}, mast.WorldCenter(), mast.WorldCenter(), vec.AxisY, 0)
	s.do(t, EditVectorCommand(mast, PropertySpin, vec.V3(4, 3, 4)))
	s.run(t, 100)
	if up := mast.Rotation().Rotate(vec.AxisY).Y; up < 0.98 {
		t.Errorf("the mast tilts: %.3f", up)
	}
}
