// Package forces gives bodies the forces of the medium around them: wind (wind.go), a fluid below a flat
// surface (buoyancy.go) and explosions (explosion.go).
//
// Wind and fluids act by Sim.Force and Sim.Torque for the next step, explosions by impulses at once. The room owns
// nothing: it reads records and shapes, and wakes bodies by the island room.
package forces

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/island"
	"tumble/physics/internal/query"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Forces acts on the bodies of a world.
type Forces struct {
	*state.State
	broad   *broadphase.BroadPhase
	queries *query.Queries
	islands *island.Manager
}

// New returns the room for a world.
func New(st *state.State, broad *broadphase.BroadPhase, queries *query.Queries, islands *island.Manager) *Forces {
	return &Forces{st, broad, queries, islands}
}

// Region is where a flow acts on which shapes.
type Region struct {
	// Area in metres.
	Area vec.AABB
	// Wake rouses bodies that sleep in the area.
	Wake   bool
	Filter query.Filter
}

// each visits the awake dynamic bodies with a shape in the region; on request it wakes the sleeping ones first.
func (f *Forces) each(at *Region, visit func(index int32)) {
	if at.Wake && len(f.Awake) < int(f.BodyCount-f.TypeCounts[state.Static]) {
		for i := range f.Bodies {
			if r := &f.Bodies[i]; r.Alive() && r.Kind == state.Dynamic && !r.Out() && r.AwakeIndex == state.None &&
				f.overlaps(r, at) {
				f.islands.Wake(int32(i))
			}
		}
	}
	for _, index := range f.Awake {
		if r := &f.Bodies[index]; r.Kind == state.Dynamic && f.overlaps(r, at) {
			visit(index)
		}
	}
}

func (f *Forces) overlaps(r *state.Body, at *Region) bool {
	for s := r.FirstShape; s != state.None; s = f.Shapes[s].Next {
		if f.Bounds[s].Tight.Overlaps(at.Area) {
			return true
		}
	}
	return false
}

// meets reports whether a flow acts on a shape.
func (f *Forces) meets(shape int32, at *Region) bool {
	s := &f.Shapes[shape]
	return !s.Sensor && at.Filter.Accepts(s) && f.Bounds[shape].Tight.Overlaps(at.Area)
}

// Add adds a force (N) at a point (m) for the next step to a body that is awake, which it does not keep from falling
// asleep.
func (f *Forces) Add(index int32, force, point vec.Vec3) {
	sim := &f.Sims[index]
	sim.Force = state.ClampVector(sim.Force.Add(force), state.MaxForceInput)
	sim.Torque = state.ClampVector(sim.Torque.Add(point.Sub(sim.Center).Cross(force)), state.MaxForceInput)
}

// drag is the force (N) of a drag of k·|v|² + c·|v| (N) against the velocity v (m/s) of a mass m
// over a time dt in which other forces add the velocity dv. It is linear in the velocity at the
// end of the step. That makes the steady speed exact, also the curve of quadratic drag alone,
// and no drag, however strong, reverses the motion.
func drag(v, dv vec.Vec3, k, c, m, dt float32) vec.Vec3 {
	rate := float32(k*v.Len()) + c
	if !(rate > 0) || !(m > 0) {
		return vec.Vec3{}
	}
	return v.Add(dv).Mul(-rate / (1 + float32(rate*dt)/m))
}
