package panel

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer/ui"
)

// drivesWindow moves the actuators and joints of a scene file by sliders.
type drivesWindow struct {
	scene *scenes.Scene // whose window was brought to the front
	// sent are the controls of actuators that the world has not taken yet.
	sent map[int]sentControl
	// all, free and driven are the memory of drivable
	all, free []physics.Joint
	driven    map[uint64]bool
}

type sentControl struct {
	waitingEdit
	value float32
}

// mostDrives is how many sliders are shown.
const mostDrives = 256

// A joint that a slider moves without an actuator is held by a spring of this frequency, without oscillating.
const (
	holdHertz = 4
	holdRatio = 1
)

// draw draws the window for the scenes of files that have something to drive.
func (p *drivesWindow) draw(c *ui.Context, v *View) {
	s := v.Session.Run.Scene
	joints := p.drivable(v.Session.World(), s)
	if len(s.Actuators) == 0 && len(joints) == 0 {
		return
	}
	open := c.BeginWindow(windowDrives, ui.WindowOptions{Side: ui.SideRight})
	if p.scene != s {
		p.scene, p.sent = s, map[int]sentControl{}
		c.Show(windowDrives)
	}
	if !open {
		return
	}
	defer c.EndWindow()
	if len(s.Actuators) > 0 {
		c.Heading("Actuators")
		p.actuators(c, v, s)
	}
	if len(joints) > 0 {
		c.Heading("Joints")
	}
	for i, j := range joints[:min(len(joints), mostDrives)] {
		c.PushIndex(i)
		p.joint(c, v, j)
		c.PopID()
	}
}

// drivable are the hinges and sliders of a scene file that no actuator drives. They are valid until the next call.
func (p *drivesWindow) drivable(w *physics.World, s *scenes.Scene) []physics.Joint {
	if s.Category != "file" {
		return nil
	}
	if p.driven == nil {
		p.driven = map[uint64]bool{}
	}
	clear(p.driven)
	for i := range s.Actuators {
		for k := range s.Actuators[i].On {
			p.driven[s.Actuators[i].On[k].Joint] = true
		}
	}
	p.all, p.free = w.Joints(p.all[:0]), p.free[:0]
	for _, j := range p.all {
		if kind := j.Kind(); (kind == physics.KindHinge || kind == physics.KindSlider) && !p.driven[j.Order()] {
			p.free = append(p.free, j)
		}
	}
	return p.free
}

// actuators shows a slider for each actuator: its control, and where its joint is.
func (p *drivesWindow) actuators(c *ui.Context, v *View, s *scenes.Scene) {
	controls := v.Session.Run.Controls()
	for i, sent := range p.sent {
		if sent.taken(v) {
			delete(p.sent, i)
		} else {
			controls[i] = sent.value
		}
	}
	joints := v.Session.Run.JointsByOrder()
	if c.Button("Home##actuators") {
		for i := range s.Actuators {
			controls[i] = s.Actuators[i].Initial
			p.send(v, i, controls, joints)
		}
	}
	c.Tip("All controls as the scene begins.")
	for i := range s.Actuators[:min(len(s.Actuators), mostDrives)] {
		a := &s.Actuators[i]
		c.PushIndex(i)
		o := ui.Range{Min: -1e6, Max: 1e6, Low: -1, High: 1, Step: 0.01, Unit: a.Unit, Default: float64(a.Initial)}
		if a.Bounded {
			o.Min, o.Max, o.Low, o.High = float64(a.Least), float64(a.Most), float64(a.Least), float64(a.Most)
			o.Step = (o.Max - o.Min) / 200
		}
		x := float64(controls[i])
		if c.Slider(a.Name, &x, o) {
			controls[i] = float32(x)
			p.send(v, i, controls, joints)
		}
		acts(c, a, i, controls[i], joints)
		c.PopID()
	}
}

// acts shows how an actuator acts: on its joint, or on the body that it pushes.
func acts(c *ui.Context, a *scenes.Actuator, i int, control float32, joints map[uint64]physics.Joint) {
	row := "##" + strconv.Itoa(i)
	if a.At != nil {
		push, unit := a.At.Force.Len(), "N"
		if push == 0 {
			push, unit = a.At.Torque.Len(), "N·m"
		}
		c.Value(forceLabel(a, push)+row, shown(float64(a.ForceAt(control)*push)), unit)
		return
	}
	d := &a.On[0]
	j, ok := joints[d.Joint]
	if !ok {
		c.Dim("its joint is gone")
		return
	}
	at := j.At(d.Axis).Position()
	unit := coordinateUnit(j, d.Axis)
	c.Value("joint at"+row, shown(float64(at)), unit)
	c.Value(forceLabel(a, d.Gear)+row, shown(float64(j.At(d.Axis).DriveForce())), forceUnits[unit])
}

// forceUnits are the units of forces along coordinates.
var forceUnits = map[string]string{"rad": "N·m", "m": "N"}

// forceLabel names the force of the drive of an actuator, with its bound.
func forceLabel(a *scenes.Actuator, gear float32) string {
	if !a.Limited || gear == 0 {
		return "force"
	}
	return fmt.Sprintf("force, of %.4g", max(vec.Abs(gear*a.LeastForce), vec.Abs(gear*a.MostForce)))
}

// shown is a coordinate as it is shown, in steps too small to see.
func shown(x float64) float64 { return math.Round(x*1e5) / 1e5 }

// coordinateUnit is the unit of an axis of a joint.
func coordinateUnit(j physics.Joint, axis int) string {
	if names := jointAxisNames[j.Kind()]; axis < len(names) && names[axis].angular {
		return "rad"
	}
	return "m"
}

// send puts an actuator, or the axes that it drives, under the controls.
func (p *drivesWindow) send(v *View, i int, controls []float32, joints map[uint64]physics.Joint) {
	s := v.Session.Run.Scene
	a := &s.Actuators[i]
	post := func(e input.Event) {
		v.Send(e)
		p.sent[i] = sentControl{waitingEdit{true, v.Frame.Status.Tick, v.Session.Applied(), e}, controls[i]}
	}
	if a.At != nil {
		post(session.SetCommand(param.SceneKey(a.Key()), float64(controls[i])))
		return
	}
	for _, d := range a.On {
		j, ok := joints[d.Joint]
		if !ok {
			continue
		}
		now := j.At(d.Axis).Axis()
		next := s.Tuned(d.Joint, d.Axis, now, controls)
		tune := func(f session.JointField, value float64) { post(session.TuneCommand(j, d.Axis, f, value)) }
		if next.Target != now.Target {
			tune(session.FieldTarget, float64(next.Target))
		}
		if next.Rate != now.Rate {
			tune(session.FieldRate, float64(next.Rate))
		}
		if next.Motor != now.Motor || next.Speed != now.Speed || next.MaxForce != now.MaxForce {
			tune(session.FieldSpeed, float64(next.Speed))
			tune(session.FieldMaxForce, float64(next.MaxForce))
			tune(session.FieldMotor, number01(next.Motor))
		}
	}
}

// joint shows a slider for a joint without an actuator: where a spring holds it, or where it is while it is loose.
func (p *drivesWindow) joint(c *ui.Context, v *View, j physics.Joint) {
	a := j.At(0).Axis()
	at := j.At(0).Position()
	held := a.Hertz > 0 || a.Stiffness > 0
	_, b := j.Bodies()
	scale, o := 1.0, ui.Range{Min: -1e3, Max: 1e3, Low: -1, High: 1, Step: 0.01, Unit: "m", NoDefault: true}
	if j.Kind() == physics.KindHinge {
		scale, o = 180/math.Pi, ui.Range{Min: -3600, Max: 3600, Low: -180, High: 180, Step: 1, Unit: "°",
			NoDefault: true}
	}
	if a.Limited {
		o.Min, o.Max = float64(a.Lower)*scale, float64(a.Upper)*scale
		o.Low, o.High = o.Min, o.Max
	}
	x := float64(at) * scale
	if held {
		x = float64(a.Target) * scale
	}
	name := cmp.Or(j.Name(), b.Name(), "joint")
	tune := func(f session.JointField, value float64) { v.Send(session.TuneCommand(j, 0, f, value)) }
	if c.Slider(name, &x, o) {
		if !held {
			tune(session.FieldHertz, holdHertz)
			tune(session.FieldDampingRatio, holdRatio)
		}
		tune(session.FieldTarget, x/scale)
	}
	if !held {
		return
	}
	c.Value("joint at##now", shown(float64(at)*scale), o.Unit)
	if c.Button("Let go##joint") {
		tune(session.FieldHertz, 0)
		tune(session.FieldStiffness, 0)
	}
}
