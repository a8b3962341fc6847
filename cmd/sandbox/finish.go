package main

import (
	"os"
	"time"

	"tumble/engine/window"
)

// driverPatience is how long the end of the program waits for windows to be destroyed. A driver may first write its
// cache of shaders, with threads of the least priority: on a busy machine for nine seconds.
const driverPatience = time.Second

// closed destroys windows that nobody sees any more, after all else is done.
var closed []func()

// leave hides a window, and leaves it to finish.
func leave(win *window.Window) {
	win.Hide()
	closed = append(closed, win.Destroy)
}

// finish ends the program with a code.
func finish(code int) {
	time.AfterFunc(driverPatience, func() { os.Exit(code) })
	for _, destroy := range closed {
		destroy()
	}
	os.Exit(code)
}
