// Package apptest has what the tests of the window application share: a window without a system, a renderer that
// needs no display, and a session of a scene.
package apptest
