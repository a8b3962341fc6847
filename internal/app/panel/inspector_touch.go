package panel

import (
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/renderer/ui"
)

// mostTouches is how many contacts or joints of a body the inspector lists; the floor may have thousands.
const mostTouches = 12

// inspectEnergy shows the energies of a body.
func inspectEnergy(c *ui.Context, b physics.Body) {
	var sums meter.Sums
	sums.Add(b, b.World().Gravity())
	c.Value("Energy of motion", sums.Motion, "J")
	c.Value("Energy of rotation", sums.Rotation, "J")
	c.Value("Kinetic energy", sums.Kinetic, "J")
}

// inspectShapes shows every shape of a body: its form, density and surface.
func (p *inspector) inspectShapes(c *ui.Context, b physics.Body) {
	p.shapes = b.Shapes(p.shapes[:0])
	for i, s := range p.shapes {
		if i == mostTouches {
			c.Dim("and further ones")
			break
		}
		m := s.Material()
		c.Row(0, 0, 0)
		c.ValueText(formOf(s.Geometry()), "")
		c.Value("friction", float64(m.Friction), "")
		c.Value("bounce", float64(m.Restitution), "")
	}
}

// formOf is the form of a shape as a word.
func formOf(g physics.Geometry) string {
	switch g.(type) {
	case physics.Sphere:
		return "sphere"
	case physics.Capsule, physics.TaperedCapsule:
		return "capsule"
	case physics.Cylinder:
		return "cylinder"
	case physics.Cone:
		return "cone"
	case physics.Box:
		return "box"
	case physics.Plane:
		return "plane"
	case physics.Hull:
		return "hull"
	case physics.Mesh:
		return "mesh"
	case physics.HeightField:
		return "height field"
	}
	return "compound"
}

// inspectContacts lists what touches a body, with the force of each contact; a click selects the other body.
func (p *inspector) inspectContacts(c *ui.Context, v *View, b physics.Body) {
	p.contacts = b.Contacts(p.contacts[:0])
	if len(p.contacts) == 0 {
		c.Dim("Nothing touches it.")
	}
	hertz := float32(max(v.Frame.Status.Hz, 1))
	for i := range p.contacts {
		if i == mostTouches {
			c.Dim("and further ones")
			break
		}
		k := &p.contacts[i]
		other := k.ShapeA.Body()
		if other == b {
			other = k.ShapeB.Body()
		}
		impulse, deepest := float32(0), float32(0)
		for _, q := range k.Points[:k.Count] {
			impulse += q.Impulse
			deepest = min(deepest, q.Separation)
		}
		c.PushIndex(i)
		c.Row(0, 84, 64)
		if c.Leaf(p.nameOf(other), false) {
			p.jump(v, other)
		}
		c.Value("", float64(impulse*hertz), "N")
		c.Value("", float64(-1000*deepest), "mm")
		c.PopID()
	}
}

// inspectJoints lists the joints of a body with their reactions; a click selects the other body.
func (p *inspector) inspectJoints(c *ui.Context, v *View, b physics.Body) {
	p.joints = v.Session.World().Joints(p.joints[:0])
	n := 0
	for i, j := range p.joints {
		x, y := j.Bodies()
		if x != b && y != b {
			continue
		}
		if n++; n > mostTouches {
			c.Dim("and further ones")
			break
		}
		other := x
		if x == b {
			other = y
		}
		force, torque := j.Reaction()
		c.PushIndex(i)
		c.Row(0, 0, 78, 78)
		c.Dim(j.Kind().String())
		if c.Leaf(p.nameOf(other), false) {
			p.jump(v, other)
		}
		c.Value("", float64(force.Len()), "N")
		c.Value("", float64(torque.Len()), "N·m")
		c.PopID()
	}
	if n == 0 {
		c.Dim("No joint holds it.")
	}
}

// nameOf is the name of a body, or its kind and slot. It is valid until the next call.
func (p *inspector) nameOf(b physics.Body) string {
	switch {
	case !b.Valid():
		return "the world"
	case b.Name() != "":
		return b.Name()
	}
	p.text = append(append(p.text[:0], b.Type().String()...), " body"...)
	p.text = strconv.AppendInt(p.text, int64(b.Index()), 10)
	return bytesText(p.text)
}

// jump selects another body and looks at it.
func (p *inspector) jump(v *View, b physics.Body) {
	if b.Valid() {
		v.Select(b)
		if b.Type() != physics.Static {
			v.Do(command.Frame)
		}
	}
}
