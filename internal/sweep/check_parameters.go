package sweep

import (
	"fmt"
	"math"
	"slices"

	"tumble/engine/param"
)

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
		p := Parameter{Key: t.key, Unit: t.unit, Count: x.Count, Log: x.Scale == "log", Start: t.start,
			Whole: t.kind == param.Int, target: t}
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
		if _, err := t.spec.Parse(t.spec.Format(v)); err != nil || v < t.lo || v > t.hi {
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
