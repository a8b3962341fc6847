package shape

import (
	"errors"
	"fmt"

	"tumble/physics/vec"
)

// Check returns the error that the constructor of its kind would return for g.
func (g *Geometry) Check() error {
	if g.Centered != (g.Kind == Box && g.Local == vec.TransformIdentity) {
		return fmt.Errorf("%s: centred %v at %v", g.Kind, g.Centered, g.Local)
	}
	var err error
	switch g.Kind {
	case Sphere:
		_, err = NewSphere(g.A, g.RadiusA)
	case Capsule:
		_, err = NewCapsule(g.A, g.B, g.RadiusA)
	case Cylinder:
		_, err = NewCylinder(g.A, g.B, g.RadiusA)
	case Cone:
		_, err = NewCone(g.A, g.B, g.RadiusA)
	case TaperedCapsule:
		_, err = NewTaperedCapsule(g.A, g.B, g.RadiusA, g.RadiusB)
	case Plane:
		_, err = NewPlane(g.A, g.RadiusA)
	case Box:
		if err = checkSize("box", "half extent", g.Half.X, g.Half.Y, g.Half.Z); err == nil {
			err = checkPlacement("box", g.Local)
		}
	}
	return err
}

// isBox reports whether the numbers are those of a box.
func (p *Polytope) isBox() bool {
	return len(p.Vertices) == 8 && len(p.Edges) == 24 && len(p.Planes) == 6
}

// check refuses a polytope in which some index leads nowhere, a loop does not close, or a
// number is beyond all limits.
func (p *Polytope) check() error {
	if len(p.Vertices) < 4 || len(p.Vertices) > MaxHullVertices || len(p.Planes) < 4 || len(p.Planes) > MaxHullFaces ||
		len(p.Vertices)-len(p.Edges)/2+len(p.Planes) != 2 || len(p.Edges)%2 != 0 {
		return fmt.Errorf("%d vertices, %d half-edges, %d faces", len(p.Vertices), len(p.Edges), len(p.Planes))
	}
	for i := range p.Vertices {
		if err := checkPoint("polytope", "vertex", p.Vertices[i]); err != nil {
			return err
		}
	}
	for i := range p.Edges {
		if e := &p.Edges[i]; int(e.Next) >= len(p.Edges) || int(e.Origin) >= len(p.Vertices) ||
			int(e.Face) >= len(p.Planes) {
			return fmt.Errorf("half-edge %d: next %d, origin %d, face %d", i, e.Next, e.Origin, e.Face)
		}
	}
	walked := 0
	for f, first := range p.FirstEdge {
		if n := p.Planes[f].Normal; vec.Abs(n.Len2()-1) > 1e-3 {
			return fmt.Errorf("face %d: normal %v", f, n)
		}
		if int(first) >= len(p.Edges) {
			return fmt.Errorf("face %d: first half-edge %d", f, first)
		}
		for e := first; ; {
			next := p.Edges[e].Next
			if int(p.Edges[e].Face) != f || walked == len(p.Edges) || p.Edges[e^1].Origin != p.Edges[next].Origin {
				return fmt.Errorf("face %d: half-edge %d", f, e)
			}
			walked++
			if e = next; e == first {
				break
			}
		}
	}
	if walked != len(p.Edges) {
		return fmt.Errorf("%d of %d half-edges belong to a face", walked, len(p.Edges))
	}
	for v, e := range p.Spokes {
		if int(e) >= len(p.Edges) || int(p.Edges[e].Origin) != v {
			return fmt.Errorf("vertex %d: spoke %d", v, e)
		}
	}
	return p.checkMeasures()
}

// checkMeasures refuses bounds, planes and mass data that no polytope of these vertices has, within rounding.
func (p *Polytope) checkMeasures() error {
	bounds := boundsOf(p.Vertices)
	size := bounds.Max.Sub(bounds.Min)
	rounding := float32(1e-3 * size.MaxComponent())
	if !p.Bounds.IsValid() || !p.Bounds.Expand(rounding).Contains(bounds) ||
		!bounds.Expand(rounding).Contains(p.Bounds) {
		return fmt.Errorf("bounds %v, those of the vertices are %v", p.Bounds, bounds)
	}
	for f := range p.Planes {
		if !(vec.Abs(p.Planes[f].Offset) <= 2*MaxSize) {
			return fmt.Errorf("face %d: offset %g", f, p.Planes[f].Offset)
		}
	}
	for e, r := range p.Reach {
		if !(r >= 0.99 && r < 1e30) {
			return fmt.Errorf("edge %d: reach %g", e, r)
		}
	}
	// density 1: no more than a full box
	u := &p.Unit
	full := float32(float32(1.01*size.X)*size.Y) * size.Z
	if !(u.Mass > 0 && u.Mass <= full) || !bounds.Expand(rounding).Contains(vec.AABB{Min: u.Center, Max: u.Center}) ||
		!(p.Inner >= 0 && p.Inner <= size.MaxComponent()) {
		return fmt.Errorf("mass %g around %v, inner radius %g, in a box of %v", u.Mass, u.Center, p.Inner, size)
	}
	most := float32(1.01 * float32(u.Mass*size.Len2()))
	for _, x := range [9]float32{u.Inertia.XX, u.Inertia.XY, u.Inertia.XZ, u.Inertia.YX, u.Inertia.YY, u.Inertia.YZ,
		u.Inertia.ZX, u.Inertia.ZY, u.Inertia.ZZ} {
		if !(vec.Abs(x) <= most) {
			return fmt.Errorf("inertia %v of mass %g in a box of %v", u.Inertia, u.Mass, size)
		}
	}
	return nil
}

func (m *TriMesh) check() error {
	if len(m.triangles) == 0 || len(m.triangles) > MaxTriangles || m.dropped < 0 {
		return fmt.Errorf("%d triangles, %d dropped", len(m.triangles), m.dropped)
	}
	for _, v := range m.vertices {
		if err := checkPoint("mesh", "vertex", v); err != nil {
			return err
		}
	}
	count := uint32(len(m.vertices))
	for i := range m.triangles {
		t := &m.triangles[i]
		for k := range 3 {
			if t.v[k] >= count || t.across[k] >= count && t.across[k] != noVertex {
				return fmt.Errorf("triangle %d: corner %d, across %d of %d vertices", i, t.v[k], t.across[k], count)
			}
		}
		if t.source < 0 {
			return fmt.Errorf("triangle %d: source %d", i, t.source)
		}
	}
	return nil
}

func (f *Terrain) check() error {
	def := HeightFieldDef{
		Columns: int(f.columns), Rows: int(f.rows), Heights: f.heights, Quantized: f.quantized, Materials: f.materials,
		Low: f.low, High: f.low + float32(f.step*65535), Spacing: f.spacing, Origin: f.origin,
	}
	if err := checkHeightField(&def); err != nil {
		return err
	}
	if !f.box.IsValid() {
		return fmt.Errorf("height field: bounds %v", f.box)
	}
	return errors.Join(checkPoint("height field", "corner", f.box.Min), checkPoint("height field", "corner", f.box.Max))
}

func (c *Family) check() error {
	if len(c.children) == 0 || len(c.children) > MaxChildren || len(c.boxes) != len(c.children) {
		return fmt.Errorf("compound: %d children, %d boxes", len(c.children), len(c.boxes))
	}
	for i := range c.children {
		child := &c.children[i]
		if !child.Kind.IsConvex() {
			return fmt.Errorf("compound: child %d is a %v", i, child.Kind)
		}
		if err := child.Check(); err != nil {
			return fmt.Errorf("compound: child %d: %w", i, err)
		}
		if c.boxes[i] != child.AABB(vec.TransformIdentity) {
			return fmt.Errorf("compound: child %d: box %v", i, c.boxes[i])
		}
	}
	return nil
}

// check refuses a tree that is not in the order of newBVH: each inner node is followed by its
// left subtree, the leaves take the items in turn.
func (b *bvh) check(items int) error {
	if len(b.order) != items || len(b.nodes) == 0 {
		return fmt.Errorf("%d nodes over %d of %d items", len(b.nodes), len(b.order), items)
	}
	seen := make([]bool, items)
	for _, i := range b.order {
		if uint(i) >= uint(items) || seen[i] {
			return fmt.Errorf("item %d out of range or twice", i)
		}
		seen[i] = true
	}
	taken := int32(0)
	var pending [bvhStack - 2]int32 // the right subtrees still to come
	depth := 0
	for i := range b.nodes {
		n := &b.nodes[i]
		if !n.Box.IsValid() || n.Count < 0 || int(n.Count) > items {
			return fmt.Errorf("node %d: box %v, %d items", i, n.Box, n.Count)
		}
		if n.Count == 0 {
			if depth == len(pending) {
				return fmt.Errorf("node %d is too deep", i)
			}
			pending[depth] = n.First
			depth++
			continue
		}
		if n.First != taken || int(taken)+int(n.Count) > items {
			return fmt.Errorf("node %d: items from %d, %d taken", i, n.First, taken)
		}
		taken += n.Count
		if last := i == len(b.nodes)-1; last != (depth == 0) {
			return fmt.Errorf("node %d of %d: %d parts missing", i, len(b.nodes), depth)
		} else if !last {
			if depth--; pending[depth] != int32(i+1) {
				return fmt.Errorf("node %d: a right part at %d", i, pending[depth])
			}
		}
	}
	if int(taken) != items {
		return fmt.Errorf("%d of %d items in leaves", taken, items)
	}
	return nil
}
