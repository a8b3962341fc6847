package urdf

import (
	"tumble/internal/convex"
	"tumble/internal/scenefile"
	"tumble/internal/solid"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// meshFile is a mesh that was read, or why not.
type meshFile struct {
	points  []vec.Vec3
	indices []uint32
	err     error
	// parts are the convex parts of the scaled mesh, by scale.
	parts map[vec.Vec3][]physics.Geometry
}

// geometryReader reads the geometry of collision and visual elements; each mesh file is read once.
type geometryReader struct {
	beside xmlscene.Beside
	files  map[string]*meshFile
	colors map[string][4]float32 // of the materials of the robot
}

func (r *geometryReader) file(name string) *meshFile {
	m := r.files[name]
	if m == nil {
		m = &meshFile{parts: map[vec.Vec3][]physics.Geometry{}}
		m.points, m.indices, m.err = xmlscene.ReadMesh(name, r.beside)
		r.files[name] = m
	}
	return m
}

// scaled returns the points of a mesh times a scale.
func (m *meshFile) scaled(scale vec.Vec3) []vec.Vec3 {
	points := make([]vec.Vec3, len(m.points))
	for i, p := range m.points {
		points[i] = p.Scale(scale)
	}
	return points
}

// primitive reads a box, sphere, cylinder or capsule about the origin of the element; nil for others.
// The axis of round ones is z.
func primitive(g *xmlscene.Element, at vec.Transform) physics.Geometry {
	along := func(length float32) (a, b vec.Vec3) {
		return at.Apply(vec.V3(0, 0, -length/2)), at.Apply(vec.V3(0, 0, length/2))
	}
	if e := g.First("box"); e != nil {
		s := e.Vector("size", vec.V3(1, 1, 1)).Abs()
		return physics.Box{Half: vec.V3(s.X/2, s.Y/2, s.Z/2), Center: at.P, Rotation: at.Q.Norm()}
	}
	if e := g.First("sphere"); e != nil {
		return physics.Sphere{Center: at.P, Radius: e.Number("radius", 0.5)}
	}
	if e := g.First("cylinder"); e != nil {
		a, b := along(e.Number("length", 1))
		return physics.Cylinder{A: a, B: b, Radius: e.Number("radius", 0.5)}
	}
	if e := g.First("capsule"); e != nil {
		a, b := along(e.Number("length", 1))
		return physics.Capsule{A: a, B: b, Radius: e.Number("radius", 0.5)}
	}
	return nil
}

// shapes reads the collision shapes of a link; at is the place of the link in its body.
func (r *geometryReader) shapes(l *link, at vec.Transform, moves bool) []scenefile.Shape {
	var list []scenefile.Shape
	for _, c := range l.All("collision") {
		pose := at.Mul(pose(c))
		g := c.First("geometry")
		var built []physics.Geometry
		if p := primitive(g, pose); p != nil {
			built = []physics.Geometry{p}
		} else if e := g.First("mesh"); e != nil {
			built = r.collisionMesh(e, pose, moves)
		} else {
			c.Lossf("has no geometry that is known here: the shape is left out")
		}
		for _, geometry := range built {
			def := physics.DefaultShapeDef()
			def.ContactEvents, def.SensorEvents = true, true
			list = append(list, scenefile.Shape{Geometry: geometry, Def: def})
		}
	}
	return list
}

// collisionMesh reads a mesh as shapes: as it is on what stands still, in convex parts on what moves.
func (r *geometryReader) collisionMesh(e *xmlscene.Element, at vec.Transform, moves bool) []physics.Geometry {
	m := r.file(e.Text("filename", ""))
	scale := e.Vector("scale", vec.V3(1, 1, 1))
	if m.err != nil {
		e.Lossf("%v: the shape is left out", m.err)
		return nil
	}
	points := m.scaled(scale)
	if !moves {
		for i := range points {
			points[i] = at.Apply(points[i])
		}
		list, err := convex.Shapes(points, m.indices, false)
		if err != nil {
			e.Lossf("%v: the shape is left out", err)
		}
		return list
	}
	parts, ok := m.parts[scale]
	if !ok {
		var err error
		if parts, err = convex.Shapes(points, m.indices, true); err != nil {
			e.Lossf("%v: the shape is left out", err)
			return nil
		}
		m.parts[scale] = parts
	}
	if len(parts) > 1 {
		e.Warnf("%s is not convex: %d convex parts are taken", e.Text("filename", ""), len(parts))
	}
	var out []physics.Geometry
	for _, p := range parts {
		moved := append([]vec.Vec3(nil), p.(physics.Hull).Vertices()...)
		for i := range moved {
			moved[i] = at.Apply(moved[i])
		}
		h, err := physics.NewHull(moved)
		if err != nil {
			e.Lossf("%v: a part of the shape is left out", err)
			continue
		}
		out = append(out, h)
	}
	return out
}

// drawings reads the visuals of a link.
func (r *geometryReader) drawings(l *link, at vec.Transform) []scenefile.Drawing {
	var list []scenefile.Drawing
	for _, v := range l.All("visual") {
		local := at.Mul(pose(v))
		color := r.color(v.First("material"))
		mesh := &scenes.DrawMesh{Label: l.name}
		g := v.First("geometry")
		if p := primitive(g, vec.TransformIdentity); p != nil {
			surface, err := solid.Of(p)
			if err != nil {
				v.Ignoref("%v: it is not drawn", err)
				continue
			}
			mesh.Points, mesh.Indices = surface.Points, surface.Indices
			if _, box := p.(physics.Box); !box {
				// meshes of round solids have y for their axis, the file z
				local.Q = local.Q.Mul(xmlscene.Align(vec.AxisY, vec.AxisZ)).Norm()
			}
		} else if e := g.First("mesh"); e != nil {
			m := r.file(e.Text("filename", ""))
			if m.err != nil {
				e.Ignoref("%v: it is not drawn", m.err)
				continue
			}
			mesh.Points, mesh.Indices = m.scaled(e.Vector("scale", vec.V3(1, 1, 1))), m.indices
		} else {
			v.Ignoref("has no geometry that is known here: it is not drawn")
			continue
		}
		list = append(list, scenefile.Drawing{Local: local, Mesh: mesh, Color: bytesOf(color), Roughness: 0.6})
	}
	return list
}

// color is the colour of a material: its own, or that of the robot's material of its name.
func (r *geometryReader) color(m *xmlscene.Element) [4]float32 {
	color := [4]float32{0.7, 0.7, 0.7, 1}
	if known, ok := r.colors[m.Text("name", "")]; ok {
		color = known
	}
	m.First("color").Numbers4("rgba", &color)
	return color
}

func bytesOf(c [4]float32) [4]uint8 {
	var out [4]uint8
	for i := range c {
		out[i] = uint8(255*vec.Clamp(c[i], 0, 1) + 0.5)
	}
	return out
}
