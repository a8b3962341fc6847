package sweep

import (
	"math"
	"sort"
)

// schedule decides which cell is simulated next: those that are likely to take long come first, so that no worker is
// left alone with one. The time of a cell is learnt from those that are done; until there are enough, cells from all
// over the design are taken. The order changes no row.
type schedule struct {
	study *Study
	// waiting are cells, the next one last. Memory is bounded by four bytes a cell.
	waiting []int32
	// chains are those of bisections whose next point waits or is simulated.
	chains map[int]*chain

	model   costModel
	learned int // observations at the next refit
}

// chain is a bisection in progress.
type chain struct {
	values []float64
	held   []bool
}

// refits are the numbers of observations after which the order is made anew.
var refits = []int{32, 256, 2048}

// newSchedule takes the cells of a shard that have no row in the store; retry takes those that are not finished as
// well.
func newSchedule(s *Study, st *Store, shard, shards int, retry bool) (*schedule, error) {
	q := &schedule{study: s, model: costModel{study: s}}
	if s.Design.Chain > 1 {
		return q, q.addChains(st, shard, shards)
	}
	for cell := s.Cells() - 1; cell >= 0; cell-- {
		if cell%shards != shard {
			continue
		}
		if st.Has(cell) {
			if !retry && q.model.full() {
				continue
			}
			r, err := st.Result(cell)
			if err != nil {
				return nil, err
			}
			if q.model.add(r); !retry || r.Row.State != NotFinished {
				continue
			}
		}
		q.waiting = append(q.waiting, int32(cell))
	}
	q.scatter()
	q.relearn()
	return q, nil
}

// scatter orders cells so that neighbours in the order are far from each other in the design.
func (q *schedule) scatter() {
	n := len(q.waiting)
	if n < 3 {
		return
	}
	// a stride near the golden section that shares no divisor with n meets every cell
	stride := int(float64(n) * 0.6180339887)
	for gcd(stride, n) != 1 {
		stride++
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = q.waiting[i*stride%n]
	}
	q.waiting = out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// addChains continues the bisections.
func (q *schedule) addChains(st *Store, shard, shards int) error {
	q.chains = map[int]*chain{}
	size := q.study.Design.Chain
	for i := q.study.Cells()/size - 1; i >= 0; i-- {
		if i%shards != shard {
			continue
		}
		values, held, err := st.chain(i * size)
		if err != nil {
			return err
		}
		if _, more := q.study.Design.Next(values, held); more {
			q.chains[i] = &chain{values, held}
			q.waiting = append(q.waiting, int32(i*size+len(held)))
		}
	}
	return nil
}

// next returns the cell to simulate next, without taking it.
func (q *schedule) next() (Job, bool) {
	if len(q.waiting) == 0 {
		return Job{}, false
	}
	cell := int(q.waiting[len(q.waiting)-1])
	job := Job{Cell: cell, Values: q.study.Values(cell)}
	if d := &q.study.Design; d.Chain > 1 {
		c := q.chains[cell/d.Chain]
		job.Values[d.Bisected], _ = d.Next(c.values, c.held)
	}
	return job, true
}

// take removes the cell that next returned.
func (q *schedule) take() { q.waiting = q.waiting[:len(q.waiting)-1] }

// done takes the result of a cell.
func (q *schedule) done(r *Result) {
	d := &q.study.Design
	if d.Chain == 1 {
		q.model.add(r)
		if q.learned > 0 && q.model.count() >= q.learned {
			q.relearn()
		}
		return
	}
	i := r.Row.Cell / d.Chain
	c := q.chains[i]
	c.values, c.held = append(c.values, float64(r.Row.Values[d.Bisected])), append(c.held, r.Row.Held())
	if _, more := d.Next(c.values, c.held); more {
		q.waiting = append(q.waiting, int32(r.Row.Cell+1))
	} else {
		delete(q.chains, i)
	}
}

// relearn orders the waiting cells by the time that they are likely to take.
func (q *schedule) relearn() {
	q.learned = 0
	for _, n := range refits {
		if q.model.count() < n {
			q.learned = n
			break
		}
	}
	if q.model.count() < refits[0] || !q.model.fit() {
		return
	}
	cost := make([]float32, len(q.waiting))
	for i, cell := range q.waiting {
		cost[i] = float32(q.model.predict(q.study.Values(int(cell))))
	}
	sort.Sort(&byCost{q.waiting, cost})
}

// byCost sorts cells, the longest last.
type byCost struct {
	cells []int32
	cost  []float32
}

func (b *byCost) Len() int           { return len(b.cells) }
func (b *byCost) Less(i, j int) bool { return b.cost[i] < b.cost[j] }
func (b *byCost) Swap(i, j int) {
	b.cells[i], b.cells[j] = b.cells[j], b.cells[i]
	b.cost[i], b.cost[j] = b.cost[j], b.cost[i]
}

// costModel predicts the logarithm of the time of a cell: a parabola in each parameter, by least squares.
type costModel struct {
	study  *Study
	inputs [][]float64
	logs   []float64
	weight []float64
}

func (m *costModel) count() int { return len(m.logs) }
func (m *costModel) full() bool { return len(m.logs) >= refits[len(refits)-1] }

func (m *costModel) add(r *Result) {
	if m.full() || r.Seconds <= 0 {
		return
	}
	values := make([]float64, len(r.Row.Values))
	for i, v := range r.Row.Values {
		values[i] = float64(v)
	}
	m.inputs, m.logs = append(m.inputs, m.features(values)), append(m.logs, math.Log(r.Seconds))
}

// features are one, and the fraction of each parameter and its square.
func (m *costModel) features(values []float64) []float64 {
	x := append(make([]float64, 0, 2*len(values)+1), 1)
	for i, v := range values {
		u := m.study.Parameters[i].Fraction(v)
		x = append(x, u, u*u)
	}
	return x
}

func (m *costModel) predict(values []float64) float64 {
	sum := 0.0
	for i, x := range m.features(values) {
		sum += m.weight[i] * x
	}
	return sum
}

// fit solves the normal equations with a small ridge by Cholesky's method.
func (m *costModel) fit() bool {
	n := len(m.inputs[0])
	a, b := make([][]float64, n), make([]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		a[i][i] = 1e-6 * float64(len(m.inputs))
	}
	for k, x := range m.inputs {
		for i := range x {
			b[i] += x[i] * m.logs[k]
			for j := range i + 1 {
				a[i][j] += x[i] * x[j]
			}
		}
	}
	for i := range n {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i != j {
				a[i][j] = sum / a[j][j]
				continue
			}
			if !(sum > 0) {
				return false
			}
			a[i][i] = math.Sqrt(sum)
		}
	}
	for i := range n {
		for k := range i {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= a[k][i] * b[k]
		}
		b[i] /= a[i][i]
	}
	m.weight = b
	return true
}
