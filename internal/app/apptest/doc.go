// Package apptest has helpers for tests of the window application: a window without a system, a renderer that needs no
// display, and a session of a scene.
package apptest
