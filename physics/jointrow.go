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

// row hashes what a joint carries from step to step.
func (h *hasher) row(j *solve.Joint) {
	h.ints(int32(j.Kind), j.BodyA, j.BodyB, int32(j.Locked))
	h.transform(j.FrameA)
	h.transform(j.FrameB)
	h.quat(j.Target)
	h.vec(j.Place)
	h.floats(j.Rest, j.Ratio, j.Phase)
	h.vec(j.GroundA)
	h.vec(j.GroundB)
	h.floats(j.Held[:]...)
	h.drive(&j.Linear)
	h.drive(&j.Angular)
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		h.u32(uint32(a.Flags))
		if a.Flags == 0 {
			continue
		}
		h.floats(a.Hertz, a.DampingRatio, a.Target, a.MaxSpring, a.Lower, a.Upper, a.LimitHertz, a.LimitDamping,
			a.Speed, a.MaxForce, a.Friction, a.SpringImpulse, a.MotorImpulse, a.LowerImpulse, a.UpperImpulse)
	}
}

// path hashes the curve of a path joint and where the body is on it.
func (h *hasher) path(j *solve.Joint, knots []solve.PathKnot) {
	h.ints(j.PathBegin, j.PathEnd, j.Lap, int32(j.Turn))
	h.flag(j.Closed)
	for i := range knots[j.PathBegin:j.PathEnd] {
		k := &knots[int(j.PathBegin)+i]
		h.vec(k.P)
		h.vec(k.In)
		h.vec(k.Out)
		h.vec(k.Up)
		h.f32(k.S)
	}
}

func (h *hasher) drive(d *solve.Drive) {
	h.floats(d.Hertz, d.DampingRatio, d.MaxSpring, d.MaxMotor)
	h.vec(d.Velocity)
	h.vec(d.SpringImpulse)
	h.vec(d.MotorImpulse)
}
