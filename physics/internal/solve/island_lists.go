package solve

import (
	"cmp"
	"slices"

	"tumble/physics/internal/solve/kernel"
)

// islandLists are the awake bodies of some islands.
type islandLists struct {
	byIsland []int32 // per island: its list, or a negative mark
	ranges   []kernel.Range
	bodies   []int32 // list by list
}

// of are the bodies of a list.
func (l *islandLists) of(list int) []int32 { return l.bodies[l.ranges[list].Begin:l.ranges[list].End] }

// listOf is the list of an island, negative for none and for bodies that impulses do not move.
func (l *islandLists) listOf(island int32) int32 {
	if island < 0 {
		return -1
	}
	return l.byIsland[island]
}

// mark gives all islands one mark.
func (s *Solver) mark(l *islandLists, mark int32) {
	islands := int32(1)
	for _, island := range s.Islands {
		islands = max(islands, island+1)
	}
	l.byIsland = slices.Grow(l.byIsland[:0], int(islands))[:islands]
	for i := range l.byIsland {
		l.byIsland[i] = mark
	}
}

// fill lists the bodies of the islands that byIsland names, of so many lists.
func (s *Solver) fill(l *islandLists, lists int) {
	l.ranges = slices.Grow(l.ranges[:0], lists)[:lists]
	clear(l.ranges)
	bodies := 0
	for k := range s.Awake {
		if i := l.listOf(s.islandOfAwake(k)); i >= 0 {
			l.ranges[i].End++
			bodies++
		}
	}
	at := int32(0)
	for i := range l.ranges {
		r := &l.ranges[i]
		n := r.End
		r.Begin, r.End = at, at
		at += n
	}
	l.bodies = slices.Grow(l.bodies[:0], bodies)[:bodies]
	for k := range s.Awake {
		if i := l.listOf(s.islandOfAwake(k)); i >= 0 {
			r := &l.ranges[i]
			l.bodies[r.End] = int32(k)
			r.End++
		}
	}
	// the order of awake bodies follows from all that has fallen asleep, and sums from their order
	for i := range l.ranges {
		slices.SortFunc(l.of(i), func(x, y int32) int { return cmp.Compare(s.Awake[x], s.Awake[y]) })
	}
}

// islandOfAwake is the island of an awake body by its place, −1 for none.
func (s *Solver) islandOfAwake(k int) int32 {
	if len(s.Islands) == 0 {
		return s.islandOf(s.Awake[k])
	}
	return s.Islands[k]
}

// batchOfList is the island batch of some bodies of one island, −1 for none.
func (s *Solver) batchOfList(bodies []int32) int32 {
	if len(s.layout.islands.list) == 0 {
		return -1
	}
	return s.layout.batchOf(int(bodies[0]))
}
