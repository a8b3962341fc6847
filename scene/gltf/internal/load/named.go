package load

import (
	"slices"

	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// mostNumber bounds the numbers of actuators and sensors.
const mostNumber = 1e12

// readNamed reads the actuators and the sensors of the document.
func readNamed(d *reading) {
	own := d.Root.Path("extensions", extension.Own)
	for _, v := range own.At("actuators").List() {
		if a, ok := d.actuator(v); ok {
			d.scene.Actuators = append(d.scene.Actuators, a)
		}
	}
	for _, v := range own.At("sensors").List() {
		if s, ok := d.sensor(v); ok {
			d.scene.Sensors = append(d.scene.Sensors, s)
		}
	}
}

// jointAt is 1 + the joint that a node has, 0 with a fault for none.
func (d *reading) jointAt(v jsonvalue.Value) uint64 {
	node := v.Index(len(d.nodes), "nodes")
	joint, ok := d.jointOf[node]
	if !ok && node >= 0 {
		v.Warnf("node %d has no joint: it is left out", node)
	}
	return uint64(joint)
}

// span reads two numbers, the first of them the smaller one.
func span(v jsonvalue.Value, least, most *float32) bool {
	var x [2]float32
	if v.Missing() || !v.Singles(x[:], mostNumber) {
		return false
	}
	if x[0] > x[1] {
		v.Errorf("the first must be the smaller one")
		return false
	}
	*least, *most = x[0], x[1]
	return true
}

func (d *reading) actuator(v jsonvalue.Value) (a scenes.Actuator, ok bool) {
	if !v.IsObject() {
		return a, false
	}
	v.Only("name", "unit", "kind", "tendon", "control", "gain", "bias", "stiffness", "damping", "range", "forceRange",
		"on", "at", "force", "torque")
	number := func(v jsonvalue.Value, name string) float32 { return v.At(name).Single(0, -mostNumber, mostNumber) }
	a.Name, a.Unit, a.Tendon = v.At("name").Text(""), v.At("unit").Text(""), v.At("tendon").Text("")
	a.Kind = v.At("kind").Choice(extension.ActuatorKinds...)
	if a.Name == "" || d.scene.HasActuator(a.Name) {
		v.Errorf("must have a name of its own")
	}
	a.Initial, a.Gain, a.Bias = number(v, "control"), number(v, "gain"), number(v, "bias")
	a.Stiffness, a.Damping = number(v, "stiffness"), number(v, "damping")
	a.Bounded = span(v.At("range"), &a.Least, &a.Most)
	a.Limited = span(v.At("forceRange"), &a.LeastForce, &a.MostForce)
	for _, o := range v.At("on").List() {
		o.Only("joint", "axis", "gear", "stiffness", "damping", "target", "speed", "force", "baseTarget", "baseSpeed",
			"baseForce", "range")
		x := scenes.Drive{Joint: d.jointAt(o.At("joint")), Axis: o.At("axis").Integer(0, 0, 5), Gear: number(o, "gear"),
			Stiffness: number(o, "stiffness"), Damping: number(o, "damping"),
			Target: number(o, "target"), Speed: number(o, "speed"), Force: number(o, "force"),
			BaseTarget: number(o, "baseTarget"), BaseSpeed: number(o, "baseSpeed"), BaseForce: number(o, "baseForce")}
		x.Limited = span(o.At("range"), &x.LeastForce, &x.MostForce)
		if x.Joint == 0 {
			continue
		}
		if d.scene.Joints[x.Joint-1].Def.AxisAt(x.Axis) == nil {
			o.At("joint").Warnf("its joint has no axis to drive: it is left out")
			continue
		}
		a.On = append(a.On, x)
	}
	if at := v.At("at"); !at.Missing() {
		push := scenes.Push{Force: v.At("force").Vector(vec.Vec3{}, mostNumber),
			Torque: v.At("torque").Vector(vec.Vec3{}, mostNumber)}
		var there bool
		push.Mount, there = d.mount(at)
		if !there || push.Body < 0 {
			at.Warnf("the body that it pushes is not there: it is left out")
			return a, false
		}
		a.At = &push
	}
	return a, len(a.On) > 0 || a.At != nil
}

func (d *reading) sensor(v jsonvalue.Value) (s scenes.Sensor, ok bool) {
	if !v.IsObject() {
		return s, false
	}
	v.Only("name", "kind", "unit", "at", "relative", "zone", "terms", "force", "stiffness", "damping", "cutoff",
		"range",
		"field", "joint", "bodies")
	number := func(v jsonvalue.Value, name string) float32 { return v.At(name).Single(0, -mostNumber, mostNumber) }
	s.Name, s.Unit = v.At("name").Text(""), v.At("unit").Text("")
	if s.Name == "" || slices.ContainsFunc(d.scene.Sensors, func(b scenes.Sensor) bool { return s.Name == b.Name }) {
		v.Errorf("must have a name of its own")
	}
	s.Kind = scenes.SensorKind(slices.Index(extension.SensorKinds, v.At("kind").Choice(extension.SensorKinds...)))
	s.At, ok = d.mount(v.At("at"))
	relative, there := d.mount(v.At("relative"))
	s.Relative, ok = relative, ok && there
	if z := v.At("zone"); z.IsObject() {
		z.Only("shape", "size")
		s.Zone.Shape = scenes.ZoneShape(
			slices.Index(extension.ZoneShapes, z.At("shape").Choice(extension.ZoneShapes...)))
		s.Zone.Size = z.At("size").Vector(vec.Vec3{}, extension.MaxLength)
	}
	for _, t := range v.At("terms").List() {
		t.Only("joint", "axis", "factor", "offset")
		x := scenes.SensorTerm{Joint: d.jointAt(t.At("joint")), Axis: t.At("axis").Integer(0, 0, 5),
			Factor: number(t, "factor"), Offset: number(t, "offset")}
		ok = ok && x.Joint > 0 && d.scene.Joints[x.Joint-1].Def.AxisAt(x.Axis) != nil
		s.Terms = append(s.Terms, x)
	}
	s.Force, s.Stiffness, s.Damping = number(v, "force"), number(v, "stiffness"), number(v, "damping")
	s.Cutoff = max(number(v, "cutoff"), 0)
	s.Limited = span(v.At("range"), &s.Least, &s.Most)
	s.Field = v.At("field").Vector(vec.Vec3{}, mostNumber)
	if j := v.At("joint"); !j.Missing() {
		s.Joint = d.jointAt(j)
		ok = ok && s.Joint > 0
	}
	for _, b := range v.At("bodies").List() {
		body, there := d.bodyAt(b)
		ok = ok && there
		s.Bodies = append(s.Bodies, body)
	}
	if !ok {
		v.Warnf("what it is mounted on is not there: it is left out")
	}
	return s, ok
}

// mount reads a frame on the node of a body, or in the world.
func (d *reading) mount(v jsonvalue.Value) (m scenes.Mount, ok bool) {
	m, ok = scenes.Mount{Body: -1, Local: vec.TransformIdentity}, true
	if !v.IsObject() {
		return m, ok
	}
	v.Only("node", "translation", "rotation")
	if n := v.At("node"); !n.Missing() {
		m.Body, ok = d.bodyAt(n)
	}
	m.Local.P = v.At("translation").Vector(vec.Vec3{}, extension.MaxLength)
	m.Local.Q = v.At("rotation").Rotation(vec.QuatIdentity)
	return m, ok
}

// bodyAt is the body of a node.
func (d *reading) bodyAt(v jsonvalue.Value) (body int, ok bool) {
	node := v.Index(len(d.nodes), "nodes")
	if node < 0 || d.nodes[node].body < 0 {
		return -1, false
	}
	return d.nodes[node].body, true
}
