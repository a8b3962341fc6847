package load

import (
	"fmt"
	"slices"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// node is the state of a node while the scene is built.
type node struct {
	local   affine.Space
	parent  int // −1 for roots
	inScene bool
	metric  bool // see own: the space of the body that the node is below, without its scale
	world   affine.Space
	// body is the body that the node belongs to, −1 for none, and rel its place in the frame of
	// that body. moving is body if that is not a static one, else −1.
	body, moving int
	rel          affine.Space
	// khr and own are the physics of the node: KHR_physics_rigid_bodies, or an alias in its form,
	// and TUMBLE_physics
	khr, own jsonvalue.Value
}

// tree is the nodes of a document and where those of the scene are.
type tree struct {
	*document.Document
	nodes  []node
	walked []int // nodes of the scene, parents first
}

const maxDepth = 1000

// readTree finds where the nodes of the scene are.
func readTree(from *document.Document) *tree {
	d := &tree{Document: from}
	list := d.Root.At("nodes").List()
	d.nodes = make([]node, len(list))
	for i := range d.nodes {
		ext := list[i].At("extensions")
		d.nodes[i] = node{local: d.localSpace(i), parent: -1, body: -1, moving: -1, khr: d.NodePhysics(ext),
			own: ext.At(extension.Own)}
		if d.nodes[i].local.Finite() {
			continue
		}
		list[i].Errorf("its place is not finite")
	}
	for i, n := range d.GLTF.Nodes {
		for k, child := range n.Children {
			if d.nodes[child].parent >= 0 {
				list[i].Path("children", fmt.Sprint(k)).Errorf("node %d is already a child of node %d", child,
					d.nodes[child].parent)
				return d
			}
			d.nodes[child].parent = i
		}
	}
	roots := d.roots()
	for _, root := range roots {
		if d.nodes[root].parent >= 0 && !d.mendRoot(root, roots) {
			if d.Faults.Failed() {
				return d
			}
			continue
		}
		d.walk(root)
	}
	return d
}

// mendRoot makes a root of a node that has a parent, as libraries of models by old exporters have it, and reports
// whether it is one: below another root it is there as the child alone.
func (d *tree) mendRoot(root int, roots []int) bool {
	pointer := fmt.Sprintf("/nodes/%d", root)
	above := d.nodes[root].parent
	for range d.nodes {
		if above < 0 {
			d.Faults.Warnf(pointer, "is a root of the scene and a child of node %d: the root counts",
				d.nodes[root].parent)
			d.nodes[root].parent = -1
			return true
		}
		if above != root && slices.Contains(roots, above) {
			d.Faults.Warnf(pointer, "is a root of the scene and a child of node %d: the child counts",
				d.nodes[root].parent)
			return false
		}
		above = d.nodes[above].parent
	}
	d.Faults.Errorf(pointer, "is below itself")
	return false
}

// roots are the nodes that the scene begins with.
func (d *tree) roots() []int {
	if len(d.GLTF.Scenes) == 0 {
		if len(d.nodes) > 0 {
			d.Faults.Warnf("/scenes", "there is no scene: all nodes without a parent are taken")
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
	if d.GLTF.Scene != nil {
		s = *d.GLTF.Scene
	}
	return d.GLTF.Scenes[s].Nodes
}

// walk visits a root and all below it. Every node has one parent at most and a root has none, so
// that there is no cycle.
func (d *tree) walk(root int) {
	type visit struct{ node, depth int }
	stack := []visit{{root, 0}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := &d.nodes[v.node]
		pose := fmt.Sprintf("/nodes/%d", v.node)
		if n.inScene {
			d.Faults.Errorf(pose, "is twice in the scene")
			return
		}
		if v.depth > maxDepth {
			d.Faults.Errorf(pose, "is more than %d nodes deep", maxDepth)
			return
		}
		n.inScene = true
		outer := affine.Origin
		if n.parent >= 0 {
			outer = d.nodes[n.parent].world
		}
		n.world = outer.Within(&n.local)
		if n.poseExactly(outer); !n.world.Finite() {
			d.Faults.Errorf(pose, "its place in the world is not finite")
			return
		}
		d.walked = append(d.walked, v.node)
		children := d.GLTF.Nodes[v.node].Children
		for i := len(children) - 1; i >= 0; i-- {
			stack = append(stack, visit{children[i], v.depth + 1})
		}
	}
}

// poseExactly moves a node to the pose of the extension, to the last bit, where that says the same.
func (n *node) poseExactly(outer affine.Space) {
	if _, ok := n.own.Data.(map[string]any); !ok {
		return
	}
	if n.parent >= 0 && n.own.At("metric").Flag(false) {
		n.metric = true
		n.world = affine.Space{P: outer.P, Q: outer.Q, S: affine.UnitMat3}
		return
	}
	var own [7]float32
	exact := n.own.At("world")
	if exact.Missing() || !exact.Singles(own[:], extension.MaxLength) {
		return
	}
	p, q := vec.V3(own[0], own[1], own[2]), vec.Quat{X: own[3], Y: own[4], Z: own[5], W: own[6]}
	if at := n.world.Transform(); !extension.Near(p, at.P) || !(vec.Abs(q.Dot(at.Q)) > 0.9999) ||
		!(vec.Abs(q.Dot(q)-1) < 1e-5) {
		exact.Warnf("is not where the node is: the node counts")
		return
	}
	n.world.P, n.world.Q = affine.Wide(p), affine.WideQuat(q)
}

// localSpace is where a node is in its parent.
func (d *tree) localSpace(i int) affine.Space {
	n := d.GLTF.Nodes[i]
	if m := d.Root.Path("nodes").Element(i).At("matrix"); !m.Missing() {
		return affine.Decompose(n.Matrix)
	}
	q := affine.Quat(n.Rotation)
	if l := q.Len2(); l < 0.25 || l > 4 {
		d.Root.Path("nodes").Element(i).At("rotation").Errorf("(%g, %g, %g, %g): must be a unit quaternion", q[0], q[1],
			q[2], q[3])
		q = affine.UnitQuat
	}
	o := affine.Space{P: affine.Vec3(n.Translation), Q: q.Unit(), S: affine.UnitMat3}
	var own [7]float32
	if at := d.Root.At("nodes").Element(i).Path("extensions", extension.Own, "at"); !at.Missing() &&
		at.Singles(own[:], extension.MaxLength) {
		p, q := vec.V3(own[0], own[1], own[2]), vec.Quat{X: own[3], Y: own[4], Z: own[5], W: own[6]}
		if !extension.Near(p, o.P.Single()) || vec.Abs(q.Dot(o.Q.Single())) < 0.9999 {
			at.Warnf("is not where the node is: the node counts")
		} else {
			o.P, o.Q = affine.Wide(p), affine.WideQuat(q)
		}
	}
	for k := range 3 {
		// all zero means disabled, which the library takes for not given
		o.S[k][k] = n.Scale[k]
	}
	return o
}

// nodeName is the name that a node goes by.
func (d *tree) nodeName(i int) string { return d.GLTF.Nodes[i].Name }
