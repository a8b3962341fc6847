package report

import (
	"math"
	"sort"

	"tumble/internal/sweep"
)

// Sensitivity says how much a metric depends on each parameter.
type Sensitivity struct {
	Metric string `json:"metric"`
	// Method is "Sobol" or "elementary effects"; Cells are those that it rests on.
	Method string   `json:"method"`
	Cells  int      `json:"cells"`
	Effect []Effect `json:"effects"`
}

// Effect is that of one parameter. Of Sobol's indices Value is the first-order one: the share of the variance that is
// due to this parameter alone. Of elementary effects it is the mean of their magnitudes over the whole range, Spread
// their standard deviation (Morris 1991, Campolongo et al. 2007).
type Effect struct {
	Parameter string  `json:"parameter"`
	Value     float64 `json:"value"`
	Spread    float64 `json:"spread,omitempty"`
}

// effects collects the points of a study: means over repetitions.
type effects struct {
	head   *sweep.Head
	points map[int]*point
}

// point is a point of the design with the sums of its metrics over its repetitions.
type point struct {
	values []float64
	sums   []float64
	counts []int
}

func newEffects(h *sweep.Head) *effects { return &effects{head: h, points: map[int]*point{}} }

func (e *effects) add(r *sweep.Row) {
	if !r.State.Ended() {
		return
	}
	i := r.Cell / e.head.Repeat
	p := e.points[i]
	if p == nil {
		p = &point{sums: make([]float64, len(r.Metrics)), counts: make([]int, len(r.Metrics))}
		for j := range r.Values {
			p.values = append(p.values, e.head.Parameters[j].Fraction(float64(r.Values[j])))
		}
		e.points[i] = p
	}
	for j, m := range r.Metrics {
		if v := float64(m); !math.IsNaN(v) && !math.IsInf(v, 0) {
			p.sums[j] += v
			p.counts[j]++
		}
	}
}

// leastPoints is the number of points below which indices say nothing.
const leastPoints = 16

// result computes the sensitivities of all metrics. A bisection looks at its bound only and has none.
func (e *effects) result() []Sensitivity {
	out := []Sensitivity{}
	if e.head.Design.Kind == "bisection" {
		return out
	}
	for j := range e.head.Metrics {
		s := Sensitivity{Metric: e.head.Metrics[j].Name, Method: "Sobol"}
		if e.head.Design.Kind == "elementary" {
			s.Method = "elementary effects"
			s.Cells = len(e.points)
			s.Effect = e.elementary(j)
		} else {
			var xs [][]float64
			var ys []float64
			for i := range e.head.Cells / e.head.Repeat {
				if p := e.points[i]; p != nil && p.counts[j] > 0 {
					xs, ys = append(xs, p.values), append(ys, p.sums[j]/float64(p.counts[j]))
				}
			}
			if s.Cells = len(ys); len(ys) < leastPoints {
				continue
			}
			for k := range e.head.Parameters {
				column := make([]float64, len(xs))
				for i := range xs {
					column[i] = xs[i][k]
				}
				s.Effect = append(s.Effect, Effect{Parameter: e.head.Parameters[k].Key, Value: FirstOrder(column, ys)})
			}
		}
		out = append(out, s)
	}
	return out
}

// FirstOrder estimates Sobol's first-order index of a parameter from any design: the variance of the means of y within
// classes of x, as a share of the variance of y (Plischke, Borgonovo and Smith 2013). The part that chance alone would
// give to the means is taken off.
func FirstOrder(x, y []float64) float64 {
	n := len(x)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return x[order[a]] < x[order[b]] })
	classes := max(2, min(32, int(math.Sqrt(float64(n)))))
	mean := 0.0
	for _, v := range y {
		mean += v / float64(n)
	}
	between, within, count := 0.0, 0.0, 0
	for begin := 0; begin < n; {
		// equal values belong to one class
		end := min(begin+(n+classes-1)/classes, n)
		for end < n && x[order[end]] == x[order[end-1]] {
			end++
		}
		m := 0.0
		for _, i := range order[begin:end] {
			m += y[i] / float64(end-begin)
		}
		for _, i := range order[begin:end] {
			within += (y[i] - m) * (y[i] - m)
		}
		between += float64(end-begin) * (m - mean) * (m - mean)
		begin = end
		count++
	}
	if total := between + within; total > 0 && n > count {
		noise := float64(count-1) / float64(n-count) * within
		return max(0, (between-noise)/total)
	}
	return 0
}

// elementary are the effects of each parameter on a metric in all trajectories.
func (e *effects) elementary(metric int) []Effect {
	n := len(e.head.Parameters)
	sums, squares, magnitudes, counts := make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	for i := range e.head.Cells / e.head.Repeat {
		a, b := e.points[i], e.points[i+1]
		if i%(n+1) == n || a == nil || b == nil || a.counts[metric] == 0 || b.counts[metric] == 0 {
			continue
		}
		for k := range n {
			if d := b.values[k] - a.values[k]; d != 0 {
				v := (b.sums[metric]/float64(b.counts[metric]) - a.sums[metric]/float64(a.counts[metric])) / d
				sums[k], squares[k], magnitudes[k] = sums[k]+v, squares[k]+v*v, magnitudes[k]+math.Abs(v)
				counts[k]++
			}
		}
	}
	var out []Effect
	for k := range n {
		c := float64(max(counts[k], 1))
		mean := sums[k] / c
		out = append(out, Effect{e.head.Parameters[k].Key, magnitudes[k] / c,
			math.Sqrt(max(0, squares[k]/c-mean*mean))})
	}
	return out
}
