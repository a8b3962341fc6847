// Package tool has the tools of the mouse and the arrow keys in the scene: select, drag, shoot, drop, push away, drive,
// and move the camera. Tools turn events of the window into moves of the camera and commands for the world; they change
// no world themselves.
package tool
