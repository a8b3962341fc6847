package contact

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
)

// Solver are the contact constraints of a step: their manifolds, and blocks of eight that the passes work on.
type Solver struct {
	bodies    *motion.Bodies
	manifolds []Manifold
	blocks    []kernel.Block
	lanes     []int32 // manifold of each lane of each block, −1 for none
	shrink    shrinkPolicy

	// Sums are those of the manifolds.
	Sums Sums
}

// Begin begins a step with the manifolds to which lanes point.
func (s *Solver) Begin(b *motion.Bodies, manifolds []Manifold) { s.bodies, s.manifolds = b, manifolds }

// Lay takes over the lanes of a step, of which the first n blocks are kept here.
func (s *Solver) Lay(lanes []int32, n int) {
	s.lanes = lanes
	if n > cap(s.blocks) {
		// grow by half, so that a growing pile does not reallocate in every step
		s.blocks = make([]kernel.Block, n+n/2)
	}
	if k, ok := s.shrink.note(n, cap(s.blocks)); ok {
		s.blocks = make([]kernel.Block, k)
	}
	s.blocks = s.blocks[:n]
}

// BlockRun is a run of blocks with their lanes. There may be lanes of further blocks, which are fetched ahead.
type BlockRun struct {
	Blocks []kernel.Block
	Lanes  []int32
}

// Run returns the blocks begin to end (exclusive).
func (s *Solver) Run(begin, end int) BlockRun {
	// the manifolds fetched ahead of the last block are mostly those of the same worker
	ahead := min(end+1, len(s.blocks)) * kernel.Width
	return BlockRun{s.blocks[begin:end], s.lanes[begin*kernel.Width : ahead]}
}

// BlockCount is the number of blocks kept here.
func (s *Solver) BlockCount() int { return len(s.blocks) }

// WarmStart applies the impulses of the sub-step before.
func (s *Solver) WarmStart(blocks []kernel.Block) {
	kernel.WarmStart(s.bodies.States, blocks, s.bodies.Scalar)
}

// Derive brings rows to the poses of now.
func (s *Solver) Derive(blocks []kernel.Block) {
	kernel.Derive(s.bodies.States, s.bodies.Pushes, blocks, s.bodies.InvSpeculative, s.bodies.Scalar)
}

// Overlaps reports whether a point of some blocks overlaps by more than the slop, right after Derive.
func Overlaps(blocks []kernel.Block) bool {
	for i := range blocks {
		b := &blocks[i]
		for j, low := range &b.Measured {
			if low < -b.Slop[j] && j < int(b.Lanes) {
				return true
			}
		}
	}
	return false
}

// Press solves the rows once before the bodies move.
func (s *Solver) Press(blocks []kernel.Block) {
	kernel.Press(s.bodies.States, blocks, s.bodies.InvH, s.bodies.Scalar)
}

// PushOut solves the pseudo-velocities once, which part overlaps.
func (s *Solver) PushOut(blocks []kernel.Block) {
	kernel.PushOut(s.bodies.Pushes, blocks, s.bodies.InvH, s.bodies.PushRate, s.bodies.PushOutSpeed, s.bodies.Scalar)
}

// Relax solves the rows once after the bodies have moved.
func (s *Solver) Relax(blocks []kernel.Block) {
	kernel.Relax(s.bodies.States, blocks, s.bodies.InvH, s.bodies.Scalar)
}
