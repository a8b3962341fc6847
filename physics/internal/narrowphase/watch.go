package narrowphase

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// contactWatch is the contact that a worker is busy with.
type contactWatch struct {
	began   int64
	a, b    shape.Kind
	labeled bool
}

// watchContact marks the calling goroutine as busy with a contact of two kinds, and reads the clock.
func (np *NarrowPhase) watchContact(watch *contactWatch, worker int, c *state.Contact) {
	if l := np.profile.Labels; l != nil {
		a, b := np.Geometries[c.ShapeA].Kind, np.Geometries[c.ShapeB].Kind
		if !watch.labeled || a != watch.a || b != watch.b {
			watch.a, watch.b, watch.labeled = a, b, true
			l.Pair(worker, a, b)
		}
	}
	if np.profile.Costs.On {
		watch.began = np.profile.Now()
	}
}
