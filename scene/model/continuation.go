package model

import (
	"slices"

	"tumble/physics"
)

// Continuation is the state of a saved world with all that a description of its bodies leaves out, such as the impulses
// of contacts, with which the next step begins. It counts only for the world that the file describes: one that somebody
// edited begins anew.
type Continuation struct {
	// Of is the hash of the world as it is built from the description, Then that of the state.
	Of, Then uint64
	// State is a snapshot in its portable format.
	State []byte
}

// Continue adds the state of a running world to its description. Worlds whose bodies have other handles once they are
// built anew, because others were removed before, do not get one, nor do those that the description leaves bodies out
// of, nor those of more than MaxBodies: the state of large_world takes 890 MB, more than is read.
func (s *Model) Continue(w *physics.World) {
	if w.BodyCount() > MaxBodies {
		return
	}
	scene := s.Scene()
	built, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return
	}
	defer built.World.Close()
	c := Continuation{Of: built.World.Hash(), Then: w.Hash()}
	if c.Of == c.Then {
		return
	}
	var snapshot physics.Snapshot
	if err := w.Snapshot(&snapshot); err != nil {
		return
	}
	if c.State, err = snapshot.MarshalBinary(); err != nil || !c.restore(built.World) {
		return
	}
	s.Continuation = &c
}

// restore brings a world that was built of the description to the state, and reports whether it is the one that the
// state belongs to.
func (c *Continuation) restore(w *physics.World) bool {
	if w.Hash() != c.Of {
		return false
	}
	var before, state physics.Snapshot
	if w.Snapshot(&before) != nil || state.UnmarshalBinary(c.State) != nil {
		return false
	}
	bodies := w.Bodies(nil)
	if w.Restore(&state) != nil {
		return false
	}
	if w.Hash() == c.Then && slices.Equal(bodies, w.Bodies(nil)) {
		return true
	}
	_ = w.Restore(&before)
	return false
}

// CheckContinuation warns of a state that does not belong to the world of the file.
func (s *Model) CheckContinuation(w *physics.World, f *Faults) {
	if c := s.Continuation; c != nil && w.Hash() != c.Then {
		f.Warnf("", "the scene was changed after it was saved, or by another version: its contacts begin anew")
	}
}
