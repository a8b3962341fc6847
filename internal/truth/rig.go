package truth

import (
	"tumble/physics/scenes"
)

// Rig is an experiment with a known answer.
type Rig struct {
	// Name is that for users, the name of its scene has Prefix before it.
	Name string
	// Scene builds it.
	Scene *scenes.Scene
	// Formula is the known answer.
	Formula string
	// Angle says that the error is an angle (rad) instead of a distance (m).
	Angle bool
	// Seconds is how long a run on the command line takes (s).
	Seconds float64
	// Order is the power of the length of a sub-step with which the error shrinks; 0 where something else bounds it,
	// which Bound names.
	Order float64
	Bound string

	solve func(r *scenes.Run) solution
}

// Unit is that of the error.
func (r *Rig) Unit() string {
	if r.Angle {
		return "rad"
	}
	return "m"
}
