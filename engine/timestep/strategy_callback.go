package timestep

// callbackLoop is the step-state interpolator as a strategy, that is with the callbacks turned inside out; Callback has
// it as published. It has no clamp of its own; the virtual clock cuts a Standstill short.
type callbackLoop struct{ pendingTime }

var callbackInfo = StrategyInfo{
	Name: "callback", Title: "step-state interpolator",
	Good:    "two callbacks, one for steps and one for drawing with a ratio; easy to put into a browser",
	Failure: "no clamp: after an hour in a background tab it runs an hour of steps, were it not for the clock's limit of 10 s",
	Source:  "Petersen, step-state interpolator", OwnClamp: true, Period: wholePeriod, FirstFrame: FirstFrame,
}

func (s *callbackLoop) Info() *StrategyInfo { return &callbackInfo }

func (s *callbackLoop) Next(int64) (TickTime, bool) {
	if s.left < s.period() {
		return s.pendingSingle()
	}
	s.left -= s.period()
	return s.step(s.period()), true
}

func (s *callbackLoop) End() Show { return s.blended(s.period()) }
