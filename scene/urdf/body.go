package urdf

import (
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// attachment is a link: the body that it is a part of, and its place there.
type attachment struct {
	body  int
	local vec.Transform
}

// builder makes bodies and joints of a robot.
type builder struct {
	Options
	scene    *model.Model
	geometry geometryReader
	at       map[*link]attachment
	built    map[string]int // joints of the scene that a mimic can name
	named    map[string]*joint
	rigid    bool // the robot has a mass, and no joint moves
}

// member is a link of a body.
type member struct {
	*link
	local vec.Transform
	mass  *model.PartMass
}

// members are the links that move as one with a link: those on fixed joints, or only those of them that
// have no mass where fixed links are kept.
func (b *builder) members(first *link) []member {
	list := []member{{first, vec.TransformIdentity, readInertial(first)}}
	for i := 0; i < len(list); i++ {
		for _, j := range list[i].below {
			if j.kind != "fixed" || b.KeepFixedLinks && j.child.First("inertial") != nil {
				continue
			}
			list = append(list, member{j.child, list[i].local.Mul(pose(j.Element)), readInertial(j.child)})
		}
	}
	return list
}

// root adds a link that nothing carries, and all that hangs on it. A file whose joints are all fixed is about one
// thing, which
// moves.
func (b *builder) root(l *link) {
	list := b.members(l)
	kind := physics.Dynamic
	if !b.rigid || strings.EqualFold(l.name, world) {
		kind = rootType(list)
	}
	b.tree(l, list, kind, vec.Transform{Q: xmlscene.Upright()})
}

// world is the name of the link that stands still.
const world = "world"

// rootType is static for a root without mass, which is where robots are mounted, and for one that is
// called the world. Two customs name bases that stand for the ground below a robot that moves.
func rootType(list []member) physics.BodyType {
	root := list[0]
	if strings.EqualFold(root.name, world) {
		return physics.Static
	}
	if root.mass != nil {
		return physics.Dynamic
	}
	for _, m := range list[1:] {
		if m.mass == nil {
			continue
		}
		if strings.Contains(strings.ToLower(root.name), "footprint") || strings.Contains(strings.ToLower(m.joint.name),
			"float") {
			return physics.Dynamic
		}
		root.Warnf("has no mass: it is fixed in the world, with link %q", m.name)
		break
	}
	return physics.Static
}

// tree adds the body of some links, and the bodies of all links that it carries.
func (b *builder) tree(first *link, list []member, kind physics.BodyType, at vec.Transform) {
	type visit struct {
		first *link
		list  []member
		kind  physics.BodyType
		at    vec.Transform
		by    *joint
		from  attachment
	}
	stack := []visit{{first, list, kind, at, nil, attachment{}}}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		body := b.body(v.first, v.list, v.kind, v.at)
		if v.by != nil {
			b.joint(v.by, v.from, body)
		}
		var next []visit
		for _, m := range v.list {
			for _, j := range m.below {
				if _, done := b.at[j.child]; done {
					continue
				}
				from := attachment{body, m.local.Mul(pose(j.Element))}
				next = append(next, visit{j.child, b.members(j.child), physics.Dynamic,
					v.at.Mul(from.local).Mul(b.start(j)), j, from})
			}
		}
		for i := len(next) - 1; i >= 0; i-- {
			stack = append(stack, next[i])
		}
	}
}

// body adds the body of some links and returns its index.
func (b *builder) body(first *link, list []member, kind physics.BodyType, at vec.Transform) int {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation, def.Name = kind, at.P, at.Q.Norm(), first.name
	out := model.Body{Def: def}
	var masses []model.PartMass
	for _, m := range list {
		b.at[m.link] = attachment{len(b.scene.Bodies), m.local}
		if m.link != first {
			b.scene.Sites = append(b.scene.Sites, model.Site{Name: m.name, Body: len(b.scene.Bodies), Local: m.local})
		}
		shapes := b.geometry.shapes(m.link, m.local, kind == physics.Dynamic)
		out.Shapes = append(out.Shapes, shapes...)
		out.Drawings = append(out.Drawings, b.geometry.drawings(m.link, m.local)...)
		if m.mass != nil && kind == physics.Dynamic {
			part := m.mass.In(m.local)
			part.Estimate(shapes)
			masses = append(masses, part)
		}
	}
	switch {
	case len(masses) > 0:
		out.Mass = model.JoinedMass(masses)
	case kind == physics.Dynamic && len(out.Shapes) > 0:
		first.Warnf("has no mass: that of its shapes is taken, of %d kg/m³", model.WaterDensity)
	case kind == physics.Dynamic:
		first.Warnf("has neither mass nor shape: 1 g is taken")
		out.Mass = slight(list)
	}
	b.scene.Bodies = append(b.scene.Bodies, out)
	return len(b.scene.Bodies) - 1
}

// slight is the mass of 1 g of links without one. Its moment is that of a rod to the farthest joint that they carry,
// and of 3 cm at least: arms of a metre whose links weigh as points swing faster than a step can follow, and gain
// energy.
func slight(list []member) model.Mass {
	const mass, least = 1e-3, 0.03
	reach := float32(least)
	for _, m := range list {
		for _, j := range m.below {
			reach = vec.Max(reach, m.local.Mul(pose(j.Element)).P.Len())
		}
	}
	x := float32(mass * reach * reach)
	inertia := vec.Diag(vec.V3(x, x, x))
	return model.Mass{Mass: mass, Inertia: &inertia}
}
