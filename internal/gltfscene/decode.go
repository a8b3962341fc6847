package gltfscene

import (
	"encoding/json"
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// The extensions that scenes are written with.
const (
	extShapes = "KHR_implicit_shapes"
	extBodies = "KHR_physics_rigid_bodies"
	extOwn    = "TUMBLE_physics"
)

// Resources returns a file beside the scene by its relative name. It must not read elsewhere.
type Resources func(name string) ([]byte, error)

// decoder is a file being read.
type decoder struct {
	root  value
	doc   *gltf.Document
	f     *scenefile.Faults
	scene *scenefile.Scene

	resources Resources
	bin       []byte
	buffers   []loaded
	total     int // bytes loaded so far

	nodes   []node
	walked  []int // nodes of the scene, parents first
	systems map[string]int
	scenery int // body that carries what belongs to no other, −1 before it is needed

	meshes    map[int]*mesh
	shapes    map[shapeKey]physics.Geometry
	drawn     map[drawKey][]part
	compounds map[compoundKey]*compound
	// compoundOrder are the keys of compounds as they came
	compoundOrder []compoundKey
	images        map[int]*picture
	refused       int // meshes that made no collider
	triangles     int // used so far by shapes and drawings together
	pixels        int
	copies        int
	frictions     map[string]bool // materials whose two frictions were warned of
}

// node is what is known of a node while the scene is built.
type node struct {
	local   space
	parent  int // −1 for roots
	inScene bool
	world   space
	// body is the body that the node belongs to, −1 for none, and rel its place in the frame of
	// that body. moving is body if that is not a static one, else −1.
	body, moving int
	rel          space
	// bodies, shapes, own are the physics of the node: KHR_physics_rigid_bodies or what means
	// the same, and TUMBLE_physics
	khr, own value
}

// Decode reads a scene. name is what it will be called; resources reads other files that it refers
// to and may be nil. The scene is of use only if no errors were added to the faults.
func Decode(data []byte, name string, resources Resources, f *scenefile.Faults) *scenefile.Scene {
	d := &decoder{
		f: f, scene: scenefile.New(name), resources: resources, systems: map[string]int{}, scenery: -1,
		meshes: map[int]*mesh{}, shapes: map[shapeKey]physics.Geometry{}, drawn: map[drawKey][]part{}, compounds: map[compoundKey]*compound{}, images: map[int]*picture{}, frictions: map[string]bool{},
	}
	text, bin, err := container(data)
	if err == nil {
		d.root, err = parse(text, f)
	}
	if err != nil {
		f.Errorf("", "%v", err)
		return d.scene
	}
	d.bin = bin
	if checkDocument(d.root); f.Failed() {
		return d.scene
	}
	d.doc = &gltf.Document{}
	if err := json.Unmarshal(trimmed(text), d.doc); err != nil {
		f.Errorf("", "%v", err)
		return d.scene
	}
	d.buffers = make([]loaded, len(d.doc.Buffers))
	for _, step := range []func(){d.readSettings, d.readTree, d.readFilters, d.readBodies, d.readShapes, d.readJoints, d.readDrawings, d.readCamera} {
		if step(); f.Failed() {
			return d.scene
		}
	}
	return d.scene
}

// trimmed leaves out what may stand around the JSON.
func trimmed(text []byte) []byte {
	if len(text) >= 3 && text[0] == 0xef {
		return text[3:]
	}
	return text
}

const maxDepth = 1000

// readTree finds where the nodes of the scene are.
func (d *decoder) readTree() {
	list := d.root.at("nodes").list()
	d.nodes = make([]node, len(list))
	for i := range d.nodes {
		ext := list[i].at("extensions")
		d.nodes[i] = node{local: d.localSpace(i), parent: -1, body: -1, moving: -1, khr: nodePhysics(ext), own: ext.at(extOwn)}
		if d.nodes[i].local.finite() {
			continue
		}
		list[i].errorf("its place is not finite")
	}
	for i, n := range d.doc.Nodes {
		for k, child := range n.Children {
			if d.nodes[child].parent >= 0 {
				list[i].path("children", fmt.Sprint(k)).errorf("node %d is already a child of node %d", child, d.nodes[child].parent)
				return
			}
			d.nodes[child].parent = i
		}
	}
	for _, root := range d.roots() {
		if d.nodes[root].parent >= 0 {
			d.f.Errorf(fmt.Sprintf("/nodes/%d", root), "is a root of the scene and a child of node %d", d.nodes[root].parent)
			return
		}
		d.walk(root)
	}
}

// roots are the nodes that the scene begins with.
func (d *decoder) roots() []int {
	if len(d.doc.Scenes) == 0 {
		if len(d.nodes) > 0 {
			d.f.Warnf("/scenes", "there is no scene: all nodes without a parent are taken")
		}
		var roots []int
		for i := range d.nodes {
			if d.nodes[i].parent < 0 {
				roots = append(roots, i)
			}
		}
		return roots
	}
	s := 0
	if d.doc.Scene != nil {
		s = *d.doc.Scene
	}
	return d.doc.Scenes[s].Nodes
}

// walk visits a root and all below it. Every node has one parent at most and a root has none, so
// that there is no way around in a circle.
func (d *decoder) walk(root int) {
	type visit struct{ node, depth int }
	stack := []visit{{root, 0}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &d.nodes[v.node]
		place := fmt.Sprintf("/nodes/%d", v.node)
		if n.inScene {
			d.f.Errorf(place, "is twice in the scene")
			return
		}
		if v.depth > maxDepth {
			d.f.Errorf(place, "is more than %d nodes deep", maxDepth)
			return
		}
		n.inScene = true
		outer := origin
		if n.parent >= 0 {
			outer = d.nodes[n.parent].world
		}
		if n.world = outer.within(&n.local); !n.world.finite() {
			d.f.Errorf(place, "its place in the world is not finite")
			return
		}
		d.walked = append(d.walked, v.node)
		children := d.doc.Nodes[v.node].Children
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, visit{children[i], v.depth + 1})
		}
	}
}

// localSpace is where a node is in its parent.
func (d *decoder) localSpace(i int) space {
	n := d.doc.Nodes[i]
	if m := d.root.path("nodes").element(i).at("matrix"); !m.missing() {
		return decomposed(n.Matrix)
	}
	q := quat(n.Rotation)
	if l := q.len2(); l < 0.25 || l > 4 {
		d.root.path("nodes").element(i).at("rotation").errorf("(%g, %g, %g, %g): must be a unit quaternion", q[0], q[1], q[2], q[3])
		q = unitQuat
	}
	o := space{p: vec3(n.Translation), q: q.unit(), s: unitMat}
	var own [7]float32
	if at := d.root.at("nodes").element(i).path("extensions", extOwn, "at"); !at.missing() && at.singles(own[:], maxLength) {
		p, turn := vec.V3(own[0], own[1], own[2]), vec.Quat{X: own[3], Y: own[4], Z: own[5], W: own[6]}
		if !near(p, o.p.single()) || vec.Abs(turn.Dot(o.q.single())) < 0.9999 {
			at.warnf("is not where the node is: the node counts")
		} else {
			o.p, o.q = wide(p), wideQuat(turn)
		}
	}
	for k := range 3 {
		// all zero means disabled, which the library takes for not given
		o.s[k][k] = n.Scale[k]
	}
	return o
}

// element is an element of an array by index.
func (v value) element(i int) value {
	if a, ok := v.v.([]any); ok && i >= 0 && i < len(a) {
		return value{a[i], fmt.Sprintf("%s/%d", v.place, i), v.f}
	}
	return value{nil, fmt.Sprintf("%s/%d", v.place, i), v.f}
}

// nodeName is the name that a node goes by.
func (d *decoder) nodeName(i int) string { return d.doc.Nodes[i].Name }

// readCamera takes the first camera of the scene as its view, unless TUMBLE_physics has one.
func (d *decoder) readCamera() {
	if d.scene.View.Distance > 0 {
		return
	}
	for _, i := range d.walked {
		if d.doc.Nodes[i].Camera == nil {
			continue
		}
		at := d.nodes[i].world.transform()
		forward := at.Q.Rotate(vec.V3(0, 0, -1))
		d.scene.View = viewAlong(at.P, forward, d.middle())
		return
	}
	if middle, radius := d.extent(); radius > 0 {
		d.scene.View.Target = middle
		d.scene.View.Distance, d.scene.View.Yaw, d.scene.View.Pitch = 2.6*radius+1, 30, 20
	}
}
