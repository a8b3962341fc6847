package mjcf

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
)

// sensorKinds are the sensors that are mounted on a site, a joint, or whatever objtype names.
var sensorKinds = map[string]struct {
	kind scenes.SensorKind
	unit string
}{
	"gyro": {scenes.SensorGyro, "rad/s"}, "velocimeter": {scenes.SensorVelocity, "m/s"},
	"accelerometer": {scenes.SensorAcceleration, "m/s²"},
	"magnetometer":  {scenes.SensorField, ""}, "rangefinder": {scenes.SensorRange, "m"}, "touch": {scenes.SensorTouch,
		"N"},
	"force": {scenes.SensorForce, "N"}, "torque": {scenes.SensorTorque, "N·m"},
	"framepos": {scenes.SensorPosition, "m"}, "framequat": {scenes.SensorRotation, ""},
	"framexaxis": {scenes.SensorAxisX, ""}, "frameyaxis": {scenes.SensorAxisY, ""}, "framezaxis": {scenes.SensorAxisZ,
		""},
	"framelinvel": {scenes.SensorLinearVelocity, "m/s"}, "frameangvel": {scenes.SensorAngularVelocity, "rad/s"},
	"framelinacc": {scenes.SensorLinearAcceleration, "m/s²"}, "frameangacc": {scenes.SensorAngularAcceleration,
		"rad/s²"},
	"jointpos": {scenes.SensorCoordinate, ""}, "jointvel": {scenes.SensorSpeed, ""},
	"ballquat": {scenes.SensorRotation, ""}, "ballangvel": {scenes.SensorJointSpeed, "rad/s"},
	"tendonpos": {scenes.SensorCoordinate, ""}, "tendonvel": {scenes.SensorSpeed, ""},
	"actuatorpos": {scenes.SensorCoordinate, ""}, "actuatorvel": {scenes.SensorSpeed, ""},
	"actuatorfrc": {scenes.SensorDrive, ""}, "jointactuatorfrc": {scenes.SensorDrive, ""},
	"subtreecom": {scenes.SensorTreeCenter, "m"}, "subtreelinvel": {scenes.SensorTreeVelocity, "m/s"},
	"subtreeangmom": {scenes.SensorTreeMomentum, "kg·m²/s"},
	"insidesite":    {scenes.SensorInside, ""}, "clock": {scenes.SensorClock, "s"},
	"e_potential": {scenes.SensorPotential, "J"}, "e_kinetic": {scenes.SensorKinetic, "J"},
}

// sensors reads the sensors of a model. A sensor without its object in the scene is left out, with a word.
func (r *reader) sensors(top *xmlscene.Element) {
	used := map[string]bool{}
	for _, list := range top.All("sensor") {
		for _, e := range list.Children {
			useAll(e)
			kind, known := sensorKinds[e.Name]
			if !known {
				e.Ignoref("this sensor is not known here")
				continue
			}
			s := scenes.Sensor{Kind: kind.kind, Unit: kind.unit, At: r.onWorld(), Relative: r.onWorld(),
				Cutoff: max(e.Number("cutoff", 0), 0)}
			if kind.kind == scenes.SensorRotation || kind.kind == scenes.SensorAxisX ||
				kind.kind == scenes.SensorAxisY || kind.kind == scenes.SensorAxisZ {
				s.Cutoff = 0 // as in MuJoCo, it does not bound directions
			}
			if missing := r.mountSensor(e, &s); missing != "" {
				e.Ignoref("%s: it is not measured", missing)
				continue
			}
			s.Name = e.Text("name", "")
			for n := 1; s.Name == "" || used[s.Name]; n++ {
				s.Name = fmt.Sprintf("%s%d", e.Name, n)
			}
			used[s.Name] = true
			r.scene.Sensors = append(r.scene.Sensors, s)
		}
	}
}

// onWorld is the frame of the file in the world.
func (r *reader) onWorld() scenes.Mount {
	return scenes.Mount{Body: -1, Local: vec.Transform{Q: xmlscene.Upright()}}
}

func mounted(a attachment) scenes.Mount {
	a.local.Q = a.local.Q.Norm()
	return scenes.Mount{Body: a.body, Local: a.local}
}

// mountSensor finds the mount of a sensor. The text names a missing object, empty for none.
func (r *reader) mountSensor(e *xmlscene.Element, s *scenes.Sensor) string {
	switch s.Kind {
	case scenes.SensorPotential:
		e.Warnf("the energy of springs does not count")
		return ""
	case scenes.SensorClock, scenes.SensorKinetic:
		return ""
	case scenes.SensorGyro, scenes.SensorVelocity, scenes.SensorAcceleration, scenes.SensorField, scenes.SensorRange,
		scenes.SensorTouch,
		scenes.SensorForce, scenes.SensorTorque:
		return r.onSite(e, s)
	case scenes.SensorTreeCenter, scenes.SensorTreeVelocity, scenes.SensorTreeMomentum:
		return r.ofTree(e, s)
	case scenes.SensorCoordinate, scenes.SensorSpeed, scenes.SensorDrive:
		return r.ofCoordinate(e, s)
	}
	if e.Name == "ballquat" || e.Name == "ballangvel" {
		return r.ofBall(e, s)
	}
	if s.Kind == scenes.SensorInside {
		site := e.Text("site", "")
		at, ok := r.sites[site]
		if !ok {
			return fmt.Sprintf("there is no site %q", site)
		}
		s.Relative, s.Zone = mounted(at), r.zones[site]
	}
	if missing := r.object(e, "objtype", "objname", s.Kind, &s.At); missing != "" {
		return missing
	}
	if e.Has("reftype") {
		return r.object(e, "reftype", "refname", s.Kind, &s.Relative)
	}
	return ""
}

// onSite mounts a sensor on its site.
func (r *reader) onSite(e *xmlscene.Element, s *scenes.Sensor) string {
	name := e.Text("site", "")
	at, ok := r.sites[name]
	if !ok {
		return fmt.Sprintf("there is no site %q", name)
	}
	s.At, s.Zone = mounted(at), r.zones[name]
	switch s.Kind {
	case scenes.SensorField:
		s.Field = xmlscene.Upright().Rotate(r.magnetic)
	case scenes.SensorForce, scenes.SensorTorque:
		if !at.jointed {
			return "its body is fixed to its parent, and the force between the two is not known"
		}
		for i := range r.scene.Joints {
			if r.scene.Joints[i].B == at.body {
				s.Joint = uint64(i + 1)
				return ""
			}
		}
		return "its body is free"
	}
	return ""
}

// object finds the frame of an object of a type.
func (r *reader) object(e *xmlscene.Element, kindOf, nameOf string, sensor scenes.SensorKind, m *scenes.Mount) string {
	kind, name := e.Text(kindOf, ""), e.Text(nameOf, "")
	lists := map[string]map[string]attachment{"site": r.sites, "geom": r.geomFrames, "xbody": r.bodies,
		"body": r.bodies}
	list, ok := lists[kind]
	if !ok {
		return fmt.Sprintf("objects of type %q are not known here", kind)
	}
	at, ok := list[name]
	if !ok {
		return fmt.Sprintf("there is no %s %q", kind, name)
	}
	if kind == "body" {
		// the frame of its mass: the centre is that of the file, the axes are those of the body
		at.local.P = r.centerOf(name, at)
		switch sensor {
		case scenes.SensorRotation, scenes.SensorAxisX, scenes.SensorAxisY, scenes.SensorAxisZ:
			e.Warnf("%s %q: the axes of the body are taken, not those of its inertia", kind, name)
		}
	}
	*m = mounted(at)
	return ""
}

// centerOf is the centre of mass of a body element, in its body of the scene.
func (r *reader) centerOf(name string, at attachment) vec.Vec3 {
	if at.body >= 0 {
		for _, p := range r.parts[at.body] {
			if p.name == name {
				return p.mass.Center
			}
		}
	}
	return at.local.P
}

// ofTree finds the bodies of a subtree.
func (r *reader) ofTree(e *xmlscene.Element, s *scenes.Sensor) string {
	name := e.Text("body", "")
	if name == "world" {
		for i := range r.scene.Bodies {
			if r.scene.Bodies[i].Def.Type == physics.Dynamic {
				s.Bodies = append(s.Bodies, i)
			}
		}
		return ""
	}
	at, ok := r.bodies[name]
	switch {
	case !ok:
		return fmt.Sprintf("there is no body %q", name)
	case !at.jointed:
		return "its body is a part of its parent"
	}
	s.Bodies = r.subtrees[name]
	return ""
}

// term is the coordinate of a joint, times a factor.
func (r *reader) term(joint string, factor float32) (scenes.SensorTerm, string) {
	ref, ok := r.joints[joint]
	if !ok {
		return scenes.SensorTerm{}, fmt.Sprintf("there is no joint %q with one coordinate", joint)
	}
	if _, ball := r.scene.Joints[ref.joint].Def.(*physics.BallJointDef); ball {
		return scenes.SensorTerm{}, fmt.Sprintf("joint %q has three coordinates", joint)
	}
	t := scenes.SensorTerm{Joint: uint64(ref.joint + 1), Axis: ref.axis, Factor: factor, Offset: ref.ref}
	if ref.reversed {
		t.Factor, t.Offset = -factor, -ref.ref
	}
	return t, ""
}

// ofCoordinate finds the joints whose coordinates a sensor measures.
func (r *reader) ofCoordinate(e *xmlscene.Element, s *scenes.Sensor) string {
	unit := func(sliding bool) string {
		u := "rad"
		if sliding {
			u = "m"
		}
		if s.Kind == scenes.SensorSpeed {
			u += "/s"
		}
		return u
	}
	switch e.Name {
	case "jointpos", "jointvel":
		t, missing := r.term(e.Text("joint", ""), 1)
		s.Terms, s.Unit = []scenes.SensorTerm{t}, unit(r.joints[e.Text("joint", "")].sliding)
		return missing
	case "tendonpos", "tendonvel":
		terms, ok := r.fixedTerms[e.Text("tendon", "")]
		if !ok {
			return "lengths of tendons between sites are not known here"
		}
		for _, f := range terms {
			t, missing := r.term(f.joint, f.factor)
			if missing != "" {
				return missing
			}
			s.Terms = append(s.Terms, t)
		}
		return ""
	}
	d, ok := r.drives[e.Text("actuator", "")]
	if e.Name == "jointactuatorfrc" {
		d, ok = r.driveOf(e.Text("joint", ""))
	}
	if !ok {
		return "its actuator is not known here"
	}
	t, missing := r.term(d.joint, d.gear)
	s.Terms, s.Unit = []scenes.SensorTerm{t}, unit(r.joints[d.joint].sliding)
	if s.Kind == scenes.SensorDrive {
		s.Force, s.Stiffness, s.Damping = d.force, d.Stiffness, d.Damping
		s.Limited, s.Least, s.Most = d.Limited, d.LeastForce, d.MostForce
		if s.Unit = "N·m"; r.joints[d.joint].sliding {
			s.Unit = "N"
		}
	}
	return missing
}

// ofBall mounts a sensor on a ball joint.
func (r *reader) ofBall(e *xmlscene.Element, s *scenes.Sensor) string {
	name := e.Text("joint", "")
	ref, ok := r.joints[name]
	if !ok {
		return fmt.Sprintf("there is no joint %q", name)
	}
	j := &r.scene.Joints[ref.joint]
	d, ok := j.Def.(*physics.BallJointDef)
	if !ok {
		return fmt.Sprintf("joint %q is no ball joint", name)
	}
	s.At = scenes.Mount{Body: j.B, Local: d.FrameB}
	s.Relative = scenes.Mount{Body: j.A, Local: d.FrameA}
	return ""
}

// driveOf is the only actuator of a joint, with a gear of 1.
func (r *reader) driveOf(joint string) (d drive, ok bool) {
	count := 0
	for _, x := range r.drives {
		if x.joint == joint {
			d, count = x, count+1
		}
	}
	return d, count == 1 && d.gear == 1
}
