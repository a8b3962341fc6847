package app

import (
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/renderer"
)

// TestSplitView shows the forks side by side with the key, paused and running: as many panes as there are worlds,
// the edits made while time stands still in all of them, and one picture again when the forks end or the laboratory
// opens.
func TestSplitView(t *testing.T) {
	r := newRig(t, "incline", nil)
	defer r.close()
	toggle := func() { r.key(key('Y'), input.ModControl|input.ModShift) }
	toggle()
	r.run(2)
	if r.app.panes() != 1 || !r.app.panels.Trial() {
		t.Fatalf("without forks there are %d panes; the window of the forks is open: %v", r.app.panes(),
			r.app.panels.Trial())
	}
	if err := r.app.try(here("material.friction", "0.05", "0.3")); err != nil {
		t.Fatal(err)
	}
	toggle()
	r.run(40)
	if n := r.app.panes(); n != 3 || !r.app.checked(command.SplitTrial) {
		t.Fatalf("%d panes of three worlds", n)
	}
	frame := engine.Frame{Packet: &renderer.Packet{}}
	r.app.split.View(&frame, r.app.viewport(1280, 720), r.app.tools.Camera.Camera)
	if p := frame.Packet.Panes; p.Count != 3 || p.Rects[2].X1 <= p.Rects[1].X1 || p.Rects[1].X0 != p.Rects[0].X1 {
		t.Errorf("panes %+v", p)
	}

	// an edit while time stands still is one of every world
	r.loop.Virtual().SetPaused(true)
	r.run(2)
	body := r.app.session.World().Bodies(nil)[3]
	if err := r.app.Edit([]input.Event{session.RemoveCommand(body)}); err != nil {
		t.Fatal(err)
	}
	for _, fork := range r.app.trial.Members() {
		if got, want := fork.Session.World().Counters().Bodies, r.app.session.World().Counters().Bodies; got != want {
			t.Errorf("%s has %d bodies, the session %d", fork.Name(), got, want)
		}
	}
	r.loop.Virtual().SetPaused(false)
	r.run(10)

	// other values keep the view, a restart goes through all worlds
	if err := r.app.try(here("material.friction", "0.1", "0.2", "0.4")); err != nil {
		t.Fatal(err)
	}
	r.app.send(r.loop.World(), &input.Event{Time: r.clock.Now()}, session.RestartCommand())
	r.run(10)
	if n := r.app.panes(); n != 4 {
		t.Errorf("%d panes of four worlds", n)
	}
	toggle()
	if r.app.panes() != 1 {
		t.Error("the key does not close the view")
	}
	toggle()
	if err := r.app.lab.Set(2); err != nil {
		t.Fatal(err)
	}
	r.run(2)
	if r.app.split.Shows() || r.app.panes() != 2 {
		t.Error("the laboratory opens beside the split view")
	}
	toggle()
	r.run(2)
	if !r.app.split.Shows() || r.app.lab.Open() {
		t.Error("the split view opens beside the laboratory")
	}
	r.app.endTrial()
	r.run(2)
	if r.app.panes() != 1 {
		t.Error("the view outlives the forks")
	}
}
