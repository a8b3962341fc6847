package timestep

// accumulator carries the unused time of a frame to the next and steps in equal ticks. What
// is drawn makes three strategies of it.
type accumulator struct {
	*Stepper
	info *StrategyInfo
	show func(*Stepper) Show
}

func (a *accumulator) Info() *StrategyInfo { return a.info }

// Enter does nothing when the strategy before used the same stepper: not even a part of a
// nanosecond is lost then.
func (a *accumulator) Enter(st StepState) {
	if st != a.State() {
		a.Resume(st)
	}
}

func (a *accumulator) State() StepState {
	return StepState{Tick: a.Ticks(), Time: a.Time(), LeftOver: a.Fraction() / a.Rate(), Hz: a.Rate()}
}

func (a *accumulator) Begin(f FrameTime) { a.Advance(f.Virtual, f.Single) }

func (a *accumulator) Next(spent int64) (TickTime, bool) {
	if !a.Stepper.Next(spent) {
		return TickTime{}, false
	}
	return a.Tick(), true
}

func (a *accumulator) End() Show {
	a.EndFrame()
	return a.show(a.Stepper)
}

var interpolateInfo = StrategyInfo{
	Name: "interpolate", Title: "accumulator, interpolated",
	Good:    "equal ticks, and motion that is even at any frame rate; the picture is always a state the simulation passed through",
	Failure: "the picture is one tick old; with raw clock readings it still trembles by the error of the readings",
	Source:  "Fiedler, Fix Your Timestep!",
	Filter:  FilterDisplay, Exact: true,
}

var rawInfo = StrategyInfo{
	Name: "interpolate-raw", Title: "accumulator, interpolated, raw clock",
	Good:    "as interpolate, without any assumption about the display",
	Failure: "the time between two readings of the clock is not the time between two pictures: motion trembles by 4 to 10 %",
	Source:  "Fiedler, Fix Your Timestep!",
	Exact:   true,
}

var snapInfo = StrategyInfo{
	Name: "snap", Title: "accumulator, frame times snapped to the display and averaged",
	Good:    "evens out readings that are a little off",
	Failure: "after a frame that was really dropped it catches up over many frames, at the wrong speed",
	Source:  "Glaiel, How to make your game run at 60fps",
	Filter:  FilterSnap, Exact: true,
}

var latestInfo = StrategyInfo{
	Name: "latest", Title: "accumulator, last tick drawn",
	Good:    "equal ticks, no lag beyond the tick itself, nothing to store",
	Failure: "the age of the picture jumps by a tick from frame to frame: temporal aliasing, visible as stutter",
	Source:  "Fiedler, Fix Your Timestep!",
	Filter:  FilterDisplay, Exact: true,
}

var extrapolateInfo = StrategyInfo{
	Name: "extrapolate", Title: "accumulator, extrapolated",
	Good:    "no lag: the picture shows the present",
	Failure: "bodies are drawn inside what they are about to hit, and jump back after every bounce",
	Source:  "the canonical game loop, EXTRAPOLATE",
	Filter:  FilterDisplay, Exact: true,
}

var extrapolateHoldInfo = StrategyInfo{
	Name: "extrapolate-hold", Title: "accumulator, extrapolated, stopped at contacts",
	Good:    "no lag in free flight, and nothing is drawn deeper in what it touches",
	Failure: "a body that flies is still drawn inside what it is about to hit; one that touches lags by a tick and jumps when it leaves",
	Source:  "the canonical game loop, EXTRAPOLATE, with the bodies in contact held",
	Filter:  FilterDisplay, Exact: true,
}

func showHeld(s *Stepper) Show {
	sh := showExtrapolated(s)
	sh.Mode = ExtrapolateHold
	return sh
}

func showLatest(s *Stepper) Show {
	sh := latest(s.Time())
	sh.Fraction = s.Fraction()
	return sh
}

func showExtrapolated(s *Stepper) Show {
	sh := interpolated(s)
	sh.Mode = Extrapolate
	sh.Shown += s.Length()
	return sh
}
