// Package apptest has what the tests of the window application share: a window without a system, and a renderer that
// needs no display.
package apptest
