package physics

import (
	"errors"
	"fmt"

	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// BuoyancyDef describes a fluid below a flat surface. Make it with DefaultBuoyancyDef.
type BuoyancyDef struct {
	made bool

	// Normal is the unit vector out of the fluid; its surface is all points p with Normal·p = Offset (m).
	Normal Vec3
	Offset float32
	// Density (kg/m³) of the fluid and Flow, its velocity (m/s).
	Density float32
	Flow    Vec3
	// Drag is the coefficient of the force against the motion, 0.5·Density·Drag·area·speed², of the part
	// in the fluid. LinearDamping and AngularDamping (1/s) brake a body of the fluid's density that
	// is all in it by that rate.
	Drag                          float32
	LinearDamping, AngularDamping float32
	// Area is where the fluid is (m); the zero value is everywhere below the surface.
	Area AABB
	// Wake rouses bodies that sleep in the area. Without it they sleep on.
	Wake   bool
	Filter QueryFilter
}

// DefaultBuoyancyDef returns water below the plane y = 0.
func DefaultBuoyancyDef() BuoyancyDef {
	return BuoyancyDef{
		made: true, Normal: vec.AxisY, Density: 1000, Drag: 0.5, LinearDamping: 0.5, AngularDamping: 1,
		Filter: DefaultQueryFilter(),
	}
}

func (d *BuoyancyDef) check() error {
	if !d.made {
		return errors.New("physics: buoyancy definition was not made by DefaultBuoyancyDef")
	}
	if !(vec.Abs(d.Normal.Len2()-1) < 1e-3) {
		return fmt.Errorf("physics: buoyancy normal (%g, %g, %g): must be a unit vector", d.Normal.X, d.Normal.Y, d.Normal.Z)
	}
	if err := state.CheckVector("buoyancy flow", d.Flow, maxSpeedInput); err != nil {
		return err
	}
	for _, c := range [...]struct {
		what      string
		x, lo, hi float32
	}{
		{"buoyancy offset", d.Offset, -maxQuery, maxQuery},
		{"buoyancy density", d.Density, 0, maxDensity},
		{"buoyancy drag", d.Drag, 0, maxFriction},
		{"buoyancy linear damping", d.LinearDamping, 0, maxDamping},
		{"buoyancy angular damping", d.AngularDamping, 0, maxDamping},
	} {
		if err := state.CheckRange(c.what, c.x, c.lo, c.hi); err != nil {
			return err
		}
	}
	return checkArea("buoyancy area", d.Area)
}

// ApplyBuoyancy gives the dynamic bodies the forces of a fluid for the next step of dt seconds: the
// weight of what they displace, at its centre, and drag. Call it before every step; the forces
// end with the step. It allocates nothing.
//
// The volume under the surface is exact for spheres, boxes and hulls and within a thousandth for
// other shapes. Shapes of a body that overlap count twice, as they do in its mass.
func (w *World) ApplyBuoyancy(def BuoyancyDef, dt float32) error {
	if r := w.recorder(); r != nil {
		return r.worldApplyBuoyancy(w, def, dt)
	}
	if err := w.checkFlow(def.check(), dt); err != nil {
		return err
	}
	w.eachInArea(def.Area, def.Wake, func(w *World, index int32, area AABB) { w.float(index, &def, area, dt) })
	return nil
}

// float gives an awake body the forces of a fluid on its shapes.
func (w *World) float(index int32, def *BuoyancyDef, area AABB, dt float32) {
	r, sim := &w.state.Bodies[index], &w.state.Sims[index]
	motion := w.state.StateOf(r)
	// The force stays the same in all n sub-steps, which is late by (n − 1)/2 of them: on the
	// average the body is that much farther. Without the advance bobbing would feed on itself.
	n := float32(w.state.Settings.SubSteps)
	pose := w.state.PoseAfter(index, float32(dt*(n-1))/float32(2*n))
	weight := w.state.Settings.Gravity.Mul(float32(sim.GravityScale * sim.Mass))
	displaced, lifted := float32(0), Vec3{}
	for s := r.FirstShape; s != state.None; s = w.state.Shapes[s].Next {
		if w.state.Shapes[s].Sensor || !def.Filter.accepts(&w.state.Shapes[s]) || !w.state.Bounds[s].Tight.Overlaps(area) {
			continue
		}
		g := &w.state.Geometries[s]
		volume, center := g.Immersed(pose.Q.InvRotate(def.Normal), def.Offset-def.Normal.Dot(pose.P))
		if volume <= 0 {
			continue
		}
		point := pose.Apply(center)
		mass := float32(volume * def.Density)
		displaced += mass
		force := w.state.Settings.Gravity.Mul(-mass)
		lifted = lifted.Add(force)
		slip := motion.V.Add(motion.W.Cross(point.Sub(sim.Center))).Sub(def.Flow)
		if speed := slip.Len(); speed > 1e-6 {
			wet := volume / vec.Max(g.Mass(1).Mass, 1e-12)
			front := float32(g.Projection(pose.Q.InvRotate(slip.Mul(-1/speed))).Area * wet)
			k := float32(float32(0.5*def.Density) * float32(def.Drag*front))
			other := weight.Add(force).Mul(dt / sim.Mass)
			force = force.Add(dragForce(slip, other, k, float32(def.LinearDamping*mass), sim.Mass, dt))
		}
		w.addAwakeForce(index, force, point)
	}
	if displaced == 0 {
		return
	}
	// a body that still rises or sinks is slow at times, and must not fall asleep then
	if weight.Add(lifted).Len() > float32(unevenFloat*weight.Len()) && !w.touchesAny(r) {
		w.islands.StayAwake(index)
	}
	if def.AngularDamping > 0 {
		rate := float32(def.AngularDamping*displaced) / sim.Mass
		local := pose.Q.InvRotate(motion.W).Mul(-rate / (1 + float32(rate*dt)))
		sim.Torque = state.ClampVector(sim.Torque.Add(pose.Q.Rotate(sim.LocalInertia.MulVec(local))), maxForceInput)
	}
}

// unevenFloat is the part of its weight by which a floating body may be off its depth and sleep.
const unevenFloat = 0.005

// touchesAny reports whether a body touches another one.
func (w *World) touchesAny(r *state.Body) bool {
	for key := r.FirstContact; key != state.None; key = w.state.Contacts[key>>1].Edges[key&1].Next {
		if w.state.Contacts[key>>1].Touching {
			return true
		}
	}
	return false
}
