package save

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// ownMesh is the extension of a triangle mesh or height field.
func (e *encoder) ownMesh(g physics.Geometry) jsonvalue.Object {
	own := jsonvalue.Object{}
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
		field := jsonvalue.Object{"columns": d.Columns, "rows": d.Rows, "spacing": vector(d.Spacing),
			"origin": vector(d.Origin), "heights": e.numbers(d.Heights)}
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

// ownShape is the extension of a shape apart from its geometry.
func ownShape(own jsonvalue.Object, d *physics.ShapeDef) {
	read := physics.DefaultShapeDef()
	read.ContactEvents, read.SensorEvents = true, !d.Sensor
	if d.Sensor {
		read.Density = 0
	}
	if d.Density != read.Density {
		own["density"] = single(d.Density)
	}
	for name, pair := range map[string][2]bool{
		"contactEvents": {d.ContactEvents, read.ContactEvents}, "hitEvents": {d.HitEvents, false},
		"sensorEvents": {d.SensorEvents, read.SensorEvents},
	} {
		if pair[0] != pair[1] {
			own[name] = pair[0]
		}
	}
}

// surface writes material and filter of a shape.
func (e *encoder) surface(c, own jsonvalue.Object, s *model.Shape) error {
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

func (e *encoder) collider(body int, b *model.Body, s *model.Shape, g physics.Geometry, f *form, first bool) error {
	geometry := jsonvalue.Object{}
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
			geometry["extensions"] = jsonvalue.Object{extension.Own: own}
		}
	}
	c := jsonvalue.Object{"geometry": geometry}
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
		c["extensions"] = jsonvalue.Object{extension.Own: f.own}
	}
	index := body
	if !first || !same(f.at, vec.TransformIdentity) || e.source != nil && !e.source.showsBody(b, body) {
		index = e.node(body, nodeAt("", f.at))
	}
	n := e.doc.Nodes[index]
	extend(n, extension.Bodies, jsonvalue.Object{name: c})
	if len(b.Drawings) == 0 {
		n.Mesh = &mesh
	}
	return nil
}

// showsBody reports whether the node of a body may have a collider itself: it is new, or one of the file with its own
// mesh and no scale. Blender knows colliders of nodes with a mesh alone.
func (o *original) showsBody(b *model.Body, node int) bool {
	if b.Origin <= 0 {
		return true
	}
	if node != b.Origin-1 {
		return false
	}
	n, _ := array(o.root, "nodes")[node].(jsonvalue.Object)
	return n["mesh"] != nil && !o.showsShape(n)
}

// shape writes a shape of a body: on the node of the body if it is the first and in place there,
// else on a node below.
func (e *encoder) shape(body int, b *model.Body, k int) error {
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
			f.own = jsonvalue.Object{}
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
