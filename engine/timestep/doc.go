// Package timestep turns readings of a clock into ticks of a simulation and into the moment that a frame shows.
//
// Time is int64 nanoseconds everywhere; floating point appears only as a difference (the step length in seconds) and as
// the blend factor alpha in [0, 1). A [Runner] reads a frame: a [TimeFilter] such as the [DisplayClock] takes the noise
// out of the reading of the [Clock], the [VirtualClock] applies pause, speed and single steps, and a [Strategy],
// usually with a [Stepper], says how many ticks are due and what to show. A [Ledger] books every nanosecond: nothing is
// lost or invented without a line that says where it went.
//
// The package reads the clock of the machine in clock*.go only. It imports the standard library alone.
package timestep
