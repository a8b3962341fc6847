// Package state holds the records of a world: bodies, shapes, contacts and joints with their free lists and the lists
// that tie them together, and the plain values that definitions were resolved into. It is data with accessors; every
// decision stands in a room above.
//
// Every field of a record is written by one room, which the comment of the field names; "public calls" is package
// physics. All rooms read all fields. Memory: records are values in slices, addressed by index; no record holds a
// pointer, except for data that a geometry shares with others.
package state

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
)

// Limits are the largest numbers of things in a world.
type Limits struct{ Bodies, Shapes, Contacts int32 }

// State holds the records that all rooms of a world read.
type State struct {
	Settings Settings // written by public calls

	// Bodies, Sims and Names have the same index. The lists, and the counts below, are written by state; who writes a
	// field of a record is said there.
	Bodies     []Body
	Sims       []solve.Sim
	Names      []string
	FreeBodies []int32              // written by state
	BodyCount  int32                // written by state
	TypeCounts [BodyTypeCount]int32 // written by state

	// Awake lists the bodies that move; the state of Awake[i] is States[i+1]. States[0]
	// stands for everything that does not move. Both lists are written by island.
	Awake  []int32
	States []solve.State

	// Shapes, Bounds and Geometries have the same index. Bounds are written by broadphase.
	Shapes     []Shape          // written by state
	Bounds     []ShapeBounds    // written by broadphase
	Geometries []shape.Geometry // written by state
	FreeShapes []int32          // written by state
	// Surfaces are the materials of triangles and cells, a run for each shape that has any; written by state.
	Surfaces   []Material
	ShapeCount int32 // written by state

	Contacts     []Contact // written by state
	contactMarks []uint32  // see MarkContact, of each page; written by state
	FreeContacts []int32   // written by state
	ContactCount int32     // written by state
	// Manifolds of a contact are a span of this list, written by narrowphase; solve adds impulses to them.
	Manifolds []solve.Manifold
	// AwakeContacts lists the contacts without touch that an awake body has; those that touch are in the Graph.
	// Touching counts the contacts that touch. All three are written by island.
	AwakeContacts []int32
	Graph         solve.Graph
	Touching      int32

	// Joints, Rows and JointNames have the same index. The lists are written by state.
	Joints     []Joint
	Rows       []solve.Joint
	JointNames []string
	FreeJoints []int32 // written by state
	// Knots are the curves of all path joints, one after the other; written by rail.
	Knots      []solve.PathKnot
	JointCount int32 // written by state

	// Heaviest is the largest mass (kg) that a dynamic body with shapes ever had; written by mass.
	Heaviest float32
	// GravityBefore is the gravity of the last step that solved (m/s²); written by step.
	GravityBefore float32

	// Steps were done, Quarantined bodies were frozen and Dropped contacts left out since the world was made;
	// written by step.
	Steps       uint64
	Quarantined uint64
	Dropped     uint64
	// Births counts the bodies, shapes and joints that were ever created; written by state.
	Births uint64

	// Limits and Hooks belong to a world and are no part of its snapshots. Written by public calls.
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
