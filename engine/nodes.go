package engine

import (
	"fmt"

	"tumble/physics/vec"
	"tumble/renderer"
)

// Node is one drawn thing that rides on a body.
type Node struct {
	// Slot and Gen name the body in the PoseStore.
	Slot int32
	Gen  uint32
	// Mesh and Material are the drawer's; the store only keeps them.
	Mesh, Material uint32
	// Local is the placement on the body and Scale its size there: a point p of the mesh
	// is at Local·(Scale·p) in body axes.
	Local vec.Transform
	Scale vec.Vec3
}

// Affine is a placement with scale, as instances have it.
type Affine = renderer.Affine

// NodeRef is what drawing needs of a node, in an array of its own: with ten thousand bodies a frame takes as long as
// reading and writing its memory.
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

// NodeStore holds the nodes of a scene. Each has four transforms: local (with scale, set by the
// program), world and last world (the body's after the last two ticks, times local)
// and render (written by Update every frame). The body's transforms are blended and the
// node's composed after that: blending composed transforms would let a part drift off a
// spinning body. All belong to the main thread.
type NodeStore struct {
	nodes   []NodeRef
	rides   []ride
	locals  []vec.Transform
	render  []Affine
	centers []vec.Vec3 // of render, which culling asks alone
	visible []bool
	owner   []int32 // of dense index → index of id
	dense   []int32 // of id → dense index, −1 = free
	gens    []uint32
	free    []int32
	seen    uint64
	poses   *PoseStore // of the last Update
}

// ride is what Update needs of a node: the body, and the version of its drawn pose that the render transform was made
// from, 0 for none.
type ride struct {
	slot         int32
	gen, version uint32
	plain        bool // the node sits where its body is
	scale        vec.Vec3
}

// NewNodeStore returns an empty store with room for n nodes.
func NewNodeStore(n int) *NodeStore {
	return &NodeStore{
		nodes: make([]NodeRef, 0, n), rides: make([]ride, 0, n), locals: make([]vec.Transform, 0, n), centers: make([]vec.Vec3, 0, n), render: make([]Affine, 0, n), visible: make([]bool, 0, n),
		owner: make([]int32, 0, n), dense: make([]int32, 0, n), gens: make([]uint32, 0, n),
	}
}

// Add adds a node. A local rotation that is not of unit length is an error.
func (s *NodeStore) Add(n Node) (NodeID, error) {
	if !n.Local.IsValid() || !n.Scale.IsFinite() {
		return NodeID{}, fmt.Errorf("engine: node local transform %+v scale %+v: must be finite with a unit rotation", n.Local, n.Scale)
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
	s.rides = append(s.rides, ride{slot: n.Slot, gen: n.Gen, plain: n.Local == vec.TransformIdentity, scale: n.Scale})
	s.locals = append(s.locals, n.Local)
	s.centers = append(s.centers, vec.Vec3{})
	s.render = append(s.render, Affine{})
	s.visible = append(s.visible, false)
	s.owner = append(s.owner, id)
	return NodeID{id, s.gens[id]}, nil
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
	s.nodes[i], s.rides[i], s.locals[i], s.owner[i] = s.nodes[last], s.rides[last], s.locals[last], s.owner[last]
	s.render[i], s.centers[i], s.visible[i] = s.render[last], s.centers[last], s.visible[last]
	s.dense[s.owner[i]] = i
	s.dense[id] = -1
	s.free = append(s.free, id)
	s.nodes, s.rides, s.locals, s.owner = s.nodes[:last], s.rides[:last], s.locals[:last], s.owner[:last]
	s.render, s.centers, s.visible = s.render[:last], s.centers[:last], s.visible[:last]
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

// Len is the number of nodes.
func (s *NodeStore) Len() int { return len(s.nodes) }

// At returns the node at a dense index below Len, for drawing loops. The order changes
// when nodes are removed. Nothing of it but Mesh and Material may be changed.
func (s *NodeStore) At(i int) *NodeRef { return &s.nodes[i] }

// Drawn are the nodes as lists of one length for drawing loops, which must not change them: At, RenderAt, and where the
// origins of the render transforms are.
type Drawn struct {
	Nodes   []NodeRef
	Places  []Affine
	Centers []vec.Vec3
	Visible []bool
}

// Drawn returns the lists, valid until the nodes change.
func (s *NodeStore) Drawn() Drawn {
	n := len(s.nodes)
	return Drawn{s.nodes, s.render[:n], s.centers[:n], s.visible[:n]}
}

// RenderAt returns the render transform of At(i); ok is false when it is not to be drawn.
func (s *NodeStore) RenderAt(i int) (a *Affine, ok bool) { return &s.render[i], s.visible[i] }

// World returns the placement after the last tick, without scale.
func (s *NodeStore) World(id NodeID, p *PoseStore) (vec.Transform, bool) {
	if !s.Has(id) {
		return vec.TransformIdentity, false
	}
	n := &s.nodes[s.dense[id.index]]
	t, ok := p.World(n.Slot, n.Gen)
	return t.Mul(s.locals[s.dense[id.index]]), ok
}

// LastWorld returns the placement one tick before World, without scale.
func (s *NodeStore) LastWorld(id NodeID, p *PoseStore) (vec.Transform, bool) {
	if !s.Has(id) {
		return vec.TransformIdentity, false
	}
	n := &s.nodes[s.dense[id.index]]
	t, ok := p.LastWorld(n.Slot, n.Gen)
	return t.Mul(s.locals[s.dense[id.index]]), ok
}

// SetLocal changes the placement and scale of a node on its body.
func (s *NodeStore) SetLocal(id NodeID, local vec.Transform, scale vec.Vec3) bool {
	if !s.Has(id) || !local.IsValid() || !scale.IsFinite() {
		return false
	}
	i := s.dense[id.index]
	r := &s.rides[i]
	r.version, r.plain, r.scale = 0, local == vec.TransformIdentity, scale
	s.locals[i] = local
	return true
}

// Update writes the render transforms from the blended poses and forgets the nodes
// of bodies that are gone. Call it once per frame after PoseStore.Blend.
func (s *NodeStore) Update(p *PoseStore) {
	if s.seen != p.Removals() {
		s.seen = p.Removals()
		for i := int32(len(s.nodes)) - 1; i >= 0; i-- {
			if _, ok := p.Render(s.nodes[i].Slot, s.nodes[i].Gen); !ok {
				s.removeDense(i)
			}
		}
	}
	if s.poses != p {
		s.poses = p
		for i := range s.rides {
			s.rides[i].version = 0
		}
	}
	stamps, drawn := p.stamps, p.render[:len(p.stamps)]
	render, centers, visible := s.render[:len(s.rides)], s.centers[:len(s.rides)], s.visible[:len(s.rides)]
	for i := range s.rides {
		r := &s.rides[i]
		k := int(r.slot)
		if uint(k) >= uint(len(stamps)) || stamps[k].gen != r.gen || stamps[k].version == 0 {
			s.follow(i, p.ghost(r.slot, r.gen))
			continue
		}
		// what has not moved is where it was
		v := stamps[k].version
		if v == r.version {
			continue
		}
		r.version = v
		if !r.plain {
			s.follow(i, &drawn[k])
			continue
		}
		t := &drawn[k]
		place(&render[i], t, &r.scale)
		centers[i], visible[i] = t.P, true
	}
}

// follow writes the render transform of a node on a body that is drawn at t, nil if it is not to be seen.
func (s *NodeStore) follow(i int, t *vec.Transform) {
	s.visible[i] = t != nil
	if t != nil {
		at := t.Mul(s.locals[i])
		place(&s.render[i], &at, &s.rides[i].scale)
		s.centers[i] = at.P
	}
}

// place writes the matrix of scale, then rotation, then translation.
func place(a *Affine, t *vec.Transform, scale *vec.Vec3) {
	q := &t.Q
	x2, y2, z2 := q.X+q.X, q.Y+q.Y, q.Z+q.Z
	xx, yy, zz := float32(q.X*x2), float32(q.Y*y2), float32(q.Z*z2)
	xy, xz, yz := float32(q.X*y2), float32(q.X*z2), float32(q.Y*z2)
	wx, wy, wz := float32(q.W*x2), float32(q.W*y2), float32(q.W*z2)
	a.XX, a.XY, a.XZ, a.XT = (1-yy-zz)*scale.X, (xy-wz)*scale.Y, (xz+wy)*scale.Z, t.P.X
	a.YX, a.YY, a.YZ, a.YT = (xy+wz)*scale.X, (1-xx-zz)*scale.Y, (yz-wx)*scale.Z, t.P.Y
	a.ZX, a.ZY, a.ZZ, a.ZT = (xz-wy)*scale.X, (yz+wx)*scale.Y, (1-xx-yy)*scale.Z, t.P.Z
}
