package contact

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"tumble/physics/internal/solve/kernel"
)

// Sum sums the points of a manifold after a step.
type Sum struct {
	// Impulse (N·s) is the sum of the normal impulses over the step, Overlap (m) that of the overlaps.
	Impulse, Overlap float32
}

// Totals sums the points of several manifolds; their order does not count.
type Totals struct {
	// Points counts; Overlaps counts the points that overlap.
	Points, Overlaps int32
	// Deepest (m) is the largest overlap of a point, 0 without any; Peak (N·s) its largest normal impulse over the
	// step.
	Deepest, Peak float32
}

// Join adds other totals.
func (t *Totals) Join(o *Totals) {
	t.Points += o.Points
	t.Overlaps += o.Overlaps
	t.Deepest, t.Peak = larger(t.Deepest, o.Deepest), larger(t.Peak, o.Peak)
}

const signBit = 1 << 31

// larger compares numbers that are not negative by their bits.
func larger(a, b float32) float32 {
	return math.Float32frombits(max(math.Float32bits(a), math.Float32bits(b)))
}

// depthOf is 1 and the bits of the depth for a separation below 0, otherwise 0.
func depthOf(separation float32) (negative int32, depth uint32) {
	gap := math.Float32bits(separation)
	_, borrow := bits.Sub32(signBit, gap, 0)
	return int32(borrow), gap & -borrow &^ signBit
}

// Add adds the points of a manifold and returns their sum. Whether a point overlaps and which presses most is not
// predictable: without branches.
func (t *Totals) Add(m *Manifold) (sum Sum) {
	overlaps, deepest, peak := t.Overlaps, math.Float32bits(t.Deepest), math.Float32bits(t.Peak)
	for q := 0; q < int(m.Count) && q < len(m.Points); q++ {
		push := m.Points[q].TotalNormalImpulse
		negative, depth := depthOf(m.Points[q].Separation)
		overlaps += negative
		sum.Overlap += math.Float32frombits(depth)
		sum.Impulse += push
		deepest, peak = max(deepest, depth), max(peak, math.Float32bits(push)&^signBit)
	}
	t.Points += m.Count
	t.Overlaps, t.Deepest, t.Peak = overlaps, math.Float32frombits(deepest), math.Float32frombits(peak)
	return sum
}

// Sums are those of all manifolds of a step. The solver stores them in the same pass as the impulses, while the
// manifolds are at hand, in steps after which someone is likely to ask: the sums were read after the step before. To
// walk over all manifolds later takes several times longer, most of it waiting for memory.
type Sums struct {
	list    []Sum // by manifold
	workers []workerTotals
	// version is that of the graph whose manifolds have a sum; they are good until they change
	version       uint64
	storing, good bool
	// asked is 1 after a reader, of which there may be several at a time; atomic
	asked uint32
}

// workerTotals are of the manifolds that a worker stored.
type workerTotals struct {
	Totals
	_ [64]byte // neighbours are written by different workers
}

// Forget says that the manifolds are about to change.
func (s *Sums) Forget() { s.good, s.storing = false, false }

// Begin makes room for the sums of a step, for so many manifolds and workers and a version of the graph, if they were
// read since the last one.
func (s *Sums) Begin(manifolds, workers int, version uint64) {
	if s.storing = atomic.SwapUint32(&s.asked, 0) != 0; !s.storing {
		return
	}
	s.good, s.version = true, version
	s.list = slices.Grow(s.list[:0], manifolds)[:manifolds]
	for len(s.workers) < max(workers, 1) {
		s.workers = append(s.workers, workerTotals{})
	}
	for i := range s.workers {
		s.workers[i].Totals = Totals{}
	}
}

// store stores the normal impulses of lane j in its manifold, as Store does, and its sum; size is that of the other
// impulses.
func (s *Sums) store(worker int, index int32, m *Manifold, b *kernel.Block, j int, size float32) {
	j &= kernel.Width - 1
	t := &s.workers[worker].Totals
	var overlap, impulse float32
	overlaps, deepest, peak := t.Overlaps, math.Float32bits(t.Deepest), math.Float32bits(t.Peak)
	for k := 0; k < int(m.Count) && k < kernel.MaxPoints; k++ {
		p, total := &m.Points[k], b.Points[k].Total[j]
		p.NormalImpulse, p.TotalNormalImpulse = b.Points[k].Impulse[j], total
		size += p.NormalImpulse + total
		negative, depth := depthOf(p.Separation)
		overlaps += negative
		overlap += math.Float32frombits(depth)
		impulse += total
		deepest, peak = max(deepest, depth), max(peak, math.Float32bits(total)&^signBit)
	}
	if !(size <= kernel.MaxImpulse) {
		m.dropImpulses()
		s.list[index] = t.Add(m)
		return
	}
	t.Points += m.Count
	t.Overlaps, t.Deepest, t.Peak = overlaps, math.Float32frombits(deepest), math.Float32frombits(peak)
	s.list[index] = Sum{Impulse: impulse, Overlap: overlap}
}

// Read returns the sums of the manifolds by their indices and what all are together, if those of a version of the graph
// were stored. It makes the next step store them.
func (s *Sums) Read(version uint64) (list []Sum, t Totals, ok bool) {
	atomic.StoreUint32(&s.asked, 1)
	if !s.good || s.version != version {
		return nil, Totals{}, false
	}
	for i := range s.workers {
		t.Join(&s.workers[i].Totals)
	}
	return s.list, t, true
}
