// Package window opens a window with GLFW and delivers its events to the engine.
//
// [Open] and every method that belongs to engine.Window must be called by the main thread:
// lock it in an init function with runtime.LockOSThread. The methods of renderer.Surface
// (MakeCurrent, DetachCurrent, SwapBuffers, SetSwapInterval) and GetProcAddress belong to the
// thread that draws. PostEmptyEvent may be called by any.
//
// Sizes, scale, focus, cursor and visibility are kept from the events that report them, so that
// asking for them in every frame costs no call into GLFW and no memory.
package window

import "errors"

// ErrNoDisplay is wrapped by errors of Open that say that there is no display to show a
// window on, or that the program was built without windows.
var ErrNoDisplay = errors.New("no display")

// ErrNoOpenGL is wrapped by errors of Open that say that the display has no OpenGL 4.1.
var ErrNoOpenGL = errors.New("OpenGL 4.1 is needed")

// Options say how a window is opened. The zero value of a field takes the default.
type Options struct {
	Title         string // "Tumble"
	Width, Height int    // screen coordinates; 1280 by 720
	// X and Y are where the corner of the window is, if Positioned; a place that no monitor shows is left to the
	// system.
	X, Y       int
	Positioned bool
	Maximised  bool
	Fullscreen bool
	Hidden     bool // for tests
}

func (o Options) withDefaults() Options {
	if o.Title == "" {
		o.Title = "Tumble"
	}
	if o.Width <= 0 {
		o.Width = 1280
	}
	if o.Height <= 0 {
		o.Height = 720
	}
	return o
}
