package timestep

import "math"

// The constants of the display clock. They were chosen with a model of displays from 30 to 240 Hz
// with noisy, late and alternating stamps and with dropped frames.
const (
	// acquireFrames are observed before the clock locks: 0.4 s at 60 Hz.
	acquireFrames = 24
	// maxGain is how much of a stamp's error moves the phase at most.
	maxGain = 0.05
	// minGain keeps the clock following a display whose stamps are very noisy.
	minGain = 0.001
	// targetJudder is the part of a period by which one stamp's noise may move the phase. The gain
	// follows the measured noise so that even stamps that swing by a third of a
	// period do not become visible.
	targetJudder = 0.001
	// clipNoise limits the error of a single stamp, in mean absolute errors: a stamp that is late
	// because the thread slept says nothing about the display.
	clipNoise = 3
	// shortest and longest are the periods (ns) that displays have: frames that are longer are as long as
	// their work.
	shortest, longest = 1e6, 45e6
	// leastWalk is the least Durbin-Watson statistic of stamps that belong to a regular display.
	leastWalk = 1
	// wildStamps in a row, each off by two periods, end the lock.
	wildStamps = 3
	// offsetGain lets the mean difference to the real time fade over thousands of frames.
	offsetGain = 0.0005
	// inTime is the part of a period after a refresh up to which a frame that the driver got counts as
	// in time while the phase is not known yet.
	inTime = 0.75
)

// DisplayClock predicts when the frame being recorded will be shown. Readings of the clock
// cannot tell: the processor learns of a refresh late and at random, and a picture that moves by
// the differences of such readings trembles by several per cent on a perfectly regular
// display. This clock counts refreshes and lets the stamps of swaps correct phase and
// period only slowly, like a phase-locked loop.
//
// A stamp that is late has two possible reasons: the frame missed a refresh, or the thread was
// woken late. The time of drawing decides: a frame that the driver had before the
// refresh was shown with it.
//
// While the display is unknown, swaps do not wait, or nothing has been shown for a while,
// it gives the real time, lightly smoothed. Transitions keep the value and fade the
// difference, so that nothing jumps.
type DisplayClock struct {
	state   Lock
	nominal int64 // ns, 0 unknown

	phase     int64   // ns, estimated refresh that showed frame shown
	period    float64 // ns
	shown     uint64
	submitted uint64
	noise     float64 // mean absolute error of stamps, ns
	ripple    float64 // the same of the mean of two successive errors, ns
	lastError float64 // ns
	wild      int     // stamps in a row that are periods off
	missed    uint64  // refreshes that showed no new frame
	bias      float64 // slow mean of the error, ns

	// observations while acquiring
	count  int
	stamps [acquireFrames]int64
	index  [acquireFrames]int64

	out     int64 // last result
	last    int64 // last reading
	started bool
	offset  float64 // result minus prediction, ns
	step    float64 // smoothed time between frames while free, ns
	// irregular is set until an observation has found a fixed rate
	irregular bool
}

// NewDisplayClock returns a clock that knows nothing of its display.
func NewDisplayClock() *DisplayClock { return &DisplayClock{irregular: true} }

// SetDisplay implements TimeFilter.
func (d *DisplayClock) SetDisplay(period int64, ignored bool) {
	if period != d.nominal {
		d.nominal = period
		d.unlock()
	}
	if ignored && d.state != LockLimited {
		d.unlock()
		d.state = LockLimited
	}
	if !ignored && d.state == LockLimited {
		d.state = LockFree
	}
}

// Lock implements TimeFilter.
func (d *DisplayClock) Lock() Lock { return d.state }

// Period is the estimated period of the display (ns), 0 while it is not locked.
func (d *DisplayClock) Period() float64 {
	if d.state != LockHeld {
		return 0
	}
	return d.period
}

// NextRefresh is when the next frame to be handed over will be shown (ns); ok is false while the
// clock is not locked.
func (d *DisplayClock) NextRefresh() (at int64, ok bool) {
	if d.state != LockHeld {
		return 0, false
	}
	return int64(math.Round(d.predict())), true
}

// Missed counts refreshes that showed no new frame although one was on its way.
func (d *DisplayClock) Missed() uint64 { return d.missed }

// Submitted implements TimeFilter.
func (d *DisplayClock) Submitted(id uint64) { d.submitted = id }

// Presented implements TimeFilter.
func (d *DisplayClock) Presented(f Feedback) {
	switch {
	case d.state == LockLimited:
		return
	case !f.Vsync:
		d.unlock()
		return
	case f.Changed:
		d.unlock()
	}
	if d.state == LockHeld {
		d.track(f)
		return
	}
	d.acquire(f)
}

// unlock forgets the display; the value goes on from where it is.
func (d *DisplayClock) unlock() {
	if d.state == LockHeld {
		d.step = d.period
	}
	d.state, d.count = LockFree, 0
}

// acquire collects stamps and fits a line through them.
func (d *DisplayClock) acquire(f Feedback) {
	d.state = LockAcquiring
	if d.count > 0 {
		prev, p := d.estimate()
		n := int64(1)
		// handed over after the refresh that it could have been meant for
		if late := float64(f.DrawEnd) - prev; p > 0 && late > inTime*p {
			n = max(1, int64(math.Ceil(late/p-(1-inTime))))
		}
		if last := d.stamps[d.count-1]; f.Stamp < last || (p > 0 && float64(f.Stamp-last) > 8*p) {
			d.count = 0
		} else {
			d.index[d.count] = d.index[d.count-1] + n
		}
	}
	if d.count == 0 {
		d.index[0] = 0
	}
	d.stamps[d.count] = f.Stamp
	d.count++
	d.shown = f.ID
	if d.count == acquireFrames {
		d.fit()
	}
}

// estimate is the time of the last refresh and the period as far as they are known while
// acquiring. The mean over all stamps so far is used, because the last one alone may be off by
// a third of a period.
func (d *DisplayClock) estimate() (prev, period float64) {
	last := d.count - 1
	period = float64(d.nominal)
	if d.index[last] >= 8 {
		measured := float64(d.stamps[last]-d.stamps[0]) / float64(d.index[last])
		// the nominal rate is the better guess unless the display plainly runs at another
		if period == 0 || math.Abs(measured/period-1) > 0.2 {
			period = measured
		}
	}
	if period == 0 {
		return float64(d.stamps[last]), 0
	}
	mean := 0.0
	for i := range d.count {
		mean += float64(d.stamps[i]-d.stamps[0]) - float64(float64(d.index[i])*period)
	}
	return float64(d.stamps[0]) + mean/float64(d.count) + float64(float64(d.index[last])*period), period
}

// fit locks to the line through the stamps by least squares, unless they are not on one: a display
// with a variable rate has no phase to lock to.
func (d *DisplayClock) fit() {
	var sx, sy, sxx, sxy float64
	// means of neighbours: stamps that alternate would tilt the line otherwise
	n := float64(d.count - 1)
	for i := range d.count - 1 {
		x := float64(float64(d.index[i]+d.index[i+1]) / 2)
		y := float64(float64(d.stamps[i]-d.stamps[0]+d.stamps[i+1]-d.stamps[0]) / 2)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+float64(x*x), sxy+float64(x*y)
	}
	slope := (float64(n*sxy) - float64(sx*sy)) / (float64(n*sxx) - float64(sx*sx))
	at := (sy - float64(slope*sx)) / n
	dev, walk := d.residuals(at, slope)
	d.count = 0
	d.irregular = slope < shortest || slope > longest || dev > 0.4*slope || (dev > 0.03*slope && walk < leastWalk)
	if d.irregular {
		d.state = LockFree
		return
	}
	last := float64(d.index[acquireFrames-1])
	d.phase = d.stamps[0] + int64(math.Round(at+float64(slope*last)))
	d.wild = 0
	d.period, d.noise, d.bias = d.likely(slope, dev), math.Max(dev, slope/1000), 0
	d.ripple, d.lastError = d.noise/math.Sqrt2, 0
	d.state = LockHeld
	if d.started {
		d.offset = float64(d.out) + slope - d.predict()
	}
}

// likely is the period (ns) to begin with, given the slope of the line and the mean distance of the stamps from it: the
// nominal one if the line does not contradict it. The slope of a line through n points, each off by a deviation s, is off
// by s·√(12/n³); with stamps off by half a millisecond at 144 Hz that is 0.2 %, which leads the clock astray by a quarter
// of a period before it is corrected. Nominal rates are off by a thousandth (59.94 for 60 Hz).
func (d *DisplayClock) likely(slope, dev float64) float64 {
	n := float64(acquireFrames)
	deviation := 1.25 * dev * math.Sqrt(12/(n*n*n))
	if nominal := float64(d.nominal); math.Abs(slope-nominal) < 3*deviation {
		return nominal
	}
	return slope
}

// residuals returns the mean absolute distance of the stamps from the line and the statistic of Durbin and
// Watson (1950): the sum of squared differences of successive distances over the sum of their squares. It is
// near 2 when each stamp errs by itself and near 0 when the errors add up from frame to frame, as
// they do when not the display but the work decides how long a frame takes.
func (d *DisplayClock) residuals(at, slope float64) (dev, walk float64) {
	var last, sum, diff float64
	for i := range d.count {
		e := float64(d.stamps[i]-d.stamps[0]) - at - float64(slope*float64(d.index[i]))
		dev += math.Abs(e) / float64(d.count)
		sum += float64(e * e)
		if i > 0 {
			diff += float64((e - last) * (e - last))
		}
		last = e
	}
	return dev, diff / math.Max(sum, 1)
}

// track corrects phase and period with one stamp.
func (d *DisplayClock) track(f Feedback) {
	frames := int64(f.ID - d.shown)
	if f.ID <= d.shown || frames > 60 {
		d.unlock()
		return
	}
	d.shown = f.ID
	n := d.refreshes(f, frames)
	d.missed += uint64(n - frames)
	expected := float64(d.phase) + float64(float64(n)*d.period)
	e := float64(f.Stamp) - expected
	if math.Abs(e) > 2*d.period {
		// one stamp far off is a thread that slept; several are another display
		if d.wild++; d.wild >= wildStamps {
			d.unlock()
			return
		}
	} else {
		d.wild = 0
	}
	d.bias += float64((math.Max(-2*d.period, math.Min(2*d.period, e)) - d.bias) / 32)
	if math.Abs(d.bias) > d.period/4 {
		d.unlock()
		return
	}
	clip := clipNoise * d.noise
	d.noise += float64((math.Min(math.Abs(e), d.period) - d.noise) / 64)
	e = math.Max(-clip, math.Min(clip, e))
	// the mean with the error before: some systems wake a thread early and late in turns
	e, d.lastError = (e+d.lastError)/2, e
	d.ripple += float64((math.Abs(e) - d.ripple) / 64)
	g := math.Max(minGain, math.Min(maxGain, targetJudder*d.period/(float64(1.25*d.ripple)+1)))
	d.phase += int64(math.Round(float64(float64(n)*d.period) + float64(g*e)))
	// critically damped: the period learns at a quarter of the square of the phase's gain
	d.period += g * g / 4 * e / float64(n)
}

// refreshes is the number of refreshes from the frame shown last to this one. A frame is shown by
// the first refresh after the driver had it; the stamp decides only where that is a close
// call.
func (d *DisplayClock) refreshes(f Feedback, frames int64) int64 {
	late := float64(f.DrawEnd-d.phase) / d.period
	n := max(frames, int64(math.Floor(late))+1, 1)
	if edge := late - math.Floor(late); edge > 0.95 && late > 0 {
		if math.Round(float64(f.Stamp-d.phase)/d.period) > float64(n) {
			n++
		}
	} else if edge < 0.05 && n > frames {
		if math.Round(float64(f.Stamp-d.phase)/d.period) < float64(n) {
			n--
		}
	}
	return n
}

// predict is when the next frame to be handed over will be shown (ns).
func (d *DisplayClock) predict() float64 {
	ahead := int64(d.submitted+1) - int64(d.shown)
	return float64(d.phase) + float64(float64(ahead)*d.period)
}

// Advance implements TimeFilter.
func (d *DisplayClock) Advance(now int64) int64 {
	if !d.started {
		d.started, d.out, d.last = true, now, now
		return now
	}
	elapsed := now - d.last
	d.last = now
	if d.state == LockHeld {
		if p := d.predict(); math.Abs(float64(now)-p) < 4*d.period {
			return d.locked(now, p)
		}
		d.unlock()
	}
	return d.free(now, elapsed)
}

// locked gives the prediction, shifted so that its mean is the real time.
func (d *DisplayClock) locked(now int64, p float64) int64 {
	next := int64(math.Round(p + d.offset))
	if next <= d.out {
		return d.out
	}
	limit := d.period / 1000
	d.offset += math.Max(-limit, math.Min(limit, offsetGain*float64(now-next)))
	d.out = next
	return next
}

// free follows the real time. While a regular display is being observed readings are smoothed like
// before a lock; without vsync or with a variable rate the frames themselves are irregular, and the
// readings are the best there is.
func (d *DisplayClock) free(now, elapsed int64) int64 {
	const (
		stepGain = 0.1
		pull     = 0.1
		far      = 50e6 // beyond 50 ms it is not noise
	)
	if behind := float64(now - d.out); elapsed <= 0 || math.Abs(behind) > far || d.step == 0 {
		d.step = float64(max(elapsed, 0))
		d.out = max(d.out, now)
		if now < d.out-Second { // the clock itself was set back
			d.out = now
		}
		return d.out
	}
	d.step += float64(stepGain * (float64(elapsed) - d.step))
	step := d.step
	if d.state != LockAcquiring || d.irregular {
		step = float64(elapsed)
	}
	next := float64(d.out) + step
	next += float64(pull * (float64(now) - next))
	if math.Abs(next-float64(now)) > far {
		next = float64(now)
	}
	d.out = max(d.out, int64(math.Round(next)))
	return d.out
}
