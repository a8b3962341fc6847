package urdf

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// collision writes a shape of a link, of which the frame is at own in its body.
func (e *encoder) collision(l *linktree.Link, s *model.Shape, own vec.Transform) {
	if s.Def.Sensor {
		e.f.Lossf(l.Name, "a trigger is left out")
		return
	}
	if s.Def.Material != physics.DefaultMaterial() {
		e.f.Warnf(l.Name, "friction and other properties of surfaces are left out")
	}
	if e.filtered {
		e.f.Warnf(l.Name, "which bodies it collides with is left out: it collides with all but its neighbours")
	}
	e.geometry(l, s.Geometry, own)
}

// put writes a collision element at a pose, with a geometry of one element.
func (e *encoder) put(at vec.Transform, element string, attributes ...string) {
	e.Open("collision")
	e.origin(at)
	e.Open("geometry")
	e.Leaf(element, attributes...)
	e.Close()
	e.Close()
}

// geometry writes a geometry. A capsule, which the format does not have, is a cylinder and two spheres: the same
// surface.
func (e *encoder) geometry(l *linktree.Link, g physics.Geometry, own vec.Transform) {
	ball := func(center vec.Vec3, radius float32) {
		e.put(own.Mul(vec.Transform{P: center, Q: vec.QuatIdentity}), "sphere", "radius", xmlscene.Format(radius))
	}
	rod := func(a, b vec.Vec3, radius float32) {
		at := own.Mul(vec.Transform{P: a.Lerp(b, 0.5), Q: xmlscene.Align(vec.AxisZ, b.Sub(a))})
		e.put(at, "cylinder", "radius", xmlscene.Format(radius), "length", xmlscene.Format(a.Dist(b)))
	}
	switch g := g.(type) {
	case physics.Sphere:
		ball(g.Center, g.Radius)
	case physics.Capsule:
		if g.A != g.B {
			rod(g.A, g.B, g.Radius)
			ball(g.B, g.Radius)
		}
		ball(g.A, g.Radius)
	case physics.Cylinder:
		rod(g.A, g.B, g.Radius)
	case physics.Box:
		at := own.Mul(vec.Transform{P: g.Center, Q: linktree.BoxRotation(g)})
		e.put(at, "box", "size", xmlscene.FormatVector(g.Half.Mul(2)))
	case physics.Compound:
		for _, c := range g.Children(nil) {
			e.geometry(l, c, own)
		}
	case physics.Plane:
		e.f.Lossf(l.Name, "a plane is left out")
	default:
		surface, err := linktree.Surface(g)
		if err != nil {
			e.f.Lossf(l.Name, "%v: the shape is left out", err)
			return
		}
		switch g.(type) {
		case physics.Cone, physics.TaperedCapsule:
			e.f.Warnf(l.Name, "a round shape is a hull in the file")
		}
		e.put(own, "mesh", "filename", e.mesh(surface.Points, surface.Indices))
	}
}

// visual writes the drawings of a link.
func (e *encoder) visual(d *model.Drawing, own vec.Transform) {
	e.Open("visual")
	e.origin(own.Mul(d.Local))
	e.Open("geometry")
	e.Leaf("mesh", "filename", e.mesh(d.Mesh.Points, d.Mesh.Indices))
	e.Close()
	var color [4]float32
	for i, c := range d.Color {
		color[i] = float32(c) / 255
	}
	e.Open("material", "name", fmt.Sprintf("color-%02x%02x%02x%02x", d.Color[0], d.Color[1], d.Color[2], d.Color[3]))
	e.Leaf("color", "rgba", xmlscene.Format(color[:]...))
	e.Close()
	e.Close()
}

// mesh adds a mesh as an OBJ file, one for each content, and returns its name.
func (e *encoder) mesh(points []vec.Vec3, indices []uint32) string {
	var b []byte
	for _, p := range points {
		b = fmt.Appendf(b, "v %s\n", xmlscene.FormatVector(p))
	}
	for i := 0; i+2 < len(indices); i += 3 {
		b = fmt.Appendf(b, "f %d %d %d\n", indices[i]+1, indices[i+1]+1, indices[i+2]+1)
	}
	name, ok := e.meshes[string(b)]
	if !ok {
		name = fmt.Sprintf("%s/mesh-%d.obj", e.folder, len(e.files)+1)
		e.meshes[string(b)] = name
		e.files = append(e.files, File{name, b})
	}
	return name
}

// selective reports whether some shapes of a scene do not collide with some others, by their filters.
func selective(s *model.Model) bool {
	kinds := map[physics.Filter]bool{}
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			kinds[s.Bodies[i].Shapes[k].Def.Filter] = true
		}
	}
	for a := range kinds {
		for b := range kinds {
			if !linktree.Meet(a, b) {
				return true
			}
		}
	}
	return false
}
