package gltfscene

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/physics/vec"
)

// mesh is a glTF mesh that was read.
type mesh struct {
	primitives []primitive
	failed     bool
}

// primitive is a part of a mesh with one material.
type primitive struct {
	points    []vec.Vec3
	colors    [][4]float32 // linear
	texcoords [2][][2]float32
	joints    [][4]int
	weights   [][4]float32
	indices   []uint32 // three per triangle
	material  int      // −1 for none
}

// mesh returns a mesh, which is read once. What is wrong with it is reported once.
func (d *decoder) mesh(index int) *mesh {
	if m, ok := d.meshes[index]; ok {
		return m
	}
	m := &mesh{}
	d.meshes[index] = m
	for k, p := range d.doc.Meshes[index].Primitives {
		place := fmt.Sprintf("/meshes/%d/primitives/%d", index, k)
		r := primitiveReader{d: d, place: place, attributes: p.Attributes}
		prim, ok := r.read(p)
		if r.failed {
			m.failed = true
			return m
		}
		if ok {
			m.primitives = append(m.primitives, prim)
		}
	}
	return m
}

// primitiveReader reads the attributes of a primitive.
type primitiveReader struct {
	d          *decoder
	place      string
	attributes gltf.PrimitiveAttributes
	failed     bool
}

// attribute returns the numbers of an attribute, nil without it. count is the number of elements it
// must have, −1 for any.
func (r *primitiveReader) attribute(name string, components, count int) []float32 {
	index, ok := r.attributes[name]
	if !ok || r.failed {
		return nil
	}
	x, err := r.d.floats(index, components)
	if err == nil && count >= 0 && len(x) != count*components {
		err = fmt.Errorf("has %d elements, the positions %d", len(x)/components, count)
	}
	if err != nil {
		r.failed = true
		r.d.f.Errorf(fmt.Sprintf("/accessors/%d", index), "%v (%s of %s)", err, name, r.place)
		return nil
	}
	return x
}

func vectors(x []float32) []vec.Vec3 {
	if x == nil {
		return nil
	}
	out := make([]vec.Vec3, len(x)/3)
	for i := range out {
		out[i] = vec.V3(x[3*i], x[3*i+1], x[3*i+2])
	}
	return out
}

func (r *primitiveReader) read(p *gltf.Primitive) (primitive, bool) {
	out := primitive{material: -1}
	if p.Material != nil {
		out.material = *p.Material
	}
	for _, ext := range []string{"KHR_draco_mesh_compression", "EXT_meshopt_compression"} {
		if _, ok := p.Extensions[ext]; ok {
			r.d.f.Warnf(r.place, "%s is not read here", ext)
		}
	}
	if _, ok := r.attributes["POSITION"]; !ok {
		r.d.f.Warnf(r.place, "has no positions")
		return out, false
	}
	out.points = vectors(r.attribute("POSITION", 3, -1))
	n := len(out.points)
	r.readColors(&out, n)
	for set, name := range []string{"TEXCOORD_0", "TEXCOORD_1"} {
		if x := r.attribute(name, 2, n); x != nil {
			out.texcoords[set] = make([][2]float32, n)
			for i := range out.texcoords[set] {
				out.texcoords[set][i] = [2]float32{x[2*i], x[2*i+1]}
			}
		}
	}
	joints, weights := r.attribute("JOINTS_0", 4, n), r.attribute("WEIGHTS_0", 4, n)
	if joints != nil && weights != nil {
		out.joints, out.weights = make([][4]int, n), make([][4]float32, n)
		for i := range out.joints {
			for k := range 4 {
				out.joints[i][k], out.weights[i][k] = int(joints[4*i+k]), weights[4*i+k]
			}
		}
	}
	if r.failed {
		return out, false
	}
	order := make([]uint32, 0)
	if p.Indices != nil {
		var err error
		if order, err = r.d.indices(*p.Indices, n); err != nil {
			r.d.f.Errorf(fmt.Sprintf("/accessors/%d", *p.Indices), "%v (indices of %s)", err, r.place)
			r.failed = true
			return out, false
		}
	} else {
		for i := range n {
			order = append(order, uint32(i))
		}
	}
	out.indices = triangles(order, p.Mode)
	return out, true
}

func (r *primitiveReader) readColors(out *primitive, n int) {
	index, ok := r.attributes["COLOR_0"]
	if !ok || r.failed {
		return
	}
	components := r.d.doc.Accessors[index].Type.Components()
	if components != 3 && components != 4 {
		r.d.f.Warnf(r.place, "colours have %d components: they are left out", components)
		return
	}
	x := r.attribute("COLOR_0", components, n)
	if x == nil {
		return
	}
	out.colors = make([][4]float32, n)
	for i := range out.colors {
		c := [4]float32{1, 1, 1, 1}
		copy(c[:], x[i*components:(i+1)*components])
		out.colors[i] = c
	}
}

// triangles brings strips and fans into the form of three indices per triangle; points and lines
// have none.
func triangles(order []uint32, mode gltf.PrimitiveMode) []uint32 {
	switch mode {
	case gltf.PrimitiveTriangles:
		return order[:len(order)/3*3]
	case gltf.PrimitiveTriangleStrip, gltf.PrimitiveTriangleFan:
	default:
		return nil
	}
	var out []uint32
	for i := 0; i+2 < len(order); i++ {
		switch {
		case mode == gltf.PrimitiveTriangleFan:
			out = append(out, order[0], order[i+1], order[i+2])
		case i%2 == 0:
			out = append(out, order[i], order[i+1], order[i+2])
		default:
			out = append(out, order[i+1], order[i], order[i+2])
		}
	}
	return out
}

// surface returns the points and triangles of a mesh, or of a node with all below it, for a collider.
func (d *decoder) surface(index, from int, g value) (points []vec.Vec3, indices []uint32) {
	if index >= 0 {
		return d.appendSurface(nil, nil, index, origin)
	}
	type visit struct {
		node, depth int
		at          space
	}
	stack := []visit{{from, 0, origin}}
	visits := 0
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visits++; v.depth > maxDepth || visits > len(d.nodes) {
			g.errorf("node %d is its own descendant", from)
			return nil, nil
		}
		n := d.doc.Nodes[v.node]
		if n.Mesh != nil {
			points, indices = d.appendSurface(points, indices, *n.Mesh, v.at)
			if len(indices)/3 > maxElements {
				g.errorf("%v", errElements)
				return nil, nil
			}
		}
		for i := len(n.Children) - 1; i >= 0; i-- {
			c := n.Children[i]
			stack = append(stack, visit{c, v.depth + 1, v.at.within(&d.nodes[c].local)})
		}
	}
	if points == nil {
		g.errorf("node %d has no mesh", from)
	}
	return points, indices
}

func (d *decoder) appendSurface(points []vec.Vec3, indices []uint32, index int, at space) ([]vec.Vec3, []uint32) {
	m := d.mesh(index)
	for i := range m.primitives {
		p := &m.primitives[i]
		first := uint32(len(points))
		for _, x := range p.points {
			if at != origin {
				x = at.transform().Apply(at.scaled(x))
			}
			points = append(points, x)
		}
		for _, k := range p.indices {
			indices = append(indices, first+k)
		}
	}
	return points, indices
}
