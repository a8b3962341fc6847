package state

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Body is the cold part of a body: identity, lists and sleep. The values for the solver are in
// State.Sims at the same index, the velocities of awake bodies are in State.States.
type Body struct {
	slot
	Kind       BodyType // written by state, see SetType
	AllowSleep bool     // written by public calls
	Bullet     bool     // written by public calls
	Frozen     bool     // quarantined; written by step
	Disabled   bool     // see physics.Body.SetEnabled; written by step
	// OwnMass says that SetMassData was called: shapes do not change the mass. Written by public calls.
	OwnMass bool
	Locks   AxisLocks // written by public calls

	// AwakeIndex is the place in State.Awake, None when asleep or static. The solver's state
	// index is one more, 0 for bodies that do not move. Written by island.
	AwakeIndex int32

	// Island of a dynamic body and its neighbours in the island's list. Written by island.
	Island, IslandPrev, IslandNext int32

	// The list of shapes; written by state.
	FirstShape, LastShape, ShapeCount int32
	// FirstContact and FirstJoint are edge keys: index<<1 | side. Written by state.
	FirstContact, ContactCount, FirstJoint, JointCount int32

	// SleepTime (s) is how long the body has rested, since it was at RestCenter with
	// RestRotation. Written by island.
	SleepTime    float32
	RestCenter   vec.Vec3 // written by island
	RestRotation vec.Quat // written by island
	// RestSpeed (m/s) is its Speed in the last step of that time. Quickening (s) is for how long the speed has grown in
	// every step. Written by island.
	RestSpeed, Quickening float32
	// SleepSpeed (m/s) is the speed below which the body is sleepy, negative for Settings.SleepSpeed.
	// Written by public calls.
	SleepSpeed float32
	// Reach (m) is how far the shapes extend from the centre of mass along the axes of the body. Written by mass.
	Reach   vec.Vec3
	UserTag uint64 // written by public calls
	Order   uint64 // see physics.Body.Order; written by state
	// Own is the mass given by SetMassData. Written by public calls.
	Own MassData
}

// Out reports whether the body takes no part in the simulation: it was disabled or quarantined.
func (r *Body) Out() bool { return r.Frozen || r.Disabled }

// RotationReach is how far (m) the farthest point of a body moves when the body rotates by a small rotation vector
// (rad, in the world): for a rolling log a length in proportion to its radius, not to half its length.
func (r *Body) RotationReach(sim *solve.Sim, rotation vec.Vec3) float32 {
	t, e := sim.Transform.Q.InvRotate(rotation).Abs(), r.Reach
	extent := vec.Vec3{
		X: float32(t.Y*e.Z) + float32(t.Z*e.Y),
		Y: float32(t.Z*e.X) + float32(t.X*e.Z),
		Z: float32(t.X*e.Y) + float32(t.Y*e.X),
	}
	return vec.Min(extent.Len(), float32(rotation.Len()*sim.MaxExtent))
}

// Speed (m/s) is that of the fastest point of a body. The displacement of the step
// counts half, so that a body that is being pushed out of another one is not at rest.
func (r *Body) Speed(sim *solve.Sim, s *solve.State, dt float32) float32 {
	speed := s.V.Len() + r.RotationReach(sim, s.W)
	moved := s.DP.Len() + r.RotationReach(sim, s.DQ.Vec().Mul(2))
	return vec.Max(speed, float32(0.5*moved)/dt)
}
