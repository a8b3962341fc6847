package narrowphase

import (
	"slices"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// PreSolve shows the manifolds of the contacts that ask for it to the hook, in the order
// of their indices. It runs between the narrow phase and what follows from its outcomes, and reports whether a manifold
// that it showed has a restitution, and whether one has a surface velocity.
func (np *NarrowPhase) PreSolve() (bounces, belts bool) {
	if np.Hooks.PreSolve == nil {
		return false, false
	}
	np.shown = np.shown[:0]
	for i, index := range np.Listed {
		c := &np.Contacts[index]
		if c.Count > 0 && np.Outcomes[i] != Apart && np.Hooked(c.ShapeA, c.ShapeB) {
			np.shown = append(np.shown, int32(i))
		}
	}
	slices.SortFunc(np.shown, func(a, b int32) int { return int(np.Listed[a]) - int(np.Listed[b]) })
	for _, i := range np.shown {
		np.preSolveContact(i)
		for _, m := range np.ManifoldsOf(&np.Contacts[np.Listed[i]]) {
			bounces = bounces || m.Restitution > 0
			belts = belts || m.SurfaceVelocity != (vec.Vec3{})
		}
	}
	return bounces, belts
}

// preSolveContact shows the manifolds of the contact at place i of the list to the hook, and takes
// out those that it disables.
func (np *NarrowPhase) preSolveContact(i int32) {
	c := &np.Contacts[np.Listed[i]]
	manifolds, kept := np.ManifoldsOf(c), int32(0)
	for k := range manifolds {
		if np.Hooks.PreSolve(c, &manifolds[k]) {
			manifolds[kept] = manifolds[k]
			kept++
		}
	}
	if kept == c.Count {
		return
	}
	// a manifold that the hook disabled has no impulse to start from when it is enabled again
	for k := kept; k < c.Count; k++ {
		manifolds[k] = solve.Manifold{BodyA: c.BodyA, BodyB: c.BodyB}
	}
	np.MarkContact(np.Listed[i])
	c.Count = kept
	outcome := &np.Outcomes[i]
	switch {
	case kept > 0 && c.Touching:
		*outcome = Resized
	case kept > 0:
		*outcome = Began
	case c.Touching:
		*outcome = Ended
	default:
		*outcome = Steady
	}
}
