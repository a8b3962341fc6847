package ui

import "testing"

// TestAxisNumbers: the ends of axes stay short and keep what tells them apart.
func TestAxisNumbers(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.075: "0.075", -3.25: "-3.25", 1000430: "1.00e6", 1_850_000: "1.85e6", 0.00029: "2.90e-4", -2e-7: "-2.00e-7",
	} {
		if got := string(appendAxis(nil, v)); got != want {
			t.Errorf("%g is %q, want %q", v, got, want)
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
