// Package query answers rays, casts, overlaps and nearest points: of single shapes (one_shape.go), of the shapes of a
// body (one_body.go) and of all shapes of a world by its trees (all_shapes.go). It sees the world as it is now and
// changes nothing, so that any number of goroutines may ask at a time.
package query

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/state"
)

// Queries ask a world.
type Queries struct {
	*state.State
	broad *broadphase.BroadPhase
}

// New returns the room for a world.
func New(st *state.State, broad *broadphase.BroadPhase) *Queries { return &Queries{st, broad} }

// Filter says which shapes a query finds, see physics.QueryFilter.
type Filter struct {
	Category, Mask uint64
	Sensors        bool
}

// Accepts reports whether a query with this filter finds a shape.
func (f Filter) Accepts(s *state.Shape) bool {
	return f.Category&s.Filter.Mask != 0 && s.Filter.Category&f.Mask != 0 && (f.Sensors || !s.Sensor)
}
