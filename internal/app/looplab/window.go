package looplab

import (
	"tumble/engine"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
)

// Window is what the laboratory asks of the window, whose world the first pane shows.
type Window interface {
	Session() *session.Session
	Loop() *engine.Loop
	Picture() *stage.Picture
	// SetStrategy changes the strategy of the window's own loop.
	SetStrategy(name string) error
	Say(now int64, text string)
}
