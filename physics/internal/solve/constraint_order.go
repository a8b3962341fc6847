package solve

import (
	"slices"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
)

// Batch is a run of constraints that share no movable body, so that they may be solved in any
// order and side by side; batches are solved one after the other.
type Batch struct {
	// Blocks and Joints are ranges of blocks of contacts and of the list of joints.
	Blocks, Joints kernel.Range
	// Serial says that the constraints do share bodies and must be solved in index order.
	Serial bool
}

// layout is the order in which the constraints of a step are solved. In a pile at rest it stays the same from step to
// step.
type layout struct {
	bodies    *motion.Bodies
	manifolds []contact.Manifold
	graph     *graph.Graph
	joints    *joint.Solver
	islandOf  []int32 // of each awake body, see Solver.Islands
	workers   int
	whole     bool // nothing is divided, see Solver.Whole

	lanes   []int32 // manifold of each lane of each block, −1 for none
	list    []int32 // joints to iterate over, as in Joints.Work, in the order of the batches
	units   []int32 // of joints in no island batch, for Joints.Prepare
	batches []Batch // of all workers
	// sharedBlocks are the blocks before those of the island batches.
	sharedBlocks int
	order        []int32 // awake bodies in order, see Bodies.OrderedBody; empty without island batches
	sharedBodies int     // positions of bodies in no island batch

	chunks  jointChunks
	islands islandBatches
	packer  packer
	sorting laneSorting
	laid    layoutKey
}

// layoutKey is the input for which the layout was made.
type layoutKey struct {
	valid            bool   // cleared when the joints change
	joints, contacts uint64 // versions of the graph
	workers          int
	awake, islands   []int32
}

// begin begins a step.
func (s *layout) begin(b *motion.Bodies, manifolds []contact.Manifold, g *graph.Graph, joints *joint.Solver) {
	s.bodies, s.manifolds, s.graph, s.joints = b, manifolds, g, joints
}

// jointsChanged reports whether other joints than in the step before have to be listed.
func (s *layout) jointsChanged() bool {
	joints, _ := s.graph.Versions()
	return !s.chunks.valid || s.laid.joints != joints
}

// listJoints lists the joints chunk by chunk, after they have changed.
func (s *layout) listJoints(islands []int32) {
	s.islandOf = islands
	s.listChunks()
	s.laid.joints, _ = s.graph.Versions()
	s.chunks.valid, s.laid.valid = true, false
}

// update lays out the step anew if anything has changed, and reports whether it has.
func (s *layout) update(islands []int32, workers int, whole bool) bool {
	s.laid.valid = s.laid.valid && s.whole == whole
	s.islandOf, s.workers, s.whole = islands, workers, whole
	if s.keeps() {
		return false
	}
	s.layOut()
	s.note()
	return true
}

// keeps reports whether everything is as it was.
func (s *layout) keeps() bool {
	k := &s.laid
	_, contacts := s.graph.Versions()
	// the overflow also depends on which bodies can move
	return k.valid && len(s.graph.Contacts(graph.Overflow)) == 0 && k.contacts == contacts &&
		k.workers == s.workers && slices.Equal(k.awake, s.bodies.Awake) && slices.Equal(k.islands, s.islandOf)
}

func (s *layout) note() {
	k := &s.laid
	_, k.contacts = s.graph.Versions()
	k.valid, k.workers = true, s.workers
	k.awake, k.islands = append(k.awake[:0], s.bodies.Awake...), append(k.islands[:0], s.islandOf...)
}

// layOut lays out batches and lanes: those that all workers share, then those of the island batches. A contact
// with several manifolds is in as many batches of its colour.
func (s *layout) layOut() {
	s.lanes, s.list, s.batches = s.lanes[:0], s.list[:0], s.batches[:0]
	divided := s.divide()
	s.shareUnits()
	s.addOverflow()
	for color := range int32(graph.Overflow) {
		s.addColor(color)
	}
	s.sharedBlocks = len(s.lanes) / kernel.Width
	if divided {
		s.layIslandBatches()
	}
	s.sortLanes()
}

// addColor packs the first manifolds of all contacts of a colour, then the second ones, and so
// on: two manifolds of one contact share their bodies and may not meet in a batch.
func (s *layout) addColor(color int32) {
	contacts := s.graph.Contacts(color)
	if len(contacts)+len(s.graph.Joints(color)) == 0 {
		return
	}
	b := s.openBatch(false)
	s.shareJoints(int(color))
	layers := int32(0)
	var own []int32 // island batch of each contact
	if len(s.islands.list) > 0 {
		own = s.islands.entries[s.islands.first[color]:]
	}
	for i := range contacts {
		if own != nil && own[i] >= 0 {
			continue
		}
		e := &contacts[i]
		s.lanes = append(s.lanes, e.Manifold)
		if e.Count > layers {
			layers = e.Count
		}
	}
	s.closeBatch(b)
	for layer := int32(1); layer < layers; layer++ {
		b = s.openBatch(false)
		for i := range contacts {
			if e := &contacts[i]; e.Count > layer && (own == nil || own[i] < 0) {
				s.lanes = append(s.lanes, e.Manifold+layer)
			}
		}
		s.closeBatch(b)
	}
}

func (s *layout) openBatch(serial bool) Batch {
	return Batch{
		Blocks: kernel.Range{Begin: int32(len(s.lanes) / kernel.Width)},
		Joints: kernel.Range{Begin: int32(len(s.list))},
		Serial: serial,
	}
}

// closeBatch fills the last block up with empty lanes.
func (s *layout) closeBatch(b Batch) {
	for len(s.lanes)%kernel.Width != 0 {
		s.lanes = append(s.lanes, -1)
	}
	b.Blocks.End = int32(len(s.lanes) / kernel.Width)
	b.Joints.End = int32(len(s.list))
	s.batches = append(s.batches, b)
}

// addOverflow lays out the overflow as one batch, which is solved block by block.
func (s *layout) addOverflow() {
	contacts := s.graph.Contacts(graph.Overflow)
	if len(contacts)+len(s.graph.Joints(graph.Overflow)) == 0 {
		return
	}
	b := s.openBatch(true)
	s.shareJoints(graph.Overflow)
	if len(contacts) > 0 {
		p := &s.packer
		p.begin(len(s.bodies.States))
		first := len(s.lanes)
		for _, e := range contacts {
			for m := e.Manifold; m < e.Manifold+e.Count; m++ {
				k := p.add(s.mover(s.manifolds[m].BodyA), s.mover(s.manifolds[m].BodyB))
				lane := first + int(k)*kernel.Width
				if lane == len(s.lanes) {
					s.lanes = append(s.lanes, -1, -1, -1, -1, -1, -1, -1, -1)
				}
				s.lanes[lane+int(p.used[k])-1] = m
			}
		}
	}
	s.closeBatch(b)
}

// mover is the state of a body that impulses move, else 0.
func (s *layout) mover(body int32) int32 {
	sim := &s.bodies.Sims[body]
	if sim.InvMass == 0 {
		return 0
	}
	return sim.StateIndex
}

// sortLanes puts the manifolds of each batch with most points first. A block goes through as many points of all its
// lanes as the manifold with most of them has, so manifolds with as many should share it. Those of a batch have no
// movable body in common, so their order changes no result, and one that was good some steps ago is good enough.
func (s *layout) sortLanes() {
	for _, b := range s.batches {
		if !b.Serial {
			s.sorting.sort(s.lanes[b.Blocks.Begin*kernel.Width:b.Blocks.End*kernel.Width], s.manifolds)
		}
	}
	for i := range s.islands.list {
		p := &s.islands.list[i]
		lanes := s.lanes[p.blocks.Begin*kernel.Width : p.blocks.End*kernel.Width]
		for _, b := range s.islands.batches[p.batches.Begin:p.batches.End] {
			s.sorting.sort(lanes[b.Blocks.Begin*kernel.Width:b.Blocks.End*kernel.Width], s.manifolds)
		}
	}
}
