// Package diagnose finds out how well frames are timed and why one was long.
//
//	Counters, CounterSource    running totals of the runtime and the system
//	HitchDetector              long frames and their causes, from times of work and counters
//	PaceMeter, PaceTracker     judder and age of the pictures
//	FrameTrace                 frame times of a real run in a file, to play back
//	BadMachine                 slow steps, busy cores, a coarse clock and missed refreshes, made on purpose
package diagnose
