package sdf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/model"
)

// builder makes bodies and joints of models.
type builder struct {
	Options
	scene  *model.Model
	built  map[string]int // joints of one axis, by their names with those of their models
	meshes *linkshape.Library
	lost   bool // a model that is included could not be read
}

// build adds all links as bodies, and the joints of all models.
func (b *builder) build(roots []*scope, links []*link) {
	var joints []connection
	b.each(roots, func(s *scope, j *frame) {
		c, ok := b.connect(s, j)
		if !ok {
			return
		}
		if c.kind != "fixed" {
			b.scene.Declared.Joints++
		}
		joints = append(joints, c)
	})
	order := map[*link]int{}
	for i, l := range links {
		order[l] = i
	}
	if !b.KeepFixedLinks {
		joints = merge(joints, order)
	}
	parts := map[*link][]*link{}
	for _, l := range links {
		root := l.root()
		root.static = root.static || l.static
		parts[root] = append(parts[root], l)
	}
	for _, l := range links {
		if l.fixed == nil {
			b.body(l, parts[l])
		}
	}
	for i := range joints {
		b.joint(&joints[i])
	}
	b.controllers(roots)
	b.scene.SettleActuators()
}

// each calls a function for every joint of some models and those in them.
func (b *builder) each(list []*scope, do func(*scope, *frame)) {
	for _, s := range list {
		for _, j := range s.joints {
			do(s, j)
		}
		b.each(s.models, do)
	}
}

// root is the link whose body a link is a part of.
func (l *link) root() *link {
	for l.fixed != nil {
		l = l.fixed
	}
	return l
}

// merge makes links on fixed joints parts of one body, of the first link in the file, and returns the other joints. A
// link that is fixed to the world stands still.
func merge(joints []connection, order map[*link]int) []connection {
	rest := joints[:0]
	for _, c := range joints {
		if c.kind != "fixed" {
			rest = append(rest, c)
			continue
		}
		if c.parent == nil {
			c.child.root().static = true
			continue
		}
		one, two := c.parent.root(), c.child.root()
		if order[one] > order[two] {
			one, two = two, one
		}
		if one != two {
			two.fixed = one
			one.static = one.static || two.static
		}
	}
	return rest
}

// body adds the body of a link and of those that are parts of it.
func (b *builder) body(root *link, parts []*link) {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation, def.Name = bodyType(parts), root.world.P, root.world.Q.Norm(), root.name
	for _, l := range parts {
		if d := l.First("velocity_decay"); d != nil {
			def.LinearDamping = max(def.LinearDamping, d.NumberOf("linear", 0))
			def.AngularDamping = max(def.AngularDamping, d.NumberOf("angular", 0))
		}
	}
	out := model.Body{Def: def}
	var masses []model.PartMass
	var mass, weight float32
	for _, l := range parts {
		l.body = len(b.scene.Bodies)
		local := root.world.InvMul(l.world)
		if l != root {
			b.scene.Sites = append(b.scene.Sites, model.Site{Name: l.name, Body: l.body, Local: local})
		}
		shapes := b.shapes(l, local, def.Type != physics.Static)
		out.Shapes = append(out.Shapes, shapes...)
		out.Drawings = append(out.Drawings, b.drawings(l, local)...)
		own := readMass(l, local, shapes)
		mass += own.Mass
		if l.FlagOf("gravity", true) {
			weight += own.Mass
		}
		if def.Type == physics.Dynamic {
			masses = append(masses, own)
		}
	}
	if len(masses) > 0 {
		b.scene.Declared.Masses++
		out.Mass = model.JoinedMass(masses)
		out.Def.GravityScale = weight / mass
	}
	b.scene.Bodies = append(b.scene.Bodies, out)
}

// bodyType is that of links which are one body.
func bodyType(parts []*link) physics.BodyType {
	kind := physics.Dynamic
	for _, l := range parts {
		if l.FlagOf("kinematic", false) {
			kind = physics.Kinematic
		}
	}
	for _, l := range parts {
		if l.root().static {
			return physics.Static
		}
	}
	return kind
}

// readMass reads the mass of a link, in the frame of its body. The format gives links without one a kilogram.
func readMass(l *link, at vec.Transform, shapes []model.Shape) model.PartMass {
	e := l.First("inertial")
	if e == nil {
		unit := vec.Diag(vec.V3(1, 1, 1))
		return model.PartMass{Mass: 1, Center: at.P, Inertia: &unit}
	}
	pose, _ := poseOf(e)
	m := model.PartMass{Mass: e.NumberOf("mass", 1), Center: pose.P}
	if e.Flag("auto", false) {
		body := model.Body{Def: physics.DefaultBodyDef(), Shapes: shapes}
		if data, ok := body.ShapeMass(); ok && data.Mass > 0 {
			mass := max(e.NumberOf("mass", data.Mass), 0)
			inertia := data.Inertia.Scale(mass / data.Mass)
			return model.PartMass{Mass: mass, Center: data.Center, Inertia: &inertia}
		}
		e.Warnf("the shapes have no mass: 1 kg is taken")
	}
	if m.Mass < physics.MinMass {
		e.Warnf("mass %g kg: must be at least %g: 1 g is taken", m.Mass, float32(physics.MinMass))
		m.Mass = 1e-3
	}
	if t := e.First("inertia"); t != nil {
		i := vec.Mat3{
			XX: t.NumberOf("ixx", 1), YY: t.NumberOf("iyy", 1), ZZ: t.NumberOf("izz", 1),
			XY: t.NumberOf("ixy", 0), XZ: t.NumberOf("ixz", 0), YZ: t.NumberOf("iyz", 0),
		}
		i.YX, i.ZX, i.ZY = i.XY, i.XZ, i.YZ
		if model.PossibleInertia(&i) {
			i = i.RotateTensor(pose.Q)
			i.YX, i.ZX, i.ZY = i.XY, i.XZ, i.YZ
			m.Inertia = &i
		} else {
			e.Warnf("the inertia is not positive definite: that of the shapes is taken")
		}
	} else {
		unit := vec.Diag(vec.V3(1, 1, 1))
		m.Inertia = &unit
	}
	m = m.In(at)
	m.Estimate(shapes)
	return m
}
