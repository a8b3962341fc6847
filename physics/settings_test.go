package physics

import (
	"testing"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/state"
)

// The rooms below have defaults of their own for their tests, which must be those of a world.
func TestDefaultsOfRooms(t *testing.T) {
	s := DefaultSettings()
	if got, want := (*state.Settings)(&s).Solver(), kernel.DefaultSettings(); got != want {
		t.Errorf("the solver gets %+v, its own default is %+v", got, want)
	}
	if s.SpeculativeDistance != collide.SpeculativeDistance {
		t.Errorf("speculative distance %g, of package collide %g", s.SpeculativeDistance, collide.SpeculativeDistance)
	}
}
