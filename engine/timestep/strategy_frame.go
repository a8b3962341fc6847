package timestep

// frameLocked takes one step per frame, whatever the time.
type frameLocked struct {
	stepCount
	due, singles int64
}

var frameLockedInfo = StrategyInfo{
	Name: "frame-locked", Title: "one fixed step per frame",
	Good:     "the simplest loop; right on a display whose rate is the step rate, as on old consoles",
	Failure:  "the speed of the world is that of the display: with ticks of 100 Hz 1.44 times on 144 Hz, unbounded without vsync, slow on a slow machine",
	Source:   "Fiedler, Fix Your Timestep! (fixed delta time)",
	PerFrame: true,
}

func (s *frameLocked) Info() *StrategyInfo { return &frameLockedInfo }

func (s *frameLocked) Begin(f FrameTime) {
	s.skipped += s.left + f.Virtual
	s.left, s.due, s.singles = 0, boolInt(f.Virtual > 0), f.Single
}

func (s *frameLocked) Next(int64) (TickTime, bool) {
	switch {
	case s.due > 0:
		s.due--
	case s.singles > 0:
		s.singles--
	default:
		return TickTime{}, false
	}
	// whatever the time: a step is as long as it is
	return s.single(), true
}

func (s *frameLocked) End() Show { return latest(s.time) }

// shortestStep is the least that variableStep and semiFixed step by (ns); a shorter time waits for the next
// frame. A simulation divides by its step, and a sliver of some nanoseconds is refused.
const shortestStep = 2 * Microsecond

// longestStep is the most that variableStep and moduloStep step by (ns): a simulation refuses more. A frame is as long
// at four times the speed.
const longestStep = Second

// variableStep takes one step per frame, as long as the frame.
type variableStep struct {
	stepCount
	due     int64 // ns
	singles int64
}

var variableInfo = StrategyInfo{
	Name: "variable", Title: "variable step",
	Good:     "always in time with the clock, no remainder",
	Failure:  "the result depends on the frame rate, no run can be repeated, and one long frame makes springs explode and bodies pass through walls",
	Source:   "Fiedler, Fix Your Timestep! (variable delta time)",
	PerFrame: true,
}

func (s *variableStep) Info() *StrategyInfo { return &variableInfo }

func (s *variableStep) Begin(f FrameTime) {
	s.due, s.left, s.singles = f.Virtual+s.left, 0, f.Single
}

func (s *variableStep) Next(int64) (TickTime, bool) {
	switch {
	case s.due >= shortestStep:
		ns := min(s.due, longestStep)
		s.due -= ns
		return s.step(ns), true
	case s.singles > 0:
		s.singles--
		return s.single(), true
	}
	return TickTime{}, false
}

func (s *variableStep) End() Show {
	s.left = s.due
	return latest(s.time)
}

// semiFixed cuts a frame into steps of the longest length and takes the remainder as a shorter one.
type semiFixed struct {
	stepCount
	settings *Settings

	due     int64 // ns
	singles int64
}

// longest is the length of a whole step (ns).
func (s *semiFixed) longest() int64 {
	if most := s.settings.SemiFixed; most > 0 {
		return max(most, shortestStep)
	}
	return s.period()
}

var semiFixedInfo = StrategyInfo{
	Name: "semi-fixed", Title: "semi-fixed step with a remainder step",
	Good:     "no step is longer than the simulation bears, and it is always in time with the clock",
	Failure:  "an extra step per frame, and steps of unequal length: no two runs are alike",
	Source:   "Fiedler, Fix Your Timestep! (semi-fixed timestep)",
	PerFrame: true,
}

func (s *semiFixed) Info() *StrategyInfo { return &semiFixedInfo }

func (s *semiFixed) Begin(f FrameTime) {
	s.due, s.left, s.singles = f.Virtual+s.left, 0, f.Single
}

func (s *semiFixed) Next(int64) (TickTime, bool) {
	switch {
	case s.due >= shortestStep:
		ns := min(s.due, s.longest())
		s.due -= ns
		return s.step(ns), true
	case s.singles > 0:
		s.singles--
		return s.single(), true
	}
	return TickTime{}, false
}

func (s *semiFixed) End() Show {
	s.left = s.due
	return latest(s.time)
}
