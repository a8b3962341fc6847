package trimesh

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/document"
)

// primitiveReader reads the attributes of a primitive.
type primitiveReader struct {
	d          *document.Document
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
	x, err := r.d.Floats(index, components)
	if err == nil && count >= 0 && len(x) != count*components {
		err = fmt.Errorf("has %d elements, the positions %d", len(x)/components, count)
	}
	if err != nil {
		r.failed = true
		r.d.Faults.Errorf(fmt.Sprintf("/accessors/%d", index), "%v (%s of %s)", err, name, r.place)
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

func (r *primitiveReader) read(p *gltf.Primitive) (Primitive, bool) {
	out := Primitive{material: -1}
	if p.Material != nil {
		out.material = *p.Material
	}
	for _, ext := range []string{"KHR_draco_mesh_compression", "EXT_meshopt_compression"} {
		if _, ok := p.Extensions[ext]; ok {
			r.d.Faults.Warnf(r.place, "%s is not read here", ext)
		}
	}
	if _, ok := r.attributes["POSITION"]; !ok {
		r.d.Faults.Warnf(r.place, "has no positions")
		return out, false
	}
	out.Points = vectors(r.attribute("POSITION", 3, -1))
	n := len(out.Points)
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
		out.Joints, out.Weights = make([][4]int, n), make([][4]float32, n)
		for i := range out.Joints {
			for k := range 4 {
				out.Joints[i][k], out.Weights[i][k] = int(joints[4*i+k]), weights[4*i+k]
			}
		}
	}
	if r.failed {
		return out, false
	}
	order := make([]uint32, 0)
	if p.Indices != nil {
		var err error
		if order, err = r.d.Indices(*p.Indices, n); err != nil {
			r.d.Faults.Errorf(fmt.Sprintf("/accessors/%d", *p.Indices), "%v (indices of %s)", err, r.place)
			r.failed = true
			return out, false
		}
	} else {
		for i := range n {
			order = append(order, uint32(i))
		}
	}
	out.Indices = triangles(order, p.Mode)
	return out, true
}

func (r *primitiveReader) readColors(out *Primitive, n int) {
	index, ok := r.attributes["COLOR_0"]
	if !ok || r.failed {
		return
	}
	components := r.d.GLTF.Accessors[index].Type.Components()
	if components != 3 && components != 4 {
		r.d.Faults.Warnf(r.place, "colours have %d components: they are left out", components)
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
