package broadphase

import (
	"slices"
	"tumble/physics/internal/state"
)

// Bodies that were made in one place overlap each with every other one: a thousand of them are half
// a million pairs, ten thousand fifty million. A few contacts of a body are enough to drive it out, and more
// only slow each other down. So a pair of dynamic bodies that is sunk into one another waits while either
// of them has ClusterLimit deep overlaps with others. The cluster spreads, overlaps become fewer, and the pairs
// that waited come in again. A shape that merely touches, or comes from outside, never waits, nor does one that
// meets a body outside of such a cluster: piles, ropes and what lies pressed together in a press have
// no body with so many deep overlaps.

const (
	// ClusterLimit is the number of deep overlaps from which on a body gets no further ones.
	ClusterLimit = 12
	// clusterPause is the number of steps after which a shape that waits looks for its pairs again, if
	// it did not leave its fat bounds before.
	clusterPause = 8
	// retryMost is about how many shapes look again in a step because of their pause: each meets all of its cluster.
	retryMost = 256
	// deepFraction of the half size of the smaller of two boxes is by how much they overlap, along all axes, in
	// a pair that may wait.
	deepFraction = 0.1
	// coreOverlap is the part of the sum of the inner radii within which the middles of two shapes lie that
	// must overlap deeply, before their contact tells.
	coreOverlap = 0.75
)

// overlapsDeeply reports whether the boxes of two shapes overlap so far that their pair may wait.
func (bp *BroadPhase) overlapsDeeply(a, b int32) bool {
	p, q := &bp.Bounds[a].Tight, &bp.Bounds[b].Tight
	return overlapsAlong(p.Min.X, p.Max.X, q.Min.X, q.Max.X) && overlapsAlong(p.Min.Y, p.Max.Y, q.Min.Y, q.Max.Y) &&
		overlapsAlong(p.Min.Z, p.Max.Z, q.Min.Z, q.Max.Z)
}

func overlapsAlong(p, pEnd, q, qEnd float32) bool {
	size := pEnd - p
	if d := qEnd - q; d < size {
		size = d
	}
	least := float32(0.5 * deepFraction * size)
	return pEnd-q > least && qEnd-p > least
}

// surelyDeep reports whether two shapes must overlap deeply.
func (bp *BroadPhase) surelyDeep(a, b int32) bool {
	reach := float32(coreOverlap * (bp.Shapes[a].Inner + bp.Shapes[b].Inner))
	d := bp.Bounds[b].Tight.Center().Sub(bp.Bounds[a].Tight.Center())
	return d.Len2() < float32(reach*reach)
}

// deepOverlaps is the number of deep overlaps of a body as far as anyone counted them in this step.
func (bp *BroadPhase) deepOverlaps(body int32) int32 {
	if deep := bp.deep; len(deep) > 0 {
		return deep[body]
	}
	return 0
}

// counts makes room for the deep overlaps of all bodies.
func (bp *BroadPhase) counts() []int32 {
	if len(bp.deep) == 0 {
		bp.deep = slices.Grow(bp.deep, len(bp.Bodies))[:len(bp.Bodies)]
		clear(bp.deep)
	}
	return bp.deep
}

// BeginPairs begins the search for pairs of a step. While pairs wait it returns a count for each body, to which the
// caller adds the deep overlaps of dynamic bodies with each other; otherwise nil.
func (bp *BroadPhase) BeginPairs() []int32 {
	bp.deep = bp.deep[:0]
	if len(bp.Waiting) == 0 {
		return nil
	}
	return bp.counts()
}

// RetryWaiting lets the shapes whose turn it is look again for the pairs that wait.
func (bp *BroadPhase) RetryWaiting() {
	pause := max(clusterPause, uint64(len(bp.Waiting)/retryMost))
	rest := bp.Waiting[:0]
	for _, index := range bp.Waiting {
		s := &bp.Shapes[index]
		if !s.Moved && ((uint64(index)+bp.Steps)%pause != 0 || bp.Bodies[s.Body].AwakeIndex == state.None) {
			rest = append(rest, index)
			continue
		}
		s.Waits = false
		bp.BufferMove(index)
	}
	bp.Waiting = rest
}

// KnowsDeep reports whether deep overlaps were counted in this step.
func (bp *BroadPhase) KnowsDeep() bool { return len(bp.deep) > 0 }

// Accepts reports whether a pair that was found may get a contact now, or has to wait.
func (bp *BroadPhase) Accepts(p Pair) bool {
	if bp.cluster(p) && bp.mustWait(p.A, p.B) {
		bp.Wait(p.A)
		return false
	}
	return true
}

// Created counts a pair that got a contact, if it must overlap deeply.
func (bp *BroadPhase) Created(p Pair) {
	if bp.cluster(p) && bp.surelyDeep(p.A, p.B) {
		deep := bp.counts()
		deep[bp.Shapes[p.A].Body]++
		deep[bp.Shapes[p.B].Body]++
	}
}

// cluster reports whether a pair may be part of a deep-overlap cluster: both bodies are dynamic.
func (bp *BroadPhase) cluster(p Pair) bool {
	return bp.Bodies[bp.Shapes[p.A].Body].Kind == state.Dynamic && bp.Bodies[bp.Shapes[p.B].Body].Kind == state.Dynamic
}

// mustWait reports whether a pair of shapes of dynamic bodies has to wait.
func (bp *BroadPhase) mustWait(a, b int32) bool {
	deep := bp.deep
	return len(deep) > 0 && (deep[bp.Shapes[a].Body] >= ClusterLimit || deep[bp.Shapes[b].Body] >= ClusterLimit) &&
		bp.overlapsDeeply(a, b)
}

// Wait puts a shape on the list of those with pairs that wait.
func (bp *BroadPhase) Wait(index int32) {
	if s := &bp.Shapes[index]; !s.Waits {
		s.Waits = true
		bp.Waiting = append(bp.Waiting, index)
	}
}

// stopWaiting forgets a shape that leaves the broad phase.
func (bp *BroadPhase) stopWaiting(index int32) {
	if s := &bp.Shapes[index]; s.Waits {
		s.Waits = false
		bp.Waiting = slices.DeleteFunc(bp.Waiting, func(i int32) bool { return i == index })
	}
}
