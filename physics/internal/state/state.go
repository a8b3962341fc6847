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
)

// Limits are the largest numbers of things in a world.
type Limits struct{ Bodies, Shapes, Contacts int32 }

// State holds the records that all rooms of a world read.
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

// nextOrder returns the number of the next body, shape or joint.
func (st *State) nextOrder() uint64 {
	st.Births++
	return st.Births
}
