package physics

import (
	"cmp"

	"tumble/physics/internal/forces"
	"tumble/physics/internal/query"
	"tumble/physics/internal/state"
	"tumble/physics/internal/step"
	"tumble/physics/vec"
)

// WindDef describes a wind. Make it with DefaultWindDef.
type WindDef struct {
	made bool

	// Velocity of the air (m/s) and its Density (kg/m³).
	Velocity Vec3
	Density  float32
	// Drag is the coefficient of the force along the flow, 0.5·Density·Drag·area·speed²; Lift that of
	// the force across the flow, on flat sides at a slant.
	Drag, Lift float32
	// Area is where the wind blows (m); the zero value is everywhere.
	Area AABB
	// Wake rouses bodies that sleep in the area. Without it they sleep on.
	Wake   bool
	Filter QueryFilter
}

// DefaultWindDef returns still air: drag for everything that moves.
func DefaultWindDef() WindDef {
	return WindDef{made: true, Density: 1.2, Drag: 1, Lift: 1, Filter: DefaultQueryFilter()}
}

func (d *WindDef) check() error {
	return cmp.Or(
		checkMade(d.made, "wind", "DefaultWindDef"),
		state.CheckVector("wind velocity", d.Velocity, maxSpeedInput),
		state.CheckRange("wind density", d.Density, 0, maxDensity),
		state.CheckRange("wind drag", d.Drag, 0, maxFriction),
		state.CheckRange("wind lift", d.Lift, 0, maxFriction),
		checkArea("wind area", d.Area),
	)
}

func checkArea(what string, area AABB) error {
	return cmp.Or(state.CheckVector(what, area.Min, maxQuery), state.CheckVector(what, area.Max, maxQuery))
}

// ApplyWind gives the dynamic bodies the forces of a wind for the next step of dt seconds. Call it
// before every step; the forces end with the step. It allocates nothing.
//
// Each shape is taken by itself, by the area of its outline across the flow. Drag integrates to
// the exact curve, so that even a feather in a storm does not oscillate.
func (w *World) ApplyWind(def WindDef, dt float32) error {
	if r := w.recorder(); r != nil {
		return r.worldApplyWind(w, def, dt)
	}
	if err := w.checkFlow(def.check(), dt); err != nil {
		return err
	}
	w.forces.Blow(&forces.Wind{
		Region: region(def.Area, def.Wake, def.Filter), Velocity: def.Velocity, Density: def.Density, Drag: def.Drag,
		Lift: def.Lift,
	}, dt)
	return nil
}

// region is where a flow acts, everywhere for the zero area.
func region(area AABB, wake bool, filter QueryFilter) forces.Region {
	if area == (AABB{}) {
		area = everywhere
	}
	return forces.Region{Area: area, Wake: wake, Filter: query.Filter(filter)}
}

// checkFlow holds the checks shared by the calls that act for one step.
func (w *World) checkFlow(err error, dt float32) error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if err != nil {
		return err
	}
	return checkStepLength(dt)
}

// checkStepLength refuses a dt (s) that no step over time can have.
func checkStepLength(dt float32) error {
	return state.CheckRange("step length", dt, step.MinLength, step.MaxLength)
}

// everywhere is the area of a flow that was given none.
var everywhere = AABB{Min: vec.V3(-maxQuery, -maxQuery, -maxQuery), Max: vec.V3(maxQuery, maxQuery, maxQuery)}
