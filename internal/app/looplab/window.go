package looplab

import (
	"tumble/engine"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
)

// Window is the window as the laboratory sees it. Without a replay the first pane shows the window's world.
type Window interface {
	Session() *session.Session
	Loop() *engine.Loop
	Picture() *stage.Picture
	// SetStrategy changes the strategy of the window's own loop.
	SetStrategy(name string) error
	// Say shows a text for a few seconds from a reading of the clock on (ns).
	Say(now int64, text string)
	// Output makes the folder for files that a user asks for and returns its path, empty for the working folder.
	Output() (string, error)
}
