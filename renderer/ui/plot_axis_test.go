package ui

import "testing"

// TestAxisNumbers: the numbers of axes stay short and keep what tells them apart.
func TestAxisNumbers(t *testing.T) {
	for _, c := range []struct {
		lo, hi, step float64
		want         []string
	}{
		{0, 0.15, 0.075, []string{"0", "0.075", "0.15"}},
		{-3.25, 0, 3.25, []string{"-3.25", "0"}},
		{1_000_000, 1_000_500, 250, []string{"1M", "1.00025M", "1.0005M"}},
		{0.0002940, 0.0002942, 1e-7, []string{"294µ", "294.1µ", "294.2µ"}},
		{-2e-7, 0, 1e-7, []string{"-200n", "-100n", "0"}},
		{0.002, 0.004, 0.001, []string{"0.002", "0.003", "0.004"}},
		{0, 2000, 500, []string{"0", "500", "1000", "1500", "2000"}},
		{0, 3e5, 1e5, []string{"0", "100k", "200k", "300k"}},
	} {
		a := axisNumbersOf(c.lo, c.hi, c.step)
		for i, want := range c.want {
			if got := string(a.append(nil, c.lo+float64(i)*c.step)); got != want {
				t.Errorf("%g to %g: number %d is %q, want %q", c.lo, c.hi, i, got, want)
			}
		}
	}
}

// TestSeriesLead: before its oldest sample a line has no number, and what it has lies at the right.
func TestSeriesLead(t *testing.T) {
	s := Series{Data: []float32{3, 1, 2}, Start: 1, Lead: 2}
	if s.span() != 5 || s.sample(1) == s.sample(1) || s.sample(2) != 1 || s.sample(4) != 3 {
		t.Errorf("span %d: %v %v %v", s.span(), s.sample(1), s.sample(2), s.sample(4))
	}
	lo, hi := plotRange([]Series{s}, 0, 4, false)
	if lo > 1 || hi < 3 || hi > 5 {
		t.Errorf("range %v to %v", lo, hi)
	}
}
