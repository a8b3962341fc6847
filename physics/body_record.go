package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// body is the cold part of a body: identity, lists and sleep. What the solver reads is in
// World.sims at the same index, the velocities of awake bodies are in World.states.
type body struct {
	slot
	kind       BodyType
	allowSleep bool
	bullet     bool
	frozen     bool // quarantined
	disabled   bool // see Body.SetEnabled
	ownMass    bool // SetMassData was called: shapes do not change the mass
	locks      AxisLocks

	// awakeIndex is the place in World.awake, none when asleep or static. The solver's state
	// index is one more, 0 for bodies that do not move.
	awakeIndex int32

	// Island of a dynamic body and its neighbours in the island's list.
	island, islandPrev, islandNext int32

	firstShape, lastShape, shapeCount int32
	// firstContact and firstJoint are edge keys: index<<1 | side.
	firstContact, contactCount int32
	firstJoint, jointCount     int32

	// sleepTime (s) is how long the body has rested, since it was at restCenter with
	// restRotation.
	sleepTime    float32
	restCenter   Vec3
	restRotation Quat
	sleepSpeed   float32 // negative: Settings.SleepSpeed
	// reach (m) is how far the shapes extend from the centre of mass along the axes of the body.
	reach   Vec3
	userTag uint64
	born    uint64 // see Body.Order
	// own is the mass given by SetMassData.
	own MassData
}

// out reports whether the body takes no part in the simulation: it was disabled or quarantined.
func (r *body) out() bool { return r.frozen || r.disabled }

// stateOf returns the solver's view of an awake body.
func (w *World) stateOf(r *body) *solve.State { return &w.states[r.awakeIndex+1] }

// mustRest reports whether a body has a shape that only static bodies may have.
func (w *World) mustRest(r *body) bool {
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		if !w.geometries[s].Kind.IsConvex() {
			return true
		}
	}
	return false
}

// movable reports whether impulses move the body.
func (w *World) movable(bodyIndex int32) bool {
	r := &w.bodies[bodyIndex]
	return r.kind == Dynamic && !r.out()
}

// newBody takes a slot for a body, which is on no list yet.
func (w *World) newBody(values body, sim solve.Sim, name string) int32 {
	index := w.allocateBody()
	values.generation = w.bodies[index].generation + 1
	values.awakeIndex, values.island, values.islandPrev, values.islandNext = none, none, none, none
	values.firstShape, values.lastShape, values.firstContact, values.firstJoint = none, none, none, none
	values.born = w.bear()
	w.bodies[index], w.sims[index], w.names[index] = values, sim, name
	w.bodyCount++
	w.typeCounts[values.kind]++
	return index
}

// freeBody gives the slot of a body back that is on no list any more.
func (w *World) freeBody(index int32) {
	r := &w.bodies[index]
	r.generation++
	w.names[index] = ""
	w.bodyCount--
	w.typeCounts[r.kind]--
	w.freeBodies = append(w.freeBodies, index)
}

// setType changes how a body moves that takes no part in the simulation.
func (w *World) setType(index int32, kind BodyType) {
	r := &w.bodies[index]
	w.typeCounts[r.kind]--
	r.kind = kind
	w.typeCounts[kind]++
}

func (w *World) allocateBody() int32 {
	if n := len(w.freeBodies); n > 0 {
		index := w.freeBodies[n-1]
		w.freeBodies = w.freeBodies[:n-1]
		return index
	}
	w.bodies = extend(w.bodies)
	w.sims = extend(w.sims)
	w.names = extend(w.names)
	return int32(len(w.bodies) - 1)
}

// turnReach is the length (m) of the way of the farthest point of a body that turns by a small
// rotation vector (rad, in the world). That of a log that rolls is its radius, not half its length.
func (r *body) turnReach(sim *solve.Sim, turn Vec3) float32 {
	t, e := sim.Transform.Q.InvRotate(turn).Abs(), r.reach
	way := Vec3{
		X: float32(t.Y*e.Z) + float32(t.Z*e.Y),
		Y: float32(t.Z*e.X) + float32(t.X*e.Z),
		Z: float32(t.X*e.Y) + float32(t.Y*e.X),
	}
	return vec.Min(way.Len(), float32(turn.Len()*sim.MaxExtent))
}
