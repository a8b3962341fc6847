package capture

import (
	"strings"
	"testing"

	"tumble/engine/diagnose"
	"tumble/physics"
)

// The cause of a slow step names an island only if it is most of the work.
func TestCauseNeedsALargeShare(t *testing.T) {
	h := &diagnose.Hitch{Cause: diagnose.CauseStep, Part: 9e6}
	s := &diagnose.FrameSample{Steps: 1, Step: 10e6}
	r := &tickRecord{Tick: 7, Wall: 10e6, Profile: physics.Profile{Step: 9e6, Solve: 6e6, Collide: 3e6}}
	half := []physics.IslandLoad{{Island: 3, Bodies: 100, Contacts: 300, Ns: 40}, {Island: 4, Bodies: 90, Ns: 39},
		{Island: 5, Bodies: 90, Ns: 39}}
	if v := causeOf(h, s, r, half); v.Kind != "step" || v.Phase != "solve" ||
		!strings.Contains(v.Text, "step 7 took 10.0 ms, 6.0 ms of it solve") {
		t.Errorf("%+v", v)
	}
	if v := causeOf(h, s, r, half[:1]); v.Kind != "island" || v.Island != 3 ||
		!strings.Contains(v.Text, "island 3 of 100 bodies and 300 contacts is 100 % of it") {
		t.Errorf("%+v", v)
	}
}
