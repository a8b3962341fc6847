package truth

import (
	"tumble/physics"
	"tumble/physics/scenes"
)

// Prefix begins the names of the scenes of rigs.
const Prefix = "rig_"

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
	// Order is the power of the length of a sub-step with which the error shrinks; 0 where something else bounds it, which Bound
	// names.
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

// All are the rigs in the order of lists.
var All = []*Rig{
	&fall, &drag, &atwood, &bounce, &collision, &incline, &roll, &rolling, &pendulum, &chain, &spring, &tautochrone, &gyroscope,
	&flip, &coin,
}

func init() {
	for _, r := range All {
		s := r.Scene
		s.Name, s.Category, s.Steps = Prefix+r.Name, "truth rigs", int(r.Seconds*float64(s.Rate()))
		edit := s.World
		s.World = func(def *physics.WorldDef) {
			// a body that sleeps does not follow its equation
			def.Settings.SleepEnabled = false
			if edit != nil {
				edit(def)
			}
		}
		s.Check = func(run *scenes.Run) error { return nil }
	}
}

// Find returns the rig of a name, with or without Prefix.
func Find(name string) (*Rig, bool) {
	for _, r := range All {
		if r.Name == name || r.Scene.Name == name {
			return r, true
		}
	}
	return nil, false
}

// Of returns the rig of a scene.
func Of(s *scenes.Scene) (*Rig, bool) {
	for _, r := range All {
		if r.Scene == s {
			return r, true
		}
	}
	return nil, false
}
