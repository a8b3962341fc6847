package shape

import "tumble/physics/vec"

// Triangle is one triangle of a mesh or height field with its neighbours,
// in the frame of the body.
type Triangle struct {
	// V are the corners, counter-clockwise seen from the front.
	V [3]vec.Vec3
	// Across[k] is the far corner of the neighbour over the edge from V[k] to V[k+1], if
	// HasNeighbour[k]. Edges without a neighbour, or with more than one, are borders.
	Across       [3]vec.Vec3
	HasNeighbour [3]bool
	// VertexID and EdgeID name the features within the whole mesh; both triangles at an
	// edge give it the same name.
	VertexID, EdgeID [3]uint32
	// Index of the triangle in the input, and its material slot.
	Index    int32
	Material uint16
	TwoSided bool
}

// Normal returns the unit normal of the front.
func (t *Triangle) Normal() vec.Vec3 {
	return t.V[1].Sub(t.V[0]).Cross(t.V[2].Sub(t.V[0])).Norm()
}

// Flipped returns the triangle seen from behind.
func (t *Triangle) Flipped() Triangle {
	f := *t
	f.V[1], f.V[2] = t.V[2], t.V[1]
	f.VertexID[1], f.VertexID[2] = t.VertexID[2], t.VertexID[1]
	// edges 0–1, 1–2, 2–0 become 0–2, 2–1, 1–0
	f.Across = [3]vec.Vec3{t.Across[2], t.Across[1], t.Across[0]}
	f.HasNeighbour = [3]bool{t.HasNeighbour[2], t.HasNeighbour[1], t.HasNeighbour[0]}
	f.EdgeID = [3]uint32{t.EdgeID[2], t.EdgeID[1], t.EdgeID[0]}
	return f
}

// rayCast is the signed volume test with edges shared exactly, so that no ray slips between
// two triangles (Woop, Benthin and Wald 2013, in the form of scalar triple products). The
// back of a one-sided triangle is open.
func (t *Triangle) rayCast(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	o, w := Widen(origin), Widen(d)
	a, b, c := Widen(t.V[0]).Sub(o), Widen(t.V[1]).Sub(o), Widen(t.V[2]).Sub(o)
	u, v, x := w.Dot(c.Cross(b)), w.Dot(a.Cross(c)), w.Dot(b.Cross(a))
	inside := u >= 0 && v >= 0 && x >= 0
	back := u <= 0 && v <= 0 && x <= 0
	sum := u + v + x
	if sum == 0 || !inside && !(back && t.TwoSided) {
		return Hit{}, false
	}
	p := a.Mul(u/sum).MulAdd(v/sum, b).MulAdd(x/sum, c)
	fraction := p.Dot(w) / w.Dot(w)
	if !(fraction >= 0) || fraction > float64(maxFraction) {
		return Hit{}, false
	}
	n := t.Normal()
	if !inside {
		n = n.Neg()
	}
	return Hit{
		Fraction: float32(fraction), Normal: n, Point: origin.Add(p.Vec3()),
		ChildIndex: t.Index, MaterialIndex: t.Material,
	}, true
}

// Triangle fills t with the triangle of the given index, which a Walk has found.
func (g *Geometry) Triangle(index int32, t *Triangle) {
	switch g.Kind {
	case Mesh:
		g.Mesh.triangle(index, t)
	case HeightField:
		g.Field.triangle(index, t)
	}
}

// Names fills in the rest of a triangle after Corners, except for its neighbours, which cost a cache miss
// each: these are for Triangle. The corners stay in the order of Corners.
func (g *Geometry) Names(index int32, t *Triangle) {
	if g.Kind == Mesh {
		g.Mesh.names(index, t)
		return
	}
	g.Triangle(index, t)
}

// Corners fills in the corners of the triangle that the walk has found, and whether it has two sides. The
// rest of t is that of another triangle until Triangle fills it in.
func (g *Geometry) Corners(w *Walk, t *Triangle) {
	if w.Corners == nil {
		g.Triangle(w.Index, t)
		return
	}
	t.V, t.TwoSided = *w.Corners, g.Mesh.twoSided
}

// ConvexChild returns the triangle or child of the given index of a mesh, height field or compound
// as a geometry for the distance code; t is filled for triangles.
func (g *Geometry) ConvexChild(index int32, t *Triangle) Geometry {
	if g.Kind == Compound {
		return g.Children.children[index]
	}
	g.Triangle(index, t)
	return Geometry{Kind: Facet, A: t.V[0], B: t.V[1], Half: t.V[2]}
}

// HasChildren reports whether shapes of this kind are made of triangles or children.
func (k Kind) HasChildren() bool { return k == Mesh || k == HeightField || k == Compound }
