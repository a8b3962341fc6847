package solve

import "testing"

// TestBlocksShrink: after a peak the blocks are given back within twice shrinkSteps steps, before that not,
// and afterwards nothing is allocated.
func TestBlocksShrink(t *testing.T) {
	big, bigGraph := pyramid(100, 1)
	small, smallGraph := pyramid(3, 1)
	p := NewParams(DefaultSettings(), 0.01, 1)
	s := &Solver{}
	step := func(from *Solver, g *Graph) {
		s.Sims, s.States, s.Awake, s.Manifolds = from.Sims, from.States, from.Awake, from.Manifolds
		s.layout.laid.valid = false
		s.Begin(g, p)
		s.Step()
	}
	step(big, bigGraph)
	peak := cap(s.blocks())
	if peak <= shrinkFloor {
		t.Fatalf("%d blocks are no peak", peak)
	}
	steps := 0
	for cap(s.blocks()) == peak && steps < 3*shrinkSteps {
		step(small, smallGraph)
		steps++
	}
	if steps < shrinkSteps || steps > 2*shrinkSteps {
		t.Errorf("shrunk after %d steps", steps)
	}
	if n := cap(s.blocks()); n > peak/4 || n < len(s.blocks()) || cap(s.contacts.Run(0, 0).Budgets) < len(s.blocks()) {
		t.Errorf("%d blocks and %d budgets are left of %d, %d are in use", n, cap(s.contacts.Run(0, 0).Budgets), peak, len(s.blocks()))
	}
	if n := testing.AllocsPerRun(3*shrinkSteps, func() { step(small, smallGraph) }); n != 0 {
		t.Errorf("%g allocations a step afterwards", n)
	}
}
