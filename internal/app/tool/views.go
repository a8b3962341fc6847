package tool

import (
	"maps"
	"slices"

	"tumble/renderer"
)

// viewSlots is how many views can be saved.
const viewSlots = 4

// savedViews are views that the user stored, for every scene its own. They survive a restart of the
// program.
type savedViews map[string]*sceneViews

// sceneViews are the views of one scene.
type sceneViews struct {
	state [viewSlots]renderer.CameraState
	saved [viewSlots]bool
}

// SavedView is a saved view in the settings; lengths are metres, angles radians.
type SavedView struct {
	Scene    string     `toml:"scene"`
	Slot     int        `toml:"slot"`
	Pivot    [3]float32 `toml:"pivot"`
	Yaw      float32    `toml:"yaw"`
	Pitch    float32    `toml:"pitch"`
	Distance float32    `toml:"distance"`
}

// list is the views in the order of their scenes.
func (s savedViews) list() []SavedView {
	var list []SavedView
	for _, name := range slices.Sorted(maps.Keys(s)) {
		v := s[name]
		for slot, saved := range v.saved {
			if c := &v.state[slot]; saved {
				list = append(list, SavedView{name, slot + 1, c.Pivot, c.Yaw, c.Pitch, c.Distance})
			}
		}
	}
	return list
}

// viewsOf makes saved views of a list. It leaves out views that no camera can have.
func viewsOf(list []SavedView) savedViews {
	s := savedViews{}
	for i := range list {
		p := &list[i]
		if p.Slot < 1 || p.Slot > viewSlots || !p.possible() {
			continue
		}
		v := s[p.Scene]
		if v == nil {
			v = &sceneViews{}
			s[p.Scene] = v
		}
		v.state[p.Slot-1] = renderer.CameraState{Pivot: p.Pivot, Yaw: p.Yaw, Pitch: p.Pitch, Distance: p.Distance}
		v.saved[p.Slot-1] = true
	}
	return s
}

// possible reports whether all numbers are finite and a camera can have the distance.
func (p *SavedView) possible() bool {
	for _, x := range [...]float32{p.Pivot[0], p.Pivot[1], p.Pivot[2], p.Yaw, p.Pitch, p.Distance} {
		if !(x > -1e7 && x < 1e7) {
			return false
		}
	}
	return p.Distance > 0
}
