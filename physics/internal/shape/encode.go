package shape

import (
	"errors"
	"fmt"
	"math"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// Code writes or reads a list of geometries with the objects that they refer to. Polytopes, meshes,
// height fields and groups that several of them share are written once and shared again when
// read. Input is checked: no index is out of range and every number is
// finite; whether a geometry makes sense by itself is for Geometry.Check.
func Code(c *flat.Coder, name string, geometries *[]Geometry) {
	var t tables
	if !c.Reading {
		t.collect(*geometries)
	}
	codePolytopes(c, name+": polytopes", &t.polytopes)
	codeTable(c, name+": meshes", &t.meshes, (*TriMesh).code)
	codeTable(c, name+": height fields", &t.fields, (*Terrain).code)
	codeTable(c, name+": compounds", &t.families, func(g *Family, c *flat.Coder, name string) {
		t.codeList(c, name+": children", &g.children)
		flat.List(c, name+": boxes", boxLayout, &g.boxes)
		g.tree.code(c, name, len(g.children))
		if c.Reading && c.Err() == nil {
			if err := g.check(); err != nil {
				c.Fail(name, err)
				return
			}
			g.tree.gather(g.boxes)
		}
	})
	t.codeList(c, name, geometries)
}

var (
	geometryLayout = flat.Of[Geometry]("Poly", "Mesh", "Field", "Children")
	indexLayout    = flat.Of[int32]()
	boxLayout      = flat.Of[vec.AABB]()
	vec3Layout     = flat.Of[vec.Vec3]()
	floatLayout    = flat.Of[float32]()
	shortLayout    = flat.Of[uint16]()
	edgeLayout     = flat.Of[HalfEdge]()
	planeLayout    = flat.Of[Plane3]()
	triangleLayout = flat.Of[meshTriangle]()
	nodeLayout     = flat.Of[lanes.Node]()
	meshLayout     = flat.Of[TriMesh]("vertices", "triangles", "tree", "leaves", "dropped")
	terrainLayout  = flat.Of[Terrain]("heights", "quantized", "materials")
	polytopeLayout = flat.Of[polytopeHeader]()
)

// EncodingText describes the encoding; it changes whenever the bytes do.
func EncodingText() string {
	return fmt.Sprint(geometryLayout, edgeLayout, planeLayout, triangleLayout, nodeLayout, meshLayout, terrainLayout,
		polytopeLayout)
}

// tables hold the objects that geometries refer to, each once, in the order of the first reference.
type tables struct {
	polytopes []*Polytope
	meshes    []*TriMesh
	fields    []*Terrain
	families  []*Family
	index     map[any]int32
	// polytopes are many: a map of their own type is faster
	polytopeIndex map[*Polytope]int32
	// equal boxes have equal polytopes
	boxIndex map[boxKey]int32
}

// boxKey is the half extents and the placement of a box, bit by bit.
type boxKey [10]uint32

func (g *Geometry) boxKey() boxKey {
	q, p, h := g.Local.Q, g.Local.P, g.Half
	key := boxKey{}
	for i, x := range [len(key)]float32{h.X, h.Y, h.Z, p.X, p.Y, p.Z, q.X, q.Y, q.Z, q.W} {
		key[i] = math.Float32bits(x)
	}
	return key
}

func (t *tables) collect(geometries []Geometry) {
	if t.index == nil {
		t.index = make(map[any]int32)
		t.polytopeIndex = make(map[*Polytope]int32)
		t.boxIndex = make(map[boxKey]int32)
	}
	for i := range geometries {
		g := &geometries[i]
		switch {
		case g.Kind == Box:
			key := g.boxKey()
			if _, ok := t.boxIndex[key]; !ok {
				t.boxIndex[key] = int32(len(t.polytopes))
				t.polytopes = append(t.polytopes, g.Poly)
			}
		case g.Poly != nil:
			if _, ok := t.polytopeIndex[g.Poly]; !ok {
				t.polytopeIndex[g.Poly] = int32(len(t.polytopes))
				t.polytopes = append(t.polytopes, g.Poly)
			}
		}
		if g.Mesh != nil {
			enter(t, &t.meshes, g.Mesh)
		}
		if g.Field != nil {
			enter(t, &t.fields, g.Field)
		}
		if g.Children != nil && enter(t, &t.families, g.Children) {
			t.collect(g.Children.children)
		}
	}
}

// enter puts a pointer into its table and reports whether it is new there.
func enter[T any](t *tables, list *[]*T, p *T) bool {
	if _, ok := t.index[p]; ok {
		return false
	}
	t.index[p] = int32(len(*list))
	*list = append(*list, p)
	return true
}

// noRef is the reference of a geometry that needs none.
const noRef = int32(-1)

// reference returns the index of the object that g refers to in its table.
func (t *tables) reference(g *Geometry) int32 {
	switch {
	case g.Kind == Box:
		return t.boxIndex[g.boxKey()]
	case g.Poly != nil:
		return t.polytopeIndex[g.Poly]
	case g.Mesh != nil:
		return t.index[g.Mesh]
	case g.Field != nil:
		return t.index[g.Field]
	case g.Children != nil:
		return t.index[g.Children]
	}
	return noRef
}

// codeList codes geometries whose tables are there already.
func (t *tables) codeList(c *flat.Coder, name string, geometries *[]Geometry) {
	var refs []int32
	if !c.Reading {
		refs = make([]int32, len(*geometries))
		for i := range *geometries {
			refs[i] = t.reference(&(*geometries)[i])
		}
	}
	flat.List(c, name, geometryLayout, geometries)
	flat.List(c, name+": references", indexLayout, &refs)
	if !c.Reading || c.Err() != nil {
		return
	}
	if len(refs) != len(*geometries) {
		c.Fail(name, fmt.Errorf("%d references for %d geometries", len(refs), len(*geometries)))
		return
	}
	for i := range refs {
		if err := t.resolve(&(*geometries)[i], refs[i]); err != nil {
			c.Fail(name, fmt.Errorf("%d: %w", i, err))
			return
		}
	}
}

// resolve sets the reference of g.
func (t *tables) resolve(g *Geometry, ref int32) error {
	ok := true
	switch g.Kind {
	case Box, Hull:
		if g.Poly, ok = at(t.polytopes, ref); ok && g.Kind == Box && !g.Poly.isBox() {
			return errors.New("the polytope of a box does not have six faces of four corners")
		}
	case Mesh:
		g.Mesh, ok = at(t.meshes, ref)
	case HeightField:
		g.Field, ok = at(t.fields, ref)
	case Compound:
		g.Children, ok = at(t.families, ref)
	default:
		ok = g.Kind < KindCount && ref == noRef
	}
	if !ok {
		return fmt.Errorf("kind %d with reference %d", g.Kind, ref)
	}
	return nil
}

func at[T any](list []*T, ref int32) (*T, bool) {
	if uint(ref) >= uint(len(list)) {
		return nil, false
	}
	return list[ref], true
}

// codeTable codes the objects of a table, one after another.
func codeTable[T any](c *flat.Coder, name string, list *[]*T, code func(*T, *flat.Coder, string)) {
	n := c.Count(name, len(*list), 4, 1<<26)
	for i := 0; i < n && c.Err() == nil; i++ {
		if c.Reading {
			*list = append(*list, new(T))
		}
		code((*list)[i], c, fmt.Sprintf("%s: %d", name, i))
	}
}

// polytopeHeader is a polytope without its lists.
type polytopeHeader struct {
	vertices, edges, faces int32
	bounds                 vec.AABB
	unit                   MassData
	inner                  float32
}

// codePolytopes codes the lists of all polytopes end to end, so that reading thousands of
// boxes allocates a few slices.
func codePolytopes(c *flat.Coder, name string, list *[]*Polytope) {
	headers := make([]polytopeHeader, len(*list))
	for i, p := range *list {
		headers[i] = polytopeHeader{int32(len(p.Vertices)), int32(len(p.Edges)), int32(len(p.Planes)), p.Bounds, p.Unit,
			p.Inner}
	}
	flat.List(c, name, polytopeLayout, &headers)
	var all Polytope
	codeSpan(c, name+": vertices", vec3Layout, *list, &all.Vertices, func(p *Polytope) []vec.Vec3 { return p.Vertices })
	codeSpan(c, name+": edges", edgeLayout, *list, &all.Edges, func(p *Polytope) []HalfEdge { return p.Edges })
	codeSpan(c, name+": planes", planeLayout, *list, &all.Planes, func(p *Polytope) []Plane3 { return p.Planes })
	codeSpan(c, name+": first edges", shortLayout, *list, &all.FirstEdge,
		func(p *Polytope) []uint16 { return p.FirstEdge })
	codeSpan(c, name+": spokes", shortLayout, *list, &all.Spokes, func(p *Polytope) []uint16 { return p.Spokes })
	codeSpan(c, name+": reaches", floatLayout, *list, &all.Reach, func(p *Polytope) []float32 { return p.Reach })
	if c.Reading && c.Err() == nil {
		dealPolytopes(c, name, headers, &all, list)
	}
}

// codeSpan writes one list of all polytopes, or reads it to all.
func codeSpan[T any](c *flat.Coder, name string, l *flat.Layout[T], list []*Polytope, all *[]T,
	span func(*Polytope) []T) {
	if c.Reading {
		flat.List(c, name, l, all)
	} else {
		flat.Spans(c, name, l, list, span)
	}
}

// dealPolytopes cuts the lists into polytopes.
func dealPolytopes(c *flat.Coder, name string, headers []polytopeHeader, all *Polytope, list *[]*Polytope) {
	storage := make([]Polytope, len(headers))
	*list = make([]*Polytope, len(headers))
	// a list takes a quarter of its length and at most three quarters of a group more
	corners := make([]lanes.Points, (len(all.Vertices)+3*len(headers))/4)
	faces := make([]lanes.Planes, (len(all.Planes)+3*len(headers))/4)
	arcs := make([]lanes.Edge, len(all.Reach))
	for i := range headers {
		h, p := &headers[i], &storage[i]
		ok := cut(&p.Vertices, &all.Vertices, h.vertices) && cut(&p.Edges, &all.Edges, h.edges) &&
			cut(&p.Planes, &all.Planes, h.faces) && cut(&p.FirstEdge, &all.FirstEdge, h.faces) &&
			cut(&p.Spokes, &all.Spokes, h.vertices) && cut(&p.Reach, &all.Reach, h.edges/2)
		if !ok {
			c.Fail(name, fmt.Errorf("%d: %d vertices, %d edges, %d faces: the lists end early", i, h.vertices, h.edges,
				h.faces))
			return
		}
		p.Bounds, p.Unit, p.Inner = h.bounds, h.unit, h.inner
		if err := p.check(); err != nil {
			c.Fail(name, fmt.Errorf("%d: %w", i, err))
			return
		}
		n, k := lanes.Quads(len(p.Vertices)), lanes.Quads(len(p.Planes))
		e := len(p.Reach)
		p.pack(corners[:n:n], faces[:k:k], arcs[:e:e])
		corners, faces, arcs = corners[n:], faces[k:], arcs[e:]
		(*list)[i] = p
	}
	if left := len(all.Vertices) + len(all.Edges) + len(all.Planes) + len(all.FirstEdge) + len(all.Spokes) +
		len(all.Reach); left != 0 {
		c.Fail(name, fmt.Errorf("%d entries of the lists belong to none", left))
	}
}

// cut takes the first n elements of from.
func cut[T any](span, from *[]T, n int32) bool {
	if n < 0 || int(n) > len(*from) {
		return false
	}
	*span, *from = (*from)[:n:n], (*from)[n:]
	return true
}

func (m *TriMesh) code(c *flat.Coder, name string) {
	flat.Value(c, name, meshLayout, m)
	dropped := int32(m.dropped)
	c.Int32(name+": dropped", &dropped)
	// a snapshot is written beside the steps, which share the mesh
	if c.Reading {
		m.dropped = int(dropped)
	}
	flat.List(c, name+": vertices", vec3Layout, &m.vertices)
	flat.List(c, name+": triangles", triangleLayout, &m.triangles)
	m.tree.code(c, name, len(m.triangles))
	if c.Reading && c.Err() == nil {
		if err := m.check(); err != nil {
			c.Fail(name, err)
			return
		}
		m.gather()
	}
}

func (f *Terrain) code(c *flat.Coder, name string) {
	flat.Value(c, name, terrainLayout, f)
	flat.List(c, name+": heights", floatLayout, &f.heights)
	flat.List(c, name+": quantized heights", shortLayout, &f.quantized)
	flat.List(c, name+": materials", shortLayout, &f.materials)
	if c.Reading && c.Err() == nil {
		if err := f.check(); err != nil {
			c.Fail(name, err)
		}
	}
}

func (b *bvh) code(c *flat.Coder, name string, items int) {
	flat.List(c, name+": tree", nodeLayout, &b.nodes)
	flat.List(c, name+": order", indexLayout, &b.order)
	if c.Reading && c.Err() == nil {
		if err := b.check(items); err != nil {
			c.Fail(name+": tree", err)
		}
	}
}
