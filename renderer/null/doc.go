// Package null is a renderer.Device without graphics. It checks every call against
// the contract of the interface, counts what it was asked to do, and can record the stream of
// calls, so that a whole program runs and is checked where there is no display and no C compiler.
package null
