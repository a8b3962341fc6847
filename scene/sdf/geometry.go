package sdf

import (
	"strconv"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/solid"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// primitive reads a solid at a place of its body; nil for meshes and unknown shapes. The axis of round ones is z.
func primitive(g *xmlscene.Element, at vec.Transform) (physics.Geometry, error) {
	along := func(length float32) (a, b vec.Vec3) {
		return at.Apply(vec.V3(0, 0, -length/2)), at.Apply(vec.V3(0, 0, length/2))
	}
	if e := g.First("box"); e != nil {
		s := e.VectorOf("size", vec.V3(1, 1, 1)).Abs()
		return physics.Box{Half: s.Mul(0.5), Center: at.P, Rotation: at.Q.Norm()}, nil
	}
	if e := g.First("sphere"); e != nil {
		return physics.Sphere{Center: at.P, Radius: e.NumberOf("radius", 1)}, nil
	}
	if e := g.First("cylinder"); e != nil {
		a, b := along(e.NumberOf("length", 1))
		return physics.Cylinder{A: a, B: b, Radius: e.NumberOf("radius", 1)}, nil
	}
	if e := g.First("capsule"); e != nil {
		a, b := along(e.NumberOf("length", 1))
		return physics.Capsule{A: a, B: b, Radius: e.NumberOf("radius", 0.5)}, nil
	}
	if e := g.First("cone"); e != nil {
		a, b := along(e.NumberOf("length", 1))
		return physics.Cone{Base: a, Apex: b, Radius: e.NumberOf("radius", 0.5)}, nil
	}
	if e := g.First("ellipsoid"); e != nil {
		return linkshape.Hull(solid.EllipsoidPoints(e.VectorOf("radii", vec.V3(1, 1, 1)).Abs()), at)
	}
	if e := g.First("polyline"); e != nil {
		return linkshape.Hull(prism(e), at)
	}
	return nil, nil
}

// prism reads the corners of a polygon that is pulled up along z.
func prism(e *xmlscene.Element) []vec.Vec3 {
	var points []vec.Vec3
	height := e.NumberOf("height", 1)
	for _, p := range e.All("point") {
		var x [2]float32
		if p.ContentNumbers(x[:]) != 2 {
			p.Errorf("must have 2 numbers")
			continue
		}
		points = append(points, vec.V3(x[0], x[1], 0), vec.V3(x[0], x[1], height))
	}
	return points
}

// shapes reads the collision shapes of a link; at is the place of the link in its body.
func (b *builder) shapes(l *link, at vec.Transform, moves bool) []model.Shape {
	var list []model.Shape
	for _, c := range l.All("collision") {
		pose := at.Mul(b.inLink(l, c))
		def := b.surface(c, l)
		for _, geometry := range b.geometry(c, c.First("geometry"), pose, moves) {
			list = append(list, model.Shape{Name: c.Text("name", ""), Geometry: geometry, Def: def})
		}
	}
	return list
}

// geometry reads the shapes of a collision.
func (b *builder) geometry(c, g *xmlscene.Element, at vec.Transform, moves bool) []physics.Geometry {
	if list := g.All("polyline"); len(list) > 0 {
		c.Warnf("a polyline is taken as the hull of its corners")
		var out []physics.Geometry
		for _, p := range list {
			h, err := linkshape.Hull(prism(p), at)
			if err != nil {
				p.Lossf("%v: the shape is left out", err)
				continue
			}
			out = append(out, h)
		}
		return out
	}
	solid, err := primitive(g, at)
	switch {
	case err != nil:
		c.Lossf("%v: the shape is left out", err)
		return nil
	case solid != nil:
		taken, grown := linkshape.Solid(solid)
		if grown {
			c.Warnf("is thinner than 0.2 mm: that is taken")
		}
		return []physics.Geometry{taken}
	}
	if e := g.First("plane"); e != nil {
		if moves {
			c.Lossf("a plane on a body that moves: the shape is left out")
			return nil
		}
		normal := at.Q.Rotate(e.VectorOf("normal", vec.AxisZ).Norm())
		if normal == (vec.Vec3{}) {
			c.Errorf("normal: must have a length")
			return nil
		}
		e.First("size").Content() // planes have no end
		return []physics.Geometry{physics.Plane{Normal: normal, Offset: normal.Dot(at.P)}}
	}
	if e := g.First("mesh"); e != nil {
		if s := e.First("submesh"); s != nil {
			e.Warnf("submesh: the whole mesh is taken")
		}
		uri := e.ContentOf("uri", "")
		list, err := b.meshes.Shapes(uri, e.VectorOf("scale", vec.V3(1, 1, 1)), at, moves)
		if err != nil {
			e.Lossf("%v: the shape is left out", err)
		}
		if moves && len(list) > 1 {
			e.Warnf("%s is not convex: %d convex parts are taken", uri, len(list))
		}
		return list
	}
	if g.First("empty") == nil {
		c.Lossf("has no geometry that is known here: the shape is left out")
	}
	return nil
}

// inLink is the pose of a part of a link in the link.
func (b *builder) inLink(l *link, e *xmlscene.Element) vec.Transform {
	at, base := poseOf(e)
	if base == "" || base == l.Peek("name") {
		return at
	}
	from, err := l.scope.local(base)
	if err != nil {
		e.Errorf("pose: %v", err)
		return at
	}
	return l.world.InvMul(l.scope.world.Mul(from)).Mul(at)
}

// surface reads the material of a collision. As in the engines that the format was made for, the smaller friction and
// restitution of two surfaces count.
func (b *builder) surface(c *xmlscene.Element, l *link) physics.ShapeDef {
	def := physics.DefaultShapeDef()
	def.ContactEvents, def.SensorEvents = true, true
	def.Density = max(c.NumberOf("density", l.First("inertial").NumberOf("density", model.WaterDensity)), 0)
	m := &def.Material
	m.FrictionRule, m.RestitutionRule = physics.CombineMinimum, physics.CombineMinimum
	s := c.First("surface")
	friction := s.First("friction")
	mu := wide(friction.First("ode"), "mu", wide(friction.First("bullet"), "friction", 1))
	m.Friction = vec.Clamp(float32(mu), 0, maxFriction)
	m.Restitution = vec.Clamp(s.First("bounce").NumberOf("restitution_coefficient", 0), 0, 1)
	def.Filter.Group = l.group
	if b.SelfCollision {
		def.Filter.Group = 0
	}
	// two shapes collide that have a bit in common
	mask := uint64(allBits)
	if bits := s.First("contact").First("collide_bitmask"); bits != nil {
		if m, err := strconv.ParseUint(bits.Content(), 0, 64); err == nil {
			mask = m & allBits
		} else {
			bits.Errorf("%.40q is no bit mask", bits.Content())
		}
	}
	def.Filter.Category, def.Filter.Mask = mask, mask
	return def
}

// allBits is the bit mask of shapes that collide with everything.
const allBits = 65535

// maxFriction is the largest coefficient that the engine takes; files write more where nothing shall slip.
const maxFriction = 1e4

// drawings reads the visuals of a link. A mesh has the colours of its file unless the visual has a material.
func (b *builder) drawings(l *link, at vec.Transform) []model.Drawing {
	var list []model.Drawing
	for _, v := range l.All("visual") {
		local := at.Mul(b.inLink(l, v))
		g := v.First("geometry")
		look, given := b.look(v)
		parts := make([]linkshape.Part, 1)
		p, err := primitive(g, vec.TransformIdentity)
		switch {
		case err != nil:
		case p != nil:
			var rotation vec.Quat
			parts[0].Mesh, rotation, err = linkshape.SolidDrawing(p, l.name)
			local.Q = local.Q.Mul(rotation).Norm()
		case g.First("mesh") != nil:
			e := g.First("mesh")
			parts, err = b.meshes.Drawing(e.ContentOf("uri", ""), e.VectorOf("scale", vec.V3(1, 1, 1)), l.name, look)
		case g.First("plane") != nil:
			g.First("plane").First("size").Content()
			continue // the collision is drawn without end
		default:
			v.Ignoref("has no geometry that is known here: it is not drawn")
			continue
		}
		if err != nil {
			v.Ignoref("%v: it is not drawn", err)
			continue
		}
		for _, missing := range b.meshes.Missing() {
			v.Ignoref("texture %s: it is not drawn", missing)
		}
		if given && look.Picture == nil || p != nil {
			parts = linkshape.Plain(parts)
		}
		list = append(list, linkshape.Drawings(parts, local, look.Flat())...)
	}
	return list
}

// look is the diffuse colour or texture of a visual; given is false for a grey one that the file does not give.
func (b *builder) look(v *xmlscene.Element) (p linkshape.Paint, given bool) {
	p.Color = linkshape.Grey
	m := v.First("material")
	if m == nil {
		return p, false
	}
	for _, kind := range []string{"metal", "specular"} {
		if file := m.First("pbr").First(kind).ContentOf("albedo_map", ""); file != "" {
			if picture := b.meshes.Picture(file); picture != nil {
				return linkshape.Paint{Color: [4]float32{1, 1, 1, 1}, Picture: picture}, true
			}
		}
	}
	if d := m.First("diffuse"); d != nil {
		d.ContentNumbers(p.Color[:])
		return p, true
	}
	if c, ok := scripts[m.First("script").ContentOf("name", "")]; ok {
		p.Color = c
		return p, true
	}
	return p, false
}

// scripts are the colours of the materials that every Gazebo has by name.
var scripts = map[string][4]float32{
	"Gazebo/White": {1, 1, 1, 1}, "Gazebo/Black": {0, 0, 0, 1}, "Gazebo/FlatBlack": {0.1, 0.1, 0.1, 1},
	"Gazebo/Grey": {0.7, 0.7, 0.7, 1}, "Gazebo/Gray": {0.7, 0.7, 0.7, 1}, "Gazebo/DarkGrey": {0.175, 0.175, 0.175, 1},
	"Gazebo/Red": {1, 0, 0, 1}, "Gazebo/Green": {0, 1, 0, 1}, "Gazebo/Blue": {0, 0, 1, 1}, "Gazebo/SkyBlue": {0.13,
		0.44, 0.7, 1},
	"Gazebo/Yellow": {1, 1, 0, 1}, "Gazebo/Orange": {1, 0.5, 0.05, 1}, "Gazebo/Purple": {1, 0, 1, 1},
	"Gazebo/Turquoise": {0, 1, 1, 1}, "Gazebo/Gold": {0.8, 0.65, 0.2, 1}, "Gazebo/Wood": {0.6, 0.44, 0.28, 1},
}
