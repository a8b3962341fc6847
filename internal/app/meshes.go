package app

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// roundLevel is the level of detail of spheres and capsules; facets are below a pixel up to
// about half the height of a window.
const roundLevel = 3

// meshSet makes the meshes that bodies are drawn with, one for each form and not for each
// body: a box is the unit cube scaled, a capsule a ball pulled apart by Instance.Stretch. Only
// hulls have meshes of their own, one for each vertex list.
type meshSet struct {
	resources *renderer.Resources
	meshes    []renderer.Mesh
	sphere    int
	box       int
	capsule   int
	hulls     map[*vec.Vec3]hullEntry
}

type hullEntry struct {
	kind   int
	radius float32
}

// form is how a shape is drawn: a mesh, where it sits on the body, how it is scaled, and the
// radius around its local origin (m).
type form struct {
	kind    int
	local   vec.Transform
	scale   vec.Vec3
	stretch float32
	radius  float32
}

func newMeshSet(resources *renderer.Resources) (*meshSet, error) {
	m := &meshSet{resources: resources, hulls: map[*vec.Vec3]hullEntry{}}
	for _, part := range []struct {
		to   *int
		desc renderer.MeshDesc
	}{
		{&m.box, renderer.BoxMesh()},
		{&m.sphere, renderer.SphereMesh(roundLevel)},
		{&m.capsule, renderer.CapsuleMesh(roundLevel)},
	} {
		kind, err := m.add(part.desc)
		if err != nil {
			return nil, err
		}
		*part.to = kind
	}
	return m, nil
}

func (m *meshSet) add(desc renderer.MeshDesc) (int, error) {
	mesh, err := m.resources.CreateMesh(desc)
	if err != nil {
		return 0, fmt.Errorf("app: mesh %s: %w", desc.Label, err)
	}
	m.meshes = append(m.meshes, mesh)
	return len(m.meshes) - 1, nil
}

// clearHulls destroys the meshes that belong to one scene.
func (m *meshSet) clearHulls() {
	keep := max(m.box, m.sphere, m.capsule) + 1
	for _, mesh := range m.meshes[keep:] {
		m.resources.DestroyMesh(mesh)
	}
	m.meshes = m.meshes[:keep]
	clear(m.hulls)
}

// formOf says how a shape is drawn.
func (m *meshSet) formOf(g physics.Geometry) (form, error) {
	f := form{local: vec.TransformIdentity, scale: vec.V3(1, 1, 1)}
	switch g := g.(type) {
	case physics.Sphere:
		f.kind = m.sphere
		f.local.P = g.Center
		f.scale = vec.V3(g.Radius, g.Radius, g.Radius)
		f.radius = g.Radius
	case physics.Capsule:
		f.kind = m.capsule
		axis, length := g.B.Sub(g.A).NormLen()
		f.local.P = g.A.Lerp(g.B, 0.5)
		if length > 0 {
			f.local.Q = vec.QuatBetween(vec.AxisY, axis)
		}
		f.scale = vec.V3(g.Radius, g.Radius, g.Radius)
		f.stretch = 0.5 * length / g.Radius
		f.radius = g.Radius + 0.5*length
	case physics.Box:
		f.kind = m.box
		f.local.P = g.Center
		if g.Rotation != (vec.Quat{}) {
			f.local.Q = g.Rotation
		}
		f.scale = g.Half
		f.radius = g.Half.Len()
	case physics.Hull:
		entry, err := m.hull(g)
		if err != nil {
			return f, err
		}
		f.kind, f.radius = entry.kind, entry.radius
	default:
		return f, fmt.Errorf("app: a shape of type %T cannot be drawn", g)
	}
	return f, nil
}

func (m *meshSet) hull(h physics.Hull) (hullEntry, error) {
	points := h.Vertices()
	if len(points) == 0 {
		return hullEntry{}, fmt.Errorf("app: a hull without vertices cannot be drawn")
	}
	if entry, ok := m.hulls[&points[0]]; ok {
		return entry, nil
	}
	corners := make([]mgl32.Vec3, len(points))
	for i, p := range points {
		corners[i] = gpu(p)
	}
	faces := make([][]int32, h.FaceCount())
	var loop []int
	for i := range faces {
		loop, _ = h.Face(i, loop[:0])
		for _, c := range loop {
			faces[i] = append(faces[i], int32(c))
		}
	}
	desc, err := renderer.HullMesh(fmt.Sprintf("hull of %d points", len(points)), corners, faces)
	if err != nil {
		return hullEntry{}, err
	}
	kind, err := m.add(desc)
	if err != nil {
		return hullEntry{}, err
	}
	entry := hullEntry{kind, desc.Radius()}
	m.hulls[&points[0]] = entry
	return entry, nil
}

// gpu turns a vector of the physics into one of the camera.
func gpu(v vec.Vec3) mgl32.Vec3 { return mgl32.Vec3{v.X, v.Y, v.Z} }

// world turns a vector of the camera into one of the physics.
func world(v mgl32.Vec3) vec.Vec3 { return vec.V3(v[0], v[1], v[2]) }
