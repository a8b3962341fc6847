package timestep

// twoTimers keeps time in whole microseconds and two timers: one follows the clock and decides how many ticks
// are due, the other advances by the tick and is the one the simulation sees. Every tick of a lag
// is simulated, none is skipped.
type twoTimers struct {
	stepCount
	real    Timer // follows the clock
	ticks   Timer // goes on by ticks
	singles int64
}

var twoTimersInfo = StrategyInfo{
	Name: "two-timers", Title: "microsecond ticks, two timers",
	Good:    "integer time, one reading per frame, all intermediate states simulated, and objects that cannot reach the clock",
	Failure: "the period in whole microseconds is too short: 30 Hz runs 36 ms an hour fast, 144 Hz 230 ms; no bound on the work after a stall but the clock's 10 s",
	Source:  "Spiro, Fixed-Time-Step Implementation", OwnClamp: true,
	Period: func(hz int64) int64 { return tickUs(hz) * Microsecond },
}

func (s *twoTimers) Info() *StrategyInfo { return &twoTimersInfo }

func (s *twoTimers) Enter(st StepState) {
	s.stepCount.Enter(st)
	s.real, s.ticks = Timer{}, Timer{}
	s.real.advance(st.LeftOver, true)
}

func (s *twoTimers) tickUs() int64 { return tickUs(s.hz) }

func tickUs(hz int64) int64 { return max(Second/Microsecond/hz, 1) }

// owed is how far the second timer is behind the first (us).
func (s *twoTimers) owed() int64 { return int64(s.real.Now() - s.ticks.Now()) }

func (s *twoTimers) Begin(f FrameTime) {
	s.real.advance(f.Virtual, true)
	s.singles = f.Single
}

func (s *twoTimers) Next(int64) (TickTime, bool) {
	us := s.tickUs()
	switch {
	case s.owed() >= us:
		s.ticks.UpdateBy(uint64(us), true)
	case s.singles > 0:
		s.singles--
		s.skipped -= us * Microsecond
	default:
		return TickTime{}, false
	}
	return s.step(us * Microsecond), true
}

func (s *twoTimers) End() Show {
	s.left = s.owed()*Microsecond + s.real.rest
	return s.blended(s.tickUs() * Microsecond)
}
