package narrowphase

import (
	"testing"

	"tumble/physics/internal/state"
)

// A contact that ends holds on to no mesh, and its list is taken again.
func TestNearListsAreTakenAgain(t *testing.T) {
	var l nearLists
	l.add([]int32{3, 5, 7}, 8)
	if len(l.lists) != 3 || l.of(3) == nil || l.of(4) != nil || l.of(3) == l.of(5) {
		t.Fatalf("lists %d", len(l.lists))
	}
	l.remove(5)
	if l.of(5) != nil || len(l.free) != 1 {
		t.Fatalf("contact 5 has a list still, %d free", len(l.free))
	}
	l.add([]int32{9}, 10)
	if len(l.lists) != 3 || l.of(9) == nil {
		t.Fatalf("%d lists after one was free", len(l.lists))
	}
	// a state without contacts ends all
	l.dropStale(&state.State{})
	for i := range l.lists {
		if !l.lists[i].IsOf(nil) {
			t.Errorf("list %d is left of a mesh", i)
		}
	}
	if len(l.free) != len(l.lists) {
		t.Errorf("%d of %d lists are free", len(l.free), len(l.lists))
	}
}
