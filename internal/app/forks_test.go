package app

import (
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/stage"
)

// TestForksInTheWindow forks the session, colours the bodies by the distance from their twins and goes on with one of the copies,
// with the camera where it was.
func TestForksInTheWindow(t *testing.T) {
	r := newRig(t, "incline", nil)
	r.key(key('Y'), input.ModShift)
	if !r.app.panels.Forks() {
		t.Fatal("the key does not open the forks")
	}
	if err := r.app.fork("material.friction", []string{"0.05", "0.3", "0.9"}); err != nil {
		t.Fatal(err)
	}
	r.run(60)
	list := r.app.forks.List()
	if len(list) != 3 || !list[0].Divergence.Found || list[0].Farthest < 0.05 {
		t.Fatalf("%d forks, %+v", len(list), list[0].Divergence)
	}
	if r.app.show.Color != stage.ColorDifference || len(r.app.twins) < r.app.session.World().BodyCapacity() {
		t.Errorf("colour by %v, %d distances", r.app.show.Color, len(r.app.twins))
	}
	for _, fork := range list {
		if fork.Session.Steps() != r.app.session.Steps() {
			t.Errorf("%s is at step %d, the session at %d", fork.Name(), fork.Session.Steps(), r.app.session.Steps())
		}
	}
	eye, kept := r.app.tools.Camera.State(), list[0].Session
	digest := kept.Digest()
	if err := r.app.keepFork(0); err != nil {
		t.Fatal(err)
	}
	if r.app.session != kept || r.app.session.Digest() != digest || r.app.forks.Open() || r.app.tools.Camera.State() != eye {
		t.Error("the session is not the copy that was kept, or the camera moved")
	}
	r.run(20)
	if p, err := r.app.session.Registry.Lookup("material.friction"); err != nil || p.String() != "0.05" {
		t.Errorf("friction %v %v", p, err)
	}
	if r.app.show.Color != stage.ColorPaint {
		t.Error("the bodies do not have their own colours")
	}
	r.close()
}
