package physics

import "tumble/physics/internal/solve"

// dragFriction times the weight of a dragged body is the force that brakes its rotation, with
// the body's extent as lever: enough to keep it from swinging, too little to be felt.
const dragFriction = 0.25

// mouseRow is the constraint of a new mouse joint: frame A is the target, frame B the grab point.
func mouseRow(def MouseJointDef, sim *solve.Sim) solve.Joint {
	j := solve.Joint{
		Kind: solve.DragJoint, BodyA: solve.World, BodyB: def.Body.index,
		Hertz: def.Hertz, DampingRatio: def.DampingRatio, MaxForce: def.MaxForce,
	}
	j.FrameA.P, j.FrameA.Q = def.Target, QuatIdentity
	j.FrameB.P, j.FrameB.Q = sim.Transform.InvApply(def.Grab), QuatIdentity
	weight := float32(sim.Mass * grabGravity)
	j.MaxTorque = float32(float32(dragFriction*weight) * sim.MaxExtent)
	return j
}

func setMouseTarget(row *solve.Joint, target Vec3) { row.FrameA.P = target }

func mouseTarget(row *solve.Joint) Vec3 { return row.FrameA.P }

func rowAnchors(row *solve.Joint, sims []solve.Sim) (a, b Vec3) { return row.Anchors(sims) }
