// Package panel is the interface over the picture: menu, panels, the figures of the run, help, and messages.
//
// Panels draw from the [View] that they are handed in each frame. They change nothing themselves: a change of the world
// is a command that they send, so that a recording replays it, and everything else goes through the narrow interface
// [Host]. The camera fills the part of the picture that they leave free; events over them, and keys while one of them
// has the focus, do not reach the scene.
package panel
