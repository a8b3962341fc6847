package timestep

// hysteresis holds the pattern of steps per frame steady against noise: steps follow the mean frame time of
// the last twelve frames, and the true time pulls it back only when it is a part of a step away, half by default.
type hysteresis struct {
	*Stepper
	settings *Settings

	past  [12]int64 // ns
	next  int
	count int
	ahead int64 // steady minus true time, ns
	given int64 // true minus steady time since the last account, ns
}

var hysteresisInfo = StrategyInfo{
	Name: "hysteresis", Title: "hysteresis on the steps per frame",
	Good:     "noisy readings no longer make frames of two steps and none",
	Failure:  "the mean of twelve frames learns slowly: a change of rate and real drops show for a fifth of a second; rates of 85 Hz and the like have no pattern that short",
	Source:   "MainTimerSync of the Godot engine",
	PerFrame: true,
}

func (s *hysteresis) Info() *StrategyInfo { return &hysteresisInfo }

func (s *hysteresis) Enter(st StepState) {
	if st != s.State() {
		s.Resume(st)
	}
	s.count, s.ahead = 0, 0
}

func (s *hysteresis) State() StepState {
	return StepState{Tick: s.Ticks(), Time: s.Time(), LeftOver: s.Fraction() / s.Rate(), Hz: s.Rate()}
}

func (s *hysteresis) Begin(f FrameTime) {
	steady := s.steady(f.Virtual)
	s.given += f.Virtual - steady
	s.Advance(steady, f.Single)
}

// account implements accountant: the lag of the even time behind the true one counts as given up until it is made up.
func (s *hysteresis) account() (kept, skipped int64) {
	skipped, s.given = s.given, 0
	return 0, skipped
}

// steady returns the even frame time to use for one of dv ns.
func (s *hysteresis) steady(dv int64) int64 {
	if dv == 0 {
		return 0
	}
	s.past[s.next] = dv
	s.next = (s.next + 1) % len(s.past)
	s.count = min(s.count+1, len(s.past))
	sum := int64(0)
	for i := range s.count {
		sum += s.past[(s.next-1-i+2*len(s.past))%len(s.past)]
	}
	mean := sum / int64(s.count)
	s.ahead += mean - dv
	most := s.settings.Hysteresis / s.Rate()
	if s.ahead > most || s.ahead < -most {
		// the pattern is wrong: take the true time
		mean = max(mean-s.ahead, 0)
		s.ahead = 0
	}
	return mean
}

func (s *hysteresis) Next(spent int64) (TickTime, bool) {
	if !s.Stepper.Next(spent) {
		return TickTime{}, false
	}
	return s.Tick(), true
}

func (s *hysteresis) End() Show {
	s.EndFrame()
	return interpolated(s.Stepper)
}
