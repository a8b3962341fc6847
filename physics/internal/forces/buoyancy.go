package forces

import (
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Fluid fills the half-space below a plane, see physics.BuoyancyDef.
type Fluid struct {
	Region
	Normal                        vec.Vec3
	Offset                        float32
	Density                       float32
	Flow                          vec.Vec3
	Drag                          float32
	LinearDamping, AngularDamping float32
}

// Float gives the bodies in a fluid its forces for the next step of dt seconds: the weight of the fluid that they
// displace, at its centre, and drag.
func (f *Forces) Float(fl *Fluid, dt float32) {
	f.each(&fl.Region, func(index int32) { f.float(index, fl, dt) })
}

// float gives an awake body the forces of a fluid on its shapes.
func (f *Forces) float(index int32, fl *Fluid, dt float32) {
	r, sim := &f.Bodies[index], &f.Sims[index]
	motion := f.StateOf(r)
	// The force stays the same in all n sub-steps, which is late by (n − 1)/2 of them: on the
	// average the body is that much farther. Without the advance bobbing would feed on itself.
	n := float32(f.Settings.SubSteps)
	pose := f.PoseAfter(index, float32(dt*(n-1))/float32(2*n))
	weight := f.Settings.Gravity.Mul(float32(sim.GravityScale * sim.Mass))
	displaced, lifted := float32(0), vec.Vec3{}
	for s := r.FirstShape; s != state.None; s = f.Shapes[s].Next {
		if !f.meets(s, &fl.Region) {
			continue
		}
		g := &f.Geometries[s]
		volume, center := g.Immersed(pose.Q.InvRotate(fl.Normal), fl.Offset-fl.Normal.Dot(pose.P))
		if volume <= 0 {
			continue
		}
		point := pose.Apply(center)
		mass := float32(volume * fl.Density)
		displaced += mass
		force := f.Settings.Gravity.Mul(-mass)
		lifted = lifted.Add(force)
		slip := motion.V.Add(motion.W.Cross(point.Sub(sim.Center))).Sub(fl.Flow)
		if speed := slip.Len(); speed > 1e-6 {
			wet := volume / vec.Max(g.Mass(1).Mass, 1e-12)
			area := float32(g.Projection(pose.Q.InvRotate(slip.Mul(-1/speed))).Area * wet)
			k := float32(float32(0.5*fl.Density) * float32(fl.Drag*area))
			other := weight.Add(force).Mul(dt / sim.Mass)
			force = force.Add(drag(slip, other, k, float32(fl.LinearDamping*mass), sim.Mass, dt))
		}
		f.Add(index, force, point)
	}
	if displaced == 0 {
		return
	}
	// a body that still rises or sinks is slow at times, and must not fall asleep then
	if weight.Add(lifted).Len() > float32(unevenFloat*weight.Len()) && !f.touchesAny(r) {
		f.islands.StayAwake(index)
	}
	if fl.AngularDamping > 0 {
		rate := float32(fl.AngularDamping*displaced) / sim.Mass
		local := pose.Q.InvRotate(motion.W).Mul(-rate / (1 + float32(rate*dt)))
		sim.Torque = state.ClampVector(sim.Torque.Add(pose.Q.Rotate(sim.LocalInertia.MulVec(local))),
			state.MaxForceInput)
	}
}

// touchesAny reports whether a body touches another one.
func (f *Forces) touchesAny(r *state.Body) bool {
	for key := r.FirstContact; key != state.None; key = f.Contacts[key>>1].Edges[key&1].Next {
		if f.Contacts[key>>1].Touching {
			return true
		}
	}
	return false
}
