package gltfscene

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/qmuntal/gltf"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// solid is a mesh to write: a polygon soup with shared corners.
type solid struct {
	points  []vec.Vec3
	indices []uint32
}

func (s *solid) quad(a, b, c, d uint32) { s.indices = append(s.indices, a, b, c, a, c, d) }

// paintKeys of bodies: a program that draws the file shows what moves and what does not.
var (
	paintMoving = [6]uint8{217, 98, 43, 255, 140, 0}
	paintStatic = [6]uint8{133, 137, 142, 255, 180, 0}
	paintSensor = [6]uint8{56, 198, 160, 90, 180, 0}
)

// shapeMesh returns a mesh that shows a shape. Hulls and triangle meshes are made of it, the others
// have it for programs that draw no shapes; Tumble itself does and skips it.
func (e *encoder) shapeMesh(g physics.Geometry, f *form, b *scenefile.Body, sensor bool) (int, error) {
	paint := paintMoving
	switch {
	case sensor:
		paint = paintSensor
	case b.Def.Type == physics.Static:
		paint = paintStatic
	}
	var key any = struct {
		g     physics.Geometry
		paint [6]uint8
	}{g, paint}
	if f.shape != nil {
		// equal shapes at other places share a mesh
		key = fmt.Sprint(f.shape, paint)
	}
	if i, ok := e.meshes[key]; ok {
		return i, nil
	}
	s, err := solidOf(g)
	if err != nil {
		return 0, err
	}
	i := e.addMesh("", &s, paint)
	e.doc.Meshes[i].Extensions = gltf.Extensions{extOwn: object{"showsShape": true}}
	e.meshes[key] = i
	return i, nil
}

// drawing returns the mesh of what a body is drawn with.
func (e *encoder) drawing(d *scenefile.Drawing) int {
	paint := [6]uint8{d.Color[0], d.Color[1], d.Color[2], d.Color[3], uint8(255*d.Roughness + 0.5), uint8(255*d.Metallic + 0.5)}
	key := struct {
		m     *scenes.DrawMesh
		paint [6]uint8
	}{d.Mesh, paint}
	i, ok := e.meshes[key]
	if !ok {
		i = e.addMesh(d.Mesh.Label, &solid{d.Mesh.Points, d.Mesh.Indices}, paint)
		e.meshes[key] = i
	}
	return i
}

func (e *encoder) addMesh(name string, s *solid, paint [6]uint8) int {
	p := &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: e.positions(s.points)},
		Material:   gltf.Index(e.paint(paint)),
	}
	if len(s.indices) > 0 {
		p.Indices = gltf.Index(e.indices(s.indices, len(s.points)))
	}
	e.doc.Meshes = append(e.doc.Meshes, &gltf.Mesh{Name: name, Primitives: []*gltf.Primitive{p}})
	return len(e.doc.Meshes) - 1
}

// paint returns a material: red, green, blue and opacity in sRGB, roughness and metallic.
func (e *encoder) paint(c [6]uint8) int {
	if i, ok := e.paints[c]; ok {
		return i
	}
	linear := func(x uint8) float64 { return float64(toLinear(float32(x) / 255)) }
	part := func(x uint8) *float64 { return gltf.Float(float64(x) / 255) }
	m := &gltf.Material{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{linear(c[0]), linear(c[1]), linear(c[2]), float64(c[3]) / 255},
		RoughnessFactor: part(c[4]), MetallicFactor: part(c[5]),
	}}
	if c[3] < 255 {
		m.AlphaMode = gltf.AlphaBlend
	}
	e.doc.Materials = append(e.doc.Materials, m)
	e.paints[c] = len(e.doc.Materials) - 1
	return e.paints[c]
}

// view appends data to the buffer as a view of its own.
func (e *encoder) view(data []byte, target gltf.Target) int {
	for len(e.data)%4 != 0 {
		e.data = append(e.data, 0)
	}
	e.doc.BufferViews = append(e.doc.BufferViews, &gltf.BufferView{ByteOffset: len(e.data), ByteLength: len(data), Target: target})
	e.data = append(e.data, data...)
	return len(e.doc.BufferViews) - 1
}

func (e *encoder) positions(points []vec.Vec3) int {
	data := make([]byte, 0, 12*len(points))
	box := vec.EmptyAABB
	for _, p := range points {
		box = box.Include(p)
		for _, x := range [3]float32{p.X, p.Y, p.Z} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	wide := func(v vec.Vec3) []float64 { return []float64{float64(v.X), float64(v.Y), float64(v.Z)} }
	e.doc.Accessors = append(e.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(e.view(data, gltf.TargetArrayBuffer)), ComponentType: gltf.ComponentFloat, Type: gltf.AccessorVec3,
		Count: len(points), Min: wide(box.Min), Max: wide(box.Max),
	})
	return len(e.doc.Accessors) - 1
}

// copies writes the places of equal static bodies as instances of the node, which other programs draw.
func (e *encoder) copies(b *scenefile.Body, n *gltf.Node) {
	places := []float32{b.Def.Position.X, b.Def.Position.Y, b.Def.Position.Z}
	q := b.Def.Rotation.Unit()
	turns := []float32{q.X, q.Y, q.Z, q.W}
	for _, c := range b.Copies {
		places = append(places, c.P.X, c.P.Y, c.P.Z)
		turns = append(turns, c.Q.X, c.Q.Y, c.Q.Z, c.Q.W)
	}
	count := len(b.Copies) + 1
	at := e.scalars(floatBytes(places), gltf.ComponentFloat, gltf.AccessorVec3, count)
	turned := e.scalars(floatBytes(turns), gltf.ComponentFloat, gltf.AccessorVec4, count)
	extend(n, extOwn, object{"copies": object{"translation": at, "rotation": turned}})
	if n.Mesh == nil {
		return
	}
	extend(n, extInstances, object{"attributes": object{"TRANSLATION": at, "ROTATION": turned}})
	if !slices.Contains(e.doc.ExtensionsUsed, extInstances) {
		e.doc.ExtensionsUsed = append(e.doc.ExtensionsUsed, extInstances)
	}
}

// extInstances draws a node at many places.
const extInstances = "EXT_mesh_gpu_instancing"

func floatBytes(list []float32) []byte {
	data := make([]byte, 0, 4*len(list))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return data
}

// numbers and shorts append an accessor for the extension.
func (e *encoder) numbers(list []float32) int {
	return e.scalars(floatBytes(list), gltf.ComponentFloat, gltf.AccessorScalar, len(list))
}

func (e *encoder) shorts(list []uint16) int {
	data := make([]byte, 0, 2*len(list))
	for _, x := range list {
		data = binary.LittleEndian.AppendUint16(data, x)
	}
	return e.scalars(data, gltf.ComponentUshort, gltf.AccessorScalar, len(list))
}

func (e *encoder) scalars(data []byte, kind gltf.ComponentType, form gltf.AccessorType, count int) int {
	e.doc.Accessors = append(e.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(e.view(data, 0)), ComponentType: kind, Type: form, Count: count,
	})
	return len(e.doc.Accessors) - 1
}

func (e *encoder) indices(list []uint32, limit int) int {
	var data []byte
	kind := gltf.ComponentUshort
	if limit > math.MaxUint16 {
		kind = gltf.ComponentUint
	}
	for _, x := range list {
		if kind == gltf.ComponentUint {
			data = binary.LittleEndian.AppendUint32(data, x)
		} else {
			data = binary.LittleEndian.AppendUint16(data, uint16(x))
		}
	}
	e.doc.Accessors = append(e.doc.Accessors, &gltf.Accessor{
		BufferView: gltf.Index(e.view(data, gltf.TargetElementArrayBuffer)), ComponentType: kind, Type: gltf.AccessorScalar, Count: len(list),
	})
	return len(e.doc.Accessors) - 1
}

// planeHalf is the half side (m) of the part of a plane that is shown.
const planeHalf = 50

// solidOf returns the surface of a geometry where its form has it: centred, with y upwards.
func solidOf(g physics.Geometry) (solid, error) {
	var s solid
	switch g := g.(type) {
	case physics.Box:
		boxSolid(&s, g.Half)
	case physics.Plane:
		s.points = []vec.Vec3{vec.V3(-planeHalf, 0, -planeHalf), vec.V3(-planeHalf, 0, planeHalf), vec.V3(planeHalf, 0, planeHalf), vec.V3(planeHalf, 0, -planeHalf)}
		s.quad(0, 1, 2, 3)
	case physics.Sphere:
		lathe(&s, roundProfile(0, 0, g.Radius, g.Radius))
	case physics.Capsule:
		h := g.A.Dist(g.B) / 2
		lathe(&s, roundProfile(-h, h, g.Radius, g.Radius))
	case physics.TaperedCapsule:
		h := g.A.Dist(g.B) / 2
		lathe(&s, roundProfile(-h, h, g.RadiusA, g.RadiusB))
	case physics.Cylinder:
		h := g.A.Dist(g.B) / 2
		lathe(&s, [][2]float32{{0, -h}, {g.Radius, -h}, {g.Radius, h}, {0, h}})
	case physics.Cone:
		h := g.Base.Dist(g.Apex) / 2
		lathe(&s, [][2]float32{{0, -h}, {g.Radius, -h}, {0, h}})
	case physics.Hull:
		s.points = g.Vertices()
		var loop []int
		for f := range g.FaceCount() {
			loop, _ = g.Face(f, loop[:0])
			for i := 2; i < len(loop); i++ {
				s.indices = append(s.indices, uint32(loop[0]), uint32(loop[i-1]), uint32(loop[i]))
			}
		}
	case physics.Mesh:
		def := g.Def()
		s.points, s.indices = def.Vertices, def.Indices
	case physics.HeightField:
		for i, p := range g.Triangles(nil) {
			s.points, s.indices = append(s.points, p), append(s.indices, uint32(i))
		}
	default:
		return s, fmt.Errorf("a %T has no surface", g)
	}
	return s, nil
}

func boxSolid(s *solid, h vec.Vec3) {
	for i := range 8 {
		p := h
		if i&1 == 0 {
			p.X = -p.X
		}
		if i&2 == 0 {
			p.Y = -p.Y
		}
		if i&4 == 0 {
			p.Z = -p.Z
		}
		s.points = append(s.points, p)
	}
	for _, q := range [6][4]uint32{{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}} {
		s.quad(q[0], q[1], q[2], q[3])
	}
}

// roundProfile is the outline of two balls above one another: radius and height.
func roundProfile(low, high, bottom, top float32) [][2]float32 {
	const arcs = 6
	var out [][2]float32
	for k := range 2*arcs + 1 {
		s, c := math.Sincos(math.Pi * (float64(k)/(2*arcs) - 0.5))
		if k <= arcs {
			out = append(out, [2]float32{bottom * float32(c), low + bottom*float32(s)})
		}
		if k >= arcs && (k > arcs || high > low) {
			out = append(out, [2]float32{top * float32(c), high + top*float32(s)})
		}
	}
	out[0][0], out[len(out)-1][0] = 0, 0
	return out
}

// lathe turns an outline from bottom to top around the y axis.
func lathe(s *solid, profile [][2]float32) {
	const around = 20
	var rows [][]uint32
	for _, p := range profile {
		var row []uint32
		if p[0] == 0 {
			s.points = append(s.points, vec.V3(0, p[1], 0))
			row = append(row, uint32(len(s.points)-1))
		} else {
			for k := range around {
				sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
				s.points = append(s.points, vec.V3(p[0]*float32(cos), p[1], p[0]*float32(sin)))
				row = append(row, uint32(len(s.points)-1))
			}
		}
		rows = append(rows, row)
	}
	at := func(row []uint32, k int) uint32 { return row[k%len(row)] }
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1], rows[i]
		for k := range around {
			if len(a) > 1 {
				s.indices = append(s.indices, at(a, k), at(b, k), at(a, k+1))
			}
			if len(b) > 1 {
				s.indices = append(s.indices, at(a, k+1), at(b, k), at(b, k+1))
			}
		}
	}
}
