package mjcf

import (
	"tumble/physics/scenes"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// motor is an actuator of a joint that the scene has no name for.
type motor struct {
	kind, joint            string
	kp, kv, control, force float32
}

// drives are the actuators of a scene with the joints of the file that they drive.
type drives struct {
	list []scenes.Actuator
	axes map[[2]int]*driven
}

// driven is an axis of a joint that actuators drive.
type driven struct {
	joint  string // in the file, empty for one that it does not have
	pushes bool
}

// newDrives finds the axes that the actuators of a scene drive.
func newDrives(s *model.Model) *drives {
	d := &drives{s.Actuators, map[[2]int]*driven{}}
	for i := range d.list {
		a := &d.list[i]
		for k := range a.On {
			on := &a.On[k]
			key := [2]int{int(on.Joint) - 1, on.Axis}
			if d.axes[key] == nil {
				d.axes[key] = &driven{}
			}
			x := d.axes[key]
			x.pushes = x.pushes || on.Force != 0
		}
	}
	return d
}

// on is the axis of a joint that is called so in the file, nil where no actuator drives it.
func (d *drives) on(joint, axis int, name string) *driven {
	x := d.axes[[2]int{joint, axis}]
	if x != nil {
		x.joint = name
	}
	return x
}

// tendons gives the actuators that pull several joints tendons to pull.
func (d *drives) tendons(e *encoder) {
	done := map[string]bool{}
	for i := range d.list {
		a := &d.list[i]
		if a.Tendon == "" || done[a.Tendon] {
			continue
		}
		done[a.Tendon] = true
		c := constraint{section: "tendon", element: "fixed", attributes: []string{"name", a.Tendon}}
		for k := range a.On {
			on := &a.On[k]
			if x := d.axes[[2]int{int(on.Joint) - 1, on.Axis}]; x.joint != "" {
				c.terms = append(c.terms, term{x.joint, on.Gear})
			}
		}
		e.rest = append(e.rest, c)
	}
}

// pushSites gives the bodies the sites at which actuators push. The names are empty for other actuators.
func (e *encoder) pushSites() []string {
	list := make([]string, len(e.Scene.Actuators))
	for i := range list {
		if at := e.Scene.Actuators[i].At; at != nil {
			list[i] = e.site(at.Body, at.Local)
		}
	}
	return list
}

// actuators writes the actuators of the scene, with the site of each that pushes a body, and motors of joints for which
// the scene has no actuators. It returns the controls of all.
func (e *encoder) actuators(d *drives, sites []string, motors []motor) (controls []float32) {
	if len(motors)+len(d.list) == 0 {
		return nil
	}
	e.Open("actuator")
	for i := range d.list {
		a := &d.list[i]
		if a.At != nil {
			f, t := a.At.Force, a.At.Torque
			e.actuator(a, "site", sites[i], "gear", xmlscene.Format(f.X, f.Y, f.Z, t.X, t.Y, t.Z))
			controls = append(controls, a.Initial)
			continue
		}
		on := &a.On[0]
		x := d.axes[[2]int{int(on.Joint) - 1, on.Axis}]
		if x.joint == "" {
			e.f.Lossf(a.Name, "is an actuator of a joint that the file does not have: it is left out")
			continue
		}
		attributes := []string{"joint", x.joint}
		if a.Tendon != "" {
			attributes = []string{"tendon", a.Tendon}
		}
		if g := d.gear(a); g != 1 {
			attributes = append(attributes, "gear", xmlscene.Format(g))
		}
		e.actuator(a, attributes...)
		controls = append(controls, a.Initial)
	}
	for _, m := range motors {
		kp, force := "", ""
		if m.kind == "position" {
			kp = xmlscene.Format(m.kp)
		}
		if m.force > 0 {
			force = xmlscene.Format(-m.force, m.force)
		}
		e.Leaf(m.kind, "joint", m.joint, "kp", kp, "kv", xmlscene.Format(m.kv), "forcerange", force)
		controls = append(controls, m.control)
	}
	e.Close()
	return controls
}

// actuator writes an actuator by its law, with attributes for the joint, tendon or site that it acts on.
func (e *encoder) actuator(a *scenes.Actuator, on ...string) {
	kind, attributes := "general", append([]string{"name", a.Name}, on...)
	put := func(name string, values ...float32) {
		attributes = append(attributes, name, xmlscene.Format(values...))
	}
	none := a.Bias == 0 && a.Stiffness == 0
	switch {
	case a.Kind == "motor" && none && a.Damping == 0 && a.Gain == 1:
		kind = "motor"
	case a.Kind == "velocity" && none && a.Gain == a.Damping:
		kind = "velocity"
		put("kv", a.Damping)
	case a.Kind == "position" && a.Bias == 0 && a.Gain == a.Stiffness:
		kind = "position"
		put("kp", a.Stiffness)
		put("kv", a.Damping)
	default:
		put("gainprm", a.Gain)
		attributes = append(attributes, "biastype", "affine")
		put("biasprm", a.Bias, -a.Stiffness, -a.Damping)
	}
	if a.Bounded {
		attributes = append(attributes, "ctrllimited", "true")
		put("ctrlrange", a.Least, a.Most)
	}
	if a.Limited {
		attributes = append(attributes, "forcelimited", "true")
		put("forcerange", a.LeastForce, a.MostForce)
	}
	e.Leaf(kind, attributes...)
}

// pulled is the first actuator of each tendon: its gears are the factors of the joints.
func (d *drives) pulled(tendon string) *scenes.Actuator {
	for i := range d.list {
		if d.list[i].Tendon == tendon {
			return &d.list[i]
		}
	}
	return nil
}

// gear is that of an actuator on its joint, or on its tendon.
func (d *drives) gear(a *scenes.Actuator) float32 {
	if a.Tendon == "" {
		return a.On[0].Gear
	}
	return a.On[0].Gear / d.pulled(a.Tendon).On[0].Gear
}
