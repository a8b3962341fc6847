package solve

import (
	"testing"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
)

// TestBlocksShrink: after a peak the blocks are given back within twice ShrinkSteps steps, before that not,
// and afterwards nothing is allocated.
func TestBlocksShrink(t *testing.T) {
	big, bigGraph := pyramid(100, 1)
	small, smallGraph := pyramid(3, 1)
	p := kernel.NewParams(kernel.DefaultSettings(), 0.01, 1)
	s := &Solver{}
	step := func(from *Solver, g *graph.Graph) {
		s.Sims, s.States, s.Awake, s.Manifolds = from.Sims, from.States, from.Awake, from.Manifolds
		s.layout.laid.valid = false
		s.Begin(g, p)
		s.Step()
	}
	step(big, bigGraph)
	peak := cap(s.blocks())
	if peak <= contact.ShrinkFloor {
		t.Fatalf("%d blocks are no peak", peak)
	}
	steps := 0
	for cap(s.blocks()) == peak && steps < 3*contact.ShrinkSteps {
		step(small, smallGraph)
		steps++
	}
	if steps < contact.ShrinkSteps || steps > 2*contact.ShrinkSteps {
		t.Errorf("shrunk after %d steps", steps)
	}
	if n := cap(s.blocks()); n > peak/4 || n < len(s.blocks()) {
		t.Errorf("%d blocks are left of %d, %d are in use", n, peak, len(s.blocks()))
	}
	if n := testing.AllocsPerRun(3*contact.ShrinkSteps, func() { step(small, smallGraph) }); n != 0 {
		t.Errorf("%g allocations a step afterwards", n)
	}
}
