package timestep

// JustInTime delays the start of a frame so that it is finished just before the refresh that shows it:
// the input that it shows is then as new as possible (Levien 2019, "The compositor is evil"). It waits only where that
// is worth a miss: while frames take at most half the period, and some time after the last miss. A display that misses
// refreshes by itself is left to the start at once, which the display clock understands best.
type JustInTime struct {
	work   int64 // slowly falling maximum of the time from start to the driver having it all, ns
	margin int64 // ns
	least  int64 // the margin that is enough as far as is known, ns
	missed uint64
	rest   int // frames left that start at once
	pause  int // frames at once after the next miss
	clean  int // frames since the last miss
}

const (
	firstMargin = 2 * Millisecond
	leastMargin = Millisecond
	mostMargin  = 4 * Millisecond
	// leastFalls lowers the margin that was enough in each frame (ns): half a millisecond in ten minutes at 60 Hz.
	leastFalls = 15
	// firstPause and mostPause (frames) bound the time without a wait after a miss; it doubles with each miss that
	// follows within cleanRun frames of the one before.
	firstPause = 128
	mostPause  = 8192
	cleanRun   = 2048
)

// Observe takes the work of a frame (ns) and the clock's count of missed refreshes. The maximum
// forgets a peak within some hundred frames; a miss widens the margin at once, a thousand
// frames without one narrow it again to a little more than it was at the miss. A margin that failed is tried again
// some minutes later.
func (j *JustInTime) Observe(work int64, missed uint64) {
	j.work = max(work, j.work-j.work/256)
	if j.margin == 0 {
		j.margin, j.least, j.pause = firstMargin, leastMargin, firstPause
	}
	j.rest, j.clean = max(j.rest-1, 0), j.clean+1
	if missed != j.missed {
		j.missed = missed
		j.least = min(j.margin+Millisecond/2, mostMargin)
		j.margin = min(j.margin+Millisecond, mostMargin)
		if j.clean > cleanRun {
			j.pause = firstPause
		}
		j.rest, j.pause, j.clean = j.pause, min(2*j.pause, mostPause), 0
		return
	}
	j.margin = max(j.margin-Microsecond, j.least)
	j.least = max(j.least-leastFalls, leastMargin)
}

// Start is when to begin a frame for a refresh of a display with this period (ns), 0 for at once.
func (j *JustInTime) Start(refresh, period int64) int64 {
	if j.rest > 0 || 2*(j.work+j.margin) > period {
		return 0
	}
	return refresh - j.work - j.margin
}
