// Package tool is what the mouse and the arrow keys do in the scene: select, drag, shoot, drop, push away, drive, and
// move the camera. Tools turn events of the window into moves of the camera and commands for the world; they change no
// world themselves.
package tool
