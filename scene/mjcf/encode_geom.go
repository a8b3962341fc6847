package mjcf

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/convex"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// geoms writes a shape of a link.
func (e *encoder) geoms(l *linktree.Link, s *model.Shape) {
	if s.Def.Sensor {
		e.f.Lossf(l.Name, "a trigger is left out")
		return
	}
	m := &s.Def.Material
	if m.Restitution != 0 || m.RollingResistance != 0 || m.SurfaceVelocity != (vec.Vec3{}) {
		e.f.Warnf(l.Name, "restitution, rolling resistance and the speed of surfaces are left out")
	}
	if m.FrictionRule != physics.CombineMaximum {
		e.f.Warnf(l.Name, "of two frictions the larger one counts in the file")
	}
	contype, conaffinity := e.filters.bits(s.Def.Filter)
	if conaffinity == 0 {
		e.f.Ignoref(l.Name, "a shape that meets nothing is no shape for readers of the file")
	}
	group := ""
	if len(e.Scene.Bodies[l.Body].Drawings) > 0 {
		group = hiddenGroup
	}
	e.geometry(l, s.Geometry, []string{"friction", xmlscene.Format(m.Friction, 0.005, 0.0001), "contype",
		fmt.Sprint(contype),
		"conaffinity", fmt.Sprint(conaffinity), "group", group})
}

// geometry writes a geometry as geoms with the given attributes besides their form.
func (e *encoder) geometry(l *linktree.Link, g physics.Geometry, other []string) {
	put := func(attributes ...string) { e.Leaf("geom", append(attributes, other...)...) }
	ends := func(a, b vec.Vec3) string { return xmlscene.Format(a.X, a.Y, a.Z, b.X, b.Y, b.Z) }
	switch g := g.(type) {
	case physics.Sphere:
		put("type", "sphere", "pos", xmlscene.FormatVector(g.Center), "size", xmlscene.Format(g.Radius))
	case physics.Capsule:
		if g.A == g.B {
			put("type", "sphere", "pos", xmlscene.FormatVector(g.A), "size", xmlscene.Format(g.Radius))
			return
		}
		put("type", "capsule", "fromto", ends(g.A, g.B), "size", xmlscene.Format(g.Radius))
	case physics.Cylinder:
		put("type", "cylinder", "fromto", ends(g.A, g.B), "size", xmlscene.Format(g.Radius))
	case physics.Box:
		put("type", "box", "pos", xmlscene.FormatVector(g.Center), "quat", xmlscene.FormatQuat(linktree.BoxRotation(g)),
			"size", xmlscene.FormatVector(g.Half))
	case physics.Plane:
		put("type", "plane", "pos", xmlscene.FormatVector(g.Normal.Mul(g.Offset)), "zaxis",
			xmlscene.FormatVector(g.Normal), "size", "0 0 1")
	case physics.Compound:
		for _, c := range g.Children(nil) {
			e.geometry(l, c, other)
		}
	case physics.Mesh:
		e.triangles(l, g.Triangles(nil), other)
	case physics.HeightField:
		e.triangles(l, g.Triangles(nil), other)
	default:
		surface, err := linktree.Surface(g)
		if err != nil {
			e.f.Lossf(l.Name, "%v: the shape is left out", err)
			return
		}
		if _, exact := g.(physics.Hull); !exact {
			e.f.Warnf(l.Name, "a round shape is a hull in the file")
		}
		put("type", "mesh", "mesh", e.mesh(l, surface.Points, surface.Indices))
	}
}

// mesh adds a mesh to the model and returns its name.
func (e *encoder) mesh(l *linktree.Link, points []vec.Vec3, indices []uint32) string {
	name := fmt.Sprintf("%s-mesh-%d", l.Name, len(e.meshes)+1)
	e.meshes = append(e.meshes, mesh{name: name, points: points, indices: indices})
	return name
}

// triangles writes a surface as convex parts: MuJoCo collides with the hulls of meshes.
func (e *encoder) triangles(l *linktree.Link, corners []vec.Vec3, other []string) {
	indices := make([]uint32, len(corners))
	for i := range indices {
		indices[i] = uint32(i)
	}
	parts, err := convex.Decompose(corners, indices)
	if err != nil {
		e.f.Lossf(l.Name, "%v: a mesh of triangles is left out", err)
		return
	}
	e.f.Warnf(l.Name, "a mesh of triangles is %d convex parts in the file", len(parts))
	for _, p := range parts {
		e.geometry(l, p, other)
	}
}
