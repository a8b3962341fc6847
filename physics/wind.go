package physics

import (
	"errors"

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
	// the one across it, which flat sides feel that are at a slant to the flow.
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
	if !d.made {
		return errors.New("physics: wind definition was not made by DefaultWindDef")
	}
	if err := state.CheckVector("wind velocity", d.Velocity, maxSpeedInput); err != nil {
		return err
	}
	if err := state.CheckRange("wind density", d.Density, 0, maxDensity); err != nil {
		return err
	}
	if err := state.CheckRange("wind drag", d.Drag, 0, maxFriction); err != nil {
		return err
	}
	if err := state.CheckRange("wind lift", d.Lift, 0, maxFriction); err != nil {
		return err
	}
	return checkArea("wind area", d.Area)
}

func checkArea(what string, area AABB) error {
	if err := state.CheckVector(what, area.Min, maxQuery); err != nil {
		return err
	}
	return state.CheckVector(what, area.Max, maxQuery)
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
	w.eachInArea(def.Area, def.Wake, func(w *World, index int32, area AABB) { w.blow(index, &def, area, dt) })
	return nil
}

// checkFlow holds the checks shared by the calls that act for one step.
func (w *World) checkFlow(err error, dt float32) error {
	if w.locked.Load() {
		return ErrWorldLocked
	}
	if err != nil {
		return err
	}
	return state.CheckRange("step length", dt, step.MinLength, step.MaxLength)
}

// eachInArea visits the awake dynamic bodies with a shape in the area, and before that wakes the
// others there if that is asked for.
func (w *World) eachInArea(area AABB, wake bool, visit func(w *World, index int32, area AABB)) {
	if area == (AABB{}) {
		area = everywhere
	}
	if wake && len(w.state.Awake) < int(w.state.BodyCount-w.state.TypeCounts[Static]) {
		for i := range w.state.Bodies {
			if r := &w.state.Bodies[i]; r.Alive() && r.Kind == Dynamic && !r.Out() && r.AwakeIndex == state.None && w.bodyInArea(r, area) {
				w.islands.Wake(int32(i))
			}
		}
	}
	for _, index := range w.state.Awake {
		if r := &w.state.Bodies[index]; r.Kind == Dynamic && w.bodyInArea(r, area) {
			visit(w, index, area)
		}
	}
}

func (w *World) bodyInArea(r *state.Body, area AABB) bool {
	for s := r.FirstShape; s != state.None; s = w.state.Shapes[s].Next {
		if w.state.Bounds[s].Tight.Overlaps(area) {
			return true
		}
	}
	return false
}

// blow gives an awake body the force of a wind on its shapes.
func (w *World) blow(index int32, def *WindDef, area AABB, dt float32) {
	r, sim := &w.state.Bodies[index], &w.state.Sims[index]
	motion := w.state.StateOf(r)
	fall := w.state.Settings.Gravity.Mul(float32(sim.GravityScale * dt))
	for s := r.FirstShape; s != state.None; s = w.state.Shapes[s].Next {
		if w.state.Shapes[s].Sensor || !def.Filter.accepts(&w.state.Shapes[s]) || !w.state.Bounds[s].Tight.Overlaps(area) {
			continue
		}
		g := &w.state.Geometries[s]
		middle := sim.Transform.Apply(g.Centroid())
		slip := motion.V.Add(motion.W.Cross(middle.Sub(sim.Center))).Sub(def.Velocity)
		// the flow comes from where the shape goes
		flow, speed := slip.Neg().NormLen()
		if speed < 1e-6 {
			continue
		}
		f := g.Projection(sim.Transform.Q.InvRotate(flow))
		pressure := float32(float32(0.5*def.Density) * f.Area)
		force := dragForce(slip, fall, float32(pressure*def.Drag), 0, sim.Mass, dt)
		if def.Lift > 0 {
			push := sim.Transform.Q.Rotate(f.Normal).Neg()
			push = push.MulSub(push.Dot(flow), flow)
			lift := float32(float32(pressure*def.Lift) * float32(speed*speed))
			force = force.Add(shorten(push.Mul(lift), float32(sim.Mass*speed)/dt))
		}
		w.addAwakeForce(index, force, sim.Transform.Apply(f.Center))
	}
}

// addAwakeForce adds a force (N) at a point (m) for the next step to a body that is awake, which it
// does not keep from falling asleep.
func (w *World) addAwakeForce(index int32, force, point Vec3) {
	sim := &w.state.Sims[index]
	sim.Force = state.ClampVector(sim.Force.Add(force), maxForceInput)
	sim.Torque = state.ClampVector(sim.Torque.Add(point.Sub(sim.Center).Cross(force)), maxForceInput)
}

// dragForce is the force (N) of a drag of k·|v|² + c·|v| (N) against the velocity v (m/s) of a mass m
// over a time dt in which other forces add the velocity dv. It is linear in the velocity at the
// end of the step. That makes the steady speed exact, also the curve of quadratic drag alone,
// and no drag, however strong, turns the motion round.
func dragForce(v, dv Vec3, k, c, m, dt float32) Vec3 {
	rate := float32(k*v.Len()) + c
	if !(rate > 0) || !(m > 0) {
		return Vec3{}
	}
	return v.Add(dv).Mul(-rate / (1 + float32(rate*dt)/m))
}

// everywhere is the area of a flow that was given none.
var everywhere = AABB{Min: vec.V3(-maxQuery, -maxQuery, -maxQuery), Max: vec.V3(maxQuery, maxQuery, maxQuery)}
