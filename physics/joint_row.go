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
	row := solve.Joint{
		Kind: solve.MouseJoint, BodyA: solve.World, BodyB: def.Body.index,
		FrameA: Transform{P: def.Target, Q: vec.QuatIdentity},
		FrameB: Transform{P: sim.Transform.InvApply(def.Grab), Q: vec.QuatIdentity},
		Target: vec.QuatIdentity,
	}
	row.Linear.Hertz, row.Linear.DampingRatio, row.Linear.MaxSpring = def.Hertz, def.DampingRatio, def.MaxForce
	row.Angular.MaxMotor = float32(float32(mouseTorque*def.MaxForce) * sim.MaxExtent)
	return row
}
