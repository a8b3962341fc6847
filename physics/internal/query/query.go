// Package query answers rays, casts, overlaps and nearest points from the shapes of a world as they are now. It changes
// nothing, so that any number of goroutines may ask at a time.
package query

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Queries ask a world.
type Queries struct {
	*state.State
	broad *broadphase.BroadPhase
}

// New returns the room for a world.
func New(st *state.State, broad *broadphase.BroadPhase) *Queries { return &Queries{st, broad} }

// SharesPoint reports whether a shape shares a point with a convex geometry placed at t.
func (qs *Queries) SharesPoint(index int32, g *shape.Geometry, t vec.Transform) bool {
	a := &qs.Geometries[index]
	pose := qs.Sims[qs.Shapes[index].Body].Transform.InvMul(t)
	if a.Kind == shape.Plane {
		return Lowest(a, g, pose) <= 0
	}
	return collide.Overlap(a, g, pose)
}

// Lowest is the height (m) of the lowest point of g above a plane, g placed at pose in the
// frame of the plane's body.
func Lowest(plane, g *shape.Geometry, pose vec.Transform) float32 {
	return plane.Height(pose.Apply(g.Support(pose.Q.InvRotate(plane.A.Neg()))))
}
