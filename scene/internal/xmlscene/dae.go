package xmlscene

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tumble/physics/vec"
	"tumble/scene/model"
)

// The parts of a COLLADA 1.4 document that meshes are made of.
type (
	daeDocument struct {
		XMLName xml.Name `xml:"COLLADA"`
		Unit    struct {
			Meter string `xml:"meter,attr"`
		} `xml:"asset>unit"`
		Geometries []daeGeometry `xml:"library_geometries>geometry"`
		daeLooks
		Nodes  []daeNode `xml:"library_nodes>node"`
		Scenes []struct {
			Nodes []daeNode `xml:"node"`
		} `xml:"library_visual_scenes>visual_scene"`
	}
	daeGeometry struct {
		ID   string  `xml:"id,attr"`
		Mesh daeMesh `xml:"mesh"`
	}
	daeMesh struct {
		Sources []struct {
			ID     string `xml:"id,attr"`
			Floats string `xml:"float_array"`
			Access struct {
				Stride int `xml:"stride,attr"`
			} `xml:"technique_common>accessor"`
		} `xml:"source"`
		Vertices struct {
			ID     string     `xml:"id,attr"`
			Inputs []daeInput `xml:"input"`
		} `xml:"vertices"`
		Triangles []daeFaces `xml:"triangles"`
		Polylists []daeFaces `xml:"polylist"`
		Polygons  []daeFaces `xml:"polygons"`
	}
	daeInput struct {
		Semantic string `xml:"semantic,attr"`
		Source   string `xml:"source,attr"`
		Offset   int    `xml:"offset,attr"`
	}
	daeFaces struct {
		Material string     `xml:"material,attr"`
		Inputs   []daeInput `xml:"input"`
		Counts   string     `xml:"vcount"`
		Points   []string   `xml:"p"`
	}
	daeNode struct {
		ID         string         `xml:"id,attr"`
		Transforms []daeTransform `xml:",any"`
		Geometries []daeLink      `xml:"instance_geometry"`
		Instances  []daeLink      `xml:"instance_node"`
		Nodes      []daeNode      `xml:"node"`
	}
	daeLink struct {
		URL   string    `xml:"url,attr"`
		Binds []daeBind `xml:"bind_material>technique_common>instance_material"`
	}
	daeTransform struct {
		XMLName xml.Name
		Numbers string `xml:",chardata"`
	}
)

// daeMatrix maps points: three rows of four numbers.
type daeMatrix [12]float64

var daeIdentity = daeMatrix{0: 1, 5: 1, 10: 1}

func (m *daeMatrix) mul(n *daeMatrix) daeMatrix {
	var out daeMatrix
	for r := range 3 {
		for c := range 4 {
			for k := range 3 {
				out[4*r+c] += m[4*r+k] * n[4*k+c]
			}
		}
		out[4*r+3] += m[4*r+3]
	}
	return out
}

func (m *daeMatrix) apply(p vec.Vec3) vec.Vec3 {
	x, y, z := float64(p.X), float64(p.Y), float64(p.Z)
	row := func(r int) float32 { return float32(m[4*r]*x + m[4*r+1]*y + m[4*r+2]*z + m[4*r+3]) }
	return vec.V3(row(0), row(1), row(2))
}

// matrix is the transform of a node element, ok false for elements that are none.
func (t *daeTransform) matrix() (daeMatrix, bool) {
	x, err := daeFloats(t.Numbers, 16)
	if err != nil {
		return daeIdentity, false
	}
	m := daeIdentity
	switch {
	case t.XMLName.Local == "matrix" && len(x) == 16:
		copy(m[:], x)
	case t.XMLName.Local == "translate" && len(x) == 3:
		m[3], m[7], m[11] = x[0], x[1], x[2]
	case t.XMLName.Local == "scale" && len(x) == 3:
		m[0], m[5], m[10] = x[0], x[1], x[2]
	case t.XMLName.Local == "rotate" && len(x) == 4:
		l := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2])
		if l == 0 {
			return m, false
		}
		a, b, c := x[0]/l, x[1]/l, x[2]/l
		sin, cos := math.Sincos(x[3] * math.Pi / 180)
		k := 1 - cos
		m = daeMatrix{
			cos + k*a*a, k*a*b - sin*c, k*a*c + sin*b, 0,
			k*a*b + sin*c, cos + k*b*b, k*b*c - sin*a, 0,
			k*a*c - sin*b, k*b*c + sin*a, cos + k*c*c, 0,
		}
	default:
		return m, false
	}
	return m, true
}

// daeFloats reads numbers, up to limit of them for limit above 0.
func daeFloats(text string, limit int) ([]float64, error) {
	var out []float64
	for _, field := range strings.Fields(text) {
		x, err := strconv.ParseFloat(field, 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1e9 {
			return nil, fmt.Errorf("%.40q is no number", field)
		}
		out = append(out, x)
		if limit > 0 && len(out) > limit || len(out) > 9*model.MaxTriangles {
			return nil, errTriangles
		}
	}
	return out, nil
}

func daeInts(text string) ([]int, error) {
	x, err := daeFloats(text, 0)
	out := make([]int, len(x))
	for i := range x {
		out[i] = int(x[i])
	}
	return out, err
}

// daeReader collects the triangles of a document.
type daeReader struct {
	geometries map[string]*daeGeometry
	nodes      map[string]*daeNode
	built      map[string]*daeSurface
	mesh       *Mesh
	surfaces   map[string]int32 // of the mesh, by the material of the file
	looks      daeLookup
	visits     int
}

// daeSurface is a geometry that was read.
type daeSurface struct {
	points  []vec.Vec3
	indices []uint32
	uv      [][2]float32 // of the corners
	symbols []string     // of the triangles: names of materials that who places the geometry binds
}

// maxNodes bounds the nodes that are visited: instances of nodes can multiply.
const maxNodes = 1 << 14

// DecodeDAE reads the triangles of a COLLADA file, placed by the nodes of its scenes and in metres, with diffuse
// colours and
// textures. As other readers of robots do, it takes the axes as they are, whatever the up axis of the file is.
func DecodeDAE(data []byte) (*Mesh, error) {
	if len(data) > MaxFile || bytes.Count(data, []byte("<")) > 4*maxElements {
		return nil, errors.New("the COLLADA file is too large")
	}
	var doc daeDocument
	if err := xml.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("no COLLADA: %w", err)
	}
	r := daeReader{geometries: map[string]*daeGeometry{}, nodes: map[string]*daeNode{}, built: map[string]*daeSurface{},
		mesh: &Mesh{}, surfaces: map[string]int32{}, looks: doc.lookup()}
	for i := range doc.Geometries {
		r.geometries[doc.Geometries[i].ID] = &doc.Geometries[i]
	}
	for i := range doc.Nodes {
		r.nodes[doc.Nodes[i].ID] = &doc.Nodes[i]
	}
	scale := daeIdentity
	if meter, err := strconv.ParseFloat(doc.Unit.Meter, 64); err == nil && meter > 1e-6 && meter < 1e6 {
		scale[0], scale[5], scale[10] = meter, meter, meter
	}
	placed := false
	for i := range doc.Scenes {
		for k := range doc.Scenes[i].Nodes {
			placed = true
			if err := r.node(&doc.Scenes[i].Nodes[k], scale, 0); err != nil {
				return nil, err
			}
		}
	}
	for i := range doc.Geometries {
		if placed {
			break
		}
		if err := r.place(doc.Geometries[i].ID, &scale, nil); err != nil {
			return nil, err
		}
	}
	if len(r.mesh.Indices) == 0 {
		return nil, errors.New("has no triangles")
	}
	if len(r.mesh.Surfaces) == 0 {
		r.mesh.Of = nil
	}
	return r.mesh, nil
}

// node places the geometries of a node and of all below it.
func (r *daeReader) node(n *daeNode, at daeMatrix, depth int) error {
	if r.visits++; r.visits > maxNodes || depth > maxDepth {
		return errors.New("the nodes of the COLLADA file are too many or too deep")
	}
	for i := range n.Transforms {
		if m, ok := n.Transforms[i].matrix(); ok {
			at = at.mul(&m)
		}
	}
	for _, g := range n.Geometries {
		if err := r.place(strings.TrimPrefix(g.URL, "#"), &at, g.Binds); err != nil {
			return err
		}
	}
	for _, i := range n.Instances {
		if to := r.nodes[strings.TrimPrefix(i.URL, "#")]; to != nil {
			if err := r.node(to, at, depth+1); err != nil {
				return err
			}
		}
	}
	for i := range n.Nodes {
		if err := r.node(&n.Nodes[i], at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// place adds a geometry under a transform, with the materials that are bound to its symbols.
func (r *daeReader) place(id string, at *daeMatrix, binds []daeBind) error {
	s := r.built[id]
	if s == nil {
		g := r.geometries[id]
		if g == nil {
			return fmt.Errorf("there is no geometry %.40q", id)
		}
		var err error
		if s, err = g.Mesh.surface(); err != nil {
			return err
		}
		r.built[id] = s
	}
	m := r.mesh
	if len(m.Indices)+len(s.indices) > 3*model.MaxTriangles {
		return errTriangles
	}
	first := uint32(len(m.Points))
	for _, p := range s.points {
		q := at.apply(p)
		if !q.IsFinite() {
			return errors.New("a point is not finite")
		}
		m.Points = append(m.Points, q)
	}
	for _, k := range s.indices {
		m.Indices = append(m.Indices, first+k)
	}
	m.UV = append(m.UV, s.uv...)
	bound := map[string]int32{}
	for _, symbol := range s.symbols {
		k, ok := bound[symbol]
		if !ok {
			k = r.bind(symbol, binds)
			bound[symbol] = k
		}
		m.Of = append(m.Of, k)
	}
	return nil
}

// surface reads the positions, triangles and texture coordinates of a mesh.
func (m *daeMesh) surface() (*daeSurface, error) {
	s := &daeSurface{}
	for _, in := range m.Vertices.Inputs {
		if in.Semantic != "POSITION" {
			continue
		}
		x, stride, err := m.numbers(in.Source, 3)
		if err != nil {
			return nil, err
		}
		for k := 0; k+3 <= len(x); k += stride {
			s.points = append(s.points, vec.V3(float32(x[k]), float32(x[k+1]), float32(x[k+2])))
		}
	}
	coordinates := map[string][][2]float32{}
	for _, kind := range [][]daeFaces{m.Triangles, m.Polylists, m.Polygons} {
		for i := range kind {
			source := kind[i].textured()
			if _, ok := coordinates[source]; !ok && source != "" {
				x, stride, err := m.numbers(source, 2)
				if err != nil {
					return nil, err
				}
				for k := 0; k+2 <= len(x); k += stride {
					coordinates[source] = append(coordinates[source], [2]float32{float32(x[k]), float32(x[k+1])})
				}
			}
			if err := s.faces(&kind[i], coordinates[source]); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// numbers are those of a source, and how many of them, at least some, belong together.
func (m *daeMesh) numbers(id string, least int) (x []float64, stride int, err error) {
	for i := range m.Sources {
		if m.Sources[i].ID == strings.TrimPrefix(id, "#") {
			x, err = daeFloats(m.Sources[i].Floats, 0)
			return x, max(least, m.Sources[i].Access.Stride), err
		}
	}
	return nil, least, nil
}

// textured is the source of the first texture coordinates of some faces, empty without one.
func (f *daeFaces) textured() string {
	for _, in := range f.Inputs {
		if in.Semantic == "TEXCOORD" {
			return in.Source
		}
	}
	return ""
}

// daeCorner is a corner of a face: its point and its texture coordinate, by their numbers.
type daeCorner struct{ point, coordinate int }

// polygon adds a face as a fan.
func (s *daeSurface) polygon(corners []daeCorner, coordinates [][2]float32, symbol string) error {
	for k := 2; k < len(corners); k++ {
		for _, c := range [3]daeCorner{corners[0], corners[k-1], corners[k]} {
			if c.point < 0 || c.point >= len(s.points) {
				return fmt.Errorf("point %d of %d", c.point, len(s.points))
			}
			var uv [2]float32
			if c.coordinate >= 0 && c.coordinate < len(coordinates) {
				uv = coordinates[c.coordinate]
			}
			s.indices, s.uv = append(s.indices, uint32(c.point)), append(s.uv, uv)
		}
		s.symbols = append(s.symbols, symbol)
	}
	if len(s.indices) > 3*model.MaxTriangles {
		return errTriangles
	}
	return nil
}

// faces adds the faces of a list, as fans.
func (s *daeSurface) faces(f *daeFaces, coordinates [][2]float32) error {
	width, offset, textured := 1, 0, -1
	for _, in := range f.Inputs {
		if in.Offset < 0 || in.Offset > 64 {
			return fmt.Errorf("an input offset of %d", in.Offset)
		}
		width = max(width, in.Offset+1)
		switch {
		case in.Semantic == "VERTEX":
			offset = in.Offset
		case in.Semantic == "TEXCOORD" && textured < 0:
			textured = in.Offset
		}
	}
	counts, err := daeInts(f.Counts)
	if err != nil {
		return err
	}
	add := func(corners []daeCorner) error { return s.polygon(corners, coordinates, f.Material) }
	for _, text := range f.Points {
		x, err := daeInts(text)
		if err != nil {
			return err
		}
		var list []daeCorner
		for k := 0; k+offset < len(x); k += width {
			c := daeCorner{x[k+offset], -1}
			if textured >= 0 && k+textured < len(x) {
				c.coordinate = x[k+textured]
			}
			list = append(list, c)
		}
		switch {
		case len(counts) > 0: // a polylist: so many corners each
			for _, n := range counts {
				if n < 0 || n > len(list) {
					return errors.New("the corners of a polygon are missing")
				}
				if err := add(list[:n]); err != nil {
					return err
				}
				list = list[n:]
			}
		case len(f.Points) > 1: // polygons: one p each
			if err := add(list); err != nil {
				return err
			}
		default:
			for ; len(list) >= 3; list = list[3:] {
				if err := add(list[:3]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
