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
		if len(near.free) != len(near.lists) {
			t.Fatalf("round %d: %d of %d lists are free with no box on the mesh", round, len(near.free), len(near.lists))
		}
	}
	if c := w.Counters().Contacts; c < 3*most {
		t.Errorf("%d contacts, %d lists", c, most)
	}
}

// TestListsEndWithRestoredState puts a world back: what falls on the mesh keeps its list, and without the mesh nothing holds on to
// it.
func TestListsEndWithRestoredState(t *testing.T) {
	w := newTestWorld(t, nil)
	var empty, fallen Snapshot
	if err := w.Snapshot(&empty); err != nil {
		t.Fatal(err)
	}
	addBody(t, w, Static, V3(0, 0, 0), gridMesh(t, 16, 20))
	var boxes []Body
	for i := range 6 {
		boxes = append(boxes, addBody(t, w, Dynamic, V3(2*float32(i)-5, 0.5, 0), BoxHalf(0.4, 0.4, 0.4)))
	}
	run(t, w, 2)
	if err := w.Snapshot(&fallen); err != nil {
		t.Fatal(err)
	}
	near := &w.scratch.near
	inUse := func() int { return len(near.lists) - len(near.free) }
	lists := inUse()
	run(t, w, 2)
	if err := w.Restore(&fallen); err != nil {
		t.Fatal(err)
	}
	if n := inUse(); n != lists || n < 6 {
		t.Errorf("%d lists after two steps back, %d before", n, lists)
	}
	if err := w.Restore(&empty); err != nil {
		t.Fatal(err)
	}
	for i := range near.lists {
		if !near.lists[i].IsOf(nil) || inUse() != 0 {
			t.Errorf("list %d of %d in use is left of the mesh", i, inUse())
		}
	}
	if err := w.Restore(&fallen); err != nil {
		t.Fatal(err)
	}
	for _, b := range boxes {
		b.SetLinearVelocity(V3(3, 0, 0))
	}
	if run(t, w, 2); inUse() != lists || len(near.lists) != lists {
		t.Errorf("%d lists of %d, %d before", inUse(), len(near.lists), lists)
	}
}
