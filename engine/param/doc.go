// Package param is the registry of everything that can be tuned while Tumble runs: every
// parameter has a key, a kind, a unit, a range, a default and one line of explanation, and
// can be read and written as text. The command line (--set, sandbox params), the panels of
// the window, the presets and docs/settings.md all go through one [Registry], so that a
// parameter which is added to it appears in all of them. Its entries come from
// [physics.AllSettings], from the tables of this package for material and loop, and from
// the parameters of the scene.
//
// Keys are lower case words joined by dots, the first of which names the owner:
//
//	gravity.y  contact.hertz  sleep.time  material.friction  loop.hertz  scene.base
//
// A value is a float64 whatever its kind: a truth value is 0 or 1, an enumeration the index
// of the choice. A write outside the range is refused, never clamped, with an error that
// names key, value and range.
package param
