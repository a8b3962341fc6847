package panel

import (
	"testing"

	"tumble/engine/diagnose"
)

// Why goals are not known is told in full, every reason once.
func TestReasonsOfGoals(t *testing.T) {
	list := []diagnose.Goal{
		{Number: 2, Known: true, Why: "nobody asks"}, {Number: 5, Why: "no display is known"},
		{Number: 21, Why: "too few frames yet"},
		{Number: 21, Why: "too few frames yet"}, {Number: 22, Why: "no display is known"}, {Number: 24},
	}
	want := []string{1: "No. 5, 22: no display is known.", 2: "No. 21: too few frames yet.", 5: ""}
	for i := range list {
		if got := string(appendReason(nil, list, i)); got != want[i] {
			t.Errorf("goal %d: %q, want %q", list[i].Number, got, want[i])
		}
	}
}
