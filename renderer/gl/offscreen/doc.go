// Package offscreen makes an OpenGL 4.1 core context without a window system, so that
// pictures can be drawn and tested where there is no display.
//
// It works on Linux with cgo and needs libEGL.so.1 with a driver behind it at run time
// only (on Debian: libegl1 and libgl1-mesa-dri). Elsewhere, and where the driver is
// missing or too old, [New] returns an error that wraps [ErrUnavailable].
package offscreen

import "errors"

// ErrUnavailable is wrapped by every error of New: this machine has no EGL driver that
// gives an OpenGL 4.1 core context without a window.
var ErrUnavailable = errors.New("no OpenGL 4.1 without a display")
