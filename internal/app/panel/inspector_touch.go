package panel

import (
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/renderer/ui"
)

// mostTouches is how many contacts or joints of a body the inspector lists; the floor may have thousands.
const mostTouches = 12

// inspectEnergy shows the energies of a body.
func (p *inspector) inspectEnergy(c *ui.Context, v *View, b physics.Body) {
	var sums meter.Sums
	sums.AddBody(b, b.World().Gravity())
	p.watched(c, v, b, &meter.BodyMotion, sums.Motion)
	p.watched(c, v, b, &meter.BodyRotation, sums.Rotation)
	p.watched(c, v, b, &meter.BodyKinetic, sums.Kinetic)
}

// clickToPlot is the tip of values that can be watched.
const clickToPlot = "Click: watch it and plot it. Click again: no more."

// watched shows a quantity of the body; a click watches it and plots it.
func (p *inspector) watched(c *ui.Context, v *View, b physics.Body, q *meter.Quantity, value float64) {
	if c.ValueLink(q.Label, value, q.Unit, v.Watch.WatchesObject(b, physics.Body{}, physics.Joint{}, q)) {
		v.watch(c, meter.OfBody(b, q))
	}
	c.Tip(clickToPlot)
}

// watch watches a meter, or ends that, and shows the window of the meters.
func (v *View) watch(c *ui.Context, m *meter.Meter) {
	if !v.Watch.Toggle(m) {
		c.Toast(ui.ToneWarn, "eight meters are watched already: take one away first")
		return
	}
	if v.Watch.Watches(m) {
		v.showMeters = true
	}
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
		c.Flow(96, 0, 0, 0)
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
	p.watched(c, v, b, &meter.BodyTouches, float64(len(p.contacts)))
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
		c.Flow(72, 0, 84, 84)
		if c.Leaf(p.shortName(other), false) {
			p.jump(v, other)
		}
		if c.ValueLink("##force", float64(impulse*hertz), "N", v.Watch.WatchesObject(b, other, physics.Joint{},
			&meter.ContactForce)) {
			v.watch(c, meter.OfContact(b, other, &meter.ContactForce))
		}
		c.Tip(clickToPlot)
		if c.ValueLink("##depth", float64(-1000*deepest), "mm", v.Watch.WatchesObject(b, other, physics.Joint{},
			&meter.ContactDepth)) {
			v.watch(c, meter.OfContact(b, other, &meter.ContactDepth))
		}
		c.Tip(clickToPlot)
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
		if c.Tree(p.jointName(j), false) {
			p.inspectJoint(c, v, j)
			c.TreeEnd()
		}
		c.Tip(jointTip)
		c.Flow(80, 0, 84, 84)
		if c.Leaf(p.shortName(other), false) {
			p.jump(v, other)
		}
		if c.ValueLink("##force", float64(force.Len()), "N", v.Watch.WatchesObject(physics.Body{}, physics.Body{}, j,
			&meter.JointForce)) {
			v.watch(c, meter.OfJoint(j, &meter.JointForce))
		}
		c.Tip(clickToPlot)
		if c.ValueLink("##torque", float64(torque.Len()), "N·m", v.Watch.WatchesObject(physics.Body{}, physics.Body{},
			j, &meter.JointTorque)) {
			v.watch(c, meter.OfJoint(j, &meter.JointTorque))
		}
		c.Tip(clickToPlot)
		c.PopID()
	}
	if n == 0 {
		c.Dim("No joint holds it.")
	}
}

// jointTip explains the first column of the joints.
const jointTip = "How meters call the joint, as in joint(\"elbow\").gap: by its name, by elbow[2] where several " +
	"have it, or by joint7; and its kind. A click shows its limits, motor and springs."

// jointName is how meters call one of the joints of the world, with its kind. It is valid until the next call.
func (p *inspector) jointName(j physics.Joint) string {
	p.text = append(bodyname.AppendJoint(p.text[:0], j, p.joints), ' ')
	p.text = append(p.text, j.Kind().String()...)
	return bytesText(p.text)
}

// shortName is the name of a body as meters have it. It is valid until the next call.
func (p *inspector) shortName(b physics.Body) string {
	if !b.Valid() || b.Name() != "" {
		return p.nameOf(b)
	}
	p.text = strconv.AppendInt(append(p.text[:0], "body"...), int64(b.Index()), 10)
	return bytesText(p.text)
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
