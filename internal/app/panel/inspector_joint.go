package panel

import (
	"math"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer/ui"
)

// jointAxisName is an axis of a joint in words.
type jointAxisName struct {
	name    string
	angular bool
}

// jointAxisNames are the axes of the kinds of joints, as physics.Joint.At counts them.
var jointAxisNames = map[physics.JointKind][]jointAxisName{
	physics.KindBall:     {{"Cone", true}, {"Twist", true}},
	physics.KindHinge:    {{"Angle", true}},
	physics.KindSlider:   {{"Distance", false}},
	physics.KindDistance: {{"Length", false}},
	physics.KindParallel: {{"About x", true}, {"About y", true}},
	physics.KindWheel:    {{"Suspension", false}, {"Spin", true}, {"Steering", true}},
	physics.KindSix: {{"Along x", false}, {"Along y", false}, {"Along z", false}, {"About x", true},
		{"About y", true}, {"About z", true}},
	physics.KindPulley: {{"Length", false}},
	physics.KindPath:   {{"Distance", false}},
}

// waitingTune is the newest change of a number of a joint. The panel shows the new number until the world has taken it.
type waitingTune struct {
	waitingEdit
	joint physics.Joint
}

// tune sends a change of a joint.
func (p *inspector) tune(v *View, j physics.Joint, axis int, f session.JointField, value float64) {
	e := session.TuneCommand(j, axis, f, value)
	v.Send(e)
	p.tuned = waitingTune{waitingEdit{true, v.Frame.Status.Tick, v.Session.Applied(), e}, j}
}

// tunedTo is a number of a joint: the waiting change, or else now, its value in the world.
func (p *inspector) tunedTo(v *View, j physics.Joint, axis int, f session.JointField, now float64) float64 {
	w := &p.tuned
	if w.on && w.taken(v) {
		w.on = false
	}
	if e := session.TuneCommand(j, axis, f, 0); w.on && w.joint == j && w.event.Y == e.Y {
		return w.event.X
	}
	return now
}

// inspectJoint shows and changes limits, motors, springs and friction of a joint.
func (p *inspector) inspectJoint(c *ui.Context, v *View, j physics.Joint) {
	p.truth(c, v, j, 0, session.FieldEnabled, "On", j.Enabled())
	c.Tip("A joint that is off holds nothing, and keeps its bodies and numbers.")
	names := jointAxisNames[j.Kind()]
	for i := range min(j.AxisCount(), len(names)) {
		if j.At(i).Locked() {
			continue
		}
		c.PushIndex(i)
		p.inspectAxis(c, v, j, i, names[i])
		c.PopID()
	}
	force, torque := j.BreakLimits()
	p.number(c, v, j, 0, session.FieldBreakForce, "Breaks at", float64(force), 1,
		ui.Range{Max: 1e9, High: 1e6, Step: 10, Unit: "N"})
	c.Tip("The force that breaks the joint, 0 for none.")
	p.number(c, v, j, 0, session.FieldBreakTorque, "Breaks at##torque", float64(torque), 1,
		ui.Range{Max: 1e9, High: 1e6, Step: 10, Unit: "N·m"})
	c.Tip("The torque that breaks the joint, 0 for none.")
}

// inspectAxis shows an axis of a joint: its position, limits, motor, spring and friction. Angles are in degrees.
func (p *inspector) inspectAxis(c *ui.Context, v *View, j physics.Joint, i int, name jointAxisName) {
	a := j.At(i).Axis()
	value, speed := j.At(i).Position(), j.At(i).Rate()
	scale, unit, rate, force := 1.0, "m", "m/s", "N"
	o := ui.Range{Min: -1e3, Max: 1e3, Low: -2, High: 2, Step: 0.01, NoDefault: true}
	if name.angular {
		scale, unit, rate, force = 180/math.Pi, "°", "rad/s", "N·m"
		o = ui.Range{Min: -3600, Max: 3600, Low: -180, High: 180, Step: 1, NoDefault: true}
	}
	o.Unit = unit
	c.Value(name.name, float64(value)*scale, unit)
	c.Value("Speed##now", float64(speed), rate)
	if p.truth(c, v, j, i, session.FieldLimited, "Limited", a.Limited) {
		low, high := o, o
		low.Max, high.Min = float64(a.Upper)*scale, float64(a.Lower)*scale
		p.number(c, v, j, i, session.FieldLower, "From", float64(a.Lower), scale, low)
		p.number(c, v, j, i, session.FieldUpper, "To", float64(a.Upper), scale, high)
	}
	if p.truth(c, v, j, i, session.FieldMotor, "Motor", a.Motor) {
		p.number(c, v, j, i, session.FieldSpeed, "Speed", float64(a.Speed), 1,
			ui.Range{Min: -1e3, Max: 1e3, Low: -20, High: 20, Step: 0.1, Unit: rate})
		p.number(c, v, j, i, session.FieldMaxForce, "At most", float64(a.MaxForce), 1,
			ui.Range{Max: 1e9, High: 1e5, Step: 10, Unit: force})
	} else {
		p.number(c, v, j, i, session.FieldFriction, "Friction", float64(a.Friction), 1,
			ui.Range{Max: 1e9, High: 1e4, Step: 1, Unit: force})
	}
	if a.Stiffness > 0 || a.Damping > 0 {
		p.springSI(c, v, j, i, name.angular)
	} else {
		p.number(c, v, j, i, session.FieldHertz, "Spring", float64(a.Hertz), 1,
			ui.Range{Max: 1e3, High: 20, Step: 0.1, Unit: "Hz"})
		c.Tip("A spring of this frequency pulls to the target, 0 for none.")
		if a.Hertz > 0 {
			p.number(c, v, j, i, session.FieldDampingRatio, "Damping ratio", float64(a.DampingRatio), 1,
				ui.Range{Max: 100, High: 2, Step: 0.01})
		}
	}
	if a.Hertz > 0 || a.Stiffness > 0 {
		p.number(c, v, j, i, session.FieldTarget, "Target", float64(a.Target), scale, o)
	}
	if a.HasSpring() {
		p.number(c, v, j, i, session.FieldMaxSpring, "At most##spring", float64(a.MaxSpring), 1,
			ui.Range{Max: 1e9, High: 1e4, Step: 1, Unit: force})
		c.Tip("The largest force of the spring, 0 for any.")
	}
}

// springSI shows stiffness, damping and rate of a spring in SI.
func (p *inspector) springSI(c *ui.Context, v *View, j physics.Joint, i int, angular bool) {
	a := j.At(i).Axis()
	stiffness, damping, rate := "N/m", "N·s/m", "m/s"
	if angular {
		stiffness, damping, rate = "N·m/rad", "N·m·s/rad", "rad/s"
	}
	p.number(c, v, j, i, session.FieldStiffness, "Stiffness", float64(a.Stiffness), 1,
		ui.Range{Max: 1e9, High: 1e4, Step: 10, Unit: stiffness})
	c.Tip("The force that pulls to the target, for each radian or metre away from it.")
	p.number(c, v, j, i, session.FieldDamping, "Damping", float64(a.Damping), 1,
		ui.Range{Max: 1e9, High: 1e3, Step: 1, Unit: damping})
	p.number(c, v, j, i, session.FieldRate, "Rate##spring", float64(a.Rate), 1,
		ui.Range{Min: -1e3, Max: 1e3, Low: -10, High: 10, Step: 0.1, Unit: rate})
	c.Tip("The speed to which the damper slows down.")
}

// number draws a number of a joint, multiplied by scale for the shown unit, and sends a change.
func (p *inspector) number(c *ui.Context, v *View, j physics.Joint, axis int, f session.JointField, label string, now,
	scale float64, o ui.Range) {
	x := p.tunedTo(v, j, axis, f, now) * scale
	if c.Slider(label, &x, o) {
		p.tune(v, j, axis, f, x/scale)
	}
}

// truth draws a switch of a joint, sends a change, and returns the state of the switch.
func (p *inspector) truth(c *ui.Context, v *View, j physics.Joint, axis int, f session.JointField, label string,
	now bool) bool {
	on := p.tunedTo(v, j, axis, f, number01(now)) != 0
	if c.Check(label, &on) {
		p.tune(v, j, axis, f, number01(on))
	}
	return on
}

// taken reports whether the world has taken the edit.
func (w *waitingEdit) taken(v *View) bool {
	return v.Frame.Status.Tick > w.tick+1 || v.Frame.Status.Paused && v.Session.Applied() > w.applied
}

// waitingEdit is an edit that the world has not taken yet: until then the panel shows it, also while
// the world is paused.
type waitingEdit struct {
	on      bool
	tick    uint64
	applied uint64
	event   input.Event
}
