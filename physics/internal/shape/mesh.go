package shape

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// MeshDef describes a triangle mesh. The zero Scale means (1, 1, 1).
type MeshDef struct {
	// Vertices in metres, before Scale.
	Vertices []vec.Vec3
	// Indices are three per triangle, counter-clockwise seen from the outside.
	Indices []uint32
	// Materials is empty or has one slot per triangle.
	Materials []uint16
	// Scale per axis. Negative factors mirror; the front of the triangles stays outside.
	Scale vec.Vec3
	// TwoSided meshes collide from behind, too.
	TwoSided bool
}

// TriMesh is an immutable triangle mesh for static bodies. Vertices at the same position are
// welded, also where the input has several, so that triangles find their neighbours.
type TriMesh struct {
	vertices  []vec.Vec3
	triangles []meshTriangle
	tree      bvh
	// leaves hold the data of the triangles for a walk, in the order of the leaves of the tree.
	leaves   []lanes.Leaf
	twoSided bool
	dropped  int
}

type meshTriangle struct {
	v [3]uint32
	// across is the far vertex of the neighbour over edge k, or noVertex.
	across [3]uint32
	// edge is the name of edge k, shared with the neighbour.
	edge     [3]uint32
	source   int32
	material uint16
}

const noVertex = ^uint32(0)

// NewMesh builds a triangle mesh. Degenerate triangles are left out and counted; it is an
// error if none remains, or if numbers are not finite, indices out of range, or lengths
// do not match.
func NewMesh(def MeshDef) (Geometry, error) {
	if err := checkMesh(&def); err != nil {
		return Geometry{}, err
	}
	scale := def.Scale
	if scale == (vec.Vec3{}) {
		scale = vec.V3(1, 1, 1)
	}
	mirrored := float32(scale.X*float32(scale.Y*scale.Z)) < 0
	scaled := make([]vec.Vec3, len(def.Vertices))
	for i, v := range def.Vertices {
		scaled[i] = v.Scale(scale)
		if err := checkPoint("mesh", "vertex", scaled[i]); err != nil {
			return Geometry{}, err
		}
	}
	m := &TriMesh{twoSided: def.TwoSided}
	weld := m.weld(scaled)
	for i := 0; i < len(def.Indices); i += 3 {
		t := meshTriangle{
			v:      [3]uint32{weld[def.Indices[i]], weld[def.Indices[i+1]], weld[def.Indices[i+2]]},
			across: [3]uint32{noVertex, noVertex, noVertex},
			source: int32(i / 3),
		}
		if mirrored {
			t.v[1], t.v[2] = t.v[2], t.v[1]
		}
		if len(def.Materials) > 0 {
			t.material = def.Materials[i/3]
		}
		if m.degenerate(&t) {
			m.dropped++
			continue
		}
		m.triangles = append(m.triangles, t)
	}
	if len(m.triangles) == 0 {
		return Geometry{}, fmt.Errorf("mesh: all %d triangles are degenerate", len(def.Indices)/3)
	}
	m.connect()
	boxes := make([]vec.AABB, len(m.triangles))
	for i, t := range m.triangles {
		box := vec.EmptyAABB
		for _, v := range t.v {
			box = box.Include(m.vertices[v])
		}
		boxes[i] = box
	}
	m.tree = newBVH(boxes)
	m.gather()
	return Geometry{Kind: Mesh, Mesh: m}, nil
}

func checkMesh(def *MeshDef) error {
	count := len(def.Indices) / 3
	switch {
	case len(def.Indices)%3 != 0:
		return fmt.Errorf("mesh: %d indices: must be three per triangle", len(def.Indices))
	case count == 0:
		return errors.New("mesh: no triangles")
	case count > MaxTriangles:
		return fmt.Errorf("mesh: %d triangles: at most %d are allowed", count, MaxTriangles)
	case len(def.Materials) != 0 && len(def.Materials) != count:
		return fmt.Errorf("mesh: %d materials for %d triangles", len(def.Materials), count)
	case !def.Scale.IsFinite():
		return errors.New("mesh: scale must be finite")
	}
	if s := def.Scale; s != (vec.Vec3{}) && s.Abs().MinComponent() < MinSize {
		return fmt.Errorf("mesh: scale (%g, %g, %g): no factor may be 0", s.X, s.Y, s.Z)
	}
	for _, i := range def.Indices {
		if uint64(i) >= uint64(len(def.Vertices)) {
			return fmt.Errorf("mesh: index %d out of range of %d vertices", i, len(def.Vertices))
		}
	}
	for i, v := range def.Vertices {
		if !v.IsFinite() {
			return fmt.Errorf("mesh: vertex %d is not finite", i)
		}
	}
	return nil
}

// weld keeps one vertex of each cluster that lies within the weld distance and returns the new
// index of every old one.
func (m *TriMesh) weld(points []vec.Vec3) []uint32 {
	box := vec.EmptyAABB
	for _, p := range points {
		box = box.Include(p)
	}
	near := float32(weldFraction * box.Max.Sub(box.Min).MaxComponent())
	order := make([]uint32, len(points))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int {
		if c := cmp.Compare(points[i].X, points[j].X); c != 0 {
			return c
		}
		return cmp.Compare(i, j)
	})
	cells := newWeldCells(len(points), box.Min, near)
	result := make([]uint32, len(points))
	for _, i := range order {
		p := points[i]
		found := cells.nearest(m.vertices, p)
		if found == noVertex {
			found = uint32(len(m.vertices))
			m.vertices = append(m.vertices, p)
			cells.add(m.vertices)
		}
		result[i] = found
	}
	return result
}

// degenerate reports whether a triangle is too thin to have a normal.
func (m *TriMesh) degenerate(t *meshTriangle) bool {
	a, b, c := Widen(m.vertices[t.v[0]]), Widen(m.vertices[t.v[1]]), Widen(m.vertices[t.v[2]])
	ab, bc, ca := b.Sub(a), c.Sub(b), a.Sub(c)
	longest := max(ab.Dot(ab), bc.Dot(bc), ca.Dot(ca))
	area := ab.Cross(ca).Len()
	return !(area > float64(thinTriangle*longest)) || longest < MinSize*MinSize
}

// connect finds for each edge the one other triangle with the opposite half-edge.
func (m *TriMesh) connect() {
	type side struct {
		low, high uint32
		half      uint32 // 3·triangle + edge
		forward   bool
	}
	sides := make([]side, 0, 3*len(m.triangles))
	for i := range m.triangles {
		t := &m.triangles[i]
		for k := range 3 {
			a, b := t.v[k], t.v[(k+1)%3]
			sides = append(sides, side{min(a, b), max(a, b), uint32(3*i + k), a < b})
		}
	}
	slices.SortFunc(sides, func(x, y side) int {
		return cmp.Or(cmp.Compare(x.low, y.low), cmp.Compare(x.high, y.high), cmp.Compare(x.half, y.half))
	})
	for i := 0; i < len(sides); {
		j := i + 1
		for j < len(sides) && sides[j].low == sides[i].low && sides[j].high == sides[i].high {
			j++
		}
		for _, s := range sides[i:j] {
			m.triangles[s.half/3].edge[s.half%3] = sides[i].half
		}
		if j-i == 2 && sides[i].forward != sides[i+1].forward {
			x, y := sides[i].half, sides[i+1].half
			m.triangles[x/3].across[x%3] = m.triangles[y/3].v[(y%3+2)%3]
			m.triangles[y/3].across[y%3] = m.triangles[x/3].v[(x%3+2)%3]
		}
		i = j
	}
}

// Bounds returns the box around the mesh.
func (m *TriMesh) Bounds() vec.AABB { return m.tree.nodes[0].Box }

// Dropped returns the number of degenerate triangles that were left out.
func (m *TriMesh) Dropped() int { return m.dropped }

// TriangleCount returns the number of triangles without the degenerate ones.
func (m *TriMesh) TriangleCount() int { return len(m.triangles) }

// gather fills in the leaves.
func (m *TriMesh) gather() {
	m.leaves = make([]lanes.Leaf, len(m.tree.order))
	for k, i := range m.tree.order {
		v := &m.triangles[i].v
		a, b, c := m.vertices[v[0]], m.vertices[v[1]], m.vertices[v[2]]
		m.leaves[k] = lanes.Leaf{
			V: [3]vec.Vec3{a, b, c}, Box: vec.AABB{Min: a.Min(b).Min(c), Max: a.Max(b).Max(c)}, Index: i,
		}
	}
}

// names fills in the index, material and names of a triangle.
func (m *TriMesh) names(index int32, out *Triangle) {
	t := &m.triangles[index]
	out.Index, out.Material, out.TwoSided = t.source, t.material, m.twoSided
	out.VertexID, out.EdgeID = t.v, t.edge
}

func (m *TriMesh) triangle(index int32, out *Triangle) {
	m.names(index, out)
	t := &m.triangles[index]
	for k := range 3 {
		out.V[k] = m.vertices[t.v[k]]
		out.HasNeighbour[k], out.Across[k] = t.across[k] != noVertex, vec.Vec3{}
		if out.HasNeighbour[k] {
			out.Across[k] = m.vertices[t.across[k]]
		}
	}
}

// rayCast returns the nearest hit.
func (m *TriMesh) rayCast(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	best, found := Hit{Fraction: maxFraction}, false
	inv := invert(d)
	var stack [bvhStack]int32
	top := 1
	var t Triangle
	for top > 0 {
		top--
		i := stack[top]
		n := &m.tree.nodes[i]
		if !rayBox(&n.Box, origin, inv, best.Fraction) {
			continue
		}
		for _, k := range m.tree.order[n.First : n.First+n.Count] {
			m.triangle(k, &t)
			if h, ok := t.rayCast(origin, d, best.Fraction); ok && (!found || h.Fraction < best.Fraction) {
				best, found = h, true
			}
		}
		if n.Count == 0 {
			stack[top] = n.First
			stack[top+1] = i + 1
			top += 2
		}
	}
	return best, found
}

// transformed returns the mesh moved by t.
func (m *TriMesh) transformed(t vec.Transform) *TriMesh {
	moved := *m
	moved.vertices = make([]vec.Vec3, len(m.vertices))
	for i, v := range m.vertices {
		moved.vertices[i] = t.Apply(v)
	}
	boxes := make([]vec.AABB, len(m.triangles))
	for i := range m.triangles {
		v := &m.triangles[i].v
		boxes[i] = vec.EmptyAABB.Include(moved.vertices[v[0]]).Include(
			moved.vertices[v[1]]).Include(moved.vertices[v[2]])
	}
	moved.tree = newBVH(boxes)
	moved.gather()
	return &moved
}
