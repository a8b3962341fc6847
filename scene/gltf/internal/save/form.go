package save

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/jsonvalue"
)

// form is a geometry in the words of glTF: a shape or a mesh, its transform, and the exact
// numbers that the extension adds.
type form struct {
	at    vec.Transform
	shape jsonvalue.Object // nil for a mesh
	hull  bool
	own   jsonvalue.Object
}

// formOf puts a geometry into the words of glTF.
func formOf(g physics.Geometry) (form, error) {
	f := form{at: vec.TransformIdentity}
	switch g := g.(type) {
	case physics.Sphere:
		f.at.P = g.Center
		f.shape = jsonvalue.Object{"type": "sphere", "sphere": jsonvalue.Object{"radius": single(g.Radius)}}
	case physics.Box:
		f.at.P = g.Center
		if g.Rotation != (vec.Quat{}) {
			f.at.Q = g.Rotation
		}
		f.shape = jsonvalue.Object{"type": "box", "box": jsonvalue.Object{"size": vector(g.Half.Add(g.Half))}}
	case physics.Capsule:
		f.upright("capsule", g.A, g.B, g.Radius, g.Radius)
	case physics.TaperedCapsule:
		f.upright("capsule", g.A, g.B, g.RadiusA, g.RadiusB)
	case physics.Cylinder:
		f.upright("cylinder", g.A, g.B, g.Radius, g.Radius)
	case physics.Cone:
		f.upright("cylinder", g.Base, g.Apex, g.Radius, 0)
	case physics.Plane:
		f.at = vec.Transform{P: g.Normal.Mul(g.Offset), Q: vec.QuatBetween(vec.AxisY, g.Normal)}
		f.shape = jsonvalue.Object{"type": "plane", "plane": jsonvalue.Object{}}
		f.own = jsonvalue.Object{"plane": append(vector(g.Normal), single(g.Offset))}
	case physics.Hull:
		f.hull = true
	case physics.Mesh, physics.HeightField:
	default:
		return f, fmt.Errorf("a %T cannot be written", g)
	}
	return f, nil
}

// upright places a capsule or cylinder, whose axis is y, between two points.
func (f *form) upright(name string, a, b vec.Vec3, bottom, top float32) {
	axis, length := b.Sub(a).NormLen()
	f.at.P = a.Lerp(b, 0.5)
	if length > 0 {
		f.at.Q = vec.QuatBetween(vec.AxisY, axis)
	}
	f.shape = jsonvalue.Object{"type": name, name: jsonvalue.Object{"height": single(length),
		"radiusBottom": single(bottom), "radiusTop": single(top)}}
	f.own = jsonvalue.Object{"ends": append(vector(a), vector(b)...)}
}
