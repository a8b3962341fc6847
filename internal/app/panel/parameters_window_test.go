package panel

import (
	"testing"
	"tumble/physics/scenes"
)

// Every parameter of the registry of every scene has a control.
func TestEveryParameterHasAKnob(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	for _, name := range []string{"pyramid36", "card_house", "mixed_rain"} {
		s, ok := scenes.Find(name)
		if !ok {
			t.Fatalf("no scene %s", name)
		}
		if err := r.Open(s); err != nil {
			t.Fatal(err)
		}
		r.run(2)
		seen := map[string]bool{}
		for i := range r.panels.parameters.knobs {
			seen[r.panels.parameters.knobs[i].param.Key] = true
		}
		for _, q := range r.session.Registry.All() {
			if !seen[q.Key] {
				t.Errorf("%s: %s has no control", name, q.Key)
			}
		}
		covered := 0
		for _, g := range r.panels.parameters.groups {
			covered += g.last - g.first
		}
		if covered != len(seen) || len(seen) != len(r.session.Registry.All()) {
			t.Errorf("%s: %d controls in groups, %d parameters", name, covered, len(seen))
		}
	}
}

// While the world is paused a control keeps what was set, and the next step takes it.
func TestKnobWhilePaused(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.loop.Virtual().SetPaused(true)
	r.run(2)
	r.setKnob("substeps", 9)
	r.run(30)
	p := r.panels
	for i := range p.parameters.knobs {
		if k := &p.parameters.knobs[i]; k.param.Key == "substeps" && k.value != 9 {
			t.Errorf("the control shows %v", k.value)
		}
	}
	r.loop.Virtual().Step(1)
	r.run(3)
	if n := r.session.World().Settings().SubSteps; n != 9 {
		t.Errorf("%d sub-steps after a step", n)
	}
}

// A parameter of the scene takes effect by a restart, which follows at once.
func TestSceneParameterRestarts(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	n := r.session.Rebuilds()
	r.setKnob("scene.spacing", 1.25)
	r.run(5)
	b := r.dynamic()
	if r.session.Rebuilds() != n+1 {
		t.Fatalf("%d rebuilds, want one", r.session.Rebuilds()-n)
	}
	if d := b[1].Position().X - b[0].Position().X; d < 1.2 || d > 1.3 {
		t.Errorf("neighbours are %v m apart", d)
	}
}
