package stage

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/internal/app/mglvec"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// planeHalf is the half side (m) of the part of a plane that is drawn, and planeThickness how
// thick it looks from the side.
const (
	planeHalf      = 60
	planeThickness = 0.02
)

// family is the first of the renderer.RoundLevels meshes of a round form, one for each level
// of detail.
type family int

// MeshMaker makes the meshes of a stage: renderer.Resources, or who wants their triangles.
type MeshMaker interface {
	CreateMesh(renderer.MeshDesc) (renderer.Mesh, error)
	DestroyMesh(renderer.Mesh) bool
}

// meshSet makes the meshes that bodies are drawn with, one for each form and not for each
// body: a box is the unit cube scaled, a capsule a ball pulled apart by Instance.Stretch. Hulls,
// tapered capsules, triangle meshes and height fields have meshes of their own, one for each
// value however many bodies share it.
type meshSet struct {
	resources MeshMaker
	meshes    []renderer.Mesh
	// round says for every mesh whether it is the coarsest of a family.
	round []bool
	// flat has for every mesh the flag that lights its triangles one by one; round forms are never flat.
	flat []renderer.DrawFlags

	box                             int
	sphere, capsule, cylinder, cone family
	shared                          int // how many meshes all scenes share
	own                             map[physics.Geometry]ownMesh
	guests                          int // stages that use the meshes beside their owner
	children                        []physics.Geometry
	corners                         []vec.Vec3
}

// ownMesh is a mesh of one geometry and the radius around its origin (m).
type ownMesh struct {
	kind   int
	radius float32
}

// form is how a convex part of a shape is drawn: a mesh, where it sits on the body, how it is
// scaled, and the radius around its local origin (m).
type form struct {
	kind    int
	local   vec.Transform
	scale   vec.Vec3
	stretch float32
	radius  float32
}

func newMeshSet(resources MeshMaker) (*meshSet, error) {
	m := &meshSet{resources: resources, own: map[physics.Geometry]ownMesh{}}
	var err error
	if m.box, err = m.add(renderer.BoxMesh(), false); err != nil {
		return nil, err
	}
	for _, part := range []struct {
		to    *family
		build func(level int) renderer.MeshDesc
	}{
		{&m.sphere, renderer.SphereMesh},
		{&m.capsule, renderer.CapsuleMesh},
		{&m.cylinder, renderer.CylinderMesh},
		{&m.cone, renderer.ConeMesh},
	} {
		first, err := m.addFamily(part.build)
		if err != nil {
			return nil, err
		}
		*part.to = family(first)
	}
	m.shared = len(m.meshes)
	return m, nil
}

// addFamily adds the levels of detail of a round form, the coarsest first.
func (m *meshSet) addFamily(build func(level int) renderer.MeshDesc) (first int, err error) {
	first = len(m.meshes)
	for level := range renderer.RoundLevels {
		if _, err := m.add(build(level), level == 0); err != nil {
			return 0, err
		}
	}
	return first, nil
}

func (m *meshSet) add(desc renderer.MeshDesc, round bool) (int, error) {
	mesh, err := m.resources.CreateMesh(desc)
	if err != nil {
		return 0, fmt.Errorf("app: mesh %s: %w", desc.Label, err)
	}
	m.meshes, m.round, m.flat = append(m.meshes, mesh), append(m.round, round), append(m.flat, 0)
	return len(m.meshes) - 1, nil
}

// clearOwn destroys the meshes that belong to one scene, unless another stage may be drawn with them.
func (m *meshSet) clearOwn() {
	if m.guests > 0 {
		return
	}
	for _, mesh := range m.meshes[m.shared:] {
		m.resources.DestroyMesh(mesh)
	}
	m.meshes, m.round, m.flat = m.meshes[:m.shared], m.round[:m.shared], m.flat[:m.shared]
	clear(m.own)
}

// isBall reports whether a mesh is a sphere: it needs a pattern to show that it turns.
func (m *meshSet) isBall(kind int) bool {
	return kind >= int(m.sphere) && kind < int(m.sphere)+renderer.RoundLevels
}

// appendForms appends how a shape is drawn to buf: one form, or one for every part of a compound.
func (m *meshSet) appendForms(g physics.Geometry, buf []form) ([]form, error) {
	compound, ok := g.(physics.Compound)
	if !ok {
		f, err := m.formOf(g)
		return append(buf, f), err
	}
	m.children = compound.Children(m.children[:0])
	for _, child := range m.children {
		f, err := m.formOf(child)
		if err != nil {
			return buf, err
		}
		buf = append(buf, f)
	}
	return buf, nil
}

// formOf says how a shape without parts is drawn.
func (m *meshSet) formOf(g physics.Geometry) (form, error) {
	f := form{local: vec.TransformIdentity, scale: vec.V3(1, 1, 1)}
	switch g := g.(type) {
	case physics.Sphere:
		f.kind = int(m.sphere)
		f.local.P = g.Center
		f.scale = vec.V3(g.Radius, g.Radius, g.Radius)
		f.radius = g.Radius
	case physics.Capsule:
		f.kind = int(m.capsule)
		length := f.along(g.A, g.B)
		f.scale = vec.V3(g.Radius, g.Radius, g.Radius)
		f.stretch = 0.5 * length / g.Radius
		f.radius = g.Radius + 0.5*length
	case physics.Cylinder:
		f.kind = int(m.cylinder)
		f.scale = vec.V3(g.Radius, 0.5*f.along(g.A, g.B), g.Radius)
		f.radius = vec.Sqrt(g.Radius*g.Radius + f.scale.Y*f.scale.Y)
	case physics.Cone:
		f.kind = int(m.cone)
		f.scale = vec.V3(g.Radius, 0.5*f.along(g.Base, g.Apex), g.Radius)
		f.radius = vec.Sqrt(g.Radius*g.Radius + f.scale.Y*f.scale.Y)
	case physics.TaperedCapsule:
		return m.tapered(g)
	case physics.Box:
		f.kind = m.box
		f.local.P = g.Center
		if g.Rotation != (vec.Quat{}) {
			f.local.Q = g.Rotation
		}
		f.scale = g.Half
		f.radius = g.Half.Len()
	case physics.Plane:
		f.kind = m.box
		f.local.P = g.Normal.Mul(g.Offset - planeThickness)
		f.local.Q = vec.QuatBetween(vec.AxisY, g.Normal)
		f.scale = vec.V3(planeHalf, planeThickness, planeHalf)
		f.radius = f.scale.Len()
	default:
		own, err := m.ownOf(g)
		if err != nil {
			return f, err
		}
		f.kind, f.radius = own.kind, own.radius
	}
	return f, nil
}

// along puts the form between two points with its y axis from a to b and returns their
// distance (m).
func (f *form) along(a, b vec.Vec3) float32 {
	axis, length := b.Sub(a).NormLen()
	f.local.P = a.Lerp(b, 0.5)
	if length > 0 {
		f.local.Q = vec.QuatBetween(vec.AxisY, axis)
	}
	return length
}

// tapered gives capsules of two radii meshes of their own: no scale turns one into another.
func (m *meshSet) tapered(g physics.TaperedCapsule) (form, error) {
	f := form{local: vec.TransformIdentity, scale: vec.V3(1, 1, 1)}
	half := 0.5 * f.along(g.A, g.B)
	f.radius = half + max(g.RadiusA, g.RadiusB)
	// the mesh does not depend on where the capsule sits
	key := physics.TaperedCapsule{B: vec.V3(0, half, 0), RadiusA: g.RadiusA, RadiusB: g.RadiusB}
	own, ok := m.own[key]
	if !ok {
		first, err := m.addFamily(func(level int) renderer.MeshDesc {
			return renderer.TaperedCapsuleMesh(level, g.RadiusA, g.RadiusB, half)
		})
		if err != nil {
			return f, err
		}
		own = ownMesh{kind: first}
		m.own[key] = own
	}
	f.kind = own.kind
	return f, nil
}

// ownOf returns the mesh of a hull, triangle mesh or height field.
func (m *meshSet) ownOf(g physics.Geometry) (ownMesh, error) {
	if own, ok := m.own[g]; ok {
		return own, nil
	}
	var desc renderer.MeshDesc
	var err error
	switch g := g.(type) {
	case physics.Hull:
		desc, err = hullMesh(g)
	case physics.Mesh:
		m.corners = g.Triangles(m.corners[:0])
		desc, err = soupMesh("triangle mesh", m.corners)
	case physics.HeightField:
		m.corners = g.Triangles(m.corners[:0])
		desc, err = soupMesh("height field", m.corners)
	default:
		err = fmt.Errorf("app: geometry %T cannot be drawn", g)
	}
	if err != nil {
		return ownMesh{}, err
	}
	kind, err := m.add(desc, false)
	if err != nil {
		return ownMesh{}, err
	}
	m.flat[kind] = renderer.DrawFlat
	own := ownMesh{kind, desc.Radius()}
	m.own[g] = own
	return own, nil
}

func hullMesh(h physics.Hull) (renderer.MeshDesc, error) {
	points := h.Vertices()
	if len(points) == 0 {
		return renderer.MeshDesc{}, fmt.Errorf("app: a hull without vertices cannot be drawn")
	}
	corners := make([]mgl32.Vec3, len(points))
	for i, p := range points {
		corners[i] = mglvec.Of(p)
	}
	faces := make([][]int32, h.FaceCount())
	var loop []int
	for i := range faces {
		loop, _ = h.Face(i, loop[:0])
		for _, c := range loop {
			faces[i] = append(faces[i], int32(c))
		}
	}
	return renderer.HullMesh(fmt.Sprintf("hull of %d points", len(points)), corners, faces)
}

// soupMesh joins triangles at equal corners, so that flat neighbours are shaded smoothly and
// creases stay sharp.
func soupMesh(label string, corners []vec.Vec3) (renderer.MeshDesc, error) {
	known := make(map[vec.Vec3]uint32, len(corners)/3)
	points := make([]mgl32.Vec3, 0, len(corners)/3)
	indices := make([]uint32, len(corners))
	for i, c := range corners {
		at, ok := known[c]
		if !ok {
			at = uint32(len(points))
			known[c] = at
			points = append(points, mglvec.Of(c))
		}
		indices[i] = at
	}
	return renderer.TriangleMesh(label, points, indices, true)
}
