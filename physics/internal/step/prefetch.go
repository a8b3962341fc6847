package step

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"unsafe"
)

// Creating and ending contacts reads and writes scattered memory: two shapes, two bodies, the contacts at the heads
// of their lists, a slot in the set of pairs. Many contacts are made or ended one after the other, so that the memory
// of the next ones can be prefetched meanwhile.

// fetchFar is how many contacts ahead records with a known index are prefetched, fetchNear how many contacts ahead the
// records whose index those hold.
const (
	fetchFar  = 8
	fetchNear = 4
)

// fetchPairs prefetches the memory of the pairs that follow the first of a list.
func (sp *Step) fetchPairs(list []broadphase.Pair) {
	if len(list) <= fetchFar {
		return
	}
	if p := list[fetchFar]; p.B != state.None {
		prefetch.Lines(unsafe.Pointer(&sp.Shapes[p.B]), 2)
		prefetch.Lines(unsafe.Pointer(&sp.Geometries[p.B]), 1)
		sp.Broad.Pairs.Fetch(broadphase.PairKey(p.A, p.B))
	}
	if p := list[fetchNear]; p.B != state.None {
		prefetch.Lines(unsafe.Pointer(&sp.Bodies[sp.Shapes[p.B].Body]), 1)
	}
	if p := list[fetchNear/2]; p.B != state.None {
		sp.fetchFirst(sp.Shapes[p.B].Body)
	}
	if n := len(sp.FreeContacts) - fetchNear; n > 0 {
		index := sp.FreeContacts[n-1]
		prefetch.Lines(unsafe.Pointer(&sp.Contacts[index]), 2)
		prefetch.Lines(unsafe.Pointer(&sp.Narrow.Recycling[index]), 2)
	}
	if n := len(sp.Narrow.FreeSpans[0]) - fetchNear; n > 0 {
		const lines = (unsafe.Sizeof(solve.Manifold{}) + 63) / 64
		prefetch.Lines(unsafe.Pointer(&sp.Manifolds[sp.Narrow.FreeSpans[0][n-1]]), int(lines))
	}
}

// fetchFirst prefetches the first contact of a body.
func (sp *Step) fetchFirst(body int32) {
	if key := sp.Bodies[body].FirstContact; key != state.None {
		prefetch.Lines(unsafe.Pointer(&sp.Contacts[key>>1]), 1)
	}
}

// fetchChanged prefetches the memory of the contacts that follow the first of a list of changed ones.
func (sp *Step) fetchChanged(list []int32) {
	if len(list) <= fetchFar {
		return
	}
	prefetch.Lines(unsafe.Pointer(&sp.Contacts[sp.Narrow.Listed[list[fetchFar]]]), 2)
	c := &sp.Contacts[sp.Narrow.Listed[list[fetchNear]]]
	prefetch.Lines(unsafe.Pointer(&sp.Bodies[c.BodyA]), 1)
	prefetch.Lines(unsafe.Pointer(&sp.Bodies[c.BodyB]), 1)
	if sp.Narrow.Outcomes[list[fetchNear]] != narrowphase.Apart {
		return
	}
	sp.Broad.Pairs.Fetch(broadphase.PairKey(c.ShapeA, c.ShapeB))
	for _, e := range c.Edges {
		sp.fetchEdge(e.Prev)
		sp.fetchEdge(e.Next)
	}
}

// fetchEdge prefetches the contact of a key.
func (sp *Step) fetchEdge(key int32) {
	if key != state.None {
		prefetch.Lines(unsafe.Pointer(&sp.Contacts[key>>1]), 1)
	}
}
