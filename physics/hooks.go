package physics

import (
	"fmt"
	"runtime/debug"

	"tumble/physics/internal/recording"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// Hooks are functions of the user that a step calls. They run on the goroutine that called Step,
// one after the other in an order that depends on nothing but the world, and only for shapes that
// ask for them with ShapeDef.Hooks. While a hook runs the world is locked: getters and queries
// work, every call that would change the world is refused with ErrWorldLocked,
// Step included. The decisions of a hook must follow from the world and its own constants, or two
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
// every step for each manifold of the contact, in the order of the contacts, and by continuous
// collision for an impact on the way.
type PreSolve func(c *ContactUpdate)

// ContactUpdate is a manifold of a contact in the hands of a PreSolve. Its
// surface values hold for this step only.
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
	// Disabled takes the manifold out of this step.
	Disabled bool
}

// HookError is the error of Step after a hook panicked.
type HookError struct {
	// Hook is "contact filter" or "pre-solve".
	Hook string
	// Value was passed to panic, Stack is the stack there.
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

// hooks are the functions of the user with the data they need in a step.
type hooks struct {
	world    *World
	filter   ContactFilter
	preSolve PreSolve
	failed   *HookError
	update   ContactUpdate
	// calls are the methods below as values, made once.
	calls state.Hooks

	// listener keeps the answers of a step that is recorded, player gives those of one that is replayed.
	listener, player *recording.Answers
}

// The names of the hooks.
const (
	filterHook   = "contact filter"
	preSolveHook = "pre-solve"
)

// SetContactFilter sets the hook that decides about contacts to come, nil for none.
func (w *World) SetContactFilter(f ContactFilter) error {
	if w.locked.Load() {
		return w.refuse(ErrWorldLocked)
	}
	w.hooks.set(f, w.hooks.preSolve)
	return nil
}

// SetPreSolve sets the hook that may change contacts, nil for none.
func (w *World) SetPreSolve(f PreSolve) error {
	if w.locked.Load() {
		return w.refuse(ErrWorldLocked)
	}
	w.hooks.set(w.hooks.filter, f)
	return nil
}

// init makes the functions that the rooms call.
func (h *hooks) init(w *World) {
	h.world = w
	h.calls = state.Hooks{Filter: h.askFilter, PreSolve: h.askPreSolve, Impact: h.askImpact}
}

// set changes the hooks of the user, and with them what the rooms are given to call.
func (h *hooks) set(f ContactFilter, p PreSolve) {
	h.filter, h.preSolve = f, p
	calls := state.Hooks{}
	if f != nil {
		calls.Filter = h.calls.Filter
	}
	if p != nil {
		calls.PreSolve, calls.Impact = h.calls.PreSolve, h.calls.Impact
	}
	h.world.state.Hooks = calls
}

// askFilter asks the filter hook about two shapes.
func (h *hooks) askFilter(a, b int32) (ok bool) {
	if h.failed != nil {
		return true
	}
	defer h.done(filterHook, &ok)
	ok = h.filter(h.world.shapeHandle(a), h.world.shapeHandle(b))
	if h.listener != nil {
		h.listener.Filter(ok)
	}
	return ok
}

// done catches the panic of a hook; the answer is then yes.
func (h *hooks) done(name string, ok *bool) {
	if v := recover(); v != nil {
		h.failed = &HookError{Hook: name, Value: v, Stack: debug.Stack()}
		*ok = true
		if h.listener != nil {
			h.listener.Panic(v)
		}
	}
}

// callPreSolve calls the hook; without a panic ok is true.
func (h *hooks) callPreSolve(u *ContactUpdate) (ok bool) {
	failed := false
	defer func() { ok = !failed }()
	defer h.done(preSolveHook, &failed)
	before := u.surface()
	h.preSolve(u)
	if h.listener != nil {
		after := u.surface()
		h.listener.PreSolve(&before, &after)
	}
	return
}

// askPreSolve shows a manifold of a contact to the hook. It returns false for one that the hook disables.
func (h *hooks) askPreSolve(c *state.Contact, m *solve.Manifold) bool {
	if h.failed != nil {
		return true
	}
	w := h.world
	u := &h.update
	*u = ContactUpdate{
		ShapeA: w.shapeHandle(c.ShapeA), ShapeB: w.shapeHandle(c.ShapeB), Normal: m.Normal, Count: int(m.Count),
		Friction: m.Friction, Restitution: m.Restitution, Rolling: m.RollingResistance,
		SurfaceVelocity: m.SurfaceVelocity,
	}
	center := w.state.Sims[c.BodyA].Center
	for i := range m.Points[:m.Count] {
		u.Points[i] = contactPoint(center, &m.Points[i])
	}
	if !h.callPreSolve(u) {
		return true
	}
	surface := u.surface()
	surface.Apply(m)
	return !u.Disabled
}

// askImpact shows the impact of a swept shape b with shape a to the PreSolve. It returns false for one that
// the hook disables.
func (h *hooks) askImpact(a, b int32, normal, point Vec3, distance float32) bool {
	if h.failed != nil {
		return true
	}
	w, u := h.world, &h.update
	*u = ContactUpdate{ShapeA: w.shapeHandle(a), ShapeB: w.shapeHandle(b), Normal: normal, Count: 1, Swept: true}
	u.Points[0] = ContactPoint{Point: point, Separation: distance}
	return !h.callPreSolve(u) || !u.Disabled
}
