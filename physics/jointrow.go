package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// mouseTorque is the braking torque of a mouse joint as a fraction of what its force would
// exert on the lever of the body's size: enough to calm a swinging load, too little to hold
// it against its weight.
const mouseTorque = 0.05

// mouseRow is the constraint of a mouse joint.
func mouseRow(def *MouseJointDef, sim *solve.Sim) solve.Joint {
	return solve.Joint{
		Kind: solve.DragJoint, BodyA: solve.World, BodyB: def.Body.index,
		FrameA: Transform{P: def.Target, Q: vec.QuatIdentity},
		FrameB: Transform{P: sim.Transform.InvApply(def.Grab), Q: vec.QuatIdentity},
		Hertz:  def.Hertz, DampingRatio: def.DampingRatio,
		MaxForce: def.MaxForce, MaxTorque: float32(float32(mouseTorque*def.MaxForce) * sim.MaxExtent),
	}
}

// row hashes what a joint carries from step to step.
func (h *hasher) row(j *solve.Joint) {
	h.ints(int32(j.Kind), int32(j.Flags), j.BodyA, j.BodyB)
	h.transform(j.FrameA)
	h.transform(j.FrameB)
	h.floats(j.Hertz, j.DampingRatio, j.Rest, j.Lower, j.Upper, j.ConeAngle, j.MotorSpeed, j.MaxForce,
		j.MaxTorque, j.HoldHertz, j.HoldDamping)
	h.vec(j.LinearImpulse)
	h.vec(j.AngularImpulse)
	h.floats(j.SpringImpulse, j.MotorImpulse, j.LowerImpulse, j.UpperImpulse, j.ConeImpulse)
}
