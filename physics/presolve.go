package physics

import (
	"slices"
	"tumble/physics/internal/solve"
)

// preSolveContacts shows the patches of the contacts that ask for it to the hook, in the order
// of their indices. It runs between the narrow phase and what follows from its outcomes.
func (w *World) preSolveContacts() {
	if w.hookCalls.preSolve == nil {
		return
	}
	w.scratch.shown = w.scratch.shown[:0]
	for i, index := range w.scratch.collide {
		c := &w.contacts[index]
		if c.patches > 0 && w.scratch.outcomes[i] != apart && w.hooked(c.shapeA, c.shapeB) {
			w.scratch.shown = append(w.scratch.shown, int32(i))
		}
	}
	slices.SortFunc(w.scratch.shown, func(a, b int32) int { return int(w.scratch.collide[a]) - int(w.scratch.collide[b]) })
	for _, i := range w.scratch.shown {
		w.preSolveContact(i)
	}
}

// preSolveContact shows the patches of the contact at place i of the list to the hook, and takes
// out those that it disables.
func (w *World) preSolveContact(i int32) {
	c := &w.contacts[w.scratch.collide[i]]
	patches, kept := w.patchesOf(c), int32(0)
	for k := range patches {
		if w.hookCalls.preSolve(c, &patches[k]) {
			patches[kept] = patches[k]
			kept++
		}
	}
	if kept == c.patches {
		return
	}
	// what the hook let go has no impulse to start from when it lets it be again
	for k := kept; k < c.patches; k++ {
		patches[k] = solve.Manifold{BodyA: c.bodyA, BodyB: c.bodyB}
	}
	c.patches = kept
	outcome := &w.scratch.outcomes[i]
	switch {
	case kept > 0 && c.touching:
		*outcome = resized
	case kept > 0:
		*outcome = began
	case c.touching:
		*outcome = ended
	default:
		*outcome = steady
	}
}
