package app

import (
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/scenes"
)

// arrows are the keys that move the axes of a scene: the two ends of the first axis, then those of
// the second.
var arrows = [4]input.Key{input.KeyLeft, input.KeyRight, input.KeyUp, input.KeyDown}

// controlKey moves an axis of the scene by the arrow keys; it reports whether the key did so.
func (a *App) controlKey(e *input.Event, queue *input.Queue) bool {
	for i, k := range arrows {
		axis := i / 2
		if e.Code != k || e.Mods&relevantMods != 0 || axis >= len(a.session.Run.Scene.Controls) {
			continue
		}
		if e.Action != input.Repeat {
			a.arrows[i] = e.Action == input.Press
			a.sendControl(axis, e, queue)
			a.beginChase()
		}
		return true
	}
	return false
}

func (a *App) sendControl(axis int, e *input.Event, queue *input.Queue) {
	position := number1(a.arrows[2*axis]) - number1(a.arrows[2*axis+1])
	a.send(queue, e, ControlCommand(axis, float64(position)))
}

// letGoArrows lets go of the axes when the window loses the keyboard.
func (a *App) letGoArrows(e *input.Event, queue *input.Queue) {
	for i := range a.arrows {
		if a.arrows[i] {
			a.arrows[i] = false
			if axis := i / 2; axis < len(a.session.Run.Scene.Controls) {
				a.sendControl(axis, e, queue)
			}
		}
	}
}

// chaseDistance is how far (m) the eye is from a car that is driven, at most.
const chaseDistance = 22

// beginChase has the camera follow the car that the arrow keys drive, unless it follows something already.
func (a *App) beginChase() {
	cars := a.session.Run.Vehicles
	if len(cars) == 0 || a.camera.Following() {
		return
	}
	a.chase = true
	st := a.camera.State()
	st.Pivot, st.Distance = gpu(cars[0].Chassis.WorldCenter()), min(st.Distance, chaseDistance)
	a.camera.Set(st, false)
	a.camera.Follow(st.Pivot)
}

// followed is the body that the camera follows: the one selected, or the car that is driven.
func (a *App) followed() physics.Body {
	if b := a.show.Selected; b.Valid() {
		return b
	}
	if cars := a.session.Run.Vehicles; a.chase && len(cars) > 0 {
		return cars[0].Chassis
	}
	return physics.Body{}
}

// appendControls appends what the arrow keys do in a scene.
func appendControls(b []byte, list []scenes.Control) []byte {
	for i, c := range list {
		if i < len(arrowNames) {
			b = append(append(append(b, arrowNames[i]...), c.Text...), "   "...)
		}
	}
	return b
}

var arrowNames = [...]string{"left/right: ", "up/down: "}
