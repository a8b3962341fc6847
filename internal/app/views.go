package app

import (
	"strconv"

	"tumble/engine"
	"tumble/renderer"
)

// viewSlots is how many views can be saved.
const viewSlots = 4

// savedViews are views that the user stored, until the program ends.
type savedViews struct {
	state [viewSlots]renderer.CameraState
	saved [viewSlots]bool
}

// storeView keeps the present view.
func (a *App) storeView(slot int, now int64) {
	a.views.state[slot], a.views.saved[slot] = a.camera.State(), true
	a.hud.say(now, "view "+strconv.Itoa(slot+1)+" saved")
}

// recallView glides to a saved view.
func (a *App) recallView(slot int, now int64) {
	if !a.views.saved[slot] {
		a.hud.say(now, "no view saved as "+strconv.Itoa(slot+1)+": Ctrl+"+strconv.Itoa(slot+1)+" saves one")
		return
	}
	a.camera.Unfollow()
	a.camera.Set(a.views.state[slot], false)
}

// actOnPicture handles colours, glyphs, saved views and series of pictures.
func (a *App) actOnPicture(action Action, e *engine.Event) {
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
		a.hud.say(e.Time, a.series.toggle(a.session.Config.Scene.Name))
	}
}

// track notes what overlays remember of a tick.
func (a *App) track() {
	if a.show.Trails {
		a.overlay.trails.track(a.session.World())
	}
}
