package meter

import "math"

// Reductions make one number of the values of a meter after each step: the largest, the smallest, their mean, the last,
// their sum, their integral over time, and the largest distance from the first.
var Reductions = []string{"max", "min", "mean", "last", "sum", "integral", "drift"}

// Reducer takes the values of a meter one by one. Kind is one of Reductions.
type Reducer struct {
	Kind string

	value, first float64
	count        int
}

// Add takes the value after a step.
func (r *Reducer) Add(v float64) {
	if r.count++; r.count == 1 {
		r.first = v
	}
	switch {
	case r.Kind == "drift":
		r.value = math.Max(r.value, math.Abs(v-r.first))
	case r.count == 1, r.Kind == "last":
		r.value = v
	case r.Kind == "max":
		r.value = math.Max(r.value, v)
	case r.Kind == "min":
		r.value = math.Min(r.value, v)
	default:
		r.value += v
	}
}

// Result is the number; hertz are the steps a second. Without any step there is none: NaN.
func (r *Reducer) Result(hertz int) float64 {
	switch {
	case r.count == 0:
		return math.NaN()
	case r.Kind == "mean":
		return r.value / float64(r.count)
	case r.Kind == "integral":
		return r.value / float64(hertz)
	}
	return r.value
}
