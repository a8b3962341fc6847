package tool

import (
	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer/ui"
)

// Host is the application as the tools see it.
type Host interface {
	// World is the world under the cursor, Run the scene with its controls and vehicles.
	World() *physics.World
	Run() *scenes.Run
	Window() engine.Window
	// Viewport is the part of a picture of w × h pixels that the camera fills, Panes the number of equal parts side by
	// side that it is cut into, at least 1.
	Viewport(w, h int) ui.Rect
	Panes() int
	// Hides reports whether bodies are hidden from the picture, Hidden whether one is.
	Hides() bool
	Hidden(b physics.Body) bool
	// Flows appends the winds and waters of the session.
	Flows(buf []session.Flow) []session.Flow
	// Send puts a command for the world into a queue, with the stamp of the event behind it.
	Send(queue *input.Queue, from *input.Event, c input.Event)
}
