package kernel

import "tumble/physics/vec"

// State is the view that the sub-steps have of one awake body: exactly one cache line. Index 0 of a
// slice of states stands for every body that cannot move (static bodies): zero velocity, no
// displacement, identity rotation. It is read by all and never written.
type State struct {
	// V is the velocity of the centre of mass (m/s).
	V vec.Vec3
	// Flags repeats Sim.Flags of the body, for the stages that do not read the Sim.
	Flags Flags
	// W is the angular velocity (rad/s, world axes).
	W vec.Vec3
	_ float32
	// DP is the displacement of the centre of mass since the start of the step (m).
	DP vec.Vec3
	// DQ is the rotation since the start of the step, in world axes: Q = DQ·Q0.
	DQ vec.Quat
	_  float32
}

// StaticState is the value of states[0].
var StaticState = State{DQ: vec.QuatIdentity}

// NewState returns the state of a body that has just woken up, with velocity v (m/s) of the
// centre of mass and angular velocity w (rad/s).
func NewState(v, w vec.Vec3, flags Flags) State {
	return State{V: v, W: w, Flags: flags, DQ: vec.QuatIdentity}
}

// Flags are properties of a body that the solver has to know.
type Flags uint32

const (
	// LockLinearX to LockAngularZ stop the motion along or about a world axis.
	LockLinearX Flags = 1 << iota
	LockLinearY
	LockLinearZ
	LockAngularX
	LockAngularY
	LockAngularZ
	// Gyroscopic is set when the principal moments of inertia differ, so that the angular
	// velocity changes without torque. SetMass sets it.
	Gyroscopic
	// SpeedCapped is set in State.Flags when a speed limit acted during the step.
	SpeedCapped
	// Symmetric is set with Gyroscopic when two of the moments are equal: capsules, cylinders, cones and
	// square bars.
	Symmetric

	// LockLinear and LockAngular are all locks of their kind.
	LockLinear  = LockLinearX | LockLinearY | LockLinearZ
	LockAngular = LockAngularX | LockAngularY | LockAngularZ
)

// LockLinear returns v without its locked components.
func (f Flags) LockLinear(v vec.Vec3) vec.Vec3 {
	if f&LockLinearX != 0 {
		v.X = 0
	}
	if f&LockLinearY != 0 {
		v.Y = 0
	}
	if f&LockLinearZ != 0 {
		v.Z = 0
	}
	return v
}

// LockAngular returns w without its locked components.
func (f Flags) LockAngular(w vec.Vec3) vec.Vec3 {
	if f&LockAngularX != 0 {
		w.X = 0
	}
	if f&LockAngularY != 0 {
		w.Y = 0
	}
	if f&LockAngularZ != 0 {
		w.Z = 0
	}
	return w
}
