package sweep

import "math"

// A bisection looks for the value of one parameter at which the guard rails begin to break, once for each combination
// of the others. Its chain of points begins with both ends of the range; where they differ, each further point halves
// the interval until it is no longer than the tolerance.

// Next is the value of the bisected parameter at a point of a chain. held says for each point before whether all guard
// rails held, values where it was. It reports false where the chain has ended.
func (d *Design) Next(values []float64, held []bool) (float64, bool) {
	p := &d.parameters[d.Bisected]
	switch len(held) {
	case 0:
		return float64(float32(p.Low)), true
	case 1:
		return float64(float32(p.High)), true
	}
	if held[0] == held[1] || len(held) >= d.Chain {
		return 0, false
	}
	lo, hi := values[0], values[1]
	for i := 2; i < len(held); i++ {
		if held[i] == held[0] {
			lo = values[i]
		} else {
			hi = values[i]
		}
	}
	if hi-lo <= d.Tolerance {
		return 0, false
	}
	middle := p.middle(lo, hi)
	if p.Whole {
		middle = math.Floor(middle)
	}
	middle = float64(float32(middle))
	return middle, middle > lo && middle < hi
}

// middle halves an interval, on the scale of the parameter.
func (p *Parameter) middle(lo, hi float64) float64 {
	if p.Log {
		return math.Sqrt(float64(lo * hi))
	}
	return (lo + hi) / 2
}
