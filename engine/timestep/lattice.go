package timestep

import "math"

// lattice follows the refreshes of a display with a fixed rate, phase + k·period, and finds the refresh that showed
// each frame.
//
// Each frame has two readings, both with errors: the stamp of its swap, and the moment of its hand-over, when the
// driver had the whole frame. A Kalman filter tracks phase and period from the stamps. Bayes' rule weighs the
// hypotheses of the refresh that showed a frame: a refresh shows the frames that were handed over before, as surely as
// the error of the hand-over allows, and the stamp lies near the refresh, unless the thread slept. The stream itself
// gives the variances of both readings and the share of stray stamps, which say nothing of a refresh. (Kalman 1960;
// Bar-Shalom and Tse 1975 for the weighing of hypotheses; Dempster, Laird and Rubin 1977 for the variances.)
type lattice struct {
	origin int64 // ns, of the times below
	// phase is the time of the refresh that most probably showed the last frame (ns after origin), period the period of
	// the display (ns).
	phase, period float64
	// cov is the covariance of phase and period (ns²): phase, both, period.
	cov [3]float64
	// weight has, for the refreshes up to latticeReach before and after phase, the probability that they showed the
	// frame.
	weight [2*latticeReach + 1]float64
	// seen is the variance of stamps about their refresh (ns²).
	seen float64
	// work is the time from the start of a frame to its hand-over, spare the time from its hand-over to the refresh
	// that shows it.
	work, spare steadiness

	// stray is the share of stamps that say nothing of a refresh.
	stray float64
	// misled is the share of frames whose refresh is not the one that their hand-over predicts; misledIf has this
	// share for each hypothesis (Cappé 2011): a frame in doubt counts when later frames have decided.
	misled   float64
	misledIf [2*latticeReach + 1]float64
	// stamp is the last stamp (ns after origin); mean (ns) and variance (ns²) describe the time between two stamps;
	// habit has the shares of frames that took 1, 2, 3 and more refreshes. doubt is the logarithm of the odds against
	// the lattice: of a display without fixed refreshes, where frames are as long as their work.
	stamp, mean, variance float64
	habit                 [4]float64
	doubt                 float64

	candidates [latticeMost]candidate
}

// candidate is a refresh that may have showed a frame.
type candidate struct {
	// handed is the probability that this refresh is the first for which the frame is in time, by the reading of its
	// hand-over; inTime the probability that the frame is in time for this refresh or an earlier one.
	handed, inTime float64
	// stamp is the density of the stamp, core its part from stamps on the lattice, residual the error of the stamp
	// (ns).
	stamp, core, residual float64
}

// newLattice starts from a line through acquireFrames stamps: at is the refresh of the last stamp (ns), period the
// slope (ns) and variance its variance (ns²), deviation the deviation of the stamps from the line (ns), misled the
// share of frames shown later than their hand-over predicts.
func newLattice(at int64, period, variance, deviation, misled float64) lattice {
	const count = acquireFrames
	l := lattice{
		origin: at, period: period, seen: math.Max(deviation*deviation, leastSeen*leastSeen), stray: firstStray,
		misled: math.Max(misled, firstMisled), mean: period,
	}
	l.variance = 2 * l.seen
	l.work.variance, l.spare.variance = firstDrawn*firstDrawn, firstDrawn*firstDrawn
	l.habit[0] = 1
	l.doubt = mostDoubt / 2
	l.weight[latticeReach] = 1
	for j := range l.misledIf {
		l.misledIf[j] = l.misled
	}
	l.cov = [3]float64{4 * l.seen / count, count * variance / 2, variance}
	return l
}

// at is the time (ns) of the refresh n after the one that showed the last frame.
func (l *lattice) at(n float64) int64 {
	return l.origin + int64(math.Round(l.phase+float64(n*l.period)))
}

// see takes the start and the readings (ns) of a frame, which comes so many frames after the last one. It returns two
// estimates of the refreshes between both frames: moved, with the least expected square of the relative error of a
// picture's motion, and likely, the most probable number. ok is false for readings that no display gives.
func (l *lattice) see(begun, drawEnd, stamp, frames int64) (moved float64, likely int64, ok bool) {
	e, s := float64(drawEnd-l.origin), float64(stamp-l.origin)
	shown := int64(math.Ceil((e - l.phase) / l.period))
	told := int64(math.Round((s - l.phase) / l.period))
	first := max(frames-latticeReach, min(shown, told)-latticeReach-1)
	count := max(shown, told) + latticeReach + 1 - first
	if count > latticeMost || count < 1 {
		return 0, 0, false
	}
	c := l.candidates[:count]
	l.read(c, first, hand{at: e, work: float64(drawEnd - begun)}, s)
	var next, misled [latticeMost]float64
	var total, hits, once, twice, shift, second float64
	for j, w := range l.weight {
		if w < leastWeight {
			continue
		}
		from := frames + int64(j) - latticeReach - first
		overtaken := 0.0 // probability to be shown late by a refresh or more
		for i := max(from, 0); i < count; i++ {
			k := &c[i]
			handed, other := k.handed, overtaken
			if i == from {
				handed, other = k.inTime, 1
			}
			in := float64(w * (1 - l.misled) * handed * k.stamp)
			p := in + float64(w*l.misled*(1-handed)*other*k.stamp)
			overtaken = (overtaken + handed) / 2
			misled[i] += float64(p*(1-learnMisled)*l.misledIf[j]) + float64(learnMisled*(p-in))
			next[i] += p
			total += p
			n := float64(first + i - int64(j) + latticeReach)
			once += p / n
			twice += p / (n * n)
			hit := p * k.core / k.stamp
			hits += hit
			shift += float64(hit * k.residual)
			second += float64(hit * k.residual * k.residual)
		}
	}
	if !(total > 0) {
		return 0, 0, false
	}
	likely = l.choose(next[:count], misled[:count], first, total)
	l.compare(c, first, s, float64(frames), likely-frames)
	l.learn(hits/total, second/total)
	l.work.learn(float64(drawEnd - begun))
	l.spare.learn(l.phase + float64(float64(likely)*l.period) - e)
	l.correct(float64(likely), hits/total, shift/total)
	return once / twice, likely, l.doubt < mostDoubt
}

// compare weighs the lattice, whose refreshes c begin with the number first, against a walk of frames that are as long
// as their work. s (ns after origin) is the stamp of a frame that comes so many frames after the last one and missed so
// many refreshes.
func (l *lattice) compare(c []candidate, first int64, s, frames float64, missed int64) {
	density := 0.0
	for i := range c {
		if n := first + int64(i) - int64(frames); n >= 0 {
			density += float64(c[i].stamp * (l.habit[min(n, int64(len(l.habit)-1))] + leastMisled))
		}
	}
	d := (s-l.stamp)/frames - l.mean
	l.stamp = s
	walk := (1-l.stray)*math.Exp(-d*d/(2*l.variance))/math.Sqrt(2*math.Pi*l.variance) + l.tail(d)
	l.doubt = math.Max(l.doubt+math.Log(walk/density), 0)
	l.mean += float64(learnWalk * d)
	l.variance += float64(learnWalk * (float64(d*d) - l.variance))
	l.variance = math.Max(l.variance, 2*leastSeen*leastSeen)
	for i := range l.habit {
		l.habit[i] += float64(learnWalk * (float64(boolInt(int64(i) == min(max(missed, 0), 3))) - l.habit[i]))
	}
}

// tail is the density of stray stamps at a distance d (ns) from their refresh: a thread may sleep for long, as in the
// distribution of Cauchy.
func (l *lattice) tail(d float64) float64 {
	half := l.period / 2
	return l.stray * half / (math.Pi * (float64(half*half) + float64(d*d)))
}

// steadiness follows a time that is about the same in every frame.
type steadiness struct {
	last, mean float64 // ns
	variance   float64 // half the mean square of its changes from frame to frame, ns²
	known      bool
}

// learn takes the time of a frame (ns).
func (s *steadiness) learn(t float64) {
	if !s.known {
		s.last, s.mean, s.known = t, t, true
		return
	}
	// a long frame is no error of a reading: a deviation beyond three counts as three
	most := 3 * math.Sqrt(s.variance)
	d := math.Max(-most, math.Min(most, (t-s.last)/math.Sqrt2))
	s.variance = math.Max(s.variance+float64(learnDrawn*(float64(d*d)-s.variance)), leastDrawn*leastDrawn)
	s.mean += float64(learnDrawn * math.Max(-most, math.Min(most, t-s.mean)))
	s.last = t
}

// drawn is the variance of the reading of the moment a frame is handed over (ns²), at most: the variance of drawing
// itself is not known.
func (l *lattice) drawn() float64 { return math.Min(l.work.variance, l.spare.variance) }

// hand is the reading of the moment a frame was handed over (ns after origin) and its work (ns).
type hand struct{ at, work float64 }

// read weighs the readings of a frame for each refresh of c, whose numbers after the last frame begin with first.
//
// The estimate of the hand-over lies half-way between its reading and the end of the usual work, with half the
// deviation, as nobody knows which share of the variance is the error of the reading and which the work's own. For a
// frame with plainly unusual work the reading alone counts.
func (l *lattice) read(c []candidate, first int64, h hand, s float64) {
	spread := l.cov[0] + 2*l.cov[1] + l.cov[2] + l.seen
	variance := l.drawn()
	off := h.work - l.work.mean
	usual := math.Exp(-off*off/(2*l.work.variance)) / math.Sqrt(2*math.Pi*l.work.variance)
	usual /= usual + unusual/l.period
	half, whole := math.Sqrt(float64(l.work.variance/4)+l.cov[0]), math.Sqrt(variance+l.cov[0])
	inTime := func(i int) float64 {
		at := l.phase + float64(float64(first+int64(i))*l.period) - h.at
		return float64(usual*normal((at+float64(off/2))/half)) + float64((1-usual)*normal(at/whole))
	}
	before := inTime(-1)
	for i := range c {
		k := &c[i]
		k.inTime = inTime(i)
		k.handed = k.inTime - before
		before = k.inTime
		k.residual = s - l.phase - float64(float64(first+int64(i))*l.period)
		z := k.residual * k.residual / spread
		k.core = (1 - l.stray) * math.Exp(-z/2) / math.Sqrt(2*math.Pi*spread)
		k.stamp = k.core + l.tail(k.residual)
	}
}

// choose goes on to the most probable refresh and keeps the weights of its neighbours.
func (l *lattice) choose(next, misled []float64, first int64, total float64) int64 {
	best := 0
	for i, p := range next {
		if p > next[best] {
			best = i
		}
	}
	l.misled = leastMisled
	for j := range l.weight {
		l.weight[j] = 0
		if i := best + j - latticeReach; i >= 0 && i < len(next) && next[i] > 0 {
			l.weight[j] = next[i] / total
			l.misledIf[j] = misled[i] / next[i]
			l.misled += float64(l.weight[j] * l.misledIf[j])
		}
	}
	return first + int64(best)
}

// learn moves the variance of stamps and the share of stray stamps towards those of this frame.
func (l *lattice) learn(hit, second float64) {
	l.seen = math.Max(l.seen+float64(learnSeen*(second-float64(hit*(l.seen+l.cov[0])))), leastSeen*leastSeen)
	l.stray = math.Max(math.Min(l.stray+float64(learnStray*(1-hit-l.stray)), mostStray), leastStray)
}

// correct goes on by n refreshes and takes the mean residual of the stamp, weighed by the probability of a stamp on the
// lattice.
func (l *lattice) correct(n, hit, shift float64) {
	l.phase += float64(n * l.period)
	l.cov[0] += float64(2*n*l.cov[1]) + float64(n*n*l.cov[2]) + float64(n*shiver*shiver)
	l.cov[1] += float64(n * l.cov[2])
	l.cov[2] += float64(n * wander * wander)
	spread := l.cov[0] + l.seen
	a, b := l.cov[0]/spread, l.cov[1]/spread
	l.phase += float64(a * shift)
	l.period += float64(b * shift)
	l.cov[2] -= float64(hit * b * l.cov[1])
	l.cov[1] -= float64(hit * a * l.cov[1])
	l.cov[0] -= float64(hit * a * l.cov[0])
}

// normal is the distribution function of the normal distribution.
func normal(x float64) float64 { return float64(math.Erfc(-x/math.Sqrt2) / 2) }
