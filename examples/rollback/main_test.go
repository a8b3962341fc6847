package main

import "testing"

// Both sides end with the bits of a match without any delay, whatever the delay is, and went back to get there.
func TestBothSidesSeeOneMatch(t *testing.T) {
	const steps = 300
	exact, same, err := play(steps, 0)
	if err != nil {
		t.Fatal(err)
	}
	if exact.world.Hash() != same.world.Hash() {
		t.Fatal("two sides that know all inputs differ")
	}
	for delay := 1; delay < window; delay++ {
		left, right, err := play(steps, delay)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range []*side{left, right} {
			if s.world.Hash() != exact.world.Hash() {
				t.Errorf("delay %d: side %d differs from a match without delay", delay, i)
			}
			if s.session.Figures.Rollbacks == 0 {
				t.Errorf("delay %d: side %d never went back", delay, i)
			}
		}
	}
	if _, _, err := play(steps, window); err == nil {
		t.Error("a delay beyond the window was taken")
	}
}
