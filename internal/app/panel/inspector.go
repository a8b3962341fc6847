package panel

import (
	"math"
	"strconv"

	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

// Handles is the kind of handles at the selected body.
type Handles int

// The handles.
const (
	HandlesNone Handles = iota
	HandlesMove
	HandlesRotate
	HandlesScale
)

// setHandles shows handles, or none where they are there.
func (p *inspector) setHandles(h Handles) {
	if p.gizmo == int(h) {
		h = HandlesNone
	}
	p.gizmo = int(h)
}

var gizmoChoices = []string{"none", "move", "turn", "scale"}

// inspector shows the selected body and has handles that move it. Changes go to the world as commands.
type inspector struct {
	waiting [session.PropertyCount]waitingEdit
	shapes  []physics.Shape
	gizmo   int // of gizmoChoices
	// raw is where the handles have been dragged to, before it is snapped
	raw struct {
		held bool
		ui.GizmoState
		// scaled is the factor that was sent
		scaled float32
	}
	// scratch of the lists
	contacts []physics.ContactInfo
	joints   []physics.Joint
	text     []byte
	// others are selected besides the body that is shown, and take its changes, too
	others []physics.Body
	tuned  waitingTune
	// figures of the island of the body, and of all bodies that are selected
	island, selection groupFigures
}

// draw shows the selected body.
func (p *inspector) draw(c *ui.Context, v *View, locked *lockedInspectors) {
	if !c.BeginWindow(windowInspect, ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	b := v.Selected
	if !b.Valid() {
		c.Space(8)
		c.Paragraph("Click a body in the scene to see and change what it is made of.")
		return
	}
	p.others = p.others[:0]
	for _, other := range v.Selection() {
		if other != b {
			p.others = append(p.others, other)
		}
	}
	p.body(c, v, b, locked)
}

// body shows a body.
func (p *inspector) body(c *ui.Context, v *View, b physics.Body, locked *lockedInspectors) {
	p.settle(v, b)
	c.PushIndex(int(session.BodyKey(b)))
	defer c.PopID()
	p.inspectHead(c, v, b, locked)
	if b.ShapeCount() > 0 && c.Section("Mass and surface", true) {
		p.inspectMass(c, v, b)
	}
	if b.Type() != physics.Static && c.Section("Motion", true) {
		p.inspectMotion(c, v, b)
	}
	if b.Type() == physics.Dynamic && c.Section("Damping and gravity", true) {
		p.edit(c, v, b, session.PropertyLinearDamping, "Linear damping", ui.Range{Max: 1e4, High: 10, Unit: "1/s"})
		p.edit(c, v, b, session.PropertyAngularDamping, "Angular damping", ui.Range{Max: 1e4, High: 10, Unit: "1/s"})
		p.edit(c, v, b, session.PropertyGravityScale, "Gravity scale", ui.Range{Min: -1e3, Max: 1e3, Low: -2, High: 2,
			Default: 1})
	}
	if b.Type() != physics.Static && c.Section("State", true) {
		p.inspectState(c, v, b)
	}
	p.inspectGroups(c, v, b)
	if c.Section("Touches", true) {
		p.inspectContacts(c, v, b)
	}
	if c.Section("Joints", true) {
		p.inspectJoints(c, v, b)
	}
	if c.Section("Shapes", false) {
		p.inspectShapes(c, b)
	}
}

func (p *inspector) inspectHead(c *ui.Context, v *View, b physics.Body, locked *lockedInspectors) {
	p.inspectName(c, b)
	c.Flow(84, 0, 0, 0)
	if lock := locked.has(b); c.Check("Lock", &lock) {
		report(c, locked.toggle(b))
	}
	c.Tip("A window of its own that stays at this body whatever is selected.")
	if c.Button("Copy as Go") {
		v.Do(command.CopyBody)
	}
	if c.Button("Save…") {
		v.Do(command.SaveSelection)
	}
	c.Tip("Saves the selection with its joints as glTF.")
	c.ValueText("Kind", b.Type().String())
	c.Value("Slot", float64(b.Index()), "")
	c.Value("Shapes", float64(b.ShapeCount()), "")
	if b.Type() != physics.Static {
		c.Combo("Handles", &p.gizmo, gizmoChoices)
		c.Tip("Handles in the scene that move or turn the body.")
		o := &v.Worker.Options
		if p.gizmo != 0 {
			c.Row(0, 0)
			c.Check("Snap", &o.Snap)
			switch Handles(p.gizmo) {
			case HandlesMove:
				c.Number("##step", &o.SnapDistance, ui.Range{Min: 0.01, Max: 10, Step: 0.01, Default: 0.25, Unit: "m"})
			case HandlesRotate:
				c.Number("##step", &o.SnapDegree, ui.Range{Min: 1, Max: 90, Step: 1, Default: 15, Unit: "°"})
			case HandlesScale:
				c.Number("##step", &o.SnapScale, ui.Range{Min: 0.01, Max: 2, Step: 0.05, Default: 0.25, Unit: "×"})
			}
		}
	}
}

// inspectName says which body is shown, and how many others take its changes.
func (p *inspector) inspectName(c *ui.Context, b physics.Body) {
	if len(p.others) == 0 {
		c.Heading(p.shortName(b))
		return
	}
	name := p.shortName(b)
	p.text = append(p.text[:0], name...)
	p.text = append(strconv.AppendInt(append(p.text, " and "...), int64(len(p.others)), 10), " more"...)
	c.Heading(bytesText(p.text))
	c.Paragraph("A change of a value changes it in all of them.")
}

func (p *inspector) inspectMass(c *ui.Context, v *View, b physics.Body) {
	def := physics.DefaultShapeDef()
	if b.Type() == physics.Dynamic {
		p.edit(c, v, b, session.PropertyMass, "Mass", ui.Range{Min: 1e-3, Max: 1e9, Low: 0.1, High: 1e5, Log: true,
			Unit: "kg", NoDefault: true})
		// a mass that was given does not follow from a density
		if _, own := b.OwnMassData(); !own {
			p.edit(c, v, b, session.PropertyDensity, "Density", ui.Range{
				Min: 1e-3, Max: 1e6, Low: 10, High: 20000, Log: true, Default: float64(def.Density), Unit: "kg/m³",
			})
		}
	}
	p.edit(c, v, b, session.PropertyFriction, "Friction",
		ui.Range{Max: 100, High: 2, Default: float64(def.Material.Friction)})
	p.edit(c, v, b, session.PropertyRestitution, "Restitution", ui.Range{Max: 1})
	p.edit(c, v, b, session.PropertyRolling, "Rolling resistance", ui.Range{Max: 100, High: 1})
}

func (p *inspector) inspectMotion(c *ui.Context, v *View, b physics.Body) {
	at := b.WorldCenter()
	p.vector(c, v, b, session.PropertyVelocity, "Velocity", b.LinearVelocity(), "m/s")
	p.vector(c, v, b, session.PropertySpin, "Spin", b.AngularVelocity(), "rad/s")
	p.vector(c, v, b, session.PropertyPosition, "Position", b.Position(), "m")
	p.watched(c, v, b, &meter.BodySpeed, float64(b.LinearVelocity().Len()))
	p.watched(c, v, b, &meter.BodySpin, float64(b.AngularVelocity().Len()))
	p.watched(c, v, b, &meter.BodyHeight, float64(at.Y))
	if b.Type() == physics.Dynamic {
		p.inspectEnergy(c, v, b)
	}
}

func (p *inspector) inspectState(c *ui.Context, v *View, b physics.Body) {
	awake := p.flag(session.PropertyAwake, b.Awake())
	sleep, bullet := p.flag(session.PropertyAllowSleep, b.AllowSleep()), p.flag(session.PropertyBullet, b.Bullet())
	c.Row(0, 0)
	if c.Check("Awake", &awake) {
		p.change(v, session.EditCommand(b, session.PropertyAwake, number01(awake)))
	}
	if c.Check("May sleep", &sleep) {
		p.change(v, session.EditCommand(b, session.PropertyAllowSleep, number01(sleep)))
	}
	c.Row(0, 0)
	if c.Check("Bullet", &bullet) {
		p.change(v, session.EditCommand(b, session.PropertyBullet, number01(bullet)))
	}
	c.Tip("Stopped at moving bodies, too, not only at static ones.")
	if c.Button("Stop") {
		p.change(v, session.EditVectorCommand(b, session.PropertyVelocity, vec.Vec3{}))
		p.change(v, session.EditVectorCommand(b, session.PropertySpin, vec.Vec3{}))
	}
}

// settle forgets edits that the world has had the time to take, and those of another body.
func (p *inspector) settle(v *View, b physics.Body) {
	for i := range p.waiting {
		w := &p.waiting[i]
		if w.on && (w.event.ID != session.BodyKey(b) || w.taken(v)) {
			w.on = false
		}
	}
}

func (p *inspector) flag(property session.Property, now bool) bool {
	if w := &p.waiting[property]; w.on {
		return w.event.X != 0
	}
	return now
}

// vectorWidth (units) is the width from which on three numbers have room beside their name.
const vectorWidth = 280

// vector draws three numbers side by side.
func (p *inspector) vector(c *ui.Context, v *View, b physics.Body, property session.Property, label string,
	value vec.Vec3, unit string) {
	c.PushID(label)
	defer c.PopID()
	if w := &p.waiting[property]; w.on {
		value = w.event.P
	}
	if c.Width() < vectorWidth {
		// the numbers have a line of their own
		c.Row(0, 40)
		c.Label(label)
		c.Dim(unit)
		c.Row(0, 0, 0)
		unit = ""
	} else {
		c.Row(84, 0, 0, 0, 40)
		c.Label(label)
	}
	x, y, z := float64(value.X), float64(value.Y), float64(value.Z)
	// the zero of a body at rest is not wanted as -0.0000001
	o := ui.Range{Step: 0.1, NoDefault: property == session.PropertyPosition}
	changed := c.Number("##x", tidy(&x), o)
	changed = c.Number("##y", tidy(&y), o) || changed
	changed = c.Number("##z", tidy(&z), o) || changed
	if unit != "" {
		c.Dim(unit)
	}
	if changed {
		p.change(v, session.EditVectorCommand(b, property, vec.V3(float32(x), float32(y), float32(z))))
	}
}

func tidy(x *float64) *float64 {
	*x = math.Round(*x*1e3) / 1e3
	return x
}
