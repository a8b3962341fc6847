package panel

import (
	"tumble/engine/input"
	"tumble/internal/app/plate"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer/ui"
)

// edit draws one number of a body and sends a change. Where others are selected that have other values, a line below
// tells their range.
func (p *inspector) edit(c *ui.Context, v *View, b physics.Body, property session.Property, label string, o ui.Range) {
	value := p.read(b, property)
	if w := &p.waiting[property]; w.on {
		value = w.event.X
	}
	if c.Slider(label, &value, o) {
		p.change(v, session.EditCommand(b, property, value))
	}
	if low, high := p.span(b, property); low < high {
		p.text = append(plate.Number(p.text[:0], low, 3), " to "...)
		p.text = append(append(append(plate.Number(p.text, high, 3), ' '), o.Unit...), " in the selection"...)
		c.Dim(bytesText(p.text))
	}
}

// read is a number of a body.
func (p *inspector) read(b physics.Body, property session.Property) float64 {
	switch property {
	case session.PropertyMass:
		return float64(b.Mass())
	case session.PropertyLinearDamping:
		return float64(b.LinearDamping())
	case session.PropertyAngularDamping:
		return float64(b.AngularDamping())
	case session.PropertyGravityScale:
		return float64(b.GravityScale())
	}
	p.shapes = b.Shapes(p.shapes[:0])
	if len(p.shapes) == 0 {
		return 0
	}
	s := p.shapes[0]
	switch m := s.Material(); property {
	case session.PropertyDensity:
		return float64(s.Density())
	case session.PropertyFriction:
		return float64(m.Friction)
	case session.PropertyRestitution:
		return float64(m.Restitution)
	default:
		return float64(m.RollingResistance)
	}
}

// span is the range of a number over all bodies that are selected; of a large selection it is that of the first.
func (p *inspector) span(b physics.Body, property session.Property) (low, high float64) {
	low = p.read(b, property)
	high = low
	for _, other := range p.others[:min(len(p.others), largeGroup)] {
		if has(other, property) {
			x := p.read(other, property)
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// has reports whether a body has a property that can be changed.
func has(b physics.Body, property session.Property) bool {
	switch property {
	case session.PropertyFriction, session.PropertyRestitution, session.PropertyRolling:
		return b.ShapeCount() > 0
	case session.PropertyVelocity, session.PropertySpin, session.PropertyPosition, session.PropertyAwake,
		session.PropertyAllowSleep, session.PropertyBullet:
		return b.Type() != physics.Static
	default:
		return b.Type() == physics.Dynamic
	}
}

// change sends an edit of the body that is shown, and of the others that have the property.
func (p *inspector) change(v *View, e input.Event) {
	property := session.Property(e.Y)
	for _, other := range p.others {
		if has(other, property) {
			v.Send(session.AlsoCommand(other))
		}
	}
	p.changeOne(v, e)
}

// changeOne sends an edit of one body.
func (p *inspector) changeOne(v *View, e input.Event) {
	v.Send(e)
	p.waiting[int(e.Y)] = waitingEdit{true, v.Frame.Status.Tick, v.Session.Applied(), e}
}
