// Package engine is time and frames: it decides when the simulation ticks,
// which moment a frame shows, and in which order events, ticks and drawing
// happen.
//
// # Time
//
// Time is int64 nanoseconds everywhere; floating point appears only as a
// difference (the step length in seconds) and as the blend factor alpha in
// [0, 1). A [Clock] is read once per frame, its reading goes through a
// [VirtualClock] (pause, speed, single step) into a [Stepper], which says how
// many ticks of the simulation are due. A [Ledger] books every nanosecond:
// nothing is lost or invented without a line that says where it went.
//
// # What a frame shows
//
// The [PoseStore] keeps the poses of the last two ticks and blends them with
// alpha. The picture is therefore exactly one tick behind the clock, and always
// a state between two states that the simulation has really had.
//
// # Input
//
// Window callbacks stamp events with the clock when they arrive ([Inbox]). An
// event that concerns the world is applied in the first tick at or after its
// stamp ([InputQueue]), so the same events give the same run at every frame
// rate, and the log of (tick, event) pairs replays it bit for bit
// ([Recording]).
package engine
