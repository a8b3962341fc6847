package physics

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve"
)

// What creating and ending contacts reads and writes is all over the memory: two shapes, two bodies, the
// contacts at the heads of their lists, a place in the set of pairs. Many of them are made or ended one after the
// other, so that it can be asked for while those before are at work.

// fetchFar is how many contacts ahead what is known by index is asked for, fetchNear what that leads to.
const (
	fetchFar  = 8
	fetchNear = 4
)

// fetchPairs asks for the memory of pairs that follow the first of a list.
func (w *World) fetchPairs(list []shapePair) {
	if len(list) <= fetchFar {
		return
	}
	if p := list[fetchFar]; p.b != none {
		prefetch.Lines(unsafe.Pointer(&w.shapes[p.b]), 2)
		prefetch.Lines(unsafe.Pointer(&w.geometries[p.b]), 1)
		w.pairs.fetch(pairKey(p.a, p.b))
	}
	if p := list[fetchNear]; p.b != none {
		prefetch.Lines(unsafe.Pointer(&w.bodies[w.shapes[p.b].body]), 1)
	}
	if p := list[fetchNear/2]; p.b != none {
		w.fetchFirst(w.shapes[p.b].body)
	}
	if n := len(w.freeContacts) - fetchNear; n > 0 {
		index := w.freeContacts[n-1]
		prefetch.Lines(unsafe.Pointer(&w.contacts[index]), 2)
		prefetch.Lines(unsafe.Pointer(&w.reuse[index]), 2)
	}
	if n := len(w.freeSpans[0]) - fetchNear; n > 0 {
		const lines = (unsafe.Sizeof(solve.Manifold{}) + 63) / 64
		prefetch.Lines(unsafe.Pointer(&w.manifolds[w.freeSpans[0][n-1]]), int(lines))
	}
}

// fetchFirst asks for the first contact of a body.
func (w *World) fetchFirst(body int32) {
	if key := w.bodies[body].firstContact; key != none {
		prefetch.Lines(unsafe.Pointer(&w.contacts[key>>1]), 1)
	}
}

// fetchChanged asks for what the contacts after the first of a list of changed ones will need.
func (w *World) fetchChanged(list []int32) {
	if len(list) <= fetchFar {
		return
	}
	prefetch.Lines(unsafe.Pointer(&w.contacts[w.scratch.collide[list[fetchFar]]]), 2)
	c := &w.contacts[w.scratch.collide[list[fetchNear]]]
	prefetch.Lines(unsafe.Pointer(&w.bodies[c.bodyA]), 1)
	prefetch.Lines(unsafe.Pointer(&w.bodies[c.bodyB]), 1)
	if w.scratch.outcomes[list[fetchNear]] != apart {
		return
	}
	w.pairs.fetch(pairKey(c.shapeA, c.shapeB))
	for _, e := range c.edges {
		w.fetchEdge(e.prev)
		w.fetchEdge(e.next)
	}
}

// fetchEdge asks for the contact of a key.
func (w *World) fetchEdge(key int32) {
	if key != none {
		prefetch.Lines(unsafe.Pointer(&w.contacts[key>>1]), 1)
	}
}

// fetch asks for the place of a key.
func (s *pairSet) fetch(key uint64) {
	if len(s.keys) > 0 {
		prefetch.Lines(unsafe.Pointer(&s.keys[s.home(key)]), 1)
	}
}
