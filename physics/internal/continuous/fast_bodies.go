package continuous

import (
	"cmp"
	"slices"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// IsFast reports whether a body could have jumped over something in this step.
func IsFast(r *state.Body, sim *solve.Sim, s *solve.State, dt float32) bool {
	if r.FirstShape == state.None {
		return false
	}
	limit := float32(coreFraction * sim.MinExtent)
	moved := vec.Max(s.DP.Len(), float32(s.V.Len()*dt))
	if moved > limit {
		return true
	}
	rotated, rotating := s.DQ.Vec().Mul(2), s.W.Mul(dt)
	// an upper bound of RotationReach, without its cross products
	if moved+vec.Max(float32(rotated.Len()*sim.MaxExtent), float32(rotating.Len()*sim.MaxExtent)) <= limit {
		return false
	}
	return moved+vec.Max(r.RotationReach(sim, rotated), r.RotationReach(sim, rotating)) > limit
}

// listFast sorts the fast bodies by the lower ends of their boxes along x, so that bullets need not look
// at all of them.
func (cc *Sweeper) listFast() {
	cc.swept, cc.sweptWidth = cc.swept[:0], 0
	cc.isListed = append(cc.isListed[:0], make([]bool, len(cc.Bodies))...)
	for i, index := range cc.fast {
		cc.isListed[index] = true
		m := cc.MotionOf(index)
		box := vec.EmptyAABB
		for s := cc.Bodies[index].FirstShape; s != state.None; s = cc.Shapes[s].Next {
			box = box.Union(m.sweptBounds(&cc.Geometries[s], &cc.Sims[index]))
		}
		cc.swept = append(cc.swept, fastBody{box, int32(i)})
		cc.sweptWidth = vec.Max(cc.sweptWidth, box.Max.X-box.Min.X)
	}
	slices.SortFunc(cc.swept, func(a, b fastBody) int {
		return cmp.Or(cmp.Compare(a.bounds.Min.X, b.bounds.Min.X), cmp.Compare(a.index, b.index))
	})
}

// fastWithin appends the shapes of the fast bodies that came into a box to found, in the order of the list,
// and their places in the list to near. Bodies that were stopped since came less far than their boxes say.
func (cc *Sweeper) fastWithin(box vec.AABB, found, near []int32) (foundToo, nearToo []int32) {
	found = cc.dropFast(found)
	from := len(near)
	first, _ := slices.BinarySearchFunc(cc.swept, box.Min.X-cc.sweptWidth, func(f fastBody, x float32) int {
		return cmp.Compare(f.bounds.Min.X, x)
	})
	for i := first; i < len(cc.swept) && cc.swept[i].bounds.Min.X <= box.Max.X; i++ {
		if cc.swept[i].bounds.Overlaps(box) {
			near = append(near, cc.swept[i].index)
		}
	}
	slices.Sort(near[from:])
	for _, i := range near[from:] {
		for s := cc.Bodies[cc.fast[i]].FirstShape; s != state.None; s = cc.Shapes[s].Next {
			if cc.Shapes[s].Proxy != state.None {
				found = append(found, s)
			}
		}
	}
	return found, near
}

// dropFast takes the shapes of fast bodies out of a list: these are found by the boxes of their motion only, so that
// the obstacles of a bullet do not depend on bodies that come nowhere near it, stopped or not.
func (cc *Sweeper) dropFast(found []int32) []int32 {
	kept := found[:0]
	for _, s := range found {
		if !cc.isListed[cc.Shapes[s].Body] {
			kept = append(kept, s)
		}
	}
	return kept
}
