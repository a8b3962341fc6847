// Package null is a renderer.Device without graphics. It checks every call against the contract of the interface,
// counts calls and drawn things, and can record the stream of calls. A whole program runs with it, and is checked,
// where there is no display and no C compiler.
package null
