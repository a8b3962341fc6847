package snapshot

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/island"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/state"
)

// Rooms are the data of a world that decide how it goes on, room by room.
type Rooms struct {
	*state.State
	*broadphase.Proxies
	*narrowphase.Caches
	*island.Records
	*sensor.Visits
	// last are the cold records of the world when it was last copied or put back.
	last *cold
}
