package physics

import "slices"

// Bodies that were made in one place overlap each with every other one: a thousand of them are half
// a million pairs, ten thousand fifty million. A few contacts of a body are enough to drive it out, and more
// only slow each other down. So a pair of dynamic bodies that is sunk into one another waits while either
// of them has heapLimit deep overlaps with others. The heap spreads, overlaps become fewer, and the pairs
// that waited come in again. What merely touches, or comes from outside, never waits, nor does anything
// meet a body that is not in such a heap: piles, ropes and what lies pressed together in a press have
// no body with so many deep overlaps.

const (
	// heapLimit is the number of deep overlaps from which on a body gets no further ones.
	heapLimit = 12
	// heapPause is the number of steps after which a shape that waits looks for its pairs again, if
	// it did not leave its fat bounds before.
	heapPause = 8
	// sunkPart of the half size of the smaller of two boxes is by how much they overlap, along all axes, in
	// a pair that may wait.
	sunkPart = 0.1
	// coreOverlap is the part of the sum of the inner radii within which the middles of two shapes lie that
	// must overlap deeply, before their contact tells.
	coreOverlap = 0.75
)

// sunk reports whether the boxes of two shapes overlap so far that their pair may wait.
func (w *World) sunk(a, b int32) bool {
	p, q := &w.bounds[a].tight, &w.bounds[b].tight
	return sunkAlong(p.Min.X, p.Max.X, q.Min.X, q.Max.X) && sunkAlong(p.Min.Y, p.Max.Y, q.Min.Y, q.Max.Y) &&
		sunkAlong(p.Min.Z, p.Max.Z, q.Min.Z, q.Max.Z)
}

func sunkAlong(p, pEnd, q, qEnd float32) bool {
	size := pEnd - p
	if d := qEnd - q; d < size {
		size = d
	}
	least := float32(0.5 * sunkPart * size)
	return pEnd-q > least && qEnd-p > least
}

// surelyDeep reports whether two shapes must overlap deeply.
func (w *World) surelyDeep(a, b int32) bool {
	reach := float32(coreOverlap * (w.shapes[a].inner + w.shapes[b].inner))
	d := w.bounds[b].tight.Center().Sub(w.bounds[a].tight.Center())
	return d.Len2() < float32(reach*reach)
}

// deepOverlaps is the number of deep overlaps of a body as far as anyone counted them in this step.
func (w *World) deepOverlaps(body int32) int32 {
	if deep := w.scratch.deep; len(deep) > 0 {
		return deep[body]
	}
	return 0
}

// countDeep makes room for the counts of all bodies.
func (w *World) countDeep() []int32 {
	if len(w.scratch.deep) == 0 {
		w.scratch.deep = slices.Grow(w.scratch.deep, len(w.bodies))[:len(w.bodies)]
		clear(w.scratch.deep)
	}
	return w.scratch.deep
}

// beginHeaps counts the deep overlaps and lets the shapes whose turn it is look for what they wait for.
func (w *World) beginHeaps() {
	w.scratch.deep = w.scratch.deep[:0]
	if len(w.waiting) == 0 {
		return
	}
	deep := w.countDeep()
	for color := int32(0); color < GraphColors; color++ {
		for _, e := range w.graph.Contacts(color) {
			if w.bodies[e.BodyA].kind == Dynamic && w.bodies[e.BodyB].kind == Dynamic && w.hasDeep(e.Manifold, e.Count) {
				deep[e.BodyA]++
				deep[e.BodyB]++
			}
		}
	}
	rest := w.waiting[:0]
	for _, index := range w.waiting {
		s := &w.shapes[index]
		if !s.moved && ((uint64(index)+w.steps)%heapPause != 0 || w.bodies[s.body].awakeIndex == none) {
			rest = append(rest, index)
			continue
		}
		s.waits = false
		w.bufferMove(index)
	}
	w.waiting = rest
}

func (w *World) hasDeep(manifold, count int32) bool {
	for k := manifold; k < manifold+count; k++ {
		if w.isDeep(&w.manifolds[k]) {
			return true
		}
	}
	return false
}

// mustWait reports whether a pair of shapes of dynamic bodies has to wait.
func (w *World) mustWait(a, b int32) bool {
	deep := w.scratch.deep
	return len(deep) > 0 && (deep[w.shapes[a].body] >= heapLimit || deep[w.shapes[b].body] >= heapLimit) && w.sunk(a, b)
}

// wait puts a shape on the list of those with pairs that wait.
func (w *World) wait(index int32) {
	if s := &w.shapes[index]; !s.waits {
		s.waits = true
		w.waiting = append(w.waiting, index)
	}
}

// stopWaiting forgets a shape that leaves the broad phase.
func (w *World) stopWaiting(index int32) {
	if s := &w.shapes[index]; s.waits {
		s.waits = false
		w.waiting = slices.DeleteFunc(w.waiting, func(i int32) bool { return i == index })
	}
}

// createPair makes a contact of a pair that the broad phase found, unless it has to wait.
func (w *World) createPair(p shapePair) {
	if p.b == none {
		w.wait(p.a)
		return
	}
	w.last.newPairs++
	a, b := w.shapes[p.a].body, w.shapes[p.b].body
	heap := w.bodies[a].kind == Dynamic && w.bodies[b].kind == Dynamic
	if heap && w.mustWait(p.a, p.b) {
		w.wait(p.a)
		return
	}
	if !w.allows(p.a, p.b) {
		return
	}
	w.createContact(p.a, p.b)
	if heap && w.surelyDeep(p.a, p.b) {
		deep := w.countDeep()
		deep[a]++
		deep[b]++
	}
}
