package sweep

import "math"

// Reductions make one number of the values of a meter after each step: the largest, the smallest, their mean, the last,
// their sum, and their integral over time.
var Reductions = []string{"max", "min", "mean", "last", "sum", "integral"}

// reducer takes the values of a meter one by one.
type reducer struct {
	kind  string
	value float64
	count int
}

func (r *reducer) add(v float64) {
	r.count++
	switch {
	case r.count == 1, r.kind == "last":
		r.value = v
	case r.kind == "max":
		r.value = math.Max(r.value, v)
	case r.kind == "min":
		r.value = math.Min(r.value, v)
	default:
		r.value += v
	}
}

// result is the number; hertz are the steps a second. Without any step there is none: NaN.
func (r *reducer) result(hertz int) float64 {
	switch {
	case r.count == 0:
		return math.NaN()
	case r.kind == "mean":
		return r.value / float64(r.count)
	case r.kind == "integral":
		return r.value / float64(hertz)
	}
	return r.value
}
