// Package windowed tests the whole application in a real window: main thread, render
// goroutine, OpenGL device and simulation together. It has no code of its own.
package windowed
