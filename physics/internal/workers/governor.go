package workers

// A governor finds out whether sharing pays. Where other programs keep the cores busy, a step
// shared by two workers takes longer than one alone: a worker is taken off its core with a block
// in hand, and the caller waits for it. Only time tells, so now and then a step is run the other
// way and the two are compared.

// Clock returns a monotonic time in nanoseconds. It decides who works, never what comes out.
type Clock func() int64

// In units of steps and of thousandths.
const (
	// probeInterval is the distance of two probes. A probe may cost twice a step, so one in 64
	// costs at most 1.6 %.
	probeInterval = 64
	// doubtInterval is the distance after a probe that spoke against the way taken.
	doubtInterval = 4
	// switchMargin keeps noise from switching to and fro.
	switchMargin = 30
	// smoothing is the share of the past in the ratio: 1 - 1/smoothing.
	smoothing = 4
	// maxRatio bounds what one disturbed step can say.
	maxRatio = 3000
)

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

// initialRatio stands for the first guess: sharing pays.
const initialRatio = 700

// Govern lets the pool choose, from the times of whole steps, whether Run shares its work or leaves
// it to the caller. A step is what lies between BeginStep and EndStep. Without a clock, which nil
// stands for and which is how a pool begins, Run always shares.
func (p *Pool) Govern(clock Clock) {
	p.governor = governor{clock: clock, ratio: initialRatio, wait: doubtInterval}
	if clock != nil {
		p.wakes.clock.Store(&clock)
	} else {
		p.wakes.clock.Store(nil)
	}
}

// BeginStep begins a step for the governor.
func (p *Pool) BeginStep() {
	g := &p.governor
	if g.clock == nil || p.size == 1 {
		return
	}
	g.offered = false
	g.probing = g.wait <= 0 && g.usual > 0
	g.start = g.clock()
}

// EndStep ends the step.
func (p *Pool) EndStep() {
	g := &p.governor
	if g.clock == nil || p.size == 1 || !g.offered {
		return
	}
	g.note(g.clock() - g.start)
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
