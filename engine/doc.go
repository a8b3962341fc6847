// Package engine is the main loop: it decides in which order events, ticks and drawing happen.
//
// The packages below it do the parts, each usable and tested alone:
//
//	input     events of the window, and the tick to which each belongs
//	timestep  clocks and strategies: which ticks are due, and which moment a frame shows
//	pose      the poses of the last two ticks, blended for drawing
//	diagnose  counters of the process, long frames and their causes
//	record    recordings in files
//	param     settings of the program by name
//	window    a window of the desktop
//
// # One frame
//
// A [Loop] reads the clock once. It passes what the render side reports to the diagnosis, the events of the window to
// the [Simulation], and the reading to a [timestep.Runner], which says how many ticks are due and returns a
// [timestep.Show]: the mode and alpha of the picture. [pose.Store.Blend] takes them, [pose.NodeStore.Update] moves what
// is drawn to that moment, and the simulation records the packet from there. The picture of the default strategy is
// exactly one tick behind the clock, and always a state between two states that the simulation has really had.
//
// A [StrategyRun] does the same for a strategy that runs beside the loop on the same frames, to compare them.
package engine
