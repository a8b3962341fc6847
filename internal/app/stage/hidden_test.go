package stage

import (
	"testing"

	"tumble/physics"
)

// A hidden body that does not exist at a moment hides no new one with its handle; the others stay hidden.
func TestHiddenBodiesThatAreGone(t *testing.T) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	create := func() physics.Body {
		b, err := w.CreateBody(physics.DefaultBodyDef())
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	stays := create()
	moment := &physics.Snapshot{}
	if err := w.Snapshot(moment); err != nil {
		t.Fatal(err)
	}
	goes := create()
	s := &Stage{}
	s.Hide([]physics.Body{stays, goes}, true)
	s.KeepHidden(w)
	if !s.Hidden(stays) || !s.Hidden(goes) {
		t.Fatal("bodies that exist are shown again")
	}
	if err := w.Restore(moment); err != nil {
		t.Fatal(err)
	}
	s.KeepHidden(w)
	if again := create(); again != goes || s.Hidden(again) {
		t.Errorf("the new body has the handle of the hidden one: %v, is hidden: %v", again == goes, s.Hidden(again))
	}
	s.Hide([]physics.Body{stays}, false)
	if s.Hides() {
		t.Error("something is hidden yet")
	}
}
