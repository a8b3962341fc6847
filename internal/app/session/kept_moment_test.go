package session

import (
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// TestEditsShareACopy: edits without a step between them keep one copy of the world, and each is taken back to its own
// state, also after others were taken back and done in their place.
func TestEditsShareACopy(t *testing.T) {
	s := newSession(t, "pyramid36")
	s.run(t, 20)
	b := s.Run.Bodies
	edits := [][]input.Event{
		{ShootCommand(vec.V3(0, 3, 20), vec.V3(0, 0, -20), 0.25)},
		{EditCommand(b[3], PropertyFriction, 0.1)},
		{AnchorCommand(b[3], b[3].WorldCenter()), JoinCommand(JoinWeld, b[4], b[4].WorldCenter(), vec.AxisY, 0)},
		{GrabCommand(b[35].WorldCenter().Add(vec.V3(0, 9, 0)), vec.V3(0, -20, 0)), DragCommand(vec.V3(0, 9, 9)),
			ReleaseCommand()},
		{AlsoCommand(b[5]), DuplicateCommand(b[6], vec.V3(0, 0, 3))},
		{SetCommand("gravity.y", -3)},
		{RemoveCommand(b[7])},
		{MendCommand("no such finding")},
		{ExplodeCommand(vec.V3(0, 1, 0), 8, 10)},
	}
	var hashes []uint64
	do := func(from, to int) {
		for i := from; i < to; i++ {
			hashes = append(hashes[:len(s.log.done)], s.World().Hash())
			s.Apply(edits[i])
		}
	}
	do(0, len(edits))
	for _, x := range s.log.done[1:] {
		if x.before.copied != s.log.done[0].before.copied {
			t.Errorf("%s has a copy of its own", x.label())
		}
	}
	back := func(n int) {
		for range n {
			s.Apply([]input.Event{UndoCommand(true)})
			if got, want := s.World().Hash(), hashes[len(s.log.done)]; got != want {
				t.Fatalf("%s: another state", s.Notice())
			}
		}
	}
	back(3)
	end := s.World().Hash()
	for range 2 {
		s.Apply([]input.Event{RedoCommand(true)})
	}
	back(2)
	if s.World().Hash() != end {
		t.Error("there and back is another state")
	}
	do(0, 4)
	back(len(s.log.done))
	// a step between them asks for another copy
	do(0, 1)
	s.run(t, 1)
	do(1, 2)
	if s.log.done[0].before.copied == s.log.done[1].before.copied {
		t.Error("a state has the copy of another step")
	}
}

// BenchmarkEdit is an edit in a world of ten thousand bodies: the first after a step, with storage that is prepared,
// and another before the next step.
func BenchmarkEdit(b *testing.B) {
	for _, name := range []string{"many_pyramids", "joint_grid"} {
		for _, first := range []bool{true, false} {
			title := name + "/second"
			if first {
				title = name + "/first"
			}
			b.Run(title, func(b *testing.B) {
				s := newSession(b, name)
				s.run(b, 5)
				var m Moment
				body := s.Run.Bodies[100]
				for i := 0; b.Loop(); i++ {
					b.StopTimer()
					if first {
						// like a step, without its cost
						s.log.trail, s.log.done = trail{}, nil
						if err := m.Take(s); err != nil {
							b.Fatal(err)
						}
						for s.Prepare(&m); m.Busy(); {
							time.Sleep(time.Millisecond)
						}
					}
					b.StartTimer()
					s.Apply([]input.Event{EditCommand(body, PropertyFriction, float64(i%7)/10)})
				}
			})
		}
	}
}

// A state that is still being packed when the session is closed leaves no file.
func TestClosedStoreMakesNoFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	s := newSession(t, "box")
	var store stateStore
	var world physics.Snapshot
	if err := s.World().Snapshot(&world); err != nil {
		t.Fatal(err)
	}
	store.close()
	if _, _, err := store.write(&world); err == nil {
		t.Error("a closed store takes a state")
	}
	if store.file != nil {
		t.Error("a closed store has a file again")
	}
}
