package app

import (
	"maps"
	"slices"
	"strconv"

	"tumble/engine/input"
	"tumble/internal/openscene"
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

// storeView keeps the present view.
func (a *App) storeView(slot int, now int64) {
	name := a.session.Config.Scene.Name
	v := a.views[name]
	if v == nil {
		v = &sceneViews{}
		a.views[name] = v
	}
	v.state[slot], v.saved[slot] = a.camera.State(), true
	a.hud.say(now, "view "+strconv.Itoa(slot+1)+" saved")
}

// recallView glides to a saved view.
func (a *App) recallView(slot int, now int64) {
	v := a.views[a.session.Config.Scene.Name]
	if v == nil || !v.saved[slot] {
		a.hud.say(now, "no view saved as "+strconv.Itoa(slot+1)+": Ctrl+"+strconv.Itoa(slot+1)+" saves one")
		return
	}
	a.camera.Unfollow()
	a.camera.Set(v.state[slot], false)
}

// viewPlace is a saved view in the settings; lengths are metres, angles radians.
type viewPlace struct {
	Scene    string     `toml:"scene"`
	Slot     int        `toml:"slot"`
	Pivot    [3]float32 `toml:"pivot"`
	Yaw      float32    `toml:"yaw"`
	Pitch    float32    `toml:"pitch"`
	Distance float32    `toml:"distance"`
}

// places are the views in the order of their scenes, for the settings.
func (s savedViews) places() []viewPlace {
	var list []viewPlace
	for _, name := range slices.Sorted(maps.Keys(s)) {
		v := s[name]
		for slot, saved := range v.saved {
			if c := &v.state[slot]; saved {
				list = append(list, viewPlace{name, slot + 1, c.Pivot, c.Yaw, c.Pitch, c.Distance})
			}
		}
	}
	return list
}

// viewsAt takes saved views out of the settings. One that no camera can have is left out.
func viewsAt(list []viewPlace) savedViews {
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

// possible reports whether all numbers are finite and the distance is one.
func (p *viewPlace) possible() bool {
	for _, x := range [...]float32{p.Pivot[0], p.Pivot[1], p.Pivot[2], p.Yaw, p.Pitch, p.Distance} {
		if !(x > -1e7 && x < 1e7) {
			return false
		}
	}
	return p.Distance > 0
}

// actOnPicture handles colours, glyphs, saved views and series of pictures.
func (a *App) actOnPicture(action Action, e *input.Event) {
	switch {
	case action == ActionNextColor:
		a.show.Color = (a.show.Color + 1) % colorModeCount
		a.hud.say(e.Time, "colour by "+a.show.Color.String())
	case action == ActionPreviousColor:
		a.show.Color = (a.show.Color + colorModeCount - 1) % colorModeCount
		a.hud.say(e.Time, "colour by "+a.show.Color.String())
	case action == ActionGlyphsLarger, action == ActionGlyphsSmaller:
		a.show.scaleGlyphs(action == ActionGlyphsLarger)
	case action >= ActionRecallView1 && action <= ActionRecallView4:
		a.recallView(int(action-ActionRecallView1), e.Time)
	case action >= ActionStoreView1 && action <= ActionStoreView4:
		a.storeView(int(action-ActionStoreView1), e.Time)
	case action == ActionSequence:
		a.hud.say(e.Time, a.series.toggle(openscene.Label(a.session.Config.Scene.Name)))
	}
}

// track notes what overlays remember of a tick.
func (a *App) track() {
	if a.show.Trails {
		a.overlay.trails.track(a.session.World())
	}
}
