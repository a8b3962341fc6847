package sweep

import (
	"math"
	"slices"
)

// Parameter is a quantity that differs between the cells.
type Parameter struct {
	Key  string `json:"key"`
	Unit string `json:"unit,omitempty"`
	// Low and High bound the values; Log spaces them by equal ratios. Whole values are integers.
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Log   bool    `json:"log,omitempty"`
	Whole bool    `json:"whole,omitempty"`
	// Values are a list instead of a range.
	Values []float64 `json:"values,omitempty"`
	// Count is the number of values of a range in a grid.
	Count int `json:"count,omitempty"`
	// Start is where a fit begins.
	Start float64 `json:"-"`

	target *target
}

// Format writes a value as --set does.
func (p *Parameter) Format(v float64) string { return p.target.spec.Format(v) }

// At is the value at u of the range, 0 ≤ u ≤ 1. It is in single precision, as the simulation takes it, and the same on
// every platform: products are rounded before they are added, and powers need only square roots.
func (p *Parameter) At(u float64) float64 {
	if n := len(p.Values); n > 0 {
		return p.Values[min(int(u*float64(n)), n-1)]
	}
	v := 0.0
	switch {
	case p.Log:
		v = float64(p.Low * power(p.High/p.Low, u))
	case p.Whole:
		v = math.Floor(p.Low + float64(u*(p.High-p.Low+1)))
	default:
		v = p.Low + float64(u*(p.High-p.Low))
	}
	if p.Whole {
		v = math.Round(v)
	}
	return min(max(float64(float32(v)), float64(float32(p.Low))), float64(float32(p.High)))
}

// Levels is the number of values in a grid.
func (p *Parameter) Levels() int {
	if len(p.Values) > 0 {
		return len(p.Values)
	}
	return p.Count
}

// Level is the i-th value of a grid.
func (p *Parameter) Level(i int) float64 {
	switch {
	case len(p.Values) > 0:
		return p.Values[i]
	case i == 0:
		return float64(float32(p.Low))
	case i == p.Count-1:
		return float64(float32(p.High))
	}
	u := float64(i) / float64(p.Count-1)
	if p.Whole && !p.Log {
		return math.Round(p.Low + float64(u*(p.High-p.Low)))
	}
	return p.At(u)
}

// Fraction is where a value lies in the range, 0 to 1: the inverse of At, for models and pictures. Its last digits
// differ between platforms.
func (p *Parameter) Fraction(v float64) float64 {
	if n := len(p.Values); n > 0 {
		return float64(slices.Index(p.Values, v)) / float64(max(n-1, 1))
	}
	if p.High == p.Low {
		return 0
	}
	if p.Log {
		return math.Log(v/p.Low) / math.Log(p.High/p.Low)
	}
	return (v - p.Low) / (p.High - p.Low)
}

// power is base^u for a positive base and 0 ≤ u ≤ 1, to 40 bits of u: the product of the roots base^(1/2^k) that are in
// the binary digits of u. Square roots and products are rounded alike everywhere; math.Pow is not.
func power(base, u float64) float64 {
	if u >= 1 {
		return base
	}
	result, root := 1.0, base
	for range 40 {
		root = math.Sqrt(root)
		if u *= 2; u >= 1 {
			u--
			result = float64(result * root)
		}
	}
	return result
}
