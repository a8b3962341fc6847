package state

import (
	"tumble/physics/internal/collide"
)

// Edge links a contact or joint into the list of one of its bodies. Lists hold keys:
// index<<1 | side.
type Edge struct{ Prev, Next int32 }

// SlowFraction (1): motion in a step, as a part of the speculative distance, up to which a body is slow. Two slow
// bodies come together by no more than that distance, and their contact is made before they meet anyway. Without it:
// all bodies of a heap are looked at for contacts ahead.
const SlowFraction = 0.5

// Contact is a pair of shapes whose fat bounds overlap.
type Contact struct {
	// The pair; written by state.
	ShapeA, ShapeB, BodyA, BodyB int32
	// Edges are the places in the lists of the two bodies; written by state.
	Edges [2]Edge
	// Color and Slot are the place in the graph of a contact that touches and is awake. Written by island.
	Color, Slot int32
	// AwakeSlot is the place in State.AwakeContacts of a contact that is awake without touch. Written by island.
	AwakeSlot int32
	// Manifold is the first of 1<<Class manifolds, of which Count are in use. Written by narrowphase.
	Manifold, Class, Count int32

	Alive bool // written by state
	// Touching is set while there are manifolds, from the end of the narrow phase on. Written by island.
	Touching bool
	// Linked is set while the contact holds two dynamic bodies in one island. Written by island.
	Linked bool
	// Events and Hits are set when a shape asks for them. Written by narrowphase.
	Events, Hits bool
	// Angular is set for pairs of polytopes, whose points may be recycled. Written by narrowphase.
	Angular bool
	// Composite is set when a shape is made of triangles or children. Written by narrowphase.
	Composite bool
	// InternalEdges is set when a shape is one of several of a body that does not move by itself. Written by
	// narrowphase.
	InternalEdges bool
	// Belt is set when a surface moves on its body. Written by narrowphase.
	Belt bool

	// The combined material; written by narrowphase.
	Friction, Restitution, Rolling float32

	// Cache is where the last search for the axis of least overlap ended. Written by narrowphase.
	Cache collide.Cache
}

// Other returns the body across the edge of a key.
func (c *Contact) Other(key int32) int32 {
	if key&1 == 0 {
		return c.BodyB
	}
	return c.BodyA
}
