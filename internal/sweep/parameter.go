package sweep

import (
	"fmt"
	"math"
	"slices"

	"tumble/engine/param"
)

// Parameter is what differs between the cells.
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
func (p *Parameter) Format(v float64) string { return p.target.format(v) }

// OfRegistry reports whether --set and presets know the parameter; others are numbers of one body or joint.
func (p *Parameter) OfRegistry() bool { return p.target.spec != nil }

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

// mostParameters bounds the columns of a study.
const mostParameters = 64

func (c *checker) parameters(s *Study, f *file) {
	var keys []string
	if len(f.Parameter) > mostParameters {
		c.failf("parameter", "%d: at most %d", len(f.Parameter), mostParameters)
		return
	}
	for i := range f.Parameter {
		x := &f.Parameter[i]
		at := fmt.Sprintf("parameter.%d", i+1)
		if x.Key == "" {
			c.failf(at, "key is missing")
			continue
		}
		t, ok := c.target(s, at+".key", x.Key)
		if !ok {
			continue
		}
		if slices.Contains(keys, t.key) {
			c.failf(at+".key", "%s stands here twice", t.key)
		}
		keys = append(keys, t.key)
		for j := range s.set {
			if s.set[j].target.key == t.key {
				c.failf(at+".key", "%s is in [set], too", t.key)
			}
		}
		if x.Unit != "" && x.Unit != t.unit {
			c.failf(at+".unit", "%q: the unit of %s is %q", x.Unit, t.key, t.unit)
		}
		p := Parameter{Key: t.key, Unit: t.unit, Count: x.Count, Log: x.Scale == "log", Start: t.start, Whole: t.kind == param.Int, target: t}
		if x.Scale != "" && x.Scale != "log" && x.Scale != "lin" {
			c.failf(at+".scale", "%q: must be lin or log", x.Scale)
		}
		if len(x.Values) > 0 {
			c.list(at, &p, x.Values, len(x.Range) > 0 || x.Count != 0 || x.Scale != "")
		} else {
			c.span(at, &p, x.Range)
		}
		if x.Start != nil {
			p.Start = *x.Start
			if !(p.Start >= p.Low && p.Start <= p.High) {
				c.failf(at+".start", "%g: must lie in the range", p.Start)
			}
		} else if !(p.Start >= p.Low && p.Start <= p.High) && len(p.Values) == 0 {
			p.Start = p.At(0.5)
		}
		s.Parameters = append(s.Parameters, p)
	}
	if len(f.Parameter) == 0 {
		c.failf("parameter", "is missing: a study varies at least one")
	}
}

// list reads the values of a parameter.
func (c *checker) list(at string, p *Parameter, values []any, more bool) {
	if more {
		c.failf(at+".values", "does not go with range, scale and count")
	}
	p.Low, p.High = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		x, ok := c.value(at+".values", p.target, v)
		if !ok {
			return
		}
		p.Values = append(p.Values, x)
		p.Low, p.High = min(p.Low, x), max(p.High, x)
	}
}

// span reads the range of a parameter.
func (c *checker) span(at string, p *Parameter, r []float64) {
	t := p.target
	if t.kind == param.Bool || t.kind == param.Enum {
		c.failf(at, "%s is no number: give it values = [...]", t.key)
		return
	}
	if len(r) != 2 || !(r[0] < r[1]) {
		c.failf(at+".range", "%v: must be two numbers, the smaller one first", r)
		return
	}
	for _, v := range r {
		if _, err := t.parse(t.format(v)); err != nil || v < t.lo || v > t.hi {
			c.failf(at+".range", "%g: %s must be in %g … %g %s", v, t.key, t.lo, t.hi, t.unit)
		}
	}
	if p.Low, p.High = r[0], r[1]; p.Log && p.Low <= 0 {
		c.failf(at+".scale", "log: the range %v must be above 0", r)
	}
	if p.Count < 0 || p.Count == 1 {
		c.failf(at+".count", "%d: must be 2 or more", p.Count)
	}
}
