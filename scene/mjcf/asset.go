package mjcf

import (
	"errors"
	"path"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/solid"
	"tumble/scene/internal/xmlscene"
)

// assets reads the meshes of a model.
func (r *reader) assets(top *xmlscene.Element) {
	for _, a := range top.All("asset") {
		for _, t := range a.All("texture") {
			r.texture(t)
		}
		for _, m := range a.All("material") {
			r.inherit(m, "")
			r.material(m)
		}
		for _, m := range a.All("mesh") {
			r.inherit(m, "")
			r.mesh(m)
		}
		for _, h := range a.All("hfield") {
			r.hfield(h)
		}
	}
}

func (r *reader) mesh(m *xmlscene.Element) {
	file := m.Text("file", "")
	name := m.Text("name", "")
	if name == "" {
		name = strings.TrimSuffix(path.Base(file), path.Ext(file))
	}
	asset := &meshAsset{inertia: m.Text("inertia", "legacy")}
	if vertices := m.List("vertex"); len(vertices) > 0 {
		asset.points, asset.indices = inline(m, vertices)
		asset.uv = coordinates(m, len(asset.points), asset.indices)
	} else {
		if file != "" {
			file = path.Join(r.meshFolder, file)
		}
		read, err := linkshape.Read(file, r.beside)
		switch {
		case err == nil:
			asset.points, asset.indices, asset.uv = read.Points, read.Indices, read.UV
		case errors.Is(err, xmlscene.ErrNoFaces) && read != nil:
			asset.points, asset.indices, err = hullMesh(read.Points)
		}
		if err != nil {
			m.Lossf("%v: shapes that name it are left out", err)
			r.meshes[name] = nil
			return
		}
	}
	scale := m.Vector("scale", vec.V3(1, 1, 1))
	ref := vec.Transform{P: m.Vector("refpos", vec.Vec3{}), Q: vec.QuatIdentity}
	var q [4]float32
	if m.Numbers("refquat", q[:]) == 4 {
		ref.Q = vec.Quat{X: q[1], Y: q[2], Z: q[3], W: q[0]}.Norm()
	}
	back := ref.Inverse()
	for i := range asset.points {
		asset.points[i] = back.Apply(asset.points[i]).Scale(scale)
	}
	r.meshes[name] = asset
}

// inline is a mesh of vertices in the file. Without faces it is their convex hull.
func inline(m *xmlscene.Element, vertices []float32) ([]vec.Vec3, []uint32) {
	var points []vec.Vec3
	for i := 0; i+2 < len(vertices); i += 3 {
		points = append(points, vec.V3(vertices[i], vertices[i+1], vertices[i+2]))
	}
	var indices []uint32
	for _, x := range m.List("face") {
		if x < 0 || int(x) >= len(points) {
			m.Errorf("face: %g is no vertex of %d", x, len(points))
			return nil, nil
		}
		indices = append(indices, uint32(x))
	}
	if len(indices) >= 3 {
		return points, indices[:len(indices)/3*3]
	}
	points, indices, err := hullMesh(points)
	if err != nil {
		m.Errorf("%v", err)
	}
	return points, indices
}

// coordinates are the texture coordinates of the corners of an inline mesh, v upwards; nil without them.
func coordinates(m *xmlscene.Element, points int, indices []uint32) [][2]float32 {
	x := m.List("texcoord")
	if len(x) < 2*points {
		return nil
	}
	out := make([][2]float32, len(indices))
	for i, k := range indices {
		out[i] = [2]float32{x[2*k], 1 - x[2*k+1]}
	}
	return out
}

// hullMesh is the convex hull of points as a mesh, with all its corners.
func hullMesh(points []vec.Vec3) ([]vec.Vec3, []uint32, error) {
	whole, err := solid.Hull(points)
	return whole.Points, whole.Indices, err
}

// hull is the convex hull of a mesh, with which MuJoCo collides.
func (m *meshAsset) hull() ([]physics.Geometry, error) {
	if m.parts == nil {
		whole, err := convex.Hull(m.points, m.indices)
		if err != nil {
			return nil, err
		}
		m.parts = []physics.Geometry{whole}
	}
	return m.parts, nil
}
