package physics

import (
	"tumble/physics/internal/recording"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
)

// recorded is a world as package recording sees it. It implements recording.World.
type recorded struct{ world *World }

func (r recorded) Rooms() *snapshot.Rooms             { return &r.world.rooms }
func (r recorded) Step(dt float32) error              { return r.world.compute(dt) }
func (r recorded) Watch(f func(phase int))            { r.world.step.Watch = f }
func (r recorded) Restore(s *snapshot.Snapshot) error { return r.world.restore(s) }
func (r recorded) Workers() int                       { return r.world.Workers() }
func (r recorded) SetWorkers(n int) error             { return r.world.SetWorkers(n) }

func (r recorded) Take(s *snapshot.Snapshot) error {
	if r.world.broken != nil {
		return r.world.broken
	}
	s.Take(&r.world.rooms, r.world.now)
	return nil
}

// Listen keeps the answers of the hooks of the user.
func (r recorded) Listen(a *recording.Answers) (asked byte) {
	h := &r.world.hooks
	h.listener = a
	if h.filter != nil {
		asked |= recording.AskedFilter
	}
	if h.preSolve != nil {
		asked |= recording.AskedPreSolve
	}
	return asked
}

// Answer puts recorded answers in the place of the hooks of the user.
func (r recorded) Answer(a *recording.Answers) {
	h := &r.world.hooks
	h.player = a
	var filter ContactFilter
	var preSolve PreSolve
	if a != nil && a.Asked&recording.AskedFilter != 0 {
		filter = h.playFilter
	}
	if a != nil && a.Asked&recording.AskedPreSolve != 0 {
		preSolve = h.playPreSolve
	}
	h.set(filter, preSolve)
}

// playFilter is the ContactFilter of a replay.
func (h *hooks) playFilter(Shape, Shape) bool {
	agrees, failed := h.player.NextFilter()
	if failed != nil {
		h.failed = &HookError{Hook: filterHook, Value: failed}
	}
	return agrees
}

// playPreSolve is the PreSolve of a replay.
func (h *hooks) playPreSolve(u *ContactUpdate) {
	s := u.surface()
	if failed := h.player.NextPreSolve(&s); failed != nil {
		h.failed = &HookError{Hook: preSolveHook, Value: failed}
	}
	u.Friction, u.Restitution, u.Rolling, u.SurfaceVelocity, u.Disabled = s.Friction, s.Restitution, s.Rolling,
		s.Velocity, s.Disabled
}

// surface is the part that the hook may change.
func (u *ContactUpdate) surface() state.Surface {
	return state.Surface{
		Friction: u.Friction, Restitution: u.Restitution, Rolling: u.Rolling, Velocity: u.SurfaceVelocity,
		Disabled: u.Disabled,
	}
}
