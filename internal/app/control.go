package app

import "tumble/engine"

// arrows are the keys that move the axes of a scene: the two ends of the first axis, then those of
// the second.
var arrows = [4]engine.Key{engine.KeyLeft, engine.KeyRight, engine.KeyUp, engine.KeyDown}

// controlKey moves an axis of the scene by the arrow keys; it reports whether the key did so.
func (a *App) controlKey(e *engine.Event, queue *engine.InputQueue) bool {
	for i, k := range arrows {
		axis := i / 2
		if e.Code != k || e.Mods&relevantMods != 0 || axis >= len(a.session.Run.Scene.Controls) {
			continue
		}
		if e.Action != engine.Repeat {
			a.arrows[i] = e.Action == engine.Press
			a.sendControl(axis, e, queue)
		}
		return true
	}
	return false
}

func (a *App) sendControl(axis int, e *engine.Event, queue *engine.InputQueue) {
	position := number1(a.arrows[2*axis]) - number1(a.arrows[2*axis+1])
	a.send(queue, e, ControlCommand(axis, float64(position)))
}

// letGoArrows lets go of the axes when the window loses the keyboard.
func (a *App) letGoArrows(e *engine.Event, queue *engine.InputQueue) {
	for i := range a.arrows {
		if a.arrows[i] {
			a.arrows[i] = false
			if axis := i / 2; axis < len(a.session.Run.Scene.Controls) {
				a.sendControl(axis, e, queue)
			}
		}
	}
}
