package app

import (
	"testing"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/physics/vec"
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

// An undo in the session is one in the copies, too, or they end: where the edit is one that they do not have,
// and where the session jumps back in time.
func TestForksAndUndo(t *testing.T) {
	for _, c := range []struct {
		name   string
		before []input.Event // the forks begin
		after  []input.Event
		paused bool
		open   bool
	}{
		{name: "an edit of all", after: []input.Event{push, shot}, open: true},
		{name: "the parameter of the forks", after: []input.Event{shot, rough}},
		{name: "an edit between two of the parameter", after: []input.Event{rough, shot}, open: true},
		{name: "one shot of the session, two in one of the forks", after: []input.Event{shot, rough, shot}},
		{name: "an edit before", before: []input.Event{shot}},
		{name: "an edit before while time stands still", before: []input.Event{shot}, paused: true},
		{name: "nothing", open: true},
	} {
		r := newRig(t, "incline", nil)
		give := func(list []input.Event) {
			for _, e := range list {
				r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, e)
				r.run(3)
			}
		}
		give(c.before)
		if err := r.app.fork("material.friction", []string{"0.05", "0.3"}); err != nil {
			t.Fatal(err)
		}
		give(c.after)
		r.run(40)
		if c.paused {
			r.loop.Virtual().SetPaused(true)
			r.run(2)
		}
		bodies := r.app.session.World().BodyCount()
		r.key(key('Z'), input.ModControl)
		r.run(3)
		if open := r.app.forks.Open(); open != c.open {
			t.Errorf("%s: the forks go on: %v, want %v", c.name, open, c.open)
		}
		for _, fork := range r.app.forks.List() {
			if got, want := fork.Session.World().BodyCount(), r.app.session.World().BodyCount(); got != want || fork.Session.Steps() != r.app.session.Steps() {
				t.Errorf("%s: %s has %d bodies, the session %d", c.name, fork.Name(), got, want)
			}
		}
		if got := r.app.session.World().BodyCount(); c.open && len(c.after) > 0 && got != bodies-1 {
			t.Errorf("%s: %d bodies after undo, %d before", c.name, got, bodies)
		}
		r.close()
	}
}

var (
	push  = session.ExplodeCommand(vec.V3(0, 0, 0), 20, 0.5)
	shot  = session.ShootCommand(vec.V3(0, 3, 8), vec.V3(0, 0, -15), 0.3)
	rough = session.SetCommand("material.friction", 0.77)
)
