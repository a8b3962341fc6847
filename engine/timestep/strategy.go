package timestep

import "fmt"

// Strategy is one way to turn the time of a frame into steps of the simulation and a
// moment to draw. Strategies differ in their use of the part of a step that is left
// over, with overload, and with a clock that is not quite the display's.
//
// One frame: Begin; while Next { run the step; Ran }; End.
type Strategy interface {
	// Info describes the strategy; it does not change.
	Info() *StrategyInfo
	// Enter takes over from another strategy: time, step count and the time not yet simulated go on.
	Enter(StepState)
	// State is the state from which another strategy goes on.
	State() StepState
	// Begin takes the time of a frame.
	Begin(FrameTime)
	// Next returns the next step of this frame; spent is the wall time this frame's
	// steps have used so far (ns).
	Next(spent int64) (TickTime, bool)
	// Ran books the step returned by Next with its wall time (ns).
	Ran(cost int64)
	// End ends the frame and returns the moment to draw.
	End() Show
}

// StrategyInfo describes a strategy for people and for the loop.
type StrategyInfo struct {
	// Name is the identifier on the command line and in files.
	Name string
	// Title, Good, Failure and Source are texts for the window and the documentation: the name of the strategy, its
	// use, its fault, and the author who described it.
	Title, Good, Failure, Source string
	// Filter is the clock that the strategy follows.
	Filter FilterKind
	// OwnClamp is set when the strategy shortens long frames itself and gets the whole elapsed time.
	OwnClamp bool
	// Exact is set when all virtual time is either simulated, left over or dropped in whole ticks, so that the ledger
	// can account for all time.
	Exact bool
	// PerFrame is set when the simulated time depends on the number of frames: the strategy runs once for each picture,
	// and not when the loop wakes for another reason.
	PerFrame bool
	// Broken is set for a loop that is known to be wrong and shows its fault; Failure gives the reason.
	Broken bool
	// FirstFrame, if not 0, is the time that the first frame of a program counts as (ns).
	FirstFrame int64
	// Period, if not nil, is the length of a tick at a rate (ns) where ticks follow each other at whole nanoseconds.
	Period func(hz int64) int64
}

// wholePeriod is the length of a tick in whole nanoseconds.
func wholePeriod(hz int64) int64 { return Second / hz }

// FilterKind is a way to turn readings of the clock into the times of frames.
type FilterKind uint8

// The filters.
const (
	// FilterNone uses the readings as they are.
	FilterNone FilterKind = iota
	// FilterSnap rounds the time between frames to whole refreshes and averages.
	FilterSnap
	// FilterDisplay follows the display with a phase-locked clock.
	FilterDisplay
)

// FrameTime is the time of one frame as a strategy sees it.
type FrameTime struct {
	// Virtual is the virtual time since the last frame (ns).
	Virtual int64
	// Single is the number of single steps asked for while paused.
	Single int64
	// Refresh is the refresh period of the display (ns), 0 if unknown.
	Refresh int64
}

// StepState is the state that strategies hand to each other.
type StepState struct {
	Tick     uint64 // steps run
	Time     int64  // simulation time (ns)
	LeftOver int64  // virtual time not yet simulated (ns)
	Hz       int64  // nominal step rate
}

// Show says which moment a frame shows.
type Show struct {
	// Draw is false when nothing has changed and the loop should wait for Snooze ns instead.
	Draw   bool
	Snooze int64
	// Mode and Alpha say how the poses of the last two steps are blended.
	Mode  Mode
	Alpha float64
	// CloneDt, if not 0, asks for a copy of the world stepped by so many seconds.
	CloneDt float32
	// Shown is the simulation time of the picture (ns).
	Shown int64
	// Fraction is the part of a tick left over, in 10⁻⁹ tick.
	Fraction int64
}

// Alpha32 is Alpha in single precision; below 1 stays below 1.
func (s *Show) Alpha32() float32 {
	f := float32(s.Alpha)
	if s.Alpha < 1 && f >= 1 {
		return 0x1.fffffep-1
	}
	return f
}

// interpolated is the picture between the last two ticks.
func interpolated(s *Stepper) Show {
	length := s.Length()
	return Show{
		Draw: true, Mode: Interpolate, Alpha: s.Alpha(), Fraction: s.Fraction(),
		Shown: s.Time() - length + int64(mulDiv(uint64(s.Fraction()), uint64(length), uint64(Second))),
	}
}

// latest is the picture of the last step.
func latest(time int64) Show {
	return Show{Draw: true, Mode: Latest, Alpha: 0, Shown: time}
}

// checkRate is the common test of a nominal step rate.
func checkRate(hz int64) error {
	if hz < MinRate || hz > MaxRate {
		return fmt.Errorf("engine: tick rate %d Hz: must be from %d to %d", hz, MinRate, MaxRate)
	}
	return nil
}
