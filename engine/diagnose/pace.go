package diagnose

import (
	"math"
	"slices"
)

// paceWindow is the number of frames in the figures of a PaceMeter: eight seconds at 60 Hz.
const paceWindow = 512

// PaceMeter compares the moments that frames show with the moments at which they are shown, over the newest frames.
//
// With x the moment of simulated time that a frame shows and d the refresh after which it was made, judder is
//
//	(x(k) − x(k−1)) / (d(k) − d(k−1)) − 1
//
// in per cent. Age is the time from the moment that a picture shows to the refresh that shows it.
type PaceMeter struct {
	judder, age [paceWindow]float32 // %, ms
	steps       [paceWindow]int32
	count, next int
	shown       int64
	release     float64
	started     bool
	scratch     []float32
	all         paceTotals
}

// paceTotals are sums over all frames since the last Reset.
type paceTotals struct {
	frames              int
	judder, age, ageMax float64 // %², ms
	steps               int
}

// PaceFigures are the figures of a PaceMeter.
type PaceFigures struct {
	// Frames is the number of frames in the figures.
	Frames int
	// JudderRMS and JudderP99 are the root mean square and the 99th percentile of the size of judder (%).
	JudderRMS, JudderP99 float64
	// AgeMean and AgeMax (ms).
	AgeMean, AgeMax float64
	// StepsMean is the mean number of steps of a frame.
	StepsMean float64
}

// Reset forgets all frames.
func (m *PaceMeter) Reset() { m.count, m.next, m.started, m.all = 0, 0, false, paceTotals{} }

// Add takes a frame: the moment it shows (ns), the refresh after which it was made (ns), its age (ns) and its
// number of steps. The first frame only begins the first difference.
func (m *PaceMeter) Add(shown int64, release, age float64, steps int) {
	dx, d := float64(shown-m.shown), release-m.release
	first := !m.started
	m.shown, m.release, m.started = shown, release, true
	if first || d <= 0 {
		return
	}
	m.judder[m.next] = float32(100 * math.Abs(dx/d-1))
	m.age[m.next] = float32(age / 1e6)
	m.steps[m.next] = int32(steps)
	a := &m.all
	a.frames++
	a.judder += float64(1e4 * float64((dx/d-1)*(dx/d-1)))
	a.age += age / 1e6
	a.ageMax = max(a.ageMax, age/1e6)
	a.steps += steps
	m.next = (m.next + 1) % paceWindow
	m.count = min(m.count+1, paceWindow)
}

// Judder is the size of the newest frame's judder in %.
func (m *PaceMeter) Judder() float32 { return m.judder[(m.next+paceWindow-1)%paceWindow] }

// Figures computes the figures over the newest frames.
func (m *PaceMeter) Figures() PaceFigures {
	f := PaceFigures{Frames: m.count}
	if m.count == 0 {
		return f
	}
	sum, ages, steps := 0.0, 0.0, 0
	for i := range m.count {
		j := float64(m.judder[i])
		sum += float64(j * j)
		ages += float64(m.age[i])
		f.AgeMax = max(f.AgeMax, float64(m.age[i]))
		steps += int(m.steps[i])
	}
	n := float64(m.count)
	f.JudderRMS, f.AgeMean, f.StepsMean = math.Sqrt(sum/n), ages/n, float64(steps)/n
	m.scratch = append(m.scratch[:0], m.judder[:m.count]...)
	slices.Sort(m.scratch)
	f.JudderP99 = float64(m.scratch[m.count*99/100])
	return f
}

// Total computes the figures over all frames since the last Reset, without percentiles.
func (m *PaceMeter) Total() PaceFigures {
	a := &m.all
	n := float64(max(a.frames, 1))
	return PaceFigures{
		Frames: a.frames, JudderRMS: math.Sqrt(a.judder / n), AgeMean: a.age / n, AgeMax: a.ageMax,
		StepsMean: float64(a.steps) / n,
	}
}

// pacePending is the number of frames that may be on their way to the display.
const pacePending = 8

// PaceTracker matches the moments that frames show with the refreshes that showed the frames, and measures both. Judder
// and age have a meaning at real time only: callers submit no frames of another speed.
type PaceTracker struct {
	Meter   PaceMeter
	grid    refreshGrid
	pending [pacePending]pendingFrame
	release float64
}

// pendingFrame is a frame that the display has not shown yet.
type pendingFrame struct {
	id         uint64
	shown, lag int64
	steps      int
}

// SetDisplay sets the period of the display (ns, 0 unknown); ignored says that swaps do not wait for the display.
func (t *PaceTracker) SetDisplay(period int64, ignored bool) {
	t.grid.period = float64(period)
	if ignored {
		t.grid.period = 0
	}
}

// Submitted takes a frame: the moment that it shows (ns), the lag of this moment behind the strategy's own time (ns),
// and its number of steps.
func (t *PaceTracker) Submitted(id uint64, shown, lag int64, steps int) {
	t.pending[id%pacePending] = pendingFrame{id, shown, lag, steps}
}

// Presented takes the stamp (ns) at which the swap of a frame returned.
func (t *PaceTracker) Presented(id uint64, stamp int64) {
	t.PresentedAt(id, t.grid.put(float64(stamp)))
}

// PresentedAt takes the refresh (ns) that showed a frame.
func (t *PaceTracker) PresentedAt(id uint64, refresh float64) {
	release := t.release
	t.release = refresh
	p := &t.pending[id%pacePending]
	if p.id != id || id == 0 || release == 0 {
		return
	}
	p.id = 0
	t.Meter.Add(p.shown, release, refresh-release+float64(p.lag), p.steps)
}
