package timestep

// JustInTime delays the start of a frame so that it is finished just before the refresh that shows it:
// the input that it shows is then as new as possible (Levien 2019, "The compositor is evil").
type JustInTime struct {
	work   int64 // slowly falling maximum of the time from start to the driver having it all, ns
	margin int64 // ns
	missed uint64
}

const (
	firstMargin = 2 * Millisecond
	leastMargin = 500 * Microsecond
	mostMargin  = 4 * Millisecond
)

// Observe takes the work of a frame (ns) and the clock's count of missed refreshes. The maximum
// forgets a peak within some hundred frames; a miss widens the margin at once, a thousand
// frames without one narrow it again.
func (j *JustInTime) Observe(work int64, missed uint64) {
	j.work = max(work, j.work-j.work/256)
	if j.margin == 0 {
		j.margin = firstMargin
	}
	if missed != j.missed {
		j.missed = missed
		j.margin = min(j.margin+Millisecond, mostMargin)
		return
	}
	j.margin = max(j.margin-Microsecond, leastMargin)
}

// Start is when to begin a frame for a refresh (ns).
func (j *JustInTime) Start(refresh int64) int64 { return refresh - j.work - j.margin }
