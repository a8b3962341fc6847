package timestep

// wholeSteps takes between one and some whole short steps per frame, chosen by a table from the
// length of the frame, and forgets the difference.
type wholeSteps struct {
	stepCount
	info  *StrategyInfo
	rate  int64
	table func(elapsed int64) int64
	due   int64
}

var whole240Info = StrategyInfo{
	Name: "whole-240", Title: "whole steps of 1/240 s per frame",
	Good: "no interpolation, no second state, no lag, and the same work in every frame",
	Failure: "the speed is wrong on most displays: 20 % fast at 144 Hz, up to 33 % slow at 160 Hz, " +
		"the edge of a class, thousands of per cent fast without vsync",
	Source: "the golden 4 1/6 ms", OwnClamp: true,
	PerFrame: true,
}

var whole480Info = StrategyInfo{
	Name: "whole-480", Title: "whole steps of 1/480 s per frame",
	Good:    "as whole-240 with half the error of the speed",
	Failure: "still 10 % slow at 144 Hz, twice the work, and no bound without vsync",
	Source:  "the golden 4 1/6 ms, with its table corrected", OwnClamp: true,
	PerFrame: true,
}

var whole480PublishedInfo = StrategyInfo{
	Name: "whole-480-published", Title: "whole steps of 1/480 s per frame, table as printed",
	Good:    "shows what a slip in a table of numbers does",
	Failure: "the class of 160 Hz is missing: with exact readings 160 Hz runs 33 % slow and 144 Hz 40 %",
	Source:  "the golden 4 1/6 ms, table as printed", OwnClamp: true,
	PerFrame: true,
}

func (s *wholeSteps) Info() *StrategyInfo { return s.info }

func (s *wholeSteps) Begin(f FrameTime) {
	s.skipped += s.left + f.Virtual
	s.left, s.due = 0, f.Single
	if f.Virtual > 0 {
		s.due += s.table(f.Virtual)
	}
}

func (s *wholeSteps) Next(int64) (TickTime, bool) {
	if s.due == 0 {
		return TickTime{}, false
	}
	s.due--
	// the n-th multiple of the period, so that rounding does not add up
	at := int64(mulDiv(s.tick+1, uint64(Second), uint64(s.rate))) - int64(
		mulDiv(s.tick, uint64(Second), uint64(s.rate)))
	s.skipped -= at
	t := s.step(at)
	t.Dt = float32(1 / float64(s.rate))
	return t, true
}

func (s *wholeSteps) End() Show { return latest(s.time) }

// whole240 is clamp(ceil(240·elapsed − ½), 1, 8): the boundaries lie half a step above the centres,
// and a frame exactly on one gets the smaller number.
func whole240(elapsed int64) int64 { return wholeOf(elapsed, 240, 8) }

// whole480 is the same for 480 Hz and up to 16 steps.
func whole480(elapsed int64) int64 { return wholeOf(elapsed, 480, 16) }

func wholeOf(elapsed, rate, most int64) int64 {
	// 2·elapsed·rate counts half steps in ns; saturated far beyond the largest class
	half := 2 * min(elapsed, Second) * rate
	n := (half - Second + 2*Second - 1) / (2 * Second)
	return min(max(n, 1), most)
}

// whole480Published is the printed table: of its comparisons the one for three steps returns two.
func whole480Published(elapsed int64) int64 {
	n := whole480(elapsed)
	if n == 3 {
		return 2
	}
	return n
}
