package narrowphase

import (
	"tumble/physics/internal/solve"
)

// BeginContact gives a new contact its manifold and what is known of it from the start.
func (np *NarrowPhase) BeginContact(index int32) {
	c := &np.Contacts[index]
	c.Manifold = np.allocateSpan(0)
	// a hook sees every contact as the shapes make it
	c.Angular = IsAngular(np.Geometries[c.ShapeA].Kind) && IsAngular(np.Geometries[c.ShapeB].Kind) &&
		!np.Hooked(c.ShapeA, c.ShapeB)
	c.Composite = np.Geometries[c.ShapeA].Kind.HasChildren()
	c.InternalEdges = np.hasInternalEdges(c)
	np.Manifolds[c.Manifold] = solve.Manifold{BodyA: c.BodyA, BodyB: c.BodyB}
	if int(index) == len(np.Recycling) {
		np.Recycling = append(np.Recycling, Recycling{})
	}
	np.Recycling[index] = Recycling{}
	np.mixMaterials(index)
	np.markNeighbours(index)
}

// EndContact takes the manifolds and the caches of a contact back.
func (np *NarrowPhase) EndContact(index int32) {
	c := &np.Contacts[index]
	np.freeSpan(c.Manifold, c.Class)
	np.near.remove(index)
}
