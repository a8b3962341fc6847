package timestep

// canonical is the loop of the canonical game loop article: a backlog longer than its maximum is not
// cut but reset, so that one step is left to do.
type canonical struct {
	stepCount
	settings *Settings

	snooze  bool
	due     int64
	stepped bool
}

var canonicalInfo = StrategyInfo{
	Name: "canonical", Title: "canonical game loop with progress reset",
	Good:    "equal steps, an interpolated picture, and no spiral: after a long frame it goes on at once",
	Failure: "a cliff: with frames of 50.0 ms the world runs at full speed, with 50.001 ms at a fifth",
	Source:  "the canonical game loop", OwnClamp: true, Period: wholePeriod,
}

var snoozeInfo = StrategyInfo{
	Name: "canonical-snooze", Title: "canonical game loop, drawn only when stepped",
	Good:    "no second state to store, and idle between steps",
	Failure: "shows steps at the moments the sleep happens to end: uneven motion, more so the worse the sleep",
	Source:  "the canonical game loop", OwnClamp: true, Period: wholePeriod,
}

func (s *canonical) Info() *StrategyInfo {
	if s.snooze {
		return &snoozeInfo
	}
	return &canonicalInfo
}

func (s *canonical) Begin(f FrameTime) {
	s.left += f.Virtual
	s.stepped = false
	if s.left > max(s.settings.MaxFrame, s.period()) {
		s.skipped += s.left - s.period()
		s.left = s.period()
	}
	s.due = f.Single
}

func (s *canonical) Next(int64) (TickTime, bool) {
	switch {
	case s.left >= s.period():
		s.left -= s.period()
	case s.due > 0:
		s.due--
		s.skipped -= s.period()
	default:
		return TickTime{}, false
	}
	s.stepped = true
	return s.step(s.period()), true
}

func (s *canonical) End() Show {
	if !s.snooze {
		return s.blended(s.period())
	}
	sh := latest(s.time)
	sh.Draw, sh.Snooze = s.stepped, s.settings.Snooze
	return sh
}
