package physics

import (
	"fmt"
	"runtime/debug"
	"slices"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
)

// Hooks are functions of the user that a step calls. They run on the goroutine that called Step,
// one after the other in an order that depends on nothing but the world, and only for shapes that
// ask for them with ShapeDef.Hooks. While a hook runs the world is locked: getters and queries
// work, every call that would change the world is refused (ErrWorldLocked, or false and counted),
// Step included. What a hook decides must follow from the world and its own constants, or two
// runs will differ. Hooks are no part of the state: snapshots do not hold them, a clone has none,
// and Restore leaves those that are set. A recording holds what they decided.
//
// A hook that panics is not called again in that step, which goes on as if it had not been set.
// Step then returns a *HookError; the world is whole and may be stepped on.

// ContactFilter decides whether two shapes collide, after Filter has agreed. It is asked when
// their bounds come together, and again whenever they do so anew, and by continuous collision.
// The shape with the smaller index comes first.
type ContactFilter func(a, b Shape) bool

// PreSolve may change a contact that has points, before the solver sees it. It is called in
// every step for each patch of the contact, in the order of the contacts, and by continuous
// collision for an impact on the way.
type PreSolve func(c *ContactUpdate)

// ContactUpdate is a patch of a contact in the hands of a PreSolve. What it says about the
// surfaces holds for this step only.
type ContactUpdate struct {
	ShapeA, ShapeB Shape
	// Normal points from A to B. Points[:Count] are in use; their impulses are those of the
	// step before.
	Normal Vec3
	Points [4]ContactPoint
	Count  int
	// Swept says that this is an impact found by continuous collision: only Disabled counts.
	Swept bool

	// Friction, Restitution and Rolling (m, the lever of rolling resistance) are the combined
	// coefficients, SurfaceVelocity (m/s, world axes) that of B against A at which the surfaces
	// do not rub. Values that Material would not accept are left out.
	Friction, Restitution, Rolling float32
	SurfaceVelocity                Vec3
	// Disabled takes the patch out of this step.
	Disabled bool
}

// HookError is what Step returns after a hook panicked.
type HookError struct {
	// Hook is "contact filter" or "pre-solve".
	Hook string
	// Value is what was passed to panic, Stack where.
	Value any
	Stack []byte
}

func (e *HookError) Error() string {
	return fmt.Sprintf("physics: %s hook panicked: %v", e.Hook, e.Value)
}

// Unwrap returns the value of the panic if it was an error.
func (e *HookError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// hooks are the functions of the user with what they need in a step.
type hooks struct {
	filter   ContactFilter
	preSolve PreSolve
	failed   *HookError
	listed   []int32
	update   ContactUpdate
}

// SetContactFilter sets the hook that decides about contacts to come, nil for none.
func (w *World) SetContactFilter(f ContactFilter) bool {
	if w.locked.Load() {
		return w.refuse()
	}
	w.hooks.filter = f
	return true
}

// SetPreSolve sets the hook that may change contacts, nil for none.
func (w *World) SetPreSolve(f PreSolve) bool {
	if w.locked.Load() {
		return w.refuse()
	}
	w.hooks.preSolve = f
	return true
}

// hooked reports whether one of two shapes asks for hooks.
func (w *World) hooked(a, b int32) bool { return w.shapes[a].hooks || w.shapes[b].hooks }

// sweepsAsk reports whether continuous collision has to ask a hook about two shapes.
func (w *World) sweepsAsk(a, b int32) bool {
	return (w.hooks.filter != nil || w.hooks.preSolve != nil) && w.hooked(a, b)
}

// allows asks the filter hook about two shapes.
func (w *World) allows(a, b int32) (ok bool) {
	if w.hooks.filter == nil || w.hooks.failed != nil || !w.hooked(a, b) {
		return true
	}
	if b < a {
		a, b = b, a
	}
	defer w.hookDone("contact filter", &ok)
	return w.hooks.filter(w.shapeHandle(a), w.shapeHandle(b))
}

// hookDone catches the panic of a hook; the answer is then yes.
func (w *World) hookDone(name string, ok *bool) {
	if v := recover(); v != nil {
		w.hooks.failed = &HookError{Hook: name, Value: v, Stack: debug.Stack()}
		*ok = true
	}
}

// callPreSolve calls the hook; without a panic ok is true.
func (w *World) callPreSolve(u *ContactUpdate) (ok bool) {
	failed := false
	defer func() { ok = !failed }()
	defer w.hookDone("pre-solve", &failed)
	w.hooks.preSolve(u)
	return
}

// preSolveContacts shows the patches of the contacts that ask for it to the hook, in the order
// of their indices. It runs between the narrow phase and what follows from its outcomes.
func (w *World) preSolveContacts() {
	h := &w.hooks
	if h.preSolve == nil || h.failed != nil {
		return
	}
	h.listed = h.listed[:0]
	for i, index := range w.scratch.collide {
		c := &w.contacts[index]
		if c.patches > 0 && w.scratch.outcomes[i] != apart && w.hooked(c.shapeA, c.shapeB) {
			h.listed = append(h.listed, int32(i))
		}
	}
	slices.SortFunc(h.listed, func(a, b int32) int { return int(w.scratch.collide[a]) - int(w.scratch.collide[b]) })
	for _, i := range h.listed {
		if h.failed != nil {
			return
		}
		w.preSolveContact(i)
	}
}

// preSolveContact shows the patches of the contact at place i of the list to the hook, and takes
// out those that it disables.
func (w *World) preSolveContact(i int32) {
	c := &w.contacts[w.scratch.collide[i]]
	patches, kept := w.patchesOf(c), int32(0)
	for k := range patches {
		if w.preSolvePatch(c, &patches[k]) {
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

// preSolvePatch returns false for a patch that the hook disables.
func (w *World) preSolvePatch(c *contact, m *solve.Manifold) bool {
	u := &w.hooks.update
	*u = ContactUpdate{
		ShapeA: w.shapeHandle(c.shapeA), ShapeB: w.shapeHandle(c.shapeB), Normal: m.Normal, Count: int(m.Count),
		Friction: m.Friction, Restitution: m.Restitution, Rolling: m.RollingResistance,
		SurfaceVelocity: m.SurfaceVelocity,
	}
	center := w.sims[c.bodyA].Center
	for i := range m.Points[:m.Count] {
		u.Points[i] = contactPoint(center, &m.Points[i])
	}
	if !w.callPreSolve(u) {
		return true
	}
	if u.Friction >= 0 && u.Friction <= maxFriction {
		m.Friction, m.SlidingFriction = u.Friction, u.Friction
	}
	if u.Restitution >= 0 && u.Restitution <= 1 {
		m.Restitution = u.Restitution
	}
	if u.Rolling >= 0 && u.Rolling <= maxFriction {
		m.RollingResistance = u.Rolling
	}
	if validVector(u.SurfaceVelocity, maxSpeedInput) {
		m.SurfaceVelocity = u.SurfaceVelocity
	}
	return !u.Disabled
}

// stopsAt asks the hooks whether the impact of a swept shape with another one counts, at
// fraction t of the way.
func (w *World) stopsAt(a int32, sweepA *collide.Sweep, b int32, sweepB *collide.Sweep, origin Vec3, t float32) bool {
	if !w.hooked(a, b) || w.hooks.failed != nil {
		return true
	}
	if !w.allows(a, b) {
		return false
	}
	if w.hooks.preSolve == nil || w.hooks.failed != nil {
		return true
	}
	poseA, poseB := sweepA.At(t), sweepB.At(t)
	d := collide.Distance(&w.geometries[b], &w.geometries[a], poseB.InvMul(poseA), nil)
	u := &w.hooks.update
	*u = ContactUpdate{
		ShapeA: w.shapeHandle(b), ShapeB: w.shapeHandle(a), Normal: poseB.Q.Rotate(d.Normal), Count: 1, Swept: true,
	}
	u.Points[0] = ContactPoint{
		Point:      poseB.Apply(d.PointA.Lerp(d.PointB, 0.5)).Add(origin),
		Separation: d.Distance,
	}
	return !w.callPreSolve(u) || !u.Disabled
}
