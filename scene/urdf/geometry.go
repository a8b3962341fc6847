package urdf

import (
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// robotGroup is that of the filter of all links of a robot, which do not collide with each other.
const robotGroup = -1

// geometryReader reads the geometry of collision and visual elements.
type geometryReader struct {
	selfCollision bool
	meshes        *linkshape.Library
	colors        map[string]linkshape.Paint // of the materials of the robot
}

// leastSize (m) is that of the smallest shape. Files have smaller ones for points of contact and for things that are
// not modelled.
const leastSize = 1e-3

func least(e *xmlscene.Element, name string, size float32) float32 {
	if size >= 0 && size < leastSize {
		e.Warnf("%s %g m: %g m is taken", name, size, float32(leastSize))
		return leastSize
	}
	return size
}

// primitive reads a box, sphere, cylinder or capsule about the origin of the element; nil for others.
// The axis of round ones is z.
func primitive(g *xmlscene.Element, at vec.Transform) physics.Geometry {
	size := func(e *xmlscene.Element, name string, other float32) float32 {
		return least(e, name, e.Number(name, other))
	}
	along := func(length float32) (a, b vec.Vec3) {
		return at.Apply(vec.V3(0, 0, -length/2)), at.Apply(vec.V3(0, 0, length/2))
	}
	if e := g.First("box"); e != nil {
		s := e.Vector("size", vec.V3(1, 1, 1)).Abs()
		return physics.Box{Half: vec.V3(least(e, "size", s.X)/2, least(e, "size", s.Y)/2, least(e, "size", s.Z)/2),
			Center: at.P, Rotation: at.Q.Norm()}
	}
	if e := g.First("sphere"); e != nil {
		return physics.Sphere{Center: at.P, Radius: size(e, "radius", 0.5)}
	}
	if e := g.First("cylinder"); e != nil {
		a, b := along(size(e, "length", 1))
		return physics.Cylinder{A: a, B: b, Radius: size(e, "radius", 0.5)}
	}
	if e := g.First("capsule"); e != nil {
		a, b := along(e.Number("length", 1))
		return physics.Capsule{A: a, B: b, Radius: size(e, "radius", 0.5)}
	}
	return nil
}

// shapes reads the collision shapes of a link; at is the place of the link in its body.
func (r *geometryReader) shapes(l *link, at vec.Transform, moves bool) []model.Shape {
	var list []model.Shape
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
			if !r.selfCollision {
				// as other readers of the format have it
				def.Filter.Group = robotGroup
			}
			list = append(list, model.Shape{Name: c.Text("name", ""), Geometry: geometry, Def: def})
		}
	}
	return list
}

// collisionMesh reads a mesh as shapes.
func (r *geometryReader) collisionMesh(e *xmlscene.Element, at vec.Transform, moves bool) []physics.Geometry {
	list, err := r.meshes.Shapes(e.Text("filename", ""), scaleOf(e), at, moves)
	if err != nil {
		e.Lossf("%v: the shape is left out", err)
	}
	if moves && len(list) > 1 {
		e.Warnf("%s is not convex: %d convex parts are taken", e.Text("filename", ""), len(list))
	}
	return list
}

// drawings reads the visuals of a link. A mesh keeps the colours that its file has, as RViz has it.
func (r *geometryReader) drawings(l *link, at vec.Transform) []model.Drawing {
	var list []model.Drawing
	for _, v := range l.All("visual") {
		local := at.Mul(pose(v))
		color := r.color(v.First("material"))
		g := v.First("geometry")
		var parts []linkshape.Part
		var err error
		if p := primitive(g, vec.TransformIdentity); p != nil {
			var rotation vec.Quat
			var mesh *scenes.DrawMesh
			mesh, rotation, err = linkshape.SolidDrawing(p, l.name)
			local.Q = local.Q.Mul(rotation).Norm()
			parts = []linkshape.Part{{Mesh: mesh, Bare: true}}
		} else if e := g.First("mesh"); e != nil {
			parts, err = r.meshes.Drawing(e.Text("filename", ""), scaleOf(e), l.name, color)
		} else {
			v.Ignoref("has no geometry that is known here: it is not drawn")
			continue
		}
		if err != nil {
			v.Ignoref("%v: it is not drawn", err)
			continue
		}
		for _, missing := range r.meshes.Missing() {
			v.Ignoref("texture %s: it is not drawn", missing)
		}
		list = append(list, linkshape.Drawings(parts, local, color.Flat())...)
	}
	return list
}

// color is the look of a material: its own, or that of the robot's material of its name.
func (r *geometryReader) color(m *xmlscene.Element) linkshape.Paint {
	paint := linkshape.Paint{Color: linkshape.Grey}
	if known, ok := r.colors[m.Text("name", "")]; ok {
		paint = known
	}
	if file := m.First("texture").Text("filename", ""); file != "" {
		if picture := r.meshes.Picture(file); picture != nil {
			paint = linkshape.Paint{Color: [4]float32{1, 1, 1, 1}, Picture: picture}
		}
	}
	m.First("color").Numbers4("rgba", &paint.Color)
	return paint
}

// scaleOf is the scale of a mesh; one number is that of all axes.
func scaleOf(e *xmlscene.Element) vec.Vec3 {
	if len(strings.Fields(e.Peek("scale"))) == 1 {
		x := e.Number("scale", 1)
		return vec.V3(x, x, x)
	}
	return e.Vector("scale", vec.V3(1, 1, 1))
}
