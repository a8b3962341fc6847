package physics

import "tumble/physics/internal/solve"

// hookCalls are functions of the public layer that a step calls, nil where the user has set none. They run one
// after the other on the goroutine that called Step.
type hookCalls struct {
	// filter decides whether two shapes collide, the one with the smaller index first.
	filter func(a, b int32) bool
	// preSolve may change a patch of a contact. It returns false to take the patch out of this step.
	preSolve func(c *contact, m *solve.Manifold) bool
	// impact returns false to let shape b, which is swept, pass through shape a. The normal points from A to B, the
	// point (m) is in the world.
	impact func(a, b int32, normal, point Vec3, distance float32) bool
}

// any reports whether there is a hook.
func (h *hookCalls) any() bool { return h.filter != nil || h.preSolve != nil }

// allows asks the filter hook about two shapes.
func (w *World) allows(a, b int32) bool {
	if w.hookCalls.filter == nil || !w.hooked(a, b) {
		return true
	}
	return w.hookCalls.filter(min(a, b), max(a, b))
}
