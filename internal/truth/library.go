package truth

import (
	"tumble/physics"
	"tumble/physics/scenes"
)

// Prefix begins the names of the scenes of rigs.
const Prefix = "rig_"

// All are the rigs in the order of lists.
var All = []*Rig{
	&fall, &drag, &atwood, &bounce, &collision, &incline, &roll, &rolling, &pendulum, &chain, &spring, &tautochrone,
	&gyroscope,
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
