package timestep

import "math"

// DisplayClock predicts when the display shows the frame being recorded. Readings of the clock alone do not tell: the
// processor learns of a refresh late and at random, and a picture that moves by the differences of such readings
// trembles by several per cent on a perfectly regular display. A DisplayClock counts refreshes on a lattice, which
// weighs all readings by their measured errors.
//
// The predicted moments move by whole periods and return to the mean of the readings over half a minute: a correction
// of the phase is never seen as motion, and no error of the period adds up.
//
// While the display is unknown, swaps do not wait, or no frame has been shown for a while, the clock gives the real
// time. A change between both fades the difference, so that the time does not jump.
type DisplayClock struct {
	state   Lock
	nominal int64 // ns, 0 unknown

	line      lattice
	moment    float64 // the time that the last picture showed, ns after the lattice's origin
	shown     uint64
	submitted uint64
	missed    uint64  // refreshes that showed no new frame
	offset    float64 // result minus prediction, ns
	arrived   int64   // stamp of the last frame, ns

	begun [8]int64 // when the last frames were begun, by their numbers, ns

	// observations while acquiring
	count  int
	stamps [acquireFrames]int64
	index  [acquireFrames]int64
	misled float64 // share of frames shown later than their hand-over predicts

	out     int64 // last result
	last    int64 // last reading
	started bool
}

// NewDisplayClock returns a clock that knows nothing of its display.
func NewDisplayClock() *DisplayClock { return &DisplayClock{} }

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
	return d.line.period
}

// Noise is the measured standard deviation of stamps and of the moments frames are handed over (ns), 0 while the clock
// is not locked.
func (d *DisplayClock) Noise() (stamps, handed float64) {
	if d.state != LockHeld {
		return 0, 0
	}
	return math.Sqrt(d.line.seen), math.Sqrt(d.line.drawn())
}

// NextRefresh is when the next frame to be handed over will be shown (ns); ok is false while the
// clock is not locked.
func (d *DisplayClock) NextRefresh() (at int64, ok bool) {
	if d.state != LockHeld {
		return 0, false
	}
	return d.line.at(d.ahead()), true
}

// Missed counts refreshes that showed no new frame although a frame was on its way.
func (d *DisplayClock) Missed() uint64 { return d.missed }

// Submitted implements TimeFilter.
func (d *DisplayClock) Submitted(id uint64) {
	d.submitted = id
	d.begun[id%uint64(len(d.begun))] = d.last
}

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

// unlock forgets the display; the time of the clock does not jump.
func (d *DisplayClock) unlock() {
	d.state, d.count = LockFree, 0
}

// acquire collects stamps and fits a line through them.
func (d *DisplayClock) acquire(f Feedback) {
	d.state = LockAcquiring
	if d.count > 0 {
		prev, p := d.estimate()
		n := int64(1)
		if p > 0 {
			handed := float64(f.DrawEnd) - prev
			n = passed(handed, float64(f.Stamp)-prev, p)
			d.misled += float64(boolInt(math.Ceil(handed/p+.2) < float64(n))) / (acquireFrames - 1)
		}
		if last := d.stamps[d.count-1]; f.Stamp < last || (p > 0 && float64(f.Stamp-last) > 8*p) {
			d.count = 0
		} else {
			d.index[d.count] = d.index[d.count-1] + n
		}
	}
	if d.count == 0 {
		d.index[0], d.misled = 0, 0
	}
	d.stamps[d.count] = f.Stamp
	d.count++
	d.shown = f.ID
	if d.count == acquireFrames {
		d.fit()
	}
}

// passed is the most probable number of refreshes since the last one, given the hand-over of the frame and its stamp
// (ns after the last refresh), while the errors of both are not known.
func passed(handed, stamp, period float64) int64 {
	const stampError, handedError, misled = .2, .05, 1e-3 // of a period
	handed, stamp = handed/period, stamp/period
	best, least := int64(1), math.Inf(1)
	for n := int64(1); float64(n) < math.Max(handed, stamp)+2; n++ {
		inTime := normal((float64(n) - handed) / handedError)
		if n > 1 {
			inTime -= normal((float64(n-1) - handed) / handedError)
		}
		z := (stamp - float64(n)) / stampError
		cost := float64(float64(z*z)/2) - math.Log(inTime+misled)
		if cost < least {
			best, least = n, cost
		}
	}
	return best
}

// estimate is the estimate of the last refresh and the period while acquiring, from the mean over all stamps so far: a
// single stamp may be off by a third of a period.
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

// fit locks to the line through the stamps by least squares. It does not lock when the stamps do not lie on a line: a
// display with a variable rate has no phase.
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
	if slope < shortest || slope > longest || walk < leastWalk {
		d.state = LockFree
		return
	}
	last := float64(d.index[acquireFrames-1])
	phase := d.stamps[0] + int64(math.Round(at+float64(slope*last)))
	period, variance := d.likely(slope, dev)
	d.line = newLattice(phase, period, variance, 1.25*dev, d.misled)
	d.moment, d.offset, d.arrived = 0, 0, d.stamps[acquireFrames-1]
	d.state = LockHeld
	if d.started {
		d.offset = float64(d.out-d.line.origin) + period - d.predict()
	}
}

// likely is the first estimate of the period (ns) with its variance (ns²), given the slope of the line and the mean
// distance dev of the stamps from the line: the weighed mean of slope and nominal period, unless they contradict each
// other. The slope of a line through n points, each off by a deviation s, is off by s·√(12/n³). With stamps off by
// half a millisecond at 144 Hz this error is 0.2 %, which leads the clock astray by a quarter of a period before a
// correction. Nominal rates are off by a thousandth (59.94 for 60 Hz).
func (d *DisplayClock) likely(slope, dev float64) (period, variance float64) {
	const n = float64(acquireFrames)
	deviation := math.Max(1.25*dev, leastSeen)
	measured := float64(deviation * deviation * 12 / (n * n * n))
	nominal := float64(d.nominal)
	given := float64(nominalError * nominalError * nominal * nominal)
	if off := slope - nominal; nominal == 0 || float64(off*off) > float64(9*(measured+given)) {
		return slope, measured
	}
	return (float64(slope*given) + float64(nominal*measured)) / (given + measured),
		given * measured / (given + measured)
}

// residuals returns the mean absolute distance of the stamps from the line and the statistic of Durbin and
// Watson (1950): the sum of squared differences of successive distances over the sum of their squares. It is
// near 2 when each stamp errs by itself and near 0 when the errors add up from frame to frame, as they do when the
// work, not the display, decides the length of a frame.
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
	// a display's own scatter counts as errors of their own
	own := float64(float64(d.count) * leastSeen * leastSeen)
	return dev, (diff + 2*own) / (sum + own)
}

// track counts the refreshes to one frame.
func (d *DisplayClock) track(f Feedback) {
	frames := int64(f.ID - d.shown)
	if f.ID <= d.shown || frames > latticeMost {
		d.unlock()
		return
	}
	d.shown = f.ID
	moved, likely, ok := d.line.see(d.begun[f.ID%uint64(len(d.begun))], f.DrawEnd, f.Stamp, frames)
	if !ok {
		d.unlock()
		return
	}
	d.moment += float64(moved * d.line.period)
	d.missed += uint64(max(likely-frames, 0))
	d.arrived = f.Stamp
}

// ahead is the number of frames from the last frame shown to the next frame to be handed over.
func (d *DisplayClock) ahead() float64 { return float64(int64(d.submitted+1) - int64(d.shown)) }

// predict is the moment of the next frame to be handed over (ns after the lattice's origin).
func (d *DisplayClock) predict() float64 { return d.moment + float64(d.ahead()*d.line.period) }

// Advance implements TimeFilter.
func (d *DisplayClock) Advance(now int64) int64 {
	if !d.started {
		d.started, d.out, d.last = true, now, now
		return now
	}
	if d.state == LockHeld {
		if age := float64(now - d.arrived); age < -feedbackWithin || age > math.Max(feedbackWithin, 4*d.line.period) {
			d.unlock()
		}
	}
	if d.state == LockHeld {
		d.out = d.locked(now)
	} else {
		d.out = d.released(now)
	}
	d.last = now
	return d.out
}

// released follows the real time; the difference after a lock fades, and slows the picture to a half at most.
func (d *DisplayClock) released(now int64) int64 {
	step, gap := now-d.last, d.out-d.last
	if step < -Second { // the clock itself was set back
		return now
	}
	if step < 0 {
		return d.out
	}
	return d.out + step - min(int64(fadeGap*float64(gap)), step/2)
}

// locked gives the prediction, shifted so that its mean is the real time.
func (d *DisplayClock) locked(now int64) int64 {
	next := d.line.origin + int64(math.Round(d.predict()+d.offset))
	if next <= d.out {
		return d.out
	}
	limit := d.line.period * offsetMost
	d.offset += math.Max(-limit, math.Min(limit, offsetGain*float64(now-next)))
	return next
}
