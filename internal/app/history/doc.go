// Package history goes back in a session: to the state after any tick, exactly, and on from there.
//
// A [History] keeps the input of every tick and, within a budget of memory, [session.Moment]s. The state after a tick
// is that of the last moment before it with the input since carried out again; the digest of every tick is compared
// with the one that it had. The former future stays: going on from an earlier tick begins a [Branch], and ticks
// are numbered in the order in which they were done, over all branches. docs/time-travel.md describes what a user sees
// of it.
package history
