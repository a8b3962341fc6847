package solve

import "slices"

// Batch is a run of constraints that share no movable body, so that they may be solved in any
// order and side by side; batches are solved one after the other.
type Batch struct {
	// Blocks and Joints are ranges of blocks of contacts and of the list of joints.
	Blocks, Joints Range
	// Serial says that the constraints do share bodies and must be solved in index order.
	Serial bool
}

// layout is the order in which the constraints of a step are solved. In a pile at rest it stays the same from step to step.
type layout struct {
	bodies    *Bodies
	manifolds []Manifold
	graph     *Graph
	joints    *Joints
	islandOf  []int32 // of each awake body, see Solver.Islands
	workers   int

	lanes   []int32 // manifold of each lane of each block, −1 for none
	list    []int32 // joints to iterate over, as in Joints.Work, in the order of the batches
	units   []int32 // of joints in no island batch, for Joints.Prepare
	batches []Batch // of all workers
	// sharedBlocks are the blocks before those of the island batches.
	sharedBlocks int
	order        []int32 // awake bodies by place, see Bodies.place; empty without island batches
	sharedBodies int     // places of bodies in no island batch

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
func (s *layout) begin(b *Bodies, manifolds []Manifold, g *Graph, joints *Joints) {
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

// update lays out anew what has changed.
func (s *layout) update(islands []int32, workers int) {
	s.islandOf, s.workers = islands, workers
	if !s.keeps() {
		s.lay()
		s.note()
	}
}

// keeps reports whether everything is as it was.
func (s *layout) keeps() bool {
	k := &s.laid
	_, contacts := s.graph.Versions()
	// the overflow is packed by what can move, too
	return k.valid && len(s.graph.Contacts(Overflow)) == 0 && k.contacts == contacts &&
		k.workers == s.workers && slices.Equal(k.awake, s.bodies.Awake) && slices.Equal(k.islands, s.islandOf)
}

func (s *layout) note() {
	k := &s.laid
	_, k.contacts = s.graph.Versions()
	k.valid, k.workers = true, s.workers
	k.awake, k.islands = append(k.awake[:0], s.bodies.Awake...), append(k.islands[:0], s.islandOf...)
}

// lay lays out batches and lanes: those that all workers share, then those of the island batches. A contact
// with several manifolds takes part in as many batches of its colour.
func (s *layout) lay() {
	s.lanes, s.list, s.batches = s.lanes[:0], s.list[:0], s.batches[:0]
	divided := s.divide()
	s.shareUnits()
	s.addOverflow()
	for color := range int32(Overflow) {
		s.addColor(color)
	}
	s.sharedBlocks = len(s.lanes) / Width
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
		Blocks: Range{Begin: int32(len(s.lanes) / Width)},
		Joints: Range{Begin: int32(len(s.list))},
		Serial: serial,
	}
}

// closeBatch fills the last block up with empty lanes.
func (s *layout) closeBatch(b Batch) {
	for len(s.lanes)%Width != 0 {
		s.lanes = append(s.lanes, -1)
	}
	b.Blocks.End = int32(len(s.lanes) / Width)
	b.Joints.End = int32(len(s.list))
	s.batches = append(s.batches, b)
}
