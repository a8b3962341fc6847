package state

import "testing"

func TestFilters(t *testing.T) {
	a := Filter{Category: 1, Mask: 2}
	b := Filter{Category: 2, Mask: 1}
	if !a.Collides(b) || a.Collides(a) || (Filter{Category: 2, Mask: 4}).Collides(a) {
		t.Error("categories and masks")
	}
	g := Filter{Group: 5}
	if !g.Collides(g) || (Filter{Category: 1, Mask: 1, Group: -5}).Collides(Filter{Category: 1, Mask: 1, Group: -5}) {
		t.Error("groups come first")
	}
}
