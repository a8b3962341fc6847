package state

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Hooks are functions of the public layer that a step calls, nil where the user has set none. They run one
// after the other on the goroutine that called Step.
type Hooks struct {
	// Filter decides whether two shapes collide, the one with the smaller index first.
	Filter func(a, b int32) bool
	// PreSolve may change a manifold of a contact. It returns false to take it out of this step.
	PreSolve func(c *Contact, m *solve.Manifold) bool
	// Impact returns false to let shape b, which is swept, pass through shape a. The normal points from A to B, the
	// point (m) is in the world.
	Impact func(a, b int32, normal, point vec.Vec3, distance float32) bool
}

// Any reports whether there is a hook.
func (h *Hooks) Any() bool { return h.Filter != nil || h.PreSolve != nil }

// Surface is the part of a manifold that a pre-solve may change: the combined coefficients, the lever of rolling
// resistance (m) and the velocity (m/s, world axes) at which the surfaces do not rub.
type Surface struct {
	Friction, Restitution, Rolling float32
	Velocity                       vec.Vec3
	Disabled                       bool
}

// Apply changes a manifold. Values that no material has are left out.
func (s *Surface) Apply(m *solve.Manifold) {
	if s.Friction >= 0 && s.Friction <= MaxFriction {
		m.Friction, m.SlidingFriction = s.Friction, s.Friction
	}
	if s.Restitution >= 0 && s.Restitution <= 1 {
		m.Restitution = s.Restitution
	}
	if s.Rolling >= 0 && s.Rolling <= MaxFriction {
		m.RollingResistance = s.Rolling
	}
	if ValidVector(s.Velocity, MaxSpeedInput) {
		m.SurfaceVelocity = s.Velocity
	}
}
