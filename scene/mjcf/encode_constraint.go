package mjcf

import (
	"fmt"
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// constraint is an element of the model outside of the bodies. A tendon goes through sites.
type constraint struct {
	section, element string
	attributes       []string
	sites            []string
	terms            []term
}

// term is a joint of a fixed tendon with its factor.
type term struct {
	joint  string
	factor float32
}

func (e *encoder) put(section, element string, attributes ...string) {
	e.rest = append(e.rest, constraint{section: section, element: element, attributes: attributes})
}

// constraints makes constraints of the joints that carry no link, and gives the bodies that they name sites.
func (e *encoder) constraints() {
	for _, i := range e.Loose {
		j := &e.Scene.Joints[i]
		e.endings(e.nameOf(i), j)
		if j.Off && !loops(j.Def) {
			e.f.Lossf(e.nameOf(i), "a %s that is off is left out", wordFor(j.Def))
			continue
		}
		switch d := j.Def.(type) {
		case *physics.GearJointDef, *physics.RackJointDef:
			c, ok := e.Coupled(i)
			if !ok {
				e.f.Lossf(e.nameOf(i), "a gear or rack without joints that it couples is left out")
				continue
			}
			e.put("equality", "joint", "name", e.called(i), "joint1", e.joints[e.Links[c.Follower].Joint],
				"joint2", e.joints[e.Links[c.Leader].Joint], "polycoef", xmlscene.Format(0, c.Ratio, 0, 0, 0))
		case *physics.DistanceJointDef:
			e.tendon(i, d)
		case *physics.BallJointDef, *physics.HingeJointDef, *physics.FixedJointDef:
			e.loop(i)
		default:
			e.f.Lossf(e.nameOf(i), "a %s is left out", wordFor(d))
		}
	}
	named := map[[2]int]bool{}
	for i := range e.Scene.Joints {
		j := &e.Scene.Joints[i]
		if j.A < 0 || j.Def.Ends().CollideConnected || e.nested(j) {
			continue
		}
		a, b := e.LinkOf(j.A), e.LinkOf(j.B)
		if pair := [2]int{min(a, b), max(a, b)}; !named[pair] {
			named[pair] = true
			e.put("contact", "exclude", "body1", e.Links[a].Name, "body2", e.Links[b].Name)
		}
	}
}

// loops reports whether an equality can hold what a joint of a definition holds.
func loops(def physics.JointDef) bool {
	switch def.(type) {
	case *physics.BallJointDef, *physics.HingeJointDef, *physics.FixedJointDef:
		return true
	}
	return false
}

// wordFor is the word for a joint definition, such as pulley joint.
func wordFor(def physics.JointDef) string {
	name := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%T", def), "*physics."), "JointDef")
	return strings.ToLower(name) + " joint"
}

// nested reports whether the bodies of a joint are parent and child in the file, which do not collide there unless the
// parent stands still.
func (e *encoder) nested(j *model.Joint) bool {
	a, b := e.LinkOf(j.A), e.LinkOf(j.B)
	moves := func(link int) bool { return e.Scene.Bodies[e.Links[link].Body].Def.Type == physics.Dynamic }
	return e.Links[b].Parent == a && moves(a) || e.Links[a].Parent == b && moves(b)
}

// nameOf names a joint by its second body.
func (e *encoder) nameOf(joint int) string {
	return e.Links[e.LinkOf(e.Scene.Joints[joint].B)].Name
}

// site adds a site to the link of a body, or to the world, and returns its name.
func (e *encoder) site(body int, at vec.Transform) string { return e.zoneSite(body, at, scenes.Zone{}) }

// zoneSite is a site with a volume.
func (e *encoder) zoneSite(body int, at vec.Transform, zone scenes.Zone) string {
	link := linktree.World
	if body >= 0 {
		link = e.LinkOf(body)
	} else {
		at = vec.Transform{Q: xmlscene.Upright()}.InvMul(at)
	}
	at.Q = at.Q.Norm()
	for _, s := range e.sites[link] {
		if s.at == at && s.zone == zone {
			return s.name
		}
	}
	e.siteCount++
	name := fmt.Sprintf("site-%d", e.siteCount)
	e.sites[link] = append(e.sites[link], site{name, at, zone})
	return name
}

// called is the name of a joint that carries no link, unlike those of all others, empty for one without.
func (e *encoder) called(joint int) string {
	if name := e.Scene.Joints[joint].Name; name != "" {
		return e.Joints.Take(name)
	}
	return ""
}

// loop holds two bodies together where the tree does not: in a point, in two on the axis of a hinge, or as one.
func (e *encoder) loop(joint int) {
	j := &e.Scene.Joints[joint]
	f := j.Def.Ends()
	connect := func(element string, offset vec.Vec3) {
		a, b := f.FrameA, f.FrameB
		a.P, b.P = a.Apply(offset), b.Apply(offset)
		attributes := []string{"name", e.called(joint), "site1", e.site(j.B, b), "site2", e.site(j.A, a)}
		if j.Off {
			attributes = append(attributes, "active", "false")
		}
		e.put("equality", element, attributes...)
	}
	switch d := j.Def.(type) {
	case *physics.FixedJointDef:
		connect("weld", vec.Vec3{})
	case *physics.HingeJointDef:
		// 10 cm of the axis, over which a reader holds it
		connect("connect", vec.V3(0, 0, -0.05))
		connect("connect", vec.V3(0, 0, 0.05))
		if d.Axis != (physics.JointAxis{}) {
			e.f.Lossf(e.nameOf(joint), "limits, springs and motors of a hinge that closes a loop are left out")
		}
	default:
		connect("connect", vec.Vec3{})
		if d, ok := d.(*physics.BallJointDef); ok && (d.Cone.Limited || d.Twist.Limited) {
			e.f.Lossf(e.nameOf(joint), "the limits of a ball joint that closes a loop are left out")
		}
	}
}

// tendon writes a rod, rope or spring between two points.
func (e *encoder) tendon(joint int, d *physics.DistanceJointDef) {
	j := &e.Scene.Joints[joint]
	c := constraint{section: "tendon", element: "spatial",
		sites: []string{e.site(j.A, d.FrameA), e.site(j.B, d.FrameB)}}
	if name := e.called(joint); name != "" {
		c.attributes = append(c.attributes, "name", name)
	}
	lower, upper := d.Axis.Lower, d.Axis.Upper
	limited := d.Axis.Limited
	for _, s := range e.Scene.Springs(joint) {
		if s.Limit {
			e.f.Warnf(e.nameOf(joint), "the limits of its tendon are hard in the file")
			continue
		}
		c.attributes = append(c.attributes, "damping", xmlscene.Format(s.Damping), "stiffness",
			xmlscene.Format(s.Stiffness), "springlength", xmlscene.Format(d.Axis.Target))
	}
	if d.Axis.Motor || d.Axis.MaxSpring > 0 {
		e.f.Lossf(e.nameOf(joint), "the motor of its tendon is left out")
	}
	if !limited && len(e.Scene.Springs(joint)) == 0 && !d.Axis.Motor {
		// a rod: MuJoCo wants a range that is not empty
		limited, lower, upper = true, d.Length*(1-1e-6), d.Length*(1+1e-6)
	}
	if limited {
		c.attributes = append(c.attributes, "limited", "true", "range", xmlscene.Format(lower, upper))
	}
	e.rest = append(e.rest, c)
}

// writeConstraints writes the constraints by their sections.
func (e *encoder) writeConstraints() {
	for _, section := range []string{"contact", "tendon", "equality"} {
		open := false
		for _, c := range e.rest {
			if c.section != section {
				continue
			}
			if !open {
				e.Open(section)
				open = true
			}
			if c.sites == nil && c.terms == nil {
				e.Leaf(c.element, c.attributes...)
				continue
			}
			e.Open(c.element, c.attributes...)
			for _, s := range c.sites {
				e.Leaf("site", "site", s)
			}
			for _, t := range c.terms {
				e.Leaf("joint", "joint", t.joint, "coef", xmlscene.Format(t.factor))
			}
			e.Close()
		}
		if open {
			e.Close()
		}
	}
}
