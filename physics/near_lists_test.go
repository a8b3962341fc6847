package physics

import (
	"testing"
	"tumble/physics/internal/collide"
)

// TestOnlyMeshContactsHaveLists drops boxes on a mesh, beside a cluster of boxes that touches none, again and again:
// each contact with the mesh has a list of its own, and those of the boxes removed are taken again.
func TestOnlyMeshContactsHaveLists(t *testing.T) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, V3(0, 0, 0), gridMesh(t, 16, 20))
	addBody(t, w, Static, V3(100, -0.5, 0), BoxHalf(20, 0.5, 20))
	for i := range 60 {
		addBody(t, w, Dynamic, V3(98+0.9*float32(i%4), 0.5+1.1*float32(i/16), 0.9*float32(i/4%4)),
			BoxHalf(0.5, 0.5, 0.5))
	}
	most := 0
	for round := range 4 {
		var dropped []Body
		for i := range 12 {
			dropped = append(dropped, addBody(t, w, Dynamic, V3(2*float32(i%4)-3, 1.5, 2*float32(i/4)-2),
				BoxHalf(0.4, 0.4, 0.4)))
		}
		run(t, w, 1)
		listed := map[*collide.TriangleList]int{}
		for i := range w.state.Contacts {
			list := w.narrow.NearList(int32(i))
			if list == nil {
				continue
			}
			if other, again := listed[list]; again || !w.state.Contacts[i].Alive || !w.state.Contacts[i].Composite {
				t.Fatalf("round %d: contact %d has the list that %d has (%v): %+v", round, i, other, again,
					w.state.Contacts[i])
			}
			listed[list] = i
		}
		used, free := w.narrow.NearLists()
		if len(listed) < len(dropped) || len(listed) != used {
			t.Fatalf("round %d: %d lists found, %d in use, %d free for %d boxes", round, len(listed), used, free,
				len(dropped))
		}
		if round == 0 {
			most = used + free
		} else if used+free > most {
			t.Fatalf("round %d: %d lists, %d in the first round", round, used+free, most)
		}
		for _, b := range dropped {
			b.Destroy()
		}
		if used, free := w.narrow.NearLists(); used > 0 {
			t.Fatalf("round %d: %d lists are in use, %d free with no box on the mesh", round, used, free)
		}
	}
	if c := w.Counters().Contacts; c < 3*most {
		t.Errorf("%d contacts, %d lists", c, most)
	}
}

// TestListsEndWithRestoredState puts a world back: what falls on the mesh keeps its list, and without the mesh nothing
// holds on to it.
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
	inUse := func() int { used, _ := w.narrow.NearLists(); return used }
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
	if n := inUse(); n != 0 {
		t.Errorf("%d lists are left of the mesh", n)
	}
	if err := w.Restore(&fallen); err != nil {
		t.Fatal(err)
	}
	for _, b := range boxes {
		b.SetLinearVelocity(V3(3, 0, 0))
	}
	if run(t, w, 2); inUse() != lists {
		t.Errorf("%d lists, %d before", inUse(), lists)
	}
}
