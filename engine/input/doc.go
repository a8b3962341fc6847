// Package input has the events of a window, and finds the tick in which each of them acts.
//
// Window callbacks stamp events with the clock when they arrive ([Inbox]). An event that concerns the world is applied
// in the first tick at or after its stamp ([Queue]), so the same events give the same run at every frame rate, and the
// log of (tick, event) pairs replays it bit for bit.
package input
