package gltfscene

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/qmuntal/gltf"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// single is a number in single precision, written with the fewest digits that read back to it.
type single float32

// MarshalJSON writes the number.
func (x single) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(x), 'g', -1, 32), nil
}

// exact is x in double precision with few digits, if those read back to x.
func exact(x float32) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	if err != nil || math.Float32bits(float32(y)) != math.Float32bits(x) {
		return float64(x)
	}
	return y
}

func vector(v vec.Vec3) []single { return []single{single(v.X), single(v.Y), single(v.Z)} }
func rotation(q vec.Quat) []single {
	return []single{single(q.X), single(q.Y), single(q.Z), single(q.W)}
}
func vector64(v vec.Vec3) [3]float64 { return [3]float64{exact(v.X), exact(v.Y), exact(v.Z)} }
func rotation64(q vec.Quat) [4]float64 {
	return [4]float64{exact(q.X), exact(q.Y), exact(q.Z), exact(q.W)}
}

// same compares all bits, so that −0 is not 0.
func same(a, b vec.Transform) bool {
	bits := func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) }
	return bits(a.P.X, b.P.X) && bits(a.P.Y, b.P.Y) && bits(a.P.Z, b.P.Z) &&
		bits(a.Q.X, b.Q.X) && bits(a.Q.Y, b.Q.Y) && bits(a.Q.Z, b.Q.Z) && bits(a.Q.W, b.Q.W)
}

// encoder is a document being written.
type encoder struct {
	scene *scenefile.Scene
	doc   *gltf.Document
	data  []byte // the only buffer

	shapes, materials, filters, joints *table
	meshes                             map[any]int
	paints                             map[[6]uint8]int
	bodies                             []int // node of each body
}

// table is a document-level array whose entries are kept once.
type table struct {
	list  []any
	known map[string]int
}

func newTable() *table { return &table{known: map[string]int{}} }

// put returns the index of an entry.
func (t *table) put(entry any) (int, error) {
	text, err := json.Marshal(entry)
	if err != nil {
		return 0, fmt.Errorf("gltfscene: %w", err)
	}
	i, ok := t.known[string(text)]
	if !ok {
		i = len(t.list)
		t.known[string(text)] = i
		t.list = append(t.list, entry)
	}
	return i, nil
}

// Encode writes a scene as glTF: the whole in one JSON text, or as a binary file.
func Encode(s *scenefile.Scene, asBinary bool) ([]byte, error) {
	e := &encoder{
		scene: s, shapes: newTable(), materials: newTable(), filters: newTable(), joints: newTable(),
		meshes: map[any]int{}, paints: map[[6]uint8]int{},
		doc: &gltf.Document{
			Asset:          gltf.Asset{Version: "2.0", Generator: "Tumble"},
			ExtensionsUsed: []string{extBodies, extOwn}, Scene: gltf.Index(0), Scenes: []*gltf.Scene{{}},
			Extensions: gltf.Extensions{},
		},
	}
	if len(s.Bodies) > scenefile.MaxBodies || len(s.Joints) > scenefile.MaxJoints || s.CopyCount() > scenefile.MaxCopies {
		return nil, fmt.Errorf("gltfscene: %d bodies, %d copies of them and %d joints: at most %d, %d and %d can be read back", len(s.Bodies),
			s.CopyCount(), len(s.Joints), scenefile.MaxBodies, scenefile.MaxCopies, scenefile.MaxJoints)
	}
	for i := range s.Bodies {
		if err := e.body(&s.Bodies[i]); err != nil {
			return nil, fmt.Errorf("gltfscene: body %q: %w", s.Bodies[i].Def.Name, err)
		}
	}
	for i := range s.Joints {
		if err := e.joint(&s.Joints[i]); err != nil {
			return nil, fmt.Errorf("gltfscene: joint %d: %w", i, err)
		}
	}
	e.camera()
	e.document()
	return e.write(asBinary)
}

func (e *encoder) write(asBinary bool) ([]byte, error) {
	if len(e.data) > 0 {
		buffer := &gltf.Buffer{ByteLength: len(e.data), Data: e.data}
		if !asBinary {
			buffer.EmbeddedResource()
		}
		e.doc.Buffers = []*gltf.Buffer{buffer}
	}
	var out bytes.Buffer
	w := gltf.NewEncoder(&out)
	w.AsBinary = asBinary
	if !asBinary {
		w.SetJSONIndent("", " ")
	}
	if err := w.Encode(e.doc); err != nil {
		return nil, fmt.Errorf("gltfscene: %w", err)
	}
	return out.Bytes(), nil
}

// node adds a node below a parent, −1 for the scene itself.
func (e *encoder) node(parent int, n *gltf.Node) int {
	i := len(e.doc.Nodes)
	e.doc.Nodes = append(e.doc.Nodes, n)
	if parent < 0 {
		e.doc.Scenes[0].Nodes = append(e.doc.Scenes[0].Nodes, i)
	} else {
		p := e.doc.Nodes[parent]
		p.Children = append(p.Children, i)
	}
	return i
}

func nodeAt(name string, at vec.Transform) *gltf.Node {
	n := &gltf.Node{Name: name, Translation: vector64(at.P), Rotation: rotation64(at.Q), Scale: gltf.DefaultScale, Matrix: gltf.DefaultMatrix}
	// the library leaves out what equals the default, and −0 equals 0 but has other bits
	if at.P == (vec.Vec3{}) && !same(vec.Transform{P: at.P}, vec.Transform{}) ||
		at.Q == vec.QuatIdentity && !same(vec.Transform{Q: at.Q}, vec.TransformIdentity) {
		extend(n, extOwn, object{"at": append(vector(at.P), rotation(at.Q)...)})
	}
	return n
}

// extend puts something into an extension of a node.
func extend(n *gltf.Node, name string, content object) {
	if len(content) == 0 {
		return
	}
	if n.Extensions == nil {
		n.Extensions = gltf.Extensions{}
	}
	if old, ok := n.Extensions[name].(object); ok {
		for k, v := range content {
			old[k] = v
		}
		return
	}
	n.Extensions[name] = content
}

// body writes a body, its shapes and what it is drawn with.
func (e *encoder) body(b *scenefile.Body) error {
	place := vec.Transform{P: b.Def.Position, Q: b.Def.Rotation.Unit()}
	if len(b.Copies) > 0 {
		// all places are in the list of the copies
		place = vec.TransformIdentity
	}
	n := nodeAt(b.Def.Name, place)
	index := e.node(-1, n)
	e.bodies = append(e.bodies, index)
	own := ownBody(b)
	if b.Def.Type != physics.Static {
		extend(n, extBodies, object{"motion": e.motion(b, own)})
	} else {
		own["static"] = true
	}
	extend(n, extOwn, own)
	for k := range b.Shapes {
		if err := e.shape(index, b, k); err != nil {
			return fmt.Errorf("shape %d: %w", k, err)
		}
	}
	if len(b.Copies) > 0 {
		e.copies(b, n)
	}
	for i := range b.Drawings {
		d := &b.Drawings[i]
		child := nodeAt("", d.Local)
		child.Mesh = gltf.Index(e.drawing(d))
		e.node(index, child)
	}
	return nil
}

// motion writes what KHR_physics_rigid_bodies knows of a moving body.
func (e *encoder) motion(b *scenefile.Body, own object) object {
	m := object{}
	if b.Def.Type == physics.Kinematic {
		m["isKinematic"] = true
	}
	if b.Def.GravityScale != 1 {
		m["gravityFactor"] = single(b.Def.GravityScale)
	}
	q := b.Def.Rotation.Unit()
	put := func(name string, v vec.Vec3) {
		if v == (vec.Vec3{}) {
			return
		}
		m[name] = vector(q.InvRotate(v))
		own[name] = vector(v)
	}
	put("linearVelocity", b.Linear)
	put("angularVelocity", b.Angular)
	if b.Def.Type != physics.Dynamic {
		return m
	}
	mass := b.Mass
	if mass.Mass == 0 && mass.Center == nil && mass.Inertia == nil {
		// that of the shapes: for other programs, which have other densities
		data, ok := shapeMass(b)
		if !ok {
			return m
		}
		own["shapeMass"] = true
		mass = scenefile.Mass{Mass: data.Mass, Center: &data.Center, Inertia: &data.Inertia}
	} else if i := mass.Inertia; i != nil {
		own["inertia"] = []single{single(i.XX), single(i.YY), single(i.ZZ), single(i.XY), single(i.XZ), single(i.YZ)}
	}
	if mass.Mass > 0 {
		m["mass"] = single(mass.Mass)
	}
	if mass.Center != nil {
		m["centerOfMass"] = vector(*mass.Center)
	}
	if mass.Inertia != nil {
		diagonal, turn := principal(*mass.Inertia)
		m["inertiaDiagonal"] = vector(diagonal)
		if turn != vec.QuatIdentity {
			m["inertiaOrientation"] = rotation(turn)
		}
	}
	return m
}

// shapeMass returns the mass that a body has by its shapes.
func shapeMass(b *scenefile.Body) (physics.MassData, bool) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return physics.MassData{}, false
	}
	body, err := w.CreateBody(b.Def)
	if err != nil {
		return physics.MassData{}, false
	}
	for i := range b.Shapes {
		if _, err := body.CreateShape(b.Shapes[i].Geometry, b.Shapes[i].Def); err != nil {
			return physics.MassData{}, false
		}
	}
	return body.MassData(), len(b.Shapes) > 0
}

// ownBody is what the extension says of a body.
func ownBody(b *scenefile.Body) object {
	d := &b.Def
	own := object{}
	if d.LinearDamping != 0 {
		own["linearDamping"] = single(d.LinearDamping)
	}
	if d.AngularDamping != 0 {
		own["angularDamping"] = single(d.AngularDamping)
	}
	if d.Bullet {
		own["ccd"] = true
	}
	if !d.AllowSleep {
		own["allowSleep"] = false
	}
	if d.SleepSpeed >= 0 {
		own["sleepSpeed"] = single(d.SleepSpeed)
	}
	if !d.Awake {
		own["sleeping"] = true
	}
	if !d.Enabled {
		own["disabled"] = true
	}
	var locks []string
	for bit, name := range lockNames {
		if d.Locks>>bit&1 != 0 {
			locks = append(locks, name)
		}
	}
	if locks != nil {
		own["lockAxes"] = locks
	}
	putOrder(own, b.Order)
	putTag(own, d.UserTag)
	return own
}

func putOrder(own object, order uint64) {
	if order > 0 {
		own["order"] = order
	}
}

func putTag(own object, tag uint64) {
	if tag != 0 {
		own["tag"] = hexadecimal(tag)
	}
}

func hexadecimal(x uint64) string { return strconv.FormatUint(x, 16) }

// principal returns the principal moments of an inertia and the rotation from their axes to those
// of the body. Method: cyclic Jacobi rotations.
func principal(m vec.Mat3) (vec.Vec3, vec.Quat) {
	a := [3][3]float64{{float64(m.XX), float64(m.XY), float64(m.XZ)}, {float64(m.XY), float64(m.YY), float64(m.YZ)}, {float64(m.XZ), float64(m.YZ), float64(m.ZZ)}}
	v := unitMat // columns are the axes
	for range 30 {
		off := a[0][1]*a[0][1] + a[0][2]*a[0][2] + a[1][2]*a[1][2]
		trace := a[0][0] + a[1][1] + a[2][2]
		if off <= 1e-24*trace*trace {
			break
		}
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := pq[0], pq[1]
			if a[p][q] == 0 {
				continue
			}
			theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
			t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
			if theta < 0 {
				t = -t
			}
			c := 1 / math.Sqrt(t*t+1)
			s := t * c
			for k := range 3 {
				x, y := a[k][p], a[k][q]
				a[k][p], a[k][q] = c*x-s*y, s*x+c*y
			}
			for k := range 3 {
				x, y := a[p][k], a[q][k]
				a[p][k], a[q][k] = c*x-s*y, s*x+c*y
				v[p][k], v[q][k] = c*v[p][k]-s*v[q][k], s*v[p][k]+c*v[q][k]
			}
		}
	}
	if v.det() < 0 {
		v[2] = vec3{-v[2][0], -v[2][1], -v[2][2]}
	}
	turn := vec.QuatIdentity
	if v != unitMat {
		turn = v.quat().single()
	}
	return vec3{a[0][0], a[1][1], a[2][2]}.single(), turn
}

// camera writes the view of the scene as a camera and in the extension.
func (e *encoder) camera() {
	v := e.scene.View
	if !(v.Distance > 0) {
		return
	}
	forward := along(v.Yaw, v.Pitch)
	const radians = math.Pi / 180
	yaw := vec.QuatAxisAngle(vec.AxisY, v.Yaw*radians)
	pitch := vec.QuatAxisAngle(vec.AxisX, -v.Pitch*radians)
	n := nodeAt("camera", vec.Transform{P: v.Target.MulAdd(-v.Distance, forward), Q: yaw.Mul(pitch).Norm()})
	n.Camera = gltf.Index(0)
	e.doc.Cameras = []*gltf.Camera{{Type: "perspective", Perspective: &gltf.Perspective{Yfov: 0.8, Znear: 0.05}}}
	e.node(-1, n)
}

// document writes what belongs to the scene as a whole.
func (e *encoder) document() {
	s := e.scene
	settings := object{}
	for _, f := range ownSettings() {
		switch x := f.Value(s.Settings); {
		case x == f.Value(physics.DefaultSettings()):
		case f.Switch:
			settings[f.Key] = x != 0
		default:
			settings[f.Key] = single(x)
		}
	}
	own := object{"gravity": vector(s.Settings.Gravity), "hz": s.Rate(), "substeps": s.Settings.SubSteps}
	if len(settings) > 0 {
		own["settings"] = settings
	}
	if s.Text != "" {
		own["text"] = s.Text
	}
	if s.Steps > 0 {
		own["seconds"] = single(float32(s.Steps) / float32(s.Rate()))
	}
	if v := s.View; v.Distance > 0 {
		own["camera"] = object{"target": vector(v.Target), "distance": single(v.Distance), "yaw": single(v.Yaw), "pitch": single(v.Pitch)}
	}
	e.doc.Extensions[extOwn] = own
	bodies := object{}
	for name, t := range map[string]*table{"physicsMaterials": e.materials, "collisionFilters": e.filters, "physicsJoints": e.joints} {
		if len(t.list) > 0 {
			bodies[name] = t.list
		}
	}
	if len(bodies) > 0 {
		e.doc.Extensions[extBodies] = bodies
	}
	if len(e.shapes.list) > 0 {
		e.doc.Extensions[extShapes] = object{"shapes": e.shapes.list}
		e.doc.ExtensionsUsed = append([]string{extShapes}, e.doc.ExtensionsUsed...)
	}
}
