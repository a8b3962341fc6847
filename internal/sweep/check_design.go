package sweep

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

func (c *checker) design(s *Study, f *file) {
	x := &f.Design
	d := Design{Kind: x.Kind, Chain: 1, parameters: s.Parameters, seed: s.Seed, levels: 4, Tolerance: x.Tolerance}
	if d.Kind == "" {
		d.Kind = "grid"
	}
	if !slices.Contains(Kinds, d.Kind) {
		c.failf("design.kind", "%q: must be one of %s", x.Kind, strings.Join(Kinds, ", "))
		return
	}
	if len(c.faults) > 0 {
		return // what follows counts the values of parameters that are right
	}
	if x.Parameter != "" && d.Kind != "bisection" || x.Tolerance != 0 && d.Kind != "bisection" {
		c.failf("design", "parameter and tolerance belong to a bisection")
	}
	switch d.Kind {
	case "grid", "list", "bisection":
		if x.Cells != 0 {
			c.failf("design.cells", "%d: a %s has as many as its values make", x.Cells, d.Kind)
		}
	default:
		if x.Cells < 1 || x.Cells > mostCells {
			c.failf("design.cells", "%d: must be 1 to %d", x.Cells, mostCells)
			return
		}
		d.points = x.Cells
	}
	c.countPoints(s, f, &d)
	if total := float64(d.points) * float64(s.Repeat.Count); total > mostCells {
		c.failf("design", "%.0f cells: at most %d", total, mostCells)
	}
	s.Design = d
}

// countPoints finds how many points a design has and prepares it.
func (c *checker) countPoints(s *Study, f *file, d *Design) {
	product := 1.0
	if d.Kind == "bisection" {
		c.bisection(s, f, d)
	}
	for i := range s.Parameters {
		p := &s.Parameters[i]
		at := fmt.Sprintf("parameter.%d", i+1)
		switch {
		case d.Kind == "grid" || d.Kind == "bisection" && i != d.Bisected:
			if p.Levels() == 0 {
				c.failf(at, "needs count or values in a %s", d.Kind)
				return
			}
			product *= float64(p.Levels())
		case d.Kind == "list":
			if len(p.Values) == 0 || len(p.Values) != len(s.Parameters[0].Values) {
				c.failf(at, "needs as many values in a list as the other parameters")
				return
			}
			product = float64(len(p.Values))
		case p.Count != 0:
			c.failf(at+".count", "%d: belongs to a grid", p.Count)
		}
	}
	switch d.Kind {
	case "grid", "list", "bisection":
		d.points = int(min(product, mostCells+1)) * d.Chain
	case "elementary":
		if x := f.Design.Levels; x != 0 {
			d.levels = x
		}
		if d.levels < 2 || d.levels%2 != 0 || d.levels > 1000 {
			c.failf("design.levels", "%d: must be an even number of 2 to 1000", d.levels)
		}
		if n := len(s.Parameters) + 1; d.points%n != 0 {
			c.failf("design.cells", "%d: must be a multiple of %d, the parameters and one", d.points, n)
		}
	case "latin":
		for j := range s.Parameters {
			perm := rand.New(rand.NewPCG(s.Seed, uint64(j))).Perm(d.points)
			order := make([]int32, d.points)
			for i, v := range perm {
				order[i] = int32(v)
			}
			d.order = append(d.order, order)
		}
	}
}

func (c *checker) bisection(s *Study, f *file, d *Design) {
	d.Bisected = -1
	for i := range s.Parameters {
		if s.Parameters[i].Key == f.Design.Parameter {
			d.Bisected = i
		}
	}
	switch {
	case d.Bisected < 0:
		c.failf("design.parameter", "%q: must be the key of a parameter of the study", f.Design.Parameter)
		d.Bisected = 0
		return
	case len(s.Guards) == 0:
		c.failf("design", "a bisection needs a guard rail, whose breaking it finds")
	case s.Repeat.Count > 1:
		c.failf("repeat.count", "%d: repetitions do not go with a bisection", s.Repeat.Count)
	}
	p := &s.Parameters[d.Bisected]
	if len(p.Values) > 0 || !(p.High > p.Low) {
		c.failf("design.parameter", "%s needs a range", p.Key)
		return
	}
	width := p.High - p.Low
	if d.Tolerance <= 0 && p.Whole {
		d.Tolerance = 1
	}
	if !(d.Tolerance > 0 && d.Tolerance < width) {
		c.failf("design.tolerance", "%g: must be above 0 and below %g, the length of the range", d.Tolerance, width)
		return
	}
	// the longest chain is the one that ends at the upper end of the range
	d.Chain = 2
	for lo := p.Low; p.High-lo > d.Tolerance && d.Chain < 64; d.Chain++ {
		lo = p.middle(lo, p.High)
	}
}
