package state

import (
	"slices"

	"tumble/physics/internal/solve"
)

// ContactSum is how hard two shapes in touch press, see physics.ContactSum.
type ContactSum struct {
	// Slot stays the same while the bounds of the shapes overlap; A and B are the indices of the shapes.
	Slot, A, B int32
	// Impulse (N·s) is the sum of the normal impulses in the last step.
	Impulse float32
}

// ContactTotals are sums over all contacts that touch, see physics.ContactTotals.
type ContactTotals struct {
	solve.ContactTotals
	// Manifolds counts.
	Manifolds int32
	// Overlap (m) is the sum of the overlaps of all points.
	Overlap float64
}

// ContactSums appends a sum for each touching contact to buf and returns their total. The contacts of awake bodies come
// first, in the order of the graph, then the contacts of sleeping bodies; where most bodies sleep, all come in the
// order of their indices.
func (st *State) ContactSums(buf []ContactSum, sums *solve.ContactSums) ([]ContactSum, ContactTotals) {
	first, n := len(buf), int(st.Touching)
	buf = slices.Grow(buf, n)[:first+n]
	list := buf[first:]
	awake := st.Graph.ContactCount()
	if 2*awake >= n && awake <= n {
		var t ContactTotals
		_, version := st.Graph.Versions()
		if stored, totals, ok := sums.Read(version); ok {
			t.ContactTotals = totals
			st.listStored(list, stored, &t)
		} else {
			st.sumGraph(list, &t)
		}
		if st.sumSleeping(list[awake:], &t) {
			return buf, t
		}
	}
	var t ContactTotals
	st.sumContacts(list, &t)
	return buf, t
}

// sumSleeping reads the manifolds of the contacts that are not in the graph, body by body, and reports whether they
// fill the list.
func (st *State) sumSleeping(list []ContactSum, t *ContactTotals) bool {
	n := 0
	for i := 0; i < len(st.Bodies) && n < len(list); i++ {
		if !st.sleeps(int32(i)) {
			continue
		}
		for key := st.Bodies[i].FirstContact; key != None && n < len(list); {
			c := &st.Contacts[key>>1]
			// a contact of two bodies that sleep is that of its body A
			if c.Touching && c.Color == None && (key&1 == 0 || !st.sleeps(c.BodyA)) {
				list[n] = ContactSum{key >> 1, c.ShapeA, c.ShapeB, t.add(st.ManifoldsOf(c))}
				n++
			}
			key = c.Edges[key&1].Next
		}
	}
	return n == len(list)
}

// sleeps reports whether a body could move and is not awake.
func (st *State) sleeps(body int32) bool {
	r := &st.Bodies[body]
	return r.AwakeIndex == None && r.Kind != Static && r.Alive()
}

// sumContacts reads the manifolds of all contacts that touch.
func (st *State) sumContacts(list []ContactSum, t *ContactTotals) {
	n := 0
	for i := range st.Contacts {
		if c := &st.Contacts[i]; c.Touching {
			list[n] = ContactSum{int32(i), c.ShapeA, c.ShapeB, t.add(st.ManifoldsOf(c))}
			n++
		}
	}
}

// sumGraph reads the manifolds of the graph.
func (st *State) sumGraph(list []ContactSum, t *ContactTotals) {
	n := 0
	for color := int32(0); color < solve.ColorCount; color++ {
		pairs := st.Graph.Pairs(color)
		for i, e := range st.Graph.Contacts(color) {
			list[n] = ContactSum{e.Contact, pairs[i].A, pairs[i].B,
				t.add(st.Manifolds[e.Manifold : e.Manifold+e.Count])}
			n++
		}
	}
}

// add adds the manifolds of a contact and returns the sum of their normal impulses.
func (t *ContactTotals) add(manifolds []solve.Manifold) (impulse float32) {
	t.Manifolds += int32(len(manifolds))
	for i := range manifolds {
		s := t.Add(&manifolds[i])
		impulse += s.Impulse
		t.Overlap += float64(s.Overlap)
	}
	return impulse
}

// listStored is sumGraph with sums that the solver has stored.
func (st *State) listStored(list []ContactSum, stored []solve.ContactSum, t *ContactTotals) {
	overlap, manifolds := t.Overlap, t.Manifolds
	for color := int32(0); color < solve.ColorCount; color++ {
		entries := st.Graph.Contacts(color)
		pairs, out := st.Graph.Pairs(color)[:len(entries)], list[:len(entries)]
		list = list[len(entries):]
		for i := range entries {
			e := &entries[i]
			s := stored[e.Manifold]
			overlap += float64(s.Overlap)
			// most contacts have one manifold
			for k := e.Manifold + 1; k < e.Manifold+e.Count; k++ {
				s.Impulse += stored[k].Impulse
				overlap += float64(stored[k].Overlap)
			}
			manifolds += e.Count
			out[i] = ContactSum{e.Contact, pairs[i].A, pairs[i].B, s.Impulse}
		}
	}
	t.Overlap, t.Manifolds = overlap, manifolds
}
