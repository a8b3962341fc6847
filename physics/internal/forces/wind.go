package forces

import (
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Wind is a flow of air, see physics.WindDef.
type Wind struct {
	Region
	Velocity            vec.Vec3
	Density, Drag, Lift float32
}

// Blow gives the bodies in a wind its forces for the next step of dt seconds. Drag integrates to the exact curve, so
// that even a feather in a storm does not oscillate.
func (f *Forces) Blow(w *Wind, dt float32) {
	f.each(&w.Region, func(index int32) { f.blow(index, w, dt) })
}

// blow gives an awake body the force of a wind on its shapes: drag along the flow and lift across it by the area of the
// outline of each.
func (f *Forces) blow(index int32, w *Wind, dt float32) {
	r, sim := &f.Bodies[index], &f.Sims[index]
	motion := f.StateOf(r)
	fall := f.Settings.Gravity.Mul(float32(sim.GravityScale * dt))
	for s := r.FirstShape; s != state.None; s = f.Shapes[s].Next {
		if !f.meets(s, &w.Region) {
			continue
		}
		g := &f.Geometries[s]
		middle := sim.Transform.Apply(g.Centroid())
		slip := motion.V.Add(motion.W.Cross(middle.Sub(sim.Center))).Sub(w.Velocity)
		// the flow comes from where the shape goes
		flow, speed := slip.Neg().NormLen()
		if speed < 1e-6 {
			continue
		}
		outline := g.Projection(sim.Transform.Q.InvRotate(flow))
		pressure := float32(float32(0.5*w.Density) * outline.Area)
		force := drag(slip, fall, float32(pressure*w.Drag), 0, sim.Mass, dt)
		if w.Lift > 0 {
			push := sim.Transform.Q.Rotate(outline.Normal).Neg()
			push = push.MulSub(push.Dot(flow), flow)
			lift := float32(float32(pressure*w.Lift) * float32(speed*speed))
			force = force.Add(state.ShortenVector(push.Mul(lift), float32(sim.Mass*speed)/dt))
		}
		f.Add(index, force, sim.Transform.Apply(outline.Center))
	}
}
