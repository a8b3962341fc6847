package app

import (
	"testing"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// A constant of the loop that is set in the panel acts at once, also while time stands still, is part of a preset and stays
// when another scene is opened.
func TestLoopSettingsInThePanel(t *testing.T) {
	r := newPanelRig(t, "box", nil)
	defer r.close()
	r.loop.Virtual().SetPaused(true)
	r.setKnob("loop.clamp", 0.02)
	r.setKnob("loop.background", float64(engine.BackgroundSlow))
	r.setKnob("loop.just_in_time", 1)
	s := r.loop.Settings()
	if s.Clamp != 20*timestep.Millisecond || s.Background != engine.BackgroundSlow || !s.JustInTime {
		t.Errorf("the loop has %+v", s)
	}
	preset := NewPreset("box", r.app.session.Registry)
	if preset.Parameters["loop.clamp"] != 0.02 || preset.Parameters["loop.background"] != "slow" || preset.Parameters["loop.just_in_time"] != true {
		t.Errorf("preset %v", preset.Parameters)
	}
	other, _ := scenes.Find("stack10")
	if err := r.app.Open(other); err != nil {
		t.Fatal(err)
	}
	r.run(2)
	if got := r.loop.Settings(); got != s {
		t.Errorf("after another scene: %+v", got)
	}
}

// A loop that no longer catches up offers another one, and is left alone when the user goes on.
func TestBehindWindow(t *testing.T) {
	r := newPanelRig(t, "box", nil)
	defer r.close()
	if err := r.loop.SetStrategy("callback"); err != nil {
		t.Fatal(err)
	}
	r.tickNs = 40 * timestep.Millisecond
	r.run(120)
	shown := func() bool {
		for _, w := range r.app.panels.ui.Layout().Windows {
			if w.Title == windowBehind {
				return true
			}
		}
		return false
	}
	if st := r.loop.Status(); !st.Failing || st.Behind < timestep.Second || !shown() {
		t.Fatalf("failing %v, %d ns behind, window shown %v", st.Failing, st.Behind, shown())
	}
	if want := "this loop no longer catches up: "; behindText(r.loop.Status())[:len(want)] != want {
		t.Errorf("%q", behindText(r.loop.Status()))
	}
	r.tickNs = 0
	if err := r.app.setStrategy(timestep.DefaultStrategy); err != nil {
		t.Fatal(err)
	}
	r.run(10)
	if st := r.loop.Status(); st.Failing || st.Behind != 0 {
		t.Errorf("after the switch: failing %v, %d ns behind", st.Failing, st.Behind)
	}
}
