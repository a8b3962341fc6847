package main

import (
	"math"
	"strconv"
	"testing"
)

// TestRowsOfTumble: what takes little time gives a number, and that of the textbook where the engine claims it.
func TestRowsOfTumble(t *testing.T) {
	within := map[string]float64{
		"65 kg at 20 m/s into 36 bricks, momentum lost, %":       0.001,
		"cradle of five, gaps of 1 mm, speed of the last, %":     0.1,
		"ball off centre at 20 m/s, b = 0.75, °":                 0.1,
		"cube of 1 m lands at 6.6 m/s, overlap, mm":              1,
		"door at 1 m/s into a sleeping cube, mm":                 1,
		"box over flush static boxes, speed kept, %":             0.1,
		"ball thrown at 7 m/s rolls at, m/s":                     0.01,
		"disc spun on its face stops after, s":                   0.05,
		"flips about the middle axis, 60 s, change of energy, %": 0.01,
		"spring of 10 Hz, ζ 1, sags by, mm":                      0.01,
		"crank and slider at 1500/min, widest gap, mm":           0.1,
	}
	found := 0
	for _, r := range rows {
		limit, ok := within[r.name]
		if !ok {
			continue
		}
		found++
		exact, err := strconv.ParseFloat(r.exact, 64)
		if err != nil {
			t.Fatal(err)
		}
		s := scene{engine: &tumble{rate: rate, substeps: 4}}
		x := r.measure(&s)
		if s.err != nil {
			t.Fatal(s.err)
		}
		if !(math.Abs(x-exact) <= limit) {
			t.Errorf("%s: %g, want %g to %g", r.name, x, exact, limit)
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}
	if found != len(within) {
		t.Errorf("%d of %d rows are there", found, len(within))
	}
}

func TestFigure(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{{0, 1, "0"}, {2.345, 2, "2.35"}, {-3.19, 1, "−3.2"}, {0.003, 1, "0.003"}, {-8e-6, 2, "−8·10⁻⁶"},
		{math.NaN(), 1, "fails"}} {
		if got := figure(c.x, c.digits); got != c.want {
			t.Errorf("figure(%g, %d): %q, want %q", c.x, c.digits, got, c.want)
		}
	}
}
