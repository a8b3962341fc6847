package looplab

import (
	"tumble/engine"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
)

// Window is the window as the laboratory sees it; the first pane shows its world.
type Window interface {
	Session() *session.Session
	Loop() *engine.Loop
	Picture() *stage.Picture
	// SetStrategy changes the strategy of the window's own loop.
	SetStrategy(name string) error
	Say(now int64, text string)
	// Output is the folder for files that a user asks for; it exists.
	Output() (string, error)
}
