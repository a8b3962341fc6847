package animation

import (
	"fmt"
	"io"
	"math"

	"github.com/qmuntal/gltf"

	"tumble/internal/app/stage"
	"tumble/internal/keyframe"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// writer makes the document of a take.
type writer struct {
	buffer
	take      *Take
	meshes    map[meshKey]int
	shapes    map[geometry]*gltf.Primitive
	materials map[paint]int
	moves     *gltf.Animation
}

// meshKey is a geometry with a material: parts with the same share a mesh.
type meshKey struct {
	geometry geometry
	material int
}

// paint is a material of glTF.
type paint struct {
	color    [4]float64
	emission [3]float64
	rough    float64
	metallic float64
}

// WriteGLB ends the take and writes it as a binary glTF 2.0 of one animation, seen from a view with a vertical angle
// (rad). Bodies are nodes with their names, at most MaxError away from where they were at each step, or a hundredth
// of their radius if that is less; floating-point numbers of positions are as exact as the engine's.
func (t *Take) WriteGLB(out io.Writer, view scenes.View, angle float32) error {
	t.end()
	doc := gltf.NewDocument()
	doc.Asset.Generator = "Tumble"
	doc.Scenes[0].Name = t.title
	w := &writer{
		buffer: buffer{doc: doc}, take: t, meshes: map[meshKey]int{},
		shapes: map[geometry]*gltf.Primitive{}, materials: map[paint]int{}, moves: &gltf.Animation{Name: t.title},
	}
	w.camera(view, angle)
	w.floor()
	for _, b := range t.bodies {
		if err := w.body(b); err != nil {
			return err
		}
	}
	for _, p := range t.parts {
		if p.body == nil {
			n := w.part(p)
			doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, n)
		}
	}
	w.markers()
	if len(w.moves.Channels) > 0 {
		doc.Animations = []*gltf.Animation{w.moves}
	}
	w.join()
	e := gltf.NewEncoder(out)
	e.AsBinary = true
	if err := e.Encode(doc); err != nil {
		return fmt.Errorf("app: animation: %w", err)
	}
	return nil
}

// node adds a node and returns its index.
func (w *writer) node(n *gltf.Node) int {
	w.doc.Nodes = append(w.doc.Nodes, n)
	return len(w.doc.Nodes) - 1
}

// root adds a node of the scene.
func (w *writer) root(n *gltf.Node) int {
	i := w.node(n)
	w.doc.Scenes[0].Nodes = append(w.doc.Scenes[0].Nodes, i)
	return i
}

// nodeAt is a node at a placement.
func nodeAt(name string, at vec.Transform) *gltf.Node {
	return &gltf.Node{Name: name, Translation: wide(at.P), Rotation: unitOf(at.Q)}
}

func wide(v vec.Vec3) [3]float64 { return [3]float64{float64(v.X), float64(v.Y), float64(v.Z)} }

// unitOf is a rotation of exactly unit length in double precision.
func unitOf(q vec.Quat) [4]float64 {
	x := [4]float64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
	l := math.Sqrt(x[0]*x[0] + x[1]*x[1] + x[2]*x[2] + x[3]*x[3])
	if !(l > 0) {
		return gltf.DefaultRotation
	}
	for i := range x {
		x[i] /= l
	}
	return x
}

// camera writes the view.
func (w *writer) camera(view scenes.View, angle float32) {
	s := stage.CameraOf(view)
	n := nodeAt("camera", cameraAt(s))
	n.Camera = gltf.Index(0)
	near, far := float64(s.Distance)/100, float64(s.Distance)*100
	w.doc.Cameras = []*gltf.Camera{{Name: "camera", Type: "perspective", Perspective: &gltf.Perspective{
		Yfov: float64(angle), Znear: near, Zfar: &far,
	}}}
	w.root(n)
}

// cameraAt is where a camera of glTF is, which looks along −z.
func cameraAt(s renderer.CameraState) vec.Transform {
	rotation := vec.QuatAxisAngle(vec.AxisY, s.Yaw).Mul(vec.QuatAxisAngle(vec.AxisX, -s.Pitch))
	eye := vec.V3(s.Pivot[0], s.Pivot[1], s.Pivot[2]).Add(rotation.Rotate(vec.V3(0, 0, s.Distance)))
	return vec.Transform{P: eye, Q: rotation}
}

// reach is the half side of the ground (m).
func (t *Take) reach() float32 { return max(leastGround, groundReach*t.radius) }

// floor writes the ground of the picture, as wide as it is seen.
func (w *writer) floor() {
	t := w.take
	half := t.reach()
	first := len(w.doc.Accessors)
	w.vectors(viewVector, [][3]float32{{-half, 0, half}, {half, 0, half}, {half, 0, -half}, {-half, 0, -half}})
	w.vectors(viewVector, [][3]float32{{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}})
	w.indices([]uint32{0, 1, 2, 0, 2, 3}, 4)
	m := renderer.DefaultMaterial()
	m.Roughness = 1
	w.doc.Meshes = append(w.doc.Meshes, &gltf.Mesh{Name: "ground", Primitives: []*gltf.Primitive{{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: first, gltf.NORMAL: first + 1},
		Indices:    gltf.Index(first + 2),
		Material:   gltf.Index(w.material(&stage.Part{Color: t.light.Ground.Color, Material: m})),
	}}})
	n := nodeAt("ground", vec.Transform{P: vec.V3(t.center.X, t.ground, t.center.Z), Q: vec.QuatIdentity})
	n.Mesh = gltf.Index(len(w.doc.Meshes) - 1)
	w.root(n)
}

// body writes a body with its parts and its motion. A body that is one part placed as the body is a single node.
func (w *writer) body(b *body) error {
	positions, rotations := b.track.Keys()
	if !positions[0].At.IsFinite() || !rotations[0].At.IsFinite() {
		return fmt.Errorf("app: animation: body %s is at %v", b.name, positions[0].At)
	}
	var moving []*part
	for _, p := range b.parts {
		if p.body != nil {
			moving = append(moving, p)
		}
	}
	if len(moving) == 0 {
		// the body is invisible
		return nil
	}
	n := nodeAt(b.name, vec.Transform{P: positions[0].At, Q: rotations[0].At})
	at := w.root(n)
	if len(moving) == 1 && moving[0].node.Local == vec.TransformIdentity {
		w.show(moving[0], n, at)
	} else {
		for _, p := range moving {
			n.Children = append(n.Children, w.part(p))
		}
	}
	w.positions(at, gltf.TRSTranslation, positions)
	w.rotations(at, rotations, b.short())
	return nil
}

// positions adds the keys of a translation or a scale; a single key becomes the value of the node.
func (w *writer) positions(node int, path gltf.TRSProperty, keys []keyframe.PositionKey) {
	if len(keys) < 2 {
		return
	}
	times, values := make([]float32, len(keys)), make([][3]float32, len(keys))
	for i, k := range keys {
		times[i], values[i] = k.Time, [3]float32{k.At.X, k.At.Y, k.At.Z}
	}
	w.channel(node, path, gltf.InterpolationLinear, times, w.vectors(viewPosition, values))
}

// rotations adds the keys of a rotation, in 16 bits a part if that is enough.
func (w *writer) rotations(node int, keys []keyframe.RotationKey, short bool) {
	if len(keys) < 2 {
		return
	}
	times, values := make([]float32, len(keys)), make([][4]float32, len(keys))
	for i, k := range keys {
		times[i], values[i] = k.Time, [4]float32{k.At.X, k.At.Y, k.At.Z, k.At.W}
	}
	w.channel(node, gltf.TRSRotation, gltf.InterpolationLinear, times, w.quaternions(values, short))
}

// part writes a part as a node of its own.
func (w *writer) part(p *part) int {
	n := nodeAt("", p.node.Local)
	at := w.node(n)
	w.show(p, n, at)
	return at
}

// show gives a node the mesh of a part, for the time that the part is there.
func (w *writer) show(p *part, n *gltf.Node, at int) {
	n.Mesh, n.Scale = gltf.Index(w.mesh(p)), wide(p.node.Scale)
	size := [3]float32{p.node.Scale.X, p.node.Scale.Y, p.node.Scale.Z}
	times, sizes := []float32{p.born}, [][3]float32{size}
	if p.born > 0 {
		times, sizes = []float32{0, p.born}, [][3]float32{{}, size}
	}
	if p.ended < w.take.now() {
		times, sizes = append(times, p.ended), append(sizes, [3]float32{})
	}
	if len(times) > 1 {
		w.channel(at, gltf.TRSScale, gltf.InterpolationStep, times, w.vectors(viewPosition, sizes))
	}
}

// channel adds the motion of one property of a node, whose values are an accessor.
func (w *writer) channel(node int, path gltf.TRSProperty, how gltf.Interpolation, times []float32, values int) {
	sampler := &gltf.AnimationSampler{Input: w.times(times), Output: values, Interpolation: how}
	w.moves.Samplers = append(w.moves.Samplers, sampler)
	w.moves.Channels = append(w.moves.Channels, &gltf.AnimationChannel{
		Sampler: len(w.moves.Samplers) - 1, Target: gltf.AnimationChannelTarget{Node: gltf.Index(node), Path: path},
	})
}

// mesh returns the mesh of a part.
func (w *writer) mesh(p *part) int {
	key := meshKey{geometryOf(p), w.material(&p.look)}
	if i, ok := w.meshes[key]; ok {
		return i
	}
	shape, ok := w.shapes[key.geometry]
	if !ok {
		shape = w.primitive(key.geometry)
		w.shapes[key.geometry] = shape
	}
	own := *shape
	own.Material = gltf.Index(key.material)
	w.doc.Meshes = append(w.doc.Meshes, &gltf.Mesh{Primitives: []*gltf.Primitive{&own}})
	i := len(w.doc.Meshes) - 1
	w.meshes[key] = i
	return i
}

// primitive writes a geometry.
func (w *writer) primitive(g geometry) *gltf.Primitive {
	vertices, indices := g.triangles()
	var points, normals [][3]float32
	var shades []float32
	for _, v := range vertices {
		points, normals, shades = append(points, v.at), append(normals, v.normal), append(shades, v.shade)
	}
	a := gltf.PrimitiveAttributes{gltf.POSITION: w.vectors(viewVector, points)}
	a[gltf.NORMAL] = w.vectors(viewVector, normals)
	if g.shade > 0 {
		a[gltf.COLOR_0] = w.shades(shades)
	}
	return &gltf.Primitive{Attributes: a, Indices: gltf.Index(w.indices(indices, len(vertices)))}
}

// material returns the material of a part as far as glTF has it. Only the window has grains and rounded edges.
func (w *writer) material(p *stage.Part) int {
	m := &p.Material
	tint := [3]float64{float64(m.Tint.R), float64(m.Tint.G), float64(m.Tint.B)}
	c := paint{rough: round(float64(m.Roughness)), metallic: round(float64(m.Metallic))}
	for i, part := range [3]uint8{p.Color.R(), p.Color.G(), p.Color.B()} {
		c.color[i] = min(round(linear(part)*tint[i]), 1)
		c.emission[i] = min(round(c.color[i]*float64(m.Emission)), 1)
	}
	c.color[3] = round(float64(p.Color.A()) / 255)
	if p.Sensor {
		c.color[3] = sensorOpacity
	}
	if i, ok := w.materials[c]; ok {
		return i
	}
	g := &gltf.Material{EmissiveFactor: c.emission, PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &c.color, RoughnessFactor: &c.rough, MetallicFactor: &c.metallic,
	}}
	if c.color[3] < 1 {
		g.AlphaMode = gltf.AlphaBlend
	}
	w.doc.Materials = append(w.doc.Materials, g)
	i := len(w.doc.Materials) - 1
	w.materials[c] = i
	return i
}

// round keeps four digits: no eye sees more, and the text of the document is shorter.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// linear is the light of a component of a colour in sRGB (IEC 61966-2-1).
func linear(part uint8) float64 {
	x := float64(part) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
