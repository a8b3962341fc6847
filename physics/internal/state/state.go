// Package state holds the records of a world: bodies, shapes, contacts and joints with their free lists and the lists
// that tie them together, and the plain values that definitions were resolved into. It is data with accessors; every
// decision stands in a room above.
//
// Every field of a record is written by one room, which the comment of the field names; "public calls" is package
// physics. All rooms read all fields. Memory: records are values in slices, addressed by index; no record holds a
// pointer, except for what a geometry shares with others.
package state

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Limits are the largest numbers of things in a world.
type Limits struct{ Bodies, Shapes, Contacts int32 }

// State is what all rooms of a world read.
type State struct {
	Settings Settings

	// Bodies, Sims and Names have the same index.
	Bodies     []Body
	Sims       []solve.Sim
	Names      []string
	FreeBodies []int32
	BodyCount  int32
	TypeCounts [BodyTypeCount]int32

	// Awake lists the bodies that move; the state of Awake[i] is States[i+1]. States[0]
	// stands for everything that does not move. Both lists are written by island.
	Awake  []int32
	States []solve.State

	// Shapes, Bounds and Geometries have the same index. Bounds are written by broadphase.
	Shapes     []Shape
	Bounds     []ShapeBounds
	Geometries []shape.Geometry
	FreeShapes []int32
	// Surfaces are the materials of triangles and cells, a run for each shape that has any.
	Surfaces   []Material
	ShapeCount int32

	Contacts     []Contact
	FreeContacts []int32
	ContactCount int32
	// Manifolds of a contact are a span of this list, which narrowphase writes and solve adds impulses to.
	Manifolds []solve.Manifold
	// AwakeContacts lists the contacts without touch that an awake body has; those that touch are in the Graph.
	// Touching counts the contacts that touch. All three are written by island.
	AwakeContacts []int32
	Graph         solve.Graph
	Touching      int32

	// Joints and Rows have the same index.
	Joints     []Joint
	Rows       []solve.Joint
	FreeJoints []int32
	// Knots are the curves of all path joints, one after the other; written by rail.
	Knots      []solve.PathKnot
	JointCount int32

	// Lightest and Heaviest are the bounds of the masses (kg) that dynamic bodies with shapes ever had; written by
	// mass.
	Lightest, Heaviest float32

	// Steps were done, Quarantined bodies were frozen and Dropped contacts left out since the world was made;
	// written by step.
	Steps       uint64
	Quarantined uint64
	Dropped     uint64
	// Births counts the bodies, shapes and joints that were ever created.
	Births uint64

	// Limits and Hooks belong to a world and are no part of its snapshots.
	Limits Limits
	Hooks  Hooks
}

// Reserve makes room for so many bodies, shapes and contacts in an empty state.
func (st *State) Reserve(bodies, shapes, contacts int) {
	st.Bodies = make([]Body, 0, bodies)
	st.Sims = make([]solve.Sim, 0, bodies)
	st.Names = make([]string, 0, bodies)
	st.Awake = make([]int32, 0, bodies)
	st.States = append(make([]solve.State, 0, bodies+1), solve.StaticState)
	st.Shapes = make([]Shape, 0, shapes)
	st.Geometries = make([]shape.Geometry, 0, shapes)
	st.Contacts = make([]Contact, 0, contacts)
	st.Manifolds = make([]solve.Manifold, 0, contacts)
}

// PoseAfter is where a body will be when it goes on with its velocity for dt (s).
func (st *State) PoseAfter(index int32, dt float32) vec.Transform {
	sim, r := &st.Sims[index], &st.Bodies[index]
	if r.AwakeIndex == None {
		return sim.Transform
	}
	s := st.StateOf(r)
	axis, rate := s.W.NormLen()
	q := vec.QuatAxisAngle(axis, float32(rate*dt)).Mul(sim.Transform.Q).Norm()
	return vec.Transform{P: sim.Center.MulAdd(dt, s.V).Sub(q.Rotate(sim.LocalCenter)), Q: q}
}

// JointForbids reports whether a joint keeps its two bodies from colliding.
func (st *State) JointForbids(a, b int32) bool {
	if st.Bodies[a].JointCount > st.Bodies[b].JointCount {
		a, b = b, a
	}
	for key := st.Bodies[a].FirstJoint; key != None; {
		j := &st.Joints[key>>1]
		if !j.Collide && j.Other(key) == b {
			return true
		}
		key = j.Edges[key&1].Next
	}
	return false
}

// MayCollide applies the filters of two shapes and the joints between their bodies.
func (st *State) MayCollide(a, b *Shape) bool {
	return a.Body != b.Body && a.Filter.Collides(b.Filter) && !st.JointForbids(a.Body, b.Body)
}

// Allows asks the filter hook about two shapes.
func (st *State) Allows(a, b int32) bool {
	if st.Hooks.Filter == nil || !st.Hooked(a, b) {
		return true
	}
	return st.Hooks.Filter(min(a, b), max(a, b))
}
