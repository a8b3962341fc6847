package engine

// justInTime delays the start of a frame so that it is finished just before the refresh that shows it:
// what it shows of the input is then as new as possible (Levien 2019, "The compositor is evil").
type justInTime struct {
	on     bool
	work   int64 // slowly falling maximum of the time from start to the driver having it all, ns
	margin int64 // ns
	missed uint64
}

const (
	firstMargin = 2 * Millisecond
	leastMargin = 500 * Microsecond
	mostMargin  = 4 * Millisecond
)

// observe takes the work of a frame (ns) and the clock's count of missed refreshes. The maximum
// forgets a peak within some hundred frames; a miss widens the margin at once, a thousand
// frames without one narrow it again.
func (j *justInTime) observe(work int64, missed uint64) {
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

// start is when to begin a frame for a refresh (ns).
func (j *justInTime) start(refresh int64) int64 { return refresh - j.work - j.margin }

// SetJustInTime switches the late start of frames: less latency, and a frame now and then that
// misses its refresh. It acts while the display clock is locked.
func (l *Loop) SetJustInTime(on bool) { l.jit.on = on }

// JustInTime reports whether frames start late.
func (l *Loop) JustInTime() bool { return l.jit.on }
