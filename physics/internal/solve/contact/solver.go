package contact

import (
	"slices"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
)

// Solver are the contact constraints of a step: their manifolds, and blocks of eight that the passes work on.
type Solver struct {
	bodies    *motion.Bodies
	manifolds []Manifold
	blocks    []kernel.Block
	lanes     []int32 // manifold of each lane of each block, −1 for none
	jointed   []bool  // per state, see Jointed; empty if no overlap is deep
	twice     []bool  // per state, see RelaxDeep; empty if there are none
	marks     []uint8 // per block, see RelaxDeep
	struck    []int32 // per state, one more than its place in Blows.bodies, 0 but while blows are found
	shrink    shrinkPolicy

	// Sums are those of the manifolds.
	Sums Sums
}

// Begin begins a step with the manifolds to which lanes point.
func (s *Solver) Begin(b *motion.Bodies, manifolds []Manifold) {
	s.bodies, s.manifolds = b, manifolds
	if n := len(b.States); n > len(s.struck) {
		s.struck = make([]int32, n+n/2)
	}
}

// Lay takes over the lanes of a step, of which the first n blocks are kept here.
func (s *Solver) Lay(lanes []int32, n int) {
	s.lanes = lanes
	if n > cap(s.blocks) {
		// grow by half, so that a growing pile does not reallocate in every step
		s.blocks = make([]kernel.Block, n+n/2)
	}
	s.marks = slices.Grow(s.marks[:0], n)[:n]
	if k, ok := s.shrink.note(n, cap(s.blocks)); ok {
		s.blocks = make([]kernel.Block, k)
	}
	s.blocks = s.blocks[:n]
}

// Jointed returns room for which of so many states belong to bodies with joints, see softness.
func (s *Solver) Jointed(states int) []bool {
	s.jointed = slices.Grow(s.jointed[:0], states)[:states]
	clear(s.jointed)
	return s.jointed
}

// RelaxedTwice returns room for which of so many states belong to bodies whose contacts are relaxed again, see
// RelaxDeep.
func (s *Solver) RelaxedTwice(states int) []bool {
	s.twice = slices.Grow(s.twice[:0], states)[:states]
	clear(s.twice)
	return s.twice
}

// BlockRun is a run of blocks with their lanes. There may be lanes of further blocks, which are fetched ahead.
type BlockRun struct {
	Blocks []kernel.Block
	Lanes  []int32
	// Marks has a bit for each lane of each block, see RelaxDeep; written only if some are relaxed twice.
	Marks []uint8
}

// Run returns the blocks begin to end (exclusive).
func (s *Solver) Run(begin, end int) BlockRun {
	// the manifolds fetched ahead of the last block are mostly those of the same worker
	ahead := min(end+1, len(s.blocks)) * kernel.Width
	return BlockRun{s.blocks[begin:end], s.lanes[begin*kernel.Width : ahead], s.marks[begin:end]}
}

// BlockCount is the number of blocks kept here.
func (s *Solver) BlockCount() int { return len(s.blocks) }

// WarmStart applies the impulses of the sub-step before.
func (s *Solver) WarmStart(blocks []kernel.Block) {
	kernel.WarmStart(s.bodies.States, blocks, s.bodies.Scalar)
}

// Solve solves the normal rows once and pushes overlap out.
func (s *Solver) Solve(blocks []kernel.Block) {
	kernel.Solve(s.bodies.States, blocks, s.bodies.InvH, s.bodies.PushOutSpeed, s.bodies.Scalar)
}

// Relax solves the normal rows once without pushing, and friction.
func (s *Solver) Relax(blocks []kernel.Block) {
	kernel.Relax(s.bodies.States, blocks, s.bodies.InvH, s.bodies.Scalar)
}
