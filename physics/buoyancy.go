package physics

import (
	"cmp"
	"fmt"

	"tumble/physics/internal/forces"
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
	// Drag is the coefficient c of the force against the motion, 0.5·Density·c·area·speed²; the area is that of
	// the submerged part. LinearDamping and AngularDamping (1/s) are the rates at which the fluid brakes a submerged
	// body of its own density.
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
	if !(vec.Abs(d.Normal.Len2()-1) < 1e-3) {
		return fmt.Errorf("physics: buoyancy normal (%g, %g, %g): must be a unit vector", d.Normal.X, d.Normal.Y,
			d.Normal.Z)
	}
	return cmp.Or(
		checkMade(d.made, "buoyancy", "DefaultBuoyancyDef"),
		state.CheckVector("buoyancy flow", d.Flow, maxSpeedInput),
		state.CheckRange("buoyancy offset", d.Offset, -maxQuery, maxQuery),
		state.CheckRange("buoyancy density", d.Density, 0, maxDensity),
		state.CheckRange("buoyancy drag", d.Drag, 0, maxFriction),
		state.CheckRange("buoyancy linear damping", d.LinearDamping, 0, maxDamping),
		state.CheckRange("buoyancy angular damping", d.AngularDamping, 0, maxDamping),
		checkArea("buoyancy area", d.Area),
	)
}

// ApplyBuoyancy gives the dynamic bodies the forces of a fluid for the next step of dt seconds: the
// weight of the fluid they displace, at its centre, and drag. Call it before every step; the forces
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
	w.forces.Float(&forces.Fluid{
		Region: region(def.Area, def.Wake, def.Filter), Normal: def.Normal, Offset: def.Offset, Density: def.Density,
		Flow: def.Flow,
		Drag: def.Drag, LinearDamping: def.LinearDamping, AngularDamping: def.AngularDamping,
	}, dt)
	return nil
}
