package joint

import (
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// NewMouseJoint drags the point grab (m, world) of a body to a target (m, world) by a spring of at most maxForce (N); 0
// takes a hundred times the weight of the body.
func NewMouseJoint(body int32, sim *motion.Sim, grab, target vec.Vec3, hertz, dampingRatio, maxForce float32) Joint {
	if maxForce == 0 {
		maxForce = float32(100 * grabGravity * sim.Mass)
	}
	j := Joint{
		Kind: MouseJoint, BodyA: World, BodyB: body,
		FrameA: vec.Transform{P: target, Q: vec.QuatIdentity},
		FrameB: vec.Transform{P: sim.Transform.InvApply(grab), Q: vec.QuatIdentity},
		Target: vec.QuatIdentity,
	}
	j.Linear.Hertz, j.Linear.DampingRatio, j.Linear.MaxSpring = hertz, dampingRatio, maxForce
	j.Angular.MaxMotor = float32(float32(mouseTorque*maxForce) * sim.MaxExtent)
	return j
}
