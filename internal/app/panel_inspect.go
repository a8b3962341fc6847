package app

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

var gizmoChoices = []string{"none", "move", "turn"}

// inspectWindow shows the selected body; what is changed goes to the world as commands.
func (p *panels) inspectWindow() {
	c := p.ui
	if !c.BeginWindow(windowInspect, ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	b := p.app.show.Selected
	if !b.Valid() {
		c.Space(8)
		c.Paragraph("Click a body in the scene to see and change what it is made of.")
		return
	}
	p.settle(b)
	c.PushIndex(int(bodyKey(b)))
	defer c.PopID()
	p.inspectHead(b)
	if b.Type() == physics.Dynamic && c.Section("Mass and surface", true) {
		p.inspectMass(b)
	}
	if b.Type() != physics.Static && c.Section("Motion", true) {
		p.inspectMotion(b)
	}
	if b.Type() == physics.Dynamic && c.Section("Damping and gravity", true) {
		p.edit(b, PropertyLinearDamping, "Linear damping", float64(b.LinearDamping()), ui.Range{Max: 1e4, High: 10, Unit: "1/s"})
		p.edit(b, PropertyAngularDamping, "Angular damping", float64(b.AngularDamping()), ui.Range{Max: 1e4, High: 10, Unit: "1/s"})
		p.edit(b, PropertyGravityScale, "Gravity scale", float64(b.GravityScale()), ui.Range{Min: -1e3, Max: 1e3, Low: -2, High: 2, Default: 1})
	}
	if c.Section("State", true) {
		p.inspectState(b)
	}
}

func (p *panels) inspectHead(b physics.Body) {
	c := p.ui
	name := b.Name()
	if name == "" {
		name = "body"
	}
	c.Heading(name)
	c.ValueText("Kind", b.Type().String())
	c.Value("Slot", float64(b.Index()), "")
	c.Value("Shapes", float64(b.ShapeCount()), "")
	if b.Type() != physics.Static {
		c.Combo("Handles", &p.gizmo, gizmoChoices)
		c.Tip("Handles in the scene that move or turn the body.")
	}
}

func (p *panels) inspectMass(b physics.Body) {
	p.shapes = b.Shapes(p.shapes[:0])
	p.edit(b, PropertyMass, "Mass", float64(b.Mass()), ui.Range{Min: 1e-3, Max: 1e9, Low: 0.1, High: 1e5, Log: true, Unit: "kg", NoDefault: true})
	if len(p.shapes) == 0 {
		return
	}
	s := p.shapes[0]
	m := s.Material()
	def := physics.DefaultShapeDef()
	p.edit(b, PropertyDensity, "Density", float64(s.Density()), ui.Range{Min: 1e-3, Max: 1e6, Low: 10, High: 20000, Log: true, Default: float64(def.Density), Unit: "kg/m³"})
	p.edit(b, PropertyFriction, "Friction", float64(m.Friction), ui.Range{Max: 100, High: 2, Default: float64(def.Material.Friction)})
	p.edit(b, PropertyRestitution, "Restitution", float64(m.Restitution), ui.Range{Max: 1})
	p.edit(b, PropertyRolling, "Rolling resistance", float64(m.RollingResistance), ui.Range{Max: 100, High: 1})
}

func (p *panels) inspectMotion(b physics.Body) {
	c := p.ui
	at := b.WorldCenter()
	p.vector(b, PropertyVelocity, "Velocity", b.LinearVelocity(), "m/s")
	p.vector(b, PropertySpin, "Spin", b.AngularVelocity(), "rad/s")
	p.vector(b, PropertyPosition, "Position", b.Position(), "m")
	c.Value("Speed", float64(b.LinearVelocity().Len()), "m/s")
	c.Value("Height of the centre", float64(at.Y), "m")
	if b.Type() == physics.Dynamic {
		v := float64(b.LinearVelocity().Len())
		c.Value("Kinetic energy", 0.5*float64(b.Mass())*v*v, "J")
	}
}

func (p *panels) inspectState(b physics.Body) {
	c := p.ui
	awake := p.flag(PropertyAwake, b.Awake())
	sleep, bullet := p.flag(PropertyAllowSleep, b.AllowSleep()), p.flag(PropertyBullet, b.Bullet())
	c.Row(0, 0)
	if c.Check("Awake", &awake) {
		p.change(EditCommand(b, PropertyAwake, number01(awake)))
	}
	if c.Check("May sleep", &sleep) {
		p.change(EditCommand(b, PropertyAllowSleep, number01(sleep)))
	}
	c.Row(0, 0)
	if c.Check("Bullet", &bullet) {
		p.change(EditCommand(b, PropertyBullet, number01(bullet)))
	}
	c.Tip("Stopped at moving bodies, too, not only at static ones.")
	if c.Button("Stop") {
		p.change(EditVectorCommand(b, PropertyVelocity, vec.Vec3{}))
		p.change(EditVectorCommand(b, PropertySpin, vec.Vec3{}))
	}
}

// edit draws one number of a body and sends a change.
func (p *panels) edit(b physics.Body, property Property, label string, value float64, o ui.Range) {
	if w := &p.waiting[property]; w.on {
		value = w.event.X
	}
	if p.ui.Slider(label, &value, o) {
		p.change(EditCommand(b, property, value))
	}
}

// waitingEdit is an edit that the world has not taken yet: until then the panel shows it, also while
// the world is paused.
type waitingEdit struct {
	on    bool
	tick  uint64
	event input.Event
}

// settle forgets edits that the world has had the time to take, and those of another body.
func (p *panels) settle(b physics.Body) {
	for i := range p.waiting {
		w := &p.waiting[i]
		if w.on && (w.event.ID != bodyKey(b) || p.frame.Status.Tick > w.tick+1) {
			w.on = false
		}
	}
}

// change sends an edit.
func (p *panels) change(e input.Event) {
	p.send(e)
	p.waiting[int(e.Y)] = waitingEdit{true, p.frame.Status.Tick, e}
}

func (p *panels) flag(property Property, now bool) bool {
	if w := &p.waiting[property]; w.on {
		return w.event.X != 0
	}
	return now
}

// vector draws three numbers side by side.
func (p *panels) vector(b physics.Body, property Property, label string, v vec.Vec3, unit string) {
	c := p.ui
	c.PushID(label)
	defer c.PopID()
	if w := &p.waiting[property]; w.on {
		v = w.event.P
	}
	c.Row(84, 0, 0, 0, 40)
	c.Label(label)
	x, y, z := float64(v.X), float64(v.Y), float64(v.Z)
	// the zero of a body at rest is not wanted as -0.0000001
	o := ui.Range{Step: 0.1, NoDefault: property == PropertyPosition}
	changed := c.Number("##x", tidy(&x), o)
	changed = c.Number("##y", tidy(&y), o) || changed
	changed = c.Number("##z", tidy(&z), o) || changed
	c.Dim(unit)
	if changed {
		p.change(EditVectorCommand(b, property, vec.V3(float32(x), float32(y), float32(z))))
	}
}

func tidy(x *float64) *float64 {
	*x = math.Round(*x*1e3) / 1e3
	return x
}

// gizmoAt is where the handles are drawn.
func (p *panels) gizmoAt() (at mgl32.Vec3, turn mgl32.Quat, mode ui.GizmoMode, ok bool) {
	b := p.app.show.Selected
	if p.gizmo == 0 || !b.Valid() || b.Type() == physics.Static {
		return at, turn, mode, false
	}
	q, place := b.Rotation(), b.Position()
	if w := &p.waiting[PropertyPosition]; w.on && w.event.ID == bodyKey(b) {
		place = w.event.P
	}
	if w := &p.waiting[PropertyRotation]; w.on && w.event.ID == bodyKey(b) {
		q = vec.Quat{X: w.event.P.X, Y: w.event.P.Y, Z: w.event.P.Z, W: w.event.S}
	}
	return gpu(place), mgl32.Quat{W: q.W, V: mgl32.Vec3{q.X, q.Y, q.Z}}, ui.GizmoMode(p.gizmo - 1), true
}

func (p *panels) overGizmo(x, y float32) bool {
	at, _, mode, ok := p.gizmoAt()
	if !ok {
		return false
	}
	w, h := p.app.window.FramebufferSize()
	view := p.app.cameraView(w, h)
	return p.ui.GizmoHovered(&view, mode, at, x, y)
}

// handles draws the gizmo of the selected body.
func (p *panels) handles(f *engine.Frame) {
	at, turn, mode, ok := p.gizmoAt()
	if !ok || !p.ui.Gizmo("body", &f.Packet.View, mode, &at, &turn) {
		return
	}
	b := p.app.show.Selected
	if mode == ui.GizmoTranslate {
		p.change(EditVectorCommand(b, PropertyPosition, world(at)))
		p.change(EditVectorCommand(b, PropertyVelocity, vec.Vec3{}))
		return
	}
	p.change(EditRotationCommand(b, vec.Quat{X: turn.V[0], Y: turn.V[1], Z: turn.V[2], W: turn.W}))
	p.change(EditVectorCommand(b, PropertySpin, vec.Vec3{}))
}
