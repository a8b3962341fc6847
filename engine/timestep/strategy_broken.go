package timestep

// The broken loops of readers of the articles, each to be seen beside the right one. All run; all show a wrong picture
// or the wrong speed.

var liveMatricesInfo = StrategyInfo{
	Name: "broken-live-matrices", Title: "interpolated, but the render thread reads live matrices",
	Good: "no copy of the matrices for the render thread",
	Failure: "the next tick changes the matrices before they are drawn: a frame near the end " +
		"of a tick shows a tick too much, then motion goes back",
	Source: "Spiro, Fixed-Time-Step Implementation, comment 5",
	Filter: FilterDisplay, Exact: true, Broken: true,
}

// showLive is the picture of matrices that the render thread reads up to liveRead later than alpha was taken. A tick in
// between has made the last matrix the one before: the blend shows the same part of the tick after.
func showLive(s *Stepper) Show {
	sh := interpolated(s)
	length := s.Length()
	if sh.Shown+length-s.Time()+liveRead >= length {
		sh.Mode = Extrapolate
		sh.Shown += length
	}
	return sh
}

// sleepClock takes a tick after each sleep of a tick and never reads the clock.
type sleepClock struct{ pendingTime }

var sleepInfo = StrategyInfo{
	Name: "broken-sleep", Title: "a sleep as the clock",
	Good: "no clock is read",
	Failure: "a sleep ends late and the tick takes its own time: every tick adds both to its " +
		"length, the world runs slow, and nothing makes up for it",
	Source: "Spiro, Fixed-Time-Step Implementation, timers and Sleep",
	Broken: true,
}

func (s *sleepClock) Info() *StrategyInfo { return &sleepInfo }

func (s *sleepClock) Next(int64) (TickTime, bool) {
	lost := sleepLate + s.cost
	if s.left < s.period()+lost {
		return s.pendingSingle()
	}
	s.left -= s.period() + lost
	s.skipped += lost
	return s.step(s.period()), true
}

func (s *sleepClock) End() Show { return latest(s.time) }

// moduloStep takes one step of all whole ticks that are due.
type moduloStep struct{ pendingTime }

var moduloInfo = StrategyInfo{
	Name: "broken-modulo", Title: "one step of all whole ticks that are due",
	Good: "one step a frame, and the time stays right",
	Failure: "two ticks in one step are not two steps: the step changes from frame to frame, " +
		"a resting ball hops, and after a stall a stack explodes",
	Source: "Spiro, Fixed-Time-Step Implementation, comment 3",
	Broken: true, PerFrame: true,
}

func (s *moduloStep) Info() *StrategyInfo { return &moduloInfo }

func (s *moduloStep) Next(int64) (TickTime, bool) {
	most := min(s.left, longestStep)
	ns := most - most%s.period()
	if ns <= 0 {
		return s.pendingSingle()
	}
	s.left -= ns
	return s.step(ns), true
}

func (s *moduloStep) End() Show { return latest(s.time) }

// floatTime is a loop whose clock and whose time of the last tick are seconds in float32, on a machine that has been up
// for floatUptime.
type floatTime struct {
	pendingTime
	elapsed int64   // virtual time since floatUptime (ns)
	ticked  float32 // moment of the last tick (s)
}

var floatTimeInfo = StrategyInfo{
	Name: "broken-float-time", Title: "time in float32 seconds, five hours after the start",
	Good: "one number for everything",
	Failure: "after 16,384 s a float32 counts in 1.95 ms: a tick of 10 ms is 9.77, the world " +
		"runs 2.4 % fast, and motion trembles by the grain",
	Source: "Spiro, Fixed-Time-Step Implementation, storage of time; comment 9",
	Broken: true,
}

func (s *floatTime) Info() *StrategyInfo { return &floatTimeInfo }

func (s *floatTime) Enter(st StepState) {
	s.stepCount.Enter(st)
	s.elapsed, s.ticked = st.LeftOver, floatUptime
}

// State leaves out a reading that was rounded up: the next strategy owes no time.
func (s *floatTime) State() StepState {
	st := s.stepCount.State()
	st.LeftOver = max(st.LeftOver, 0)
	return st
}

func (s *floatTime) Begin(f FrameTime) {
	if s.ticked >= floatUptime+floatPeriod {
		// another hour on, the loop would be another one
		s.ticked -= floatPeriod
		s.elapsed -= floatPeriod * Second
	}
	s.elapsed += f.Virtual
	s.pendingTime.Begin(f)
}

// now is the clock of the loop (s).
func (s *floatTime) now() float32 { return float32(floatUptime + float64(s.elapsed)/1e9) }

func (s *floatTime) Next(int64) (TickTime, bool) {
	tick := float32(1 / float64(s.hz))
	next := s.ticked + tick
	if s.now()-s.ticked < tick || next <= s.ticked {
		return s.pendingSingle()
	}
	// exact: both are multiples of 2^-9 s
	passed := int64((float64(next) - float64(s.ticked)) * 1e9)
	s.ticked = next
	s.left -= passed
	s.skipped += passed - s.period()
	return s.step(s.period()), true
}

func (s *floatTime) End() Show {
	alpha := min(max(float64(s.now()-s.ticked)*float64(s.hz), 0), 1)
	length := s.period()
	return Show{Draw: true, Mode: Interpolate, Alpha: alpha, Shown: s.time - length + int64(alpha*float64(length))}
}

var byFramesInfo = StrategyInfo{
	Name: "broken-by-frames", Title: "everything moves by a sixtieth of a second a frame",
	Good: "smooth and right on the display of its author",
	Failure: "the world runs 2.4 times as fast at 144 Hz, fifty times without vsync, and at " +
		"half its speed when frames take long",
	Source: "Spiro, Fixed-Time-Step Implementation, comment 15", OwnClamp: true,
	Broken: true, PerFrame: true,
}

// oneStep is the table of a loop that takes one step a frame.
func oneStep(int64) int64 { return 1 }
