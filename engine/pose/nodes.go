package pose

import (
	"fmt"

	"tumble/physics/vec"
)

// Node is one drawn thing that rides on a body.
type Node struct {
	// Slot and Gen name the body in the Store.
	Slot int32
	Gen  uint32
	// Mesh and Material belong to the drawer; the store only keeps them.
	Mesh, Material uint32
	// Local is the placement on the body and Scale its size there: a point p of the mesh
	// is at Local·(Scale·p) in body axes.
	Local vec.Transform
	Scale vec.Vec3
	// Radius (m) around the origin of the node, which the drawer culls by; negative for a node that is never drawn.
	Radius float32
	// Fixed says that Local is the placement in the world: the node comes and goes with its body, but does not move.
	Fixed bool
}

// NodeRef is the part of a node that drawing needs, in an array of its own: with ten thousand bodies a frame takes as
// long as reading and writing its memory.
type NodeRef struct {
	Slot           int32
	Gen            uint32
	Mesh, Material uint32
}

// NodeID names a node.
type NodeID struct {
	index int32
	gen   uint32
}

// NodeStore holds the nodes of a scene. A node has four transforms: local (with scale, set by the program), world and
// last world (the body's after the last two ticks, times local) and render, which WriteInstances writes into the
// instances of every frame. The store blends the transforms of the body and composes the node's after that: blending
// composed transforms would let a part drift off a spinning body. The main thread alone uses a store.
type NodeStore struct {
	nodes  []NodeRef
	bounds []Bound // all that culling reads
	scales []scale
	kinds  []nodeKind
	slow   []uint8 // not 0 for nodes whose transform is in render, as of the last Update
	locals []vec.Transform
	render []Affine
	radii  []float32
	owner  []int32 // of dense index → index of id
	dense  []int32 // of id → dense index, −1 = free
	gens   []uint32
	free   []int32

	// of the last Update
	poses            *Store
	seen, classified uint64 // classified is 0 when nodes have come since
	slows            int    // how many nodes are slow
	revision         uint64
}

// nodeKind says why a node is not drawn at the pose of its body; 0 for a node that is.
type nodeKind uint8

const (
	// nodeLocal is a node with a placement of its own on the body.
	nodeLocal nodeKind = 1 << iota
	// nodeGhost is on a removed body, nodeHidden on an invisible one.
	nodeGhost
	nodeHidden
	// nodeFixed stands in the world.
	nodeFixed
)

// NewNodeStore returns an empty store with room for n nodes.
func NewNodeStore(n int) *NodeStore {
	return &NodeStore{
		nodes: make([]NodeRef, 0, n), bounds: make([]Bound, 0, n), scales: make([]scale, 0, n),
		kinds: make([]nodeKind, 0, n),
		slow:  make([]uint8, 0, n), locals: make([]vec.Transform, 0, n), render: make([]Affine, 0, n),
		radii: make([]float32, 0, n),
		owner: make([]int32, 0, n), dense: make([]int32, 0, n), gens: make([]uint32, 0, n),
	}
}

// Add adds a node. A local rotation that is not of unit length is an error.
func (s *NodeStore) Add(n Node) (NodeID, error) {
	if !n.Local.IsValid() || !n.Scale.IsFinite() {
		return NodeID{}, fmt.Errorf("engine: node local transform %+v scale %+v: must be finite with a unit rotation",
			n.Local, n.Scale)
	}
	var id int32
	if k := len(s.free); k > 0 {
		id = s.free[k-1]
		s.free = s.free[:k-1]
	} else {
		id = int32(len(s.dense))
		s.dense = append(s.dense, -1)
		s.gens = append(s.gens, 0)
	}
	s.gens[id]++
	s.dense[id] = int32(len(s.nodes))
	s.nodes = append(s.nodes, NodeRef{n.Slot, n.Gen, n.Mesh, n.Material})
	s.bounds = append(s.bounds, Bound{Radius: -1})
	s.scales = append(s.scales, newScale(n.Scale))
	kind := nodeHidden | kindOf(&n.Local)
	if n.Fixed {
		kind |= nodeFixed
	}
	s.kinds = append(s.kinds, kind)
	s.slow = append(s.slow, 1)
	s.locals = append(s.locals, n.Local)
	s.render = append(s.render, Affine{})
	s.radii = append(s.radii, n.Radius)
	s.owner = append(s.owner, id)
	s.classified = 0
	s.slows++
	s.revision++
	return NodeID{id, s.gens[id]}, nil
}

func newScale(size vec.Vec3) scale { return scale{size.X, size.Y, size.Z, 1} }

func kindOf(local *vec.Transform) nodeKind {
	if *local == vec.TransformIdentity {
		return 0
	}
	return nodeLocal
}

// Remove removes a node at once; false if it does not exist. Nodes of removed bodies go by
// themselves when the picture has caught up.
func (s *NodeStore) Remove(id NodeID) bool {
	if !s.Has(id) {
		return false
	}
	s.removeDense(s.dense[id.index])
	return true
}

// removeDense moves the last node into the gap.
func (s *NodeStore) removeDense(i int32) {
	last := int32(len(s.nodes)) - 1
	id := s.owner[i]
	s.revision++
	s.nodes[i], s.bounds[i], s.scales[i], s.kinds[i] = s.nodes[last], s.bounds[last], s.scales[last], s.kinds[last]
	s.slow[i], s.locals[i], s.render[i], s.radii[i] = s.slow[last], s.locals[last], s.render[last], s.radii[last]
	s.owner[i] = s.owner[last]
	s.dense[s.owner[i]] = i
	s.dense[id] = -1
	s.free = append(s.free, id)
	s.nodes, s.bounds, s.scales, s.kinds = s.nodes[:last], s.bounds[:last], s.scales[:last], s.kinds[:last]
	s.slow, s.locals, s.render, s.radii = s.slow[:last], s.locals[:last], s.render[:last], s.radii[:last]
	s.owner = s.owner[:last]
}

// Has reports whether the node exists.
func (s *NodeStore) Has(id NodeID) bool {
	return id.index >= 0 && int(id.index) < len(s.dense) && s.gens[id.index] == id.gen && s.dense[id.index] >= 0
}

// Clear removes every node.
func (s *NodeStore) Clear() {
	for i := int32(len(s.nodes)) - 1; i >= 0; i-- {
		s.removeDense(i)
	}
}

// Revision changes whenever a node comes or goes, which may change the order of At.
func (s *NodeStore) Revision() uint64 { return s.revision }

// Len is the number of nodes.
func (s *NodeStore) Len() int { return len(s.nodes) }

// At returns the node at a dense index below Len, for drawing loops, which may change Mesh and Material only. The order
// changes when nodes are removed.
func (s *NodeStore) At(i int) *NodeRef { return &s.nodes[i] }

// Node returns the node at a dense index as it was added, with its name.
func (s *NodeStore) Node(i int) (NodeID, Node) {
	n, size, id := &s.nodes[i], s.scales[i], s.owner[i]
	return NodeID{id, s.gens[id]}, Node{
		Slot: n.Slot, Gen: n.Gen, Mesh: n.Mesh, Material: n.Material,
		Local: s.locals[i], Scale: vec.V3(size.x, size.y, size.z), Radius: s.radii[i], Fixed: s.kinds[i]&nodeFixed != 0,
	}
}

// Drawn returns the nodes and their bounds as lists of one length for drawing loops, which must not change them; valid
// until the nodes change.
func (s *NodeStore) Drawn() ([]NodeRef, []Bound) { return s.nodes, s.bounds[:len(s.nodes)] }

// World returns the placement after the last tick, without scale.
func (s *NodeStore) World(id NodeID, p *Store) (vec.Transform, bool) {
	if !s.Has(id) {
		return vec.TransformIdentity, false
	}
	n := &s.nodes[s.dense[id.index]]
	t, ok := p.World(n.Slot, n.Gen)
	if s.kinds[s.dense[id.index]]&nodeFixed != 0 {
		t = vec.TransformIdentity
	}
	return t.Mul(s.locals[s.dense[id.index]]), ok
}

// LastWorld returns the placement one tick before World, without scale.
func (s *NodeStore) LastWorld(id NodeID, p *Store) (vec.Transform, bool) {
	if !s.Has(id) {
		return vec.TransformIdentity, false
	}
	n := &s.nodes[s.dense[id.index]]
	t, ok := p.LastWorld(n.Slot, n.Gen)
	if s.kinds[s.dense[id.index]]&nodeFixed != 0 {
		t = vec.TransformIdentity
	}
	return t.Mul(s.locals[s.dense[id.index]]), ok
}

// SetLocal changes the placement and scale of a node on its body.
func (s *NodeStore) SetLocal(id NodeID, local vec.Transform, size vec.Vec3) bool {
	if !s.Has(id) || !local.IsValid() || !size.IsFinite() {
		return false
	}
	i := s.dense[id.index]
	s.scales[i] = newScale(size)
	s.kinds[i] = s.kinds[i]&^nodeLocal | kindOf(&local)
	s.locals[i] = local
	return true
}

// Update places the nodes at the moment of the last Store.Blend and forgets the nodes of removed bodies. The caller
// calls Update once per frame.
func (s *NodeStore) Update(p *Store) {
	if s.seen != p.removals {
		s.seen = p.removals
		for i := int32(len(s.nodes)) - 1; i >= 0; i-- {
			if _, ok := p.Render(s.nodes[i].Slot, s.nodes[i].Gen); !ok {
				s.removeDense(i)
			}
		}
	}
	if s.poses != p || s.classified != p.changes {
		s.classify(p)
	}
	flags, positions, mask, alpha := p.flags, p.positions[:len(p.flags)], p.mask, p.alpha
	nodes := s.nodes
	bounds, kinds, slow := s.bounds[:len(nodes)], s.kinds[:len(nodes)], s.slow[:len(nodes)]
	s.slows = 0
	for i := range nodes {
		k := uint(nodes[i].Slot)
		if k >= uint(len(flags)) {
			s.slows++
			continue
		}
		why := uint8(kinds[i]) | uint8(flags[k]&mask)
		slow[i] = why
		if why != 0 {
			s.slows++
			s.updateSlow(i, p)
			continue
		}
		at := positions[k].at(alpha)
		bounds[i].X, bounds[i].Y, bounds[i].Z = at.X, at.Y, at.Z
	}
}

// classify finds which of the nodes have a body, a ghost or nothing.
func (s *NodeStore) classify(p *Store) {
	s.poses, s.classified = p, p.changes
	for i := range s.nodes {
		n := &s.nodes[i]
		kind, radius := nodeKind(0), s.radii[i]
		if !p.Has(n.Slot, n.Gen) {
			kind = nodeGhost
			if p.ghost(n.Slot, n.Gen) == nil {
				kind, radius = nodeHidden, -1
			}
		}
		s.kinds[i], s.slow[i] = s.kinds[i]&(nodeLocal|nodeFixed)|kind, 1
		s.bounds[i].Radius = radius
	}
}

// updateSlow writes the render transform of a node that is not drawn at the pose of its body.
func (s *NodeStore) updateSlow(i int, p *Store) {
	n := &s.nodes[i]
	t := vec.TransformIdentity
	switch kind := s.kinds[i]; {
	case kind&nodeHidden != 0:
		return
	case kind&nodeFixed != 0:
	case kind&nodeGhost != 0:
		t = *p.ghost(n.Slot, n.Gen)
	default:
		t = p.drawn(n.Slot)
	}
	if s.kinds[i]&nodeLocal != 0 {
		t = t.Mul(s.locals[i])
	}
	s.bounds[i].X, s.bounds[i].Y, s.bounds[i].Z = t.P.X, t.P.Y, t.P.Z
	writeMatrix(&s.render[i], &t.Q, &s.bounds[i], &s.scales[i])
}
