package physics

import "testing"

// TestOnlyMeshContactsHaveLists drops boxes on a mesh, beside a heap of boxes that touches none, again and again: each contact with the
// mesh has a list of its own, and those of the boxes removed are taken again.
func TestOnlyMeshContactsHaveLists(t *testing.T) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, V3(0, 0, 0), gridMesh(t, 16, 20))
	addBody(t, w, Static, V3(100, -0.5, 0), BoxHalf(20, 0.5, 20))
	for i := range 60 {
		addBody(t, w, Dynamic, V3(98+0.9*float32(i%4), 0.5+1.1*float32(i/16), 0.9*float32(i/4%4)), BoxHalf(0.5, 0.5, 0.5))
	}
	most := 0
	for round := range 4 {
		var dropped []Body
		for i := range 12 {
			dropped = append(dropped, addBody(t, w, Dynamic, V3(2*float32(i%4)-3, 1.5, 2*float32(i/4)-2), BoxHalf(0.4, 0.4, 0.4)))
		}
		run(t, w, 1)
		listed, near := map[int32]int{}, &w.scratch.near
		for i := range w.contacts {
			if near.of(int32(i)) == nil {
				continue
			}
			if other, again := listed[near.places[i]]; again || !w.contacts[i].alive || !w.contacts[i].pieces {
				t.Fatalf("round %d: contact %d has list %d, as has %d (%v): %+v", round, i, near.places[i], other, again, w.contacts[i])
			}
			listed[near.places[i]] = i
		}
		if len(listed) < len(dropped) || len(listed)+len(near.free) != len(near.lists) {
			t.Fatalf("round %d: %d lists in use, %d free, %d in all for %d boxes", round, len(listed), len(near.free), len(near.lists), len(dropped))
		}
		if round == 0 {
			most = len(near.lists)
		} else if len(near.lists) > most {
			t.Fatalf("round %d: %d lists, %d in the first round", round, len(near.lists), most)
		}
		for _, b := range dropped {
			b.Destroy()
		}
	}
	if c := w.Counters().Contacts; c < 3*most {
		t.Errorf("%d contacts, %d lists", c, most)
	}
}
