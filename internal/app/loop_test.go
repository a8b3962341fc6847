package app

import (
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/panel"
	"tumble/internal/app/session"
	"tumble/physics/scenes"
)

// A constant of the loop that is set acts at once, also while time stands still, is part of a preset and stays when
// another scene is opened.
func TestLoopSettingsAct(t *testing.T) {
	r := newPanelRig(t, "box", nil)
	defer r.close()
	r.loop.Virtual().SetPaused(true)
	for key, value := range map[string]float64{
		"loop.clamp": 0.02, "loop.background": float64(engine.BackgroundSlow), "loop.just_in_time": 0,
	} {
		p, err := r.app.session.Registry.Lookup(key)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SetValue(value); err != nil {
			t.Fatal(err)
		}
	}
	r.run(2)
	s := r.loop.Settings()
	if s.Clamp != 20*timestep.Millisecond || s.Background != engine.BackgroundSlow || s.JustInTime {
		t.Errorf("the loop has %+v", s)
	}
	preset := session.NewPreset("box", r.app.session.Registry)
	if preset.Parameters["loop.clamp"] != 0.02 || preset.Parameters["loop.background"] != "slow" ||
		preset.Parameters["loop.just_in_time"] != false {
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

// A loop that no longer catches up says so, and catches up when another one takes over.
func TestLoopFallsBehind(t *testing.T) {
	r := newPanelRig(t, "box", nil)
	defer r.close()
	if err := r.loop.SetStrategy("callback"); err != nil {
		t.Fatal(err)
	}
	r.tickNs = 40 * timestep.Millisecond
	r.run(120)
	st := r.loop.Status()
	if text := panel.BehindText(st); !st.Failing || st.Behind < timestep.Second ||
		!strings.HasPrefix(text, "this loop no longer catches up: ") {
		t.Fatalf("failing %v, %d ns behind, %q", st.Failing, st.Behind, text)
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
