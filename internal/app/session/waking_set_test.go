package session

import (
	"testing"

	"tumble/engine/input"
)

// TestAnotherValueWakesTheWorld: a tower that sleeps shows what fewer sub-steps do, and taking them back, too. The same
// value, and a command of a recording from before, leave it asleep.
func TestAnotherValueWakesTheWorld(t *testing.T) {
	s := newSession(t, "box")
	rest := func() {
		t.Helper()
		for range 600 {
			if s.World().Counters().AwakeBodies == 0 {
				return
			}
			s.run(t, 1)
		}
		t.Fatal("the box does not come to rest")
	}
	old := SetCommand("contact.hertz", 20)
	old.Y = 0
	for _, c := range []struct {
		what  string
		event input.Event
		wakes bool
	}{
		{"the same value", SetCommand("substeps", s.Parameter(ptr(SetCommand("substeps", 0))).Value()), false},
		{"another value", SetCommand("substeps", 1), true},
		{"undone", UndoCommand(false), true},
		{"a command without the mark", old, false},
		{"a value of the loop", SetCommand("loop.hertz", 50), false},
	} {
		rest()
		s.Apply([]input.Event{c.event})
		if got := s.World().Counters().AwakeBodies > 0; got != c.wakes {
			t.Errorf("%s: awake is %v, want %v (%s)", c.what, got, c.wakes, s.Notice())
		}
	}
	rest()
	if err := s.Take("joint.hertz", "30"); err != nil || s.World().Counters().AwakeBodies == 0 {
		t.Errorf("a value that a copy takes leaves it asleep: %v", err)
	}
}

func ptr(e input.Event) *input.Event { return &e }
