package broadphase

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// UpdateBounds gives the shapes of a body that left their fat bounds new ones and appends them to left. The trees
// follow when the step refits them.
func (bp *BroadPhase) UpdateBounds(left []int32, r *state.Body, sim *solve.Sim) []int32 {
	st := bp.State
	v := st.States[sim.StateIndex].V
	back, ahead := bp.nextMotion(v)
	next, swings := bp.nextRotation(sim, st.States[sim.StateIndex].W)
	shapes := int32(0)
	for i := r.FirstShape; i != state.None; i = st.Shapes[i].Next {
		s := &st.Shapes[i]
		if s.Proxy == state.None {
			continue
		}
		b, tight := &st.Bounds[i], st.Geometries[i].AABB(sim.Transform)
		b.Tight = tight
		if swings {
			tight = tight.Union(st.Geometries[i].AABB(next))
		}
		if !b.Fat.Contains(vec.AABB{Min: tight.Min.Add(back), Max: tight.Max.Add(ahead)}) {
			v := v
			pairs := r.ContactCount
			if st.Shapes[r.FirstShape].Next != state.None {
				// the top of a tree that falls over moves twice as fast as its middle
				v = v.Add(st.States[sim.StateIndex].W.Cross(tight.Center().Sub(sim.Center)))
				if shapes == 0 {
					shapes = bp.shapesOf(r)
				}
				pairs /= shapes
			}
			b.Fat = bp.aheadOf(tight.Expand(bp.fatten(s)), s, v, pairs)
			left = append(left, i)
		}
	}
	return left
}

// shapesOf is the number of shapes of a body.
func (bp *BroadPhase) shapesOf(r *state.Body) int32 {
	n := int32(0)
	for i := r.FirstShape; i != state.None; i = bp.Shapes[i].Next {
		n++
	}
	return n
}

// nextMotion returns by how much the bounds of a shape that moves at v grow at both ends until the next step: a shape
// that flies farther in a step than the gap at which contacts are made must be in a pair with the shape that it will
// meet (TestTruth/box_that_lands).
func (bp *BroadPhase) nextMotion(v vec.Vec3) (back, ahead vec.Vec3) {
	motion := v.Mul(float32(bp.dt * bp.Settings.ContactAhead))
	if gap := float32(state.SlowFraction * bp.Settings.SpeculativeDistance); motion.Len2() <= float32(gap*gap) {
		return vec.Vec3{}, vec.Vec3{}
	}
	return motion.Min(vec.Vec3{}), motion.Max(vec.Vec3{})
}

// nextRotation returns the pose that a body rotates to about its centre until the next step, if that takes a point of
// it farther than the gap at which contacts are made: a rod swings out of its bounds (TestRodsSlapDown).
func (bp *BroadPhase) nextRotation(sim *solve.Sim, spin vec.Vec3) (next vec.Transform, swings bool) {
	angle := spin.Mul(float32(bp.dt * bp.Settings.ContactAhead))
	gap := bp.Settings.SpeculativeDistance
	if far := float32(sim.MaxExtent * sim.MaxExtent); float32(angle.Len2()*far) <= float32(gap*gap) {
		return next, false
	}
	q := vec.QuatAxisAngle(angle.Norm(), angle.Len()).Mul(sim.Transform.Q)
	return vec.Transform{P: sim.Center.Sub(q.Rotate(sim.LocalCenter)), Q: q}, true
}

const (
	// boundsAhead (steps): for how long the fat bounds of flying bodies are to hold. Without it: thrown bodies get new
	// ones, and look for pairs, in every step.
	boundsAhead = 5
	// denseAhead (steps): the same for a body with more than densePairs pairs for each of its shapes: longer bounds
	// meet more neighbours than new ones cost. Without it: a drum that carries 8,000 boxes along (washer) takes an
	// eighth longer.
	denseAhead = 2
	// densePairs (pairs): number from which on bounds are short. At 0 what falls beside others gets new bounds too
	// often, and convex_pile takes 8 % longer.
	densePairs = 3
	// boundsReach (1): how many times its size the bounds of a shape may reach ahead at most. Without it: one fast body
	// is a pair with all that lies before it.
	boundsReach = 3
)

// aheadOf stretches the fat bounds of a shape with so many pairs along its velocity, if it would leave them soon.
func (bp *BroadPhase) aheadOf(fat vec.AABB, s *state.Shape, v vec.Vec3, pairs int32) vec.AABB {
	steps := float32(boundsAhead)
	if pairs > densePairs {
		steps = denseAhead
	}
	motion := v.Mul(float32(steps * bp.dt))
	if s.Margin*s.Margin >= motion.Len2() {
		return fat
	}
	most := float32(boundsReach * fat.Half().MaxComponent())
	if n := motion.Len(); n > most {
		motion = motion.Mul(most / n)
	}
	return fat.Swept(motion)
}

// SetFat gives a shape the fat bounds b. It returns false, and nothing changes, if they do not hold the shape with the
// gap at which contacts begin, or exceed it by more than the broad phase itself allows.
func (bp *BroadPhase) SetFat(index int32, b vec.AABB) bool {
	r, held := &bp.Shapes[index], &bp.Bounds[index]
	// rounding far from the origin is as much as a millimetre
	const rounding = 2e-3
	// stretched ahead, and then by the rotation of the shape since
	size := held.Tight.Half().Len()
	most := 2*bp.fatten(r) + rounding + float32((boundsReach+1)*(size+bp.fatten(r)))
	if r.Proxy == state.None || !b.IsValid() || !b.Contains(held.Tight) || !held.Tight.Expand(most).Contains(b) {
		return false
	}
	held.Fat = b
	bp.Trees[bp.Bodies[r.Body].Kind].Move(r.Proxy, b)
	bp.BufferMove(index)
	return true
}

// FreshFat returns the fat bounds that a new shape at the position of this one would get.
func (bp *BroadPhase) FreshFat(index int32) vec.AABB {
	made := bp.Shapes[index]
	tight := bp.Geometries[index].AABB(bp.Sims[made.Body].Transform)
	made.Margin = fatMargin(tight)
	return tight.Expand(bp.fatten(&made))
}
