package workers

// A governor measures whether sharing pays. Where other programs keep the cores busy, a step
// shared by two workers takes longer than one alone: a worker is taken off its core with a block
// in hand, and the caller waits for it. Only time tells, so now and then a step is run the other
// way and the two are compared.

// Clock returns a monotonic time in nanoseconds. It decides who works, never the result.
type Clock func() int64

type governor struct {
	clock Clock
	start int64
	// alone: the steps are run by the caller alone, probes excepted.
	alone bool
	// probing: this step is run the other way.
	probing bool
	// offered: the step had something to share.
	offered bool
	// usual is the time of the last step that was no probe, 0 for none.
	usual int64
	// ratio is the time of a shared step over that of a step alone, smoothed.
	ratio int64
	wait  int32
}

// staysAlone reports whether the caller does the work of this step alone, and notes that there
// was some to share.
func (g *governor) staysAlone() bool {
	if g.clock == nil {
		return false
	}
	g.offered = true
	return g.alone != g.probing
}

// note learns from a step that took a time in nanoseconds.
func (g *governor) note(elapsed int64) {
	elapsed = max(elapsed, 1)
	if !g.probing {
		g.usual = elapsed
		g.wait--
		return
	}
	g.probing = false
	shared, alone := elapsed, g.usual
	if !g.alone {
		shared, alone = g.usual, elapsed
	}
	ratio := min(1000*shared/alone, maxRatio)
	g.ratio += (ratio - g.ratio) / smoothing
	switch {
	case g.ratio > 1000+switchMargin:
		g.alone = true
	case g.ratio < 1000-switchMargin:
		g.alone = false
	}
	g.wait = probeInterval
	if ratio > 1000 != g.alone {
		g.wait = doubtInterval
	}
}
