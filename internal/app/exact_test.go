package app

import (
	"testing"

	"tumble/engine/input"
	"tumble/internal/meter"
	"tumble/internal/openscene"
	"tumble/internal/truth"
)

// TestTruthRigInTheWindow opens every truth rig: its error is watched, its ghost drawn, and a restart begins the
// solution anew.
func TestTruthRigInTheWindow(t *testing.T) {
	r := newRig(t, "box", nil)
	defer r.close()
	r.key(key('T'), input.ModControl)
	if !r.app.panels.Rigs() {
		t.Fatal("the key does not open the list")
	}
	errors, _ := meter.Find("truth.error")
	r.app.watch.Toggle(errors)
	for _, experiment := range truth.All {
		scene, err := openscene.Find(experiment.Scene.Name)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.app.Open(scene); err != nil {
			t.Fatal(err)
		}
		r.run(30)
		twin := r.app.exact.twin
		if twin == nil || twin.Rig != experiment {
			t.Fatalf("%s: no exact solution", experiment.Name)
		}
		curve := r.app.watch.Curves()[0]
		if curve.Count < 20 || curve.Last != twin.Error() || curve.Last > 0.1 {
			t.Errorf("%s: %d values, the last is %g; the error is %g", experiment.Name, curve.Count, curve.Last,
				twin.Error())
		}
		if len(r.app.exact.now) != len(r.app.session.Run.Bodies) {
			t.Errorf("%s: %d ghosts of %d bodies", experiment.Name, len(r.app.exact.now), len(r.app.session.Run.Bodies))
		}
	}
	r.key(key('R'), 0)
	r.run(3)
	if !r.app.exact.twin.Follows(r.app.session.Run) {
		t.Error("the solution is not that of the scene that was built anew")
	}
}
