package solve

import "slices"

// Solver runs the constraint stages of a step. The caller fills Bodies and Manifolds, calls
// Begin with the graph and then either Step, or the stages named in Step in the same order,
// each cut in ranges as it likes. The zero value is ready; buffers are kept between steps.
type Solver struct {
	Params
	// Sims of all bodies and States of the awake ones: Awake[i] is the body of States[i+1].
	Sims   []Sim
	States []State
	Awake  []int32
	// Manifolds and Joints are what the entries of the graph point to.
	Manifolds []Manifold
	Joints    []Joint
	// Knots are the curves of all path joints.
	Knots []PathKnot
	// Uneven says that the masses of the bodies differ so much that light ones may have to
	// bear heavy ones.
	Uneven bool
	// Crowded says that some body overlaps deeply with several others, see Deep.
	Crowded bool
	// Deep lists the manifolds of which that may be so, in any order; DeepUnknown says that there may be
	// others.
	Deep        []int32
	DeepUnknown bool
	// Islands names the island of each awake body, −1 for none; islands share no movable body.
	// Empty keeps all in one, see divide.
	Islands []int32
	// Workers is how many may solve at a time, 0 for one.
	Workers int
	// Clock counts nanoseconds for PartTimes; may be nil.
	Clock func() int64
	// Scalar keeps to the kernels in Go. The bits are the same.
	Scalar bool

	blocks   []Block
	energies []float32  // per state, see noteEnergy
	tops     []top      // per state
	ahead    []inertia6 // per state of a body that spins fast, see lookAhead
	drifts   []drift    // per state
	budgets  []Lane     // of the blocks that bounce: the energy of the bodies at the start of the step
	lanes    []int32    // manifold of each lane of each block, −1 for none
	joints   []int32    // joints with rows to iterate over, in the order of the colours
	active   []int32    // all joints of the graph, ascending
	jointed  []int32    // their bodies
	work     []int32    // those of them with rows to iterate over, see listWork
	chunks   chunking
	// Blocks of ball joints and hinges, with the joints and the springs of each lane.
	angularBlocks []AngularBlock
	pointBlocks   []PointBlock
	angularLanes  laneList
	pointLanes    laneList
	laneSprings   []keptSprings
	units         []int32 // of the chunks in no part, see listUnits
	direct        jointGroups
	burdens       []burden  // per state
	heavier       []float32 // per state; empty if no body counts as heavier
	crowds        []crowd   // per state; empty if there are no deep overlaps
	joined        joining   // per state
	deep          bits      // of manifolds, empty between uses
	graph         *Graph    // of this step
	packer        packer
	layout        layout
	sorting       laneSorting
	// sharedBlocks are the blocks before those of the parts.
	sharedBlocks int
	parts        parting
	ebb          ebb     // of blocks
	order        []int32 // awake bodies by place, see place; empty without parts
	shared       int     // places of bodies in no part
	batches      []Batch
}

// Batch is a run of constraints that share no movable body, so that they may be solved in any
// order and side by side; batches are solved one after the other.
type Batch struct {
	// Blocks and Joints are ranges for the block and joint stages.
	Blocks, Joints Range
	// Serial says that the constraints do share bodies and must be solved in index order.
	Serial bool
}

// Range is a half-open range of indices.
type Range struct{ Begin, End int32 }

// Len returns the number of indices.
func (r Range) Len() int { return int(r.End - r.Begin) }

// Begin is Open and Lay, which make a step ready.
func (s *Solver) Begin(g *Graph, p Params) {
	s.Open(g, p)
	s.Lay()
}

// Open begins a step. Everything that goes by bodies may follow, and Lay.
func (s *Solver) Open(g *Graph, p Params) {
	s.Params, s.graph = p, g
	s.listJoints(g)
	s.openCrowds()
}

// Lay lays out the batches of a step: the overflow first, then colour by colour. A contact
// with several manifolds takes part in as many batches of its colour. It reads nothing that PrepareBodies or
// JoinCrowds write, which may be at work at the same time.
func (s *Solver) Lay() {
	g := s.graph
	if !s.layout.keeps(s, g) {
		s.lay(g)
		s.layout.note(s, g)
	}
	s.parts.clearLaps()
	s.weighBurdens()
	s.weighCrowds()
	n := s.sharedBlocks
	if n > cap(s.blocks) {
		// grow by half, so that a growing pile does not reallocate in every step
		s.blocks = make([]Block, n+n/2)
		s.budgets = make([]Lane, n+n/2)
	}
	if k, ok := s.ebb.note(n, cap(s.blocks)); ok {
		s.blocks, s.budgets = make([]Block, k), make([]Lane, k)
	}
	s.blocks = s.blocks[:n]
}

// lay lays out batches and lanes: those that all workers share, then those of the parts.
func (s *Solver) lay(g *Graph) {
	s.lanes, s.joints, s.batches = s.lanes[:0], s.joints[:0], s.batches[:0]
	parted := s.divide(g)
	s.shareUnits()
	s.addOverflow(g)
	for i := range g.colors[:Overflow] {
		s.addColor(g, i)
	}
	s.sharedBlocks = len(s.lanes) / Width
	if parted {
		s.layParts(g)
	}
	s.sortLanes()
}

// addColor packs the first manifolds of all contacts of a colour, then the second ones, and so
// on: two manifolds of one contact share their bodies and may not meet in a batch.
func (s *Solver) addColor(g *Graph, i int) {
	c := &g.colors[i]
	if len(c.contacts)+len(c.joints) == 0 {
		return
	}
	b := s.openBatch(false)
	s.shareJoints(i)
	layers := int32(0)
	var parts []int32
	if len(s.parts.list) > 0 {
		parts = s.parts.entries[s.parts.first[i]:]
	}
	for i := range c.contacts {
		if parts != nil && parts[i] >= 0 {
			continue
		}
		e := &c.contacts[i]
		s.lanes = append(s.lanes, e.Manifold)
		if e.Count > layers {
			layers = e.Count
		}
	}
	s.closeBatch(b)
	for layer := int32(1); layer < layers; layer++ {
		b = s.openBatch(false)
		for i := range c.contacts {
			if e := &c.contacts[i]; e.Count > layer && (parts == nil || parts[i] < 0) {
				s.lanes = append(s.lanes, e.Manifold+layer)
			}
		}
		s.closeBatch(b)
	}
}

// listJoints finds the joints of the graph, and groups them if others are awake than in the
// step before.
func (s *Solver) listJoints(g *Graph) {
	d := &s.direct
	if !d.valid || d.version != g.jointVersion {
		s.active, s.jointed = s.active[:0], s.jointed[:0]
		for i := range g.colors {
			s.active = append(s.active, g.colors[i].joints...)
		}
		slices.Sort(s.active)
		for _, index := range s.active {
			j := &s.Joints[index]
			j.options, j.inLane = j.countOptions(), false
			if j.BodyA != World {
				s.jointed = append(s.jointed, j.BodyA)
			}
			s.jointed = append(s.jointed, j.BodyB)
		}
		s.groupJoints()
		s.listWork(g)
		d.valid, d.version = true, g.jointVersion
		s.layout.valid = false
	}
	s.angularLanes.begin(s.H)
	s.pointLanes.begin(s.H)
	if n := len(s.States); n > len(d.stiff) {
		d.stiff = make([]float32, n+n/2)
		d.whirl = make([]whirl, n+n/2)
		s.energies = make([]float32, n+n/2)
		s.tops = make([]top, n+n/2)
		s.ahead = make([]inertia6, n+n/2)
		s.drifts = make([]drift, n+n/2)
	}
}

func (s *Solver) openBatch(serial bool) Batch {
	return Batch{
		Blocks: Range{Begin: int32(len(s.lanes) / Width)},
		Joints: Range{Begin: int32(len(s.joints))},
		Serial: serial,
	}
}

// closeBatch fills the last block up with empty lanes.
func (s *Solver) closeBatch(b Batch) {
	for len(s.lanes)%Width != 0 {
		s.lanes = append(s.lanes, -1)
	}
	b.Blocks.End = int32(len(s.lanes) / Width)
	b.Joints.End = int32(len(s.joints))
	s.batches = append(s.batches, b)
}

// Batches returns the batches of the step in the order in which they are solved.
func (s *Solver) Batches() []Batch { return s.batches }

// BlockCount, JointCount and BodyCount are the sizes of the index ranges of the stages.
func (s *Solver) BlockCount() int { return len(s.blocks) }

// JointCount is the number of units of joints: a joint each, or eight that are solved side by side.
func (s *Solver) JointCount() int { return len(s.units) }

// ActiveJoints lists the joints of the graph, ascending, valid until the next Begin.
func (s *Solver) ActiveJoints() []int32 { return s.active }

// BodyCount is the number of awake bodies.
func (s *Solver) BodyCount() int { return len(s.Awake) }
