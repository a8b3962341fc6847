package panel

import (
	"testing"

	"tumble/engine/timestep"
)

// A loop that no longer catches up has a window that offers another one, until the user goes on with it.
func TestBehindWindow(t *testing.T) {
	r := newRig(t, "box", "")
	defer r.close()
	shown := func() bool {
		for _, w := range r.panels.ui.Layout().Windows {
			if w.Title == windowBehind {
				return true
			}
		}
		return false
	}
	if shown() {
		t.Error("a loop that keeps up has the window")
	}
	if err := r.loop.SetStrategy("callback"); err != nil {
		t.Fatal(err)
	}
	r.tickNs = 40 * timestep.Millisecond
	r.run(120)
	st := r.loop.Status()
	if !st.Failing || !shown() {
		t.Fatalf("failing %v, %d ns behind, window shown %v", st.Failing, st.Behind, shown())
	}
	before := len(r.view.Frame.Packet.Quads)
	r.panels.behind.goOn = true
	r.run(2)
	if after := len(r.view.Frame.Packet.Quads); after >= before {
		t.Errorf("%d quads with the window, %d after the user went on", before, after)
	}
}
