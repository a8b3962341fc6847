package session

import (
	"math"
	"testing"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// TestTune changes every number of a hinge, takes it back while nothing moves and while time runs, and does it again; a
// joint that was cut and made again by undo takes it, too. Values that a joint lacks or refuses are told.
func TestTune(t *testing.T) {
	s := newSession(t, "pyramid36")
	b := s.Run.Bodies[3]
	s.do(t, AnchorCommand(b, b.WorldCenter()), JoinCommand(JoinMotor, physics.Body{}, b.WorldCenter(), vec.AxisZ, 2))
	joint := func() physics.Joint { return s.World().Joints(nil)[0] }
	first := numbersOf(joint(), 0)
	values := [FieldCount]float64{FieldLimited: 1, FieldLower: -0.5, FieldUpper: 0.75, FieldMotor: 0, FieldSpeed: 7,
		FieldMaxForce: 90, FieldHertz: 3,
		FieldDampingRatio: 0.5, FieldTarget: 0.25, FieldFriction: 4, FieldBreakForce: 1e5, FieldBreakTorque: 2e4,
		FieldStiffness: 40, FieldDamping: 5, FieldRate: 0.5, FieldMaxSpring: 30}
	edits := 0
	for f, x := range values {
		before := numbersOf(joint(), 0)
		s.do(t, TuneCommand(joint(), 0, JointField(f), x))
		after := numbersOf(joint(), 0)
		if after == before {
			t.Errorf("field %d is not written", f)
		}
		edits++
		hash := s.World().Hash()
		s.do(t, UndoCommand(true))
		if numbersOf(joint(), 0) != before || s.RedoLabel() != fieldVerbs[f]+" hinge joint" {
			t.Errorf("field %d: undone %+v, %q", f, numbersOf(joint(), 0), s.RedoLabel())
		}
		s.do(t, RedoCommand(true))
		if numbersOf(joint(), 0) != after || s.World().Hash() != hash {
			t.Errorf("field %d: done again %+v", f, numbersOf(joint(), 0))
		}
	}
	last := numbersOf(joint(), 0)
	s.run(t, 5)
	s.do(t, CutCommand(joint()))
	s.run(t, 5)
	for range edits + 1 {
		s.do(t, UndoCommand(false))
		s.run(t, 1)
	}
	if numbersOf(joint(), 0) != first {
		t.Errorf("all taken back: %+v, was %+v", numbersOf(joint(), 0), first)
	}
	for range edits {
		s.do(t, RedoCommand(false))
		s.run(t, 1)
	}
	if numbersOf(joint(), 0) != last {
		t.Errorf("all done again: %+v, was %+v", numbersOf(joint(), 0), last)
	}
	for _, e := range []struct {
		axis  int
		field JointField
		value float64
	}{{1, FieldSpeed, 1}, {0, FieldCount, 1}, {-1, 0, 1}, {9, 0, 1}, {0, FieldSpeed, math.NaN()}, {0, FieldLower, 3},
		{0, FieldBreakForce, -1}} {
		s.Apply([]input.Event{TuneCommand(joint(), e.axis, e.field, e.value)})
		if s.Notice() == "" || numbersOf(joint(), 0) != last {
			t.Errorf("axis %d, field %d, value %v is taken", e.axis, e.field, e.value)
		}
	}
}
