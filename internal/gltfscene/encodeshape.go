package gltfscene

import (
	"fmt"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// form is a geometry in the words of glTF: a shape or a mesh, where it is, and what the extension
// has to add so that it comes back as it is.
type form struct {
	at    vec.Transform
	shape object // nil for a mesh
	hull  bool
	own   object
}

// formOf puts a geometry into the words of glTF.
func formOf(g physics.Geometry) (form, error) {
	f := form{at: vec.TransformIdentity}
	switch g := g.(type) {
	case physics.Sphere:
		f.at.P = g.Center
		f.shape = object{"type": "sphere", "sphere": object{"radius": single(g.Radius)}}
	case physics.Box:
		f.at.P = g.Center
		if g.Rotation != (vec.Quat{}) {
			f.at.Q = g.Rotation
		}
		f.shape = object{"type": "box", "box": object{"size": vector(g.Half.Add(g.Half))}}
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
		f.shape = object{"type": "plane", "plane": object{}}
		f.own = object{"plane": append(vector(g.Normal), single(g.Offset))}
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
	f.shape = object{"type": name, name: object{"height": single(length), "radiusBottom": single(bottom), "radiusTop": single(top)}}
	f.own = object{"ends": append(vector(a), vector(b)...)}
}

// shape writes a shape of a body: on the node of the body if it is the first and in place there,
// else on a node below.
func (e *encoder) shape(body int, b *scenefile.Body, k int) error {
	s := &b.Shapes[k]
	parts := []physics.Geometry{s.Geometry}
	compound := false
	if c, ok := s.Geometry.(physics.Compound); ok {
		parts, compound = c.Children(nil), true
	}
	for i, g := range parts {
		f, err := formOf(g)
		if err != nil {
			return err
		}
		if f.own == nil {
			f.own = object{}
		}
		if compound {
			f.own["compound"] = k
		}
		if err := e.collider(body, b, s, g, &f, k == 0 && i == 0); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) collider(body int, b *scenefile.Body, s *scenefile.Shape, g physics.Geometry, f *form, first bool) error {
	geometry := object{}
	mesh, err := e.shapeMesh(g, f, b, s.Def.Sensor)
	if err != nil {
		return err
	}
	if f.shape != nil {
		i, err := e.shapes.put(f.shape)
		if err != nil {
			return err
		}
		geometry["shape"] = i
	} else {
		geometry["mesh"] = mesh
		if f.hull {
			geometry["convexHull"] = true
		} else if own := e.ownMesh(g); len(own) > 0 {
			geometry["extensions"] = object{extOwn: own}
		}
	}
	c := object{"geometry": geometry}
	name := "trigger"
	if !s.Def.Sensor {
		name = "collider"
	}
	if err := e.surface(c, f.own, s); err != nil {
		return err
	}
	ownShape(f.own, &s.Def)
	if b := s.Broad; b != nil {
		f.own["bounds"] = append(vector(b.Min), vector(b.Max)...)
	}
	putOrder(f.own, s.Order)
	putTag(f.own, s.Def.UserTag)
	if len(f.own) > 0 {
		c["extensions"] = object{extOwn: f.own}
	}
	index := body
	if !first || !same(f.at, vec.TransformIdentity) {
		index = e.node(body, nodeAt("", f.at))
	}
	n := e.doc.Nodes[index]
	extend(n, extBodies, object{name: c})
	if len(b.Drawings) == 0 {
		n.Mesh = &mesh
	}
	return nil
}

// ownMesh is what the extension says of a triangle mesh or height field.
func (e *encoder) ownMesh(g physics.Geometry) object {
	own := object{}
	switch g := g.(type) {
	case physics.Mesh:
		d := g.Def()
		if d.TwoSided {
			own["twoSided"] = true
		}
		if d.Surfaces != nil {
			own["surfaces"] = e.shorts(d.Surfaces)
		}
	case physics.HeightField:
		d := g.Def()
		field := object{"columns": d.Columns, "rows": d.Rows, "spacing": vector(d.Spacing), "origin": vector(d.Origin), "heights": e.numbers(d.Heights)}
		holes := make([]uint16, len(d.Holes))
		any := false
		for i, h := range d.Holes {
			if h {
				holes[i], any = 1, true
			}
		}
		if any {
			field["holes"] = e.shorts(holes)
		}
		for _, x := range d.Surfaces {
			if x != 0 {
				own["surfaces"] = e.shorts(d.Surfaces)
				break
			}
		}
		if d.TwoSided {
			own["twoSided"] = true
		}
		own["heightField"] = field
	}
	return own
}

// ownShape is what the extension says of a shape apart from its geometry.
func ownShape(own object, d *physics.ShapeDef) {
	read := physics.DefaultShapeDef()
	read.ContactEvents, read.SensorEvents = true, !d.Sensor
	if d.Sensor {
		read.Density = 0
	}
	if d.Density != read.Density {
		own["density"] = single(d.Density)
	}
	for name, pair := range map[string][2]bool{
		"contactEvents": {d.ContactEvents, read.ContactEvents}, "hitEvents": {d.HitEvents, false}, "sensorEvents": {d.SensorEvents, read.SensorEvents},
	} {
		if pair[0] != pair[1] {
			own[name] = pair[0]
		}
	}
}

// surface writes material and filter of a shape.
func (e *encoder) surface(c, own object, s *scenefile.Shape) error {
	d := &s.Def
	if !d.Sensor {
		m := materialOf(&d.Material)
		if s.Sliding != nil {
			m["dynamicFriction"] = single(*s.Sliding)
		}
		i, err := e.materials.put(m)
		if err != nil {
			return err
		}
		c["physicsMaterial"] = i
	} else if !plain(&d.Material) {
		// a trigger has no material in the standard
		i, err := e.materials.put(materialOf(&d.Material))
		if err != nil {
			return err
		}
		own["physicsMaterial"] = i
	}
	var list []int
	for k := range d.Surfaces {
		i, err := e.materials.put(materialOf(&d.Surfaces[k]))
		if err != nil {
			return err
		}
		list = append(list, i)
	}
	if list != nil {
		own["surfaces"] = list
	}
	if d.Filter == physics.DefaultFilter() {
		return nil
	}
	i, err := e.filters.put(e.filterOf(d.Filter))
	if err != nil {
		return err
	}
	c["collisionFilter"] = i
	return nil
}

// plain reports whether a material is the default one.
func plain(m *physics.Material) bool { return *m == physics.DefaultMaterial() }

// materialOf writes a material: as near as the standard comes, and exactly in the extension.
func materialOf(m *physics.Material) object {
	out := object{"staticFriction": single(m.Friction), "dynamicFriction": single(m.Friction), "restitution": single(m.Restitution)}
	own := object{}
	for name, rule := range map[string]physics.CombineRule{"friction": m.FrictionRule, "restitution": m.RestitutionRule} {
		word := nearestRule(rule, name == "friction")
		out[name+"Combine"] = word
		if combineRules[word] == rule {
			continue
		}
		for known, r := range ruleNames {
			if r == rule {
				own[name+"Rule"] = known
			}
		}
	}
	if m.RollingResistance != 0 {
		own["rollingResistance"] = single(m.RollingResistance)
	}
	if m.SurfaceVelocity != (vec.Vec3{}) {
		own["surfaceVelocity"] = vector(m.SurfaceVelocity)
	}
	putTag(own, m.UserTag)
	if len(own) > 0 {
		out["extensions"] = object{extOwn: own}
	}
	return out
}

// nearestRule is the rule of the standard that comes nearest to one of the engine.
func nearestRule(r physics.CombineRule, friction bool) string {
	switch r {
	case physics.CombineMinimum, physics.CombineKHRMinimum:
		return "minimum"
	case physics.CombineMultiply, physics.CombineKHRMultiply:
		return "multiply"
	case physics.CombineMaximum, physics.CombineKHRMaximum:
		return "maximum"
	case physics.CombineAuto:
		if !friction {
			return "maximum"
		}
	}
	return "average"
}

// filterOf writes a filter with one system for each bit that is in use.
func (e *encoder) filterOf(f physics.Filter) object {
	used := uint64(0)
	for i := range e.scene.Bodies {
		for k := range e.scene.Bodies[i].Shapes {
			used |= e.scene.Bodies[i].Shapes[k].Def.Filter.Category
		}
	}
	names := func(bits uint64) []string {
		var list []string
		for bit := range 62 {
			if bits>>bit&1 != 0 {
				list = append(list, fmt.Sprintf("system%d", bit))
			}
		}
		return list
	}
	out := object{}
	if list := names(f.Category & used); list != nil {
		out["collisionSystems"] = list
	}
	if list := names(used &^ f.Mask); list != nil {
		out["notCollideWithSystems"] = list
	}
	own := object{"category": hexadecimal(f.Category), "mask": hexadecimal(f.Mask)}
	if f.Group != 0 {
		own["group"] = f.Group
	}
	out["extensions"] = object{extOwn: own}
	return out
}
