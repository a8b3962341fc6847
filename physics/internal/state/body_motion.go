package state

import (
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// BodyMotion is the motion of a body after a step, see physics.BodyMotion.
type BodyMotion struct {
	// Index and Generation name the body, see physics.Body.Index.
	Index      int32
	Generation uint32
	// Island is its number, None of a body that belongs to none: static, kinematic or out of the simulation.
	Island int32
	Type   BodyType
	Awake  bool
	// Mass (kg) and GravityScale are 0 of bodies that impulses do not move.
	Mass, GravityScale float32
	// Center is that of mass (m), Velocity its velocity (m/s).
	Center, Velocity vec.Vec3
	// Spin is the angular velocity (rad/s), Momentum the angular momentum about the centre of mass (kg·m²/s).
	Spin, Momentum vec.Vec3
}

// BodyMotions appends the motions of all bodies that are not static to buf, in the order of their indices.
func (st *State) BodyMotions(buf []BodyMotion) []BodyMotion {
	buf = slices.Grow(buf, int(st.BodyCount))
	for i := range st.Bodies {
		if r := &st.Bodies[i]; r.Alive() && r.Kind != Static {
			buf = buf[:len(buf)+1]
			st.readMotion(&buf[len(buf)-1], r, int32(i))
		}
	}
	return buf
}

// readMotion fills m. Bodies that sleep are at rest.
func (st *State) readMotion(m *BodyMotion, r *Body, index int32) {
	sim := &st.Sims[index]
	m.Index, m.Generation, m.Island, m.Type = index, r.Generation, r.Island, r.Kind
	m.Mass, m.GravityScale, m.Center = sim.Mass, sim.GravityScale, sim.Center
	m.Momentum = vec.Vec3{}
	if r.AwakeIndex == None {
		m.Awake, m.Velocity, m.Spin = false, vec.Vec3{}, vec.Vec3{}
		return
	}
	m.Awake = true
	s := st.StateOf(r)
	m.Velocity, m.Spin = s.V, s.W
	if r.Kind == Dynamic {
		m.Momentum = angularMomentum(sim, s.W)
	}
}

// angularMomentum is I·ω in the frame of the world.
func angularMomentum(sim *solve.Sim, omega vec.Vec3) vec.Vec3 {
	q := sim.Transform.Q
	return q.Rotate(sim.LocalInertia.MulVec(q.InvRotate(omega)))
}
