package tool

import (
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
)

// arrowKeys are the keys that move the axes of a scene: the two ends of the first axis, then those of
// the second.
var arrowKeys = [4]input.Key{input.KeyLeft, input.KeyRight, input.KeyUp, input.KeyDown}

// Arrows moves the axes of a scene.
type Arrows struct {
	host   Host
	camera *Camera
	held   [4]bool // see arrowKeys
}

// Key moves an axis of the scene by the arrow keys; it reports whether the key did so.
func (a *Arrows) Key(e *input.Event, queue *input.Queue) bool {
	for i, k := range arrowKeys {
		axis := i / 2
		if e.Code != k || e.Mods&command.RelevantMods != 0 || axis >= len(a.host.Run().Scene.Controls) {
			continue
		}
		if e.Action != input.Repeat {
			a.held[i] = e.Action == input.Press
			a.send(axis, e, queue)
			a.camera.beginChase()
		}
		return true
	}
	return false
}

func (a *Arrows) send(axis int, e *input.Event, queue *input.Queue) {
	position := axisOf(a.held[2*axis]) - axisOf(a.held[2*axis+1])
	a.host.Send(queue, e, session.ControlCommand(axis, float64(position)))
}

// Release releases the axes when the window loses the keyboard.
func (a *Arrows) Release(e *input.Event, queue *input.Queue) {
	for i := range a.held {
		if a.held[i] {
			a.held[i] = false
			if axis := i / 2; axis < len(a.host.Run().Scene.Controls) {
				a.send(axis, e, queue)
			}
		}
	}
}
