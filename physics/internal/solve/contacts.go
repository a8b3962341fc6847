package solve

// Contacts are the contact constraints of a step: their manifolds, and blocks of eight that the passes work on.
type Contacts struct {
	Overlaps DeepOverlaps

	bodies    *Bodies
	manifolds []Manifold
	blocks    []Block
	budgets   []Lane  // of the blocks with restitution: the energy of the bodies at the start of the step
	lanes     []int32 // manifold of each lane of each block, −1 for none
	masses    massScaling
	shrink    shrinkPolicy
}

// Begin begins a step with the manifolds to which lanes point.
func (s *Contacts) Begin(b *Bodies, manifolds []Manifold, found *Overlaps) {
	s.bodies, s.manifolds = b, manifolds
	s.Overlaps.Begin(b, found.Clustered)
}

// Lay takes over the lanes of a step, of which the first n blocks are kept here, and weighs what they carried in the last
// one. jointed are the bodies with joints, uneven says that light bodies may support heavy ones.
func (s *Contacts) Lay(lanes []int32, n int, jointed []int32, found *Overlaps, uneven bool) {
	s.lanes = lanes
	s.masses.begin(s.bodies, s.manifolds, lanes, jointed, uneven)
	s.Overlaps.Weigh(s.manifolds, lanes, jointed, found)
	if n > cap(s.blocks) {
		// grow by half, so that a growing pile does not reallocate in every step
		s.blocks = make([]Block, n+n/2)
		s.budgets = make([]Lane, n+n/2)
	}
	if k, ok := s.shrink.note(n, cap(s.blocks)); ok {
		s.blocks, s.budgets = make([]Block, k), make([]Lane, k)
	}
	s.blocks = s.blocks[:n]
}

// BlockRun is a run of blocks with their lanes. There may be lanes of further blocks, which are fetched ahead.
type BlockRun struct {
	Blocks  []Block
	Budgets []Lane
	Lanes   []int32
}

// Run returns the blocks begin to end (exclusive).
func (s *Contacts) Run(begin, end int) BlockRun {
	// what the last block asks for ahead is mostly where the same worker goes on
	ahead := min(end+1, len(s.blocks)) * Width
	return BlockRun{s.blocks[begin:end], s.budgets[begin:end], s.lanes[begin*Width : ahead]}
}

// BlockCount is the number of blocks kept here.
func (s *Contacts) BlockCount() int { return len(s.blocks) }

// WarmStart applies the impulses of the sub-step before.
func (s *Contacts) WarmStart(blocks []Block) {
	runWarmStart(s.bodies.States, blocks, s.bodies.Scalar)
}

// Solve solves the normal rows once and pushes overlap out.
func (s *Contacts) Solve(blocks []Block) {
	runSolve(s.bodies.States, blocks, s.bodies.InvH, s.bodies.PushSpeed, s.bodies.Scalar)
}

// Relax solves the normal rows once without pushing, and friction.
func (s *Contacts) Relax(blocks []Block) {
	runRelax(s.bodies.States, blocks, s.bodies.InvH, s.bodies.Scalar)
}
