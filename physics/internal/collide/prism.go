package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// prism is a triangle as a polytope, so that the code for hulls serves meshes: a front face, a
// side face along each edge and a back. It has no thickness, but its back counts as endlessly
// far away: a shape leaves a mesh through the front only.
//
// Corners 0–2 are those of the front, 3–5 the same seen from the back. Faces: 0 front, 1 back,
// 2+k the side at edge k.
type prism struct {
	poly     shape.Polytope
	vertices [6]vec.Vec3
	planes   [5]shape.Plane3
}

const (
	prismFace = 0
	prismBack = 1
	prismSide = 2
)

// prismEdges and prismFirst are the topology of every prism. Edge pair k (half-edges 2k, 2k+1)
// is front edge k for k < 3, back edge k−3 for k < 6, and else the upright at corner k−6.
var prismEdges, prismFirst = prismTopology()

func prismTopology() ([]shape.HalfEdge, []uint16) {
	edges := make([]shape.HalfEdge, 18)
	for k := range uint16(3) {
		next, before := (k+1)%3, (k+2)%3
		side, sideBefore := uint8(prismSide+k), uint8(prismSide+before)
		// front, counter-clockwise: k → next; its twin bounds side k from above
		edges[2*k] = shape.HalfEdge{Next: 2 * next, Origin: uint8(k), Face: prismFace}
		edges[2*k+1] = shape.HalfEdge{Next: 12 + 2*k, Origin: uint8(next), Face: side}
		// side k runs next → k (top), k → 3+k (down), 3+k → 3+next (bottom), 3+next → next (up)
		edges[12+2*k] = shape.HalfEdge{Next: 6 + 2*k, Origin: uint8(k), Face: side}
		edges[12+2*k+1] = shape.HalfEdge{Next: 2*before + 1, Origin: uint8(3 + k), Face: sideBefore}
		edges[6+2*k] = shape.HalfEdge{Next: 12 + 2*next + 1, Origin: uint8(3 + k), Face: side}
		// back: 3+next → 3+k, clockwise seen from the front
		edges[6+2*k+1] = shape.HalfEdge{Next: 6 + 2*before + 1, Origin: uint8(3 + next), Face: prismBack}
	}
	return edges, []uint16{0, 7, 1, 3, 5}
}

// prismSpokes and prismReach complete the topology. The faces at the front and at the back stand
// upright on each other; how sharp a corner is depends on the triangle, so the uprights count
// as far-reaching.
var (
	prismSpokes = []uint16{0, 2, 4, 6, 8, 10}
	prismReach  = []float32{1.4143, 1.4143, 1.4143, 1.4143, 1.4143, 1.4143, prismDepth, prismDepth, prismDepth}
)

// set builds the prism of a triangle with normal n; false when it has none.
func (p *prism) set(t *shape.Triangle, n vec.Vec3) bool {
	if n == (vec.Vec3{}) {
		return false
	}
	p.poly = shape.Polytope{Edges: prismEdges, FirstEdge: prismFirst, Spokes: prismSpokes, Reach: prismReach}
	p.poly.Unit.Center = t.V[0].Add(t.V[1]).Add(t.V[2]).Mul(1.0 / 3)
	offset := n.Dot(t.V[0])
	p.planes[prismFace] = shape.Plane3{Normal: n, Offset: offset}
	p.planes[prismBack] = shape.Plane3{Normal: n.Neg(), Offset: prismDepth}
	for k, v := range t.V {
		p.vertices[k], p.vertices[3+k] = v, v
		out := t.V[(k+1)%3].Sub(v).Cross(n).Norm()
		p.planes[prismSide+k] = shape.Plane3{Normal: out, Offset: out.Dot(v)}
	}
	// bounds of no size: a point that stands out over an inner edge belongs to the neighbour and
	// must not be pulled in, which would push a rolling body back
	p.poly.Vertices, p.poly.Planes, p.poly.Bounds = p.vertices[:], p.planes[:], vec.AABB{Min: t.V[0], Max: t.V[0]}
	return true
}
