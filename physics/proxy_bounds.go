package physics

import "tumble/physics/internal/solve"

// updateBounds gives the shapes of a body that left their fat bounds new ones and appends them to left. The trees
// follow when the step refits them.
func (w *World) updateBounds(left []int32, r *body, sim *solve.Sim) []int32 {
	for i := r.firstShape; i != none; i = w.shapes[i].next {
		s := &w.shapes[i]
		if s.proxy == none {
			continue
		}
		b := &w.bounds[i]
		b.tight = w.geometries[i].AABB(sim.Transform)
		if !b.fat.Contains(b.tight) {
			b.fat = w.aheadOf(b.tight.Expand(w.fatten(s)), s, w.states[sim.StateIndex].V)
			left = append(left, i)
		}
	}
	return left
}

// boundsAhead is for how many steps the fat bounds of what flies are to hold, boundsReach how many
// times its size they may reach ahead at most.
const (
	boundsAhead = 4
	boundsReach = 2
)

// aheadOf stretches fat bounds the way their shape flies, if that takes it out of them soon: a body
// that is thrown would else get new ones, and look for pairs, in every step.
func (w *World) aheadOf(fat AABB, s *shapeRecord, v Vec3) AABB {
	way := v.Mul(float32(boundsAhead * w.scratch.dt))
	if s.margin*s.margin >= way.Len2() {
		return fat
	}
	most := float32(boundsReach * fat.Half().MaxComponent())
	if n := way.Len(); n > most {
		way = way.Mul(most / n)
	}
	return AABB{Min: fat.Min.Add(way.Min(Vec3{})), Max: fat.Max.Add(way.Max(Vec3{}))}
}
