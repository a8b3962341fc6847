package mjcf

import (
	"slices"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// sensorWords are the elements of sensors on sites, by their kind; the others depend on the thing they measure.
var sensorWords = map[scenes.SensorKind]string{
	scenes.SensorGyro: "gyro", scenes.SensorVelocity: "velocimeter", scenes.SensorAcceleration: "accelerometer",
	scenes.SensorField: "magnetometer", scenes.SensorRange: "rangefinder", scenes.SensorTouch: "touch",
	scenes.SensorForce: "force", scenes.SensorTorque: "torque", scenes.SensorPosition: "framepos",
	scenes.SensorRotation: "framequat", scenes.SensorAxisX: "framexaxis", scenes.SensorAxisY: "frameyaxis",
	scenes.SensorAxisZ: "framezaxis", scenes.SensorLinearVelocity: "framelinvel",
	scenes.SensorAngularVelocity:    "frameangvel",
	scenes.SensorLinearAcceleration: "framelinacc", scenes.SensorAngularAcceleration: "frameangacc",
	scenes.SensorTreeCenter: "subtreecom", scenes.SensorTreeVelocity: "subtreelinvel",
	scenes.SensorTreeMomentum: "subtreeangmom",
	scenes.SensorInside:       "insidesite", scenes.SensorClock: "clock", scenes.SensorPotential: "e_potential",
	scenes.SensorKinetic: "e_kinetic",
}

// sensorMount are the sites of a sensor, empty for none.
type sensorMount struct{ at, relative string }

// onWorld reports whether a mount is the frame of the file in the world.
func onWorld(m scenes.Mount) bool {
	return m.Body < 0 && m.Local.P == (vec.Vec3{}) && vec.Abs(m.Local.Q.Dot(xmlscene.Upright())) > 1-1e-6
}

// sensorSites gives the bodies the sites that sensors are mounted on.
func (e *encoder) sensorSites() []sensorMount {
	mounts := make([]sensorMount, len(e.Scene.Sensors))
	for i := range e.Scene.Sensors {
		s := &e.Scene.Sensors[i]
		switch s.Kind {
		case scenes.SensorCoordinate, scenes.SensorSpeed, scenes.SensorDrive, scenes.SensorJointSpeed,
			scenes.SensorTreeCenter,
			scenes.SensorTreeVelocity, scenes.SensorTreeMomentum, scenes.SensorClock, scenes.SensorPotential,
			scenes.SensorKinetic:
			continue
		case scenes.SensorTouch:
			mounts[i].at = e.zoneSite(s.At.Body, s.At.Local, s.Zone)
		default:
			mounts[i].at = e.site(s.At.Body, s.At.Local)
		}
		if s.Kind == scenes.SensorInside {
			mounts[i].relative = e.zoneSite(s.Relative.Body, s.Relative.Local, s.Zone)
		} else if !onWorld(s.Relative) {
			mounts[i].relative = e.site(s.Relative.Body, s.Relative.Local)
		}
	}
	return mounts
}

// zoneOf is a volume in the words of the file, empty for none.
func zoneOf(z scenes.Zone) (kind, size string) {
	if z == (scenes.Zone{}) {
		return "", ""
	}
	kind = map[scenes.ZoneShape]string{scenes.ZoneBall: "sphere", scenes.ZoneCapsule: "capsule",
		scenes.ZoneEllipsoid: "ellipsoid",
		scenes.ZoneCylinder:  "cylinder", scenes.ZoneBox: "box"}[z.Shape]
	return kind, xmlscene.FormatVector(z.Size)
}

// magnetic is the field that magnetometers feel, in the axes of the file; empty without any.
func magnetic(s *model.Model) string {
	for i := range s.Sensors {
		if x := &s.Sensors[i]; x.Kind == scenes.SensorField {
			return xmlscene.FormatVector(xmlscene.Upright().InvRotate(x.Field))
		}
	}
	return ""
}

// sensors writes the sensors of the scene, and tells which a model cannot have.
func (e *encoder) sensors(mounts []sensorMount, d *drives) {
	if len(mounts) == 0 {
		return
	}
	e.Open("sensor")
	for i := range mounts {
		s := &e.Scene.Sensors[i]
		element, attributes := e.sensor(s, mounts[i], d)
		if element == "" {
			e.f.Lossf(s.Name, "is a sensor that the file cannot have: it is left out")
			continue
		}
		if s.Cutoff > 0 {
			attributes = append(attributes, "cutoff", xmlscene.Format(s.Cutoff))
		}
		e.Leaf(element, append([]string{"name", s.Name}, attributes...)...)
	}
	e.Close()
}

// sensor is a sensor in the words of the file, empty for one that it cannot have.
func (e *encoder) sensor(s *scenes.Sensor, at sensorMount, d *drives) (element string, attributes []string) {
	element = sensorWords[s.Kind]
	switch s.Kind {
	case scenes.SensorGyro, scenes.SensorVelocity, scenes.SensorAcceleration, scenes.SensorField, scenes.SensorRange,
		scenes.SensorTouch, scenes.SensorForce, scenes.SensorTorque:
		return element, []string{"site", at.at}
	case scenes.SensorClock, scenes.SensorPotential, scenes.SensorKinetic:
		return element, nil
	case scenes.SensorInside:
		return element, []string{"site", at.relative, "objtype", "site", "objname", at.at}
	case scenes.SensorTreeCenter, scenes.SensorTreeVelocity, scenes.SensorTreeMomentum:
		if top := e.treeOf(s.Bodies); top != "" {
			return element, []string{"body", top}
		}
		return "", nil
	case scenes.SensorCoordinate, scenes.SensorSpeed:
		return e.coordinateSensor(s)
	case scenes.SensorDrive:
		for i := range d.list {
			a := &d.list[i]
			if t := &s.Terms[0]; a.At == nil && a.On[0].Joint == t.Joint && a.On[0].Axis == t.Axis &&
				a.Stiffness == s.Stiffness && a.Damping == s.Damping {
				return "actuatorfrc", []string{"actuator", a.Name}
			}
		}
		return "", nil
	case scenes.SensorJointSpeed:
		for i := range e.Scene.Joints {
			j := &e.Scene.Joints[i]
			if _, ball := j.Def.(*physics.BallJointDef); ball && j.A == s.Relative.Body && j.B == s.At.Body &&
				e.joints[i] != "" {
				return "ballangvel", []string{"joint", e.joints[i]}
			}
		}
		return "", nil
	}
	attributes = []string{"objtype", "site", "objname", at.at}
	if at.relative != "" {
		attributes = append(attributes, "reftype", "site", "refname", at.relative)
	}
	return element, attributes
}

// coordinateSensor measures one joint, or a tendon of several.
func (e *encoder) coordinateSensor(s *scenes.Sensor) (element string, attributes []string) {
	offset := float32(0)
	for _, t := range s.Terms {
		offset += float32(t.Factor * t.Offset)
	}
	if s.Kind == scenes.SensorCoordinate && offset != 0 {
		e.f.Warnf(s.Name, "counts from the pose of the scene in the file: its values are %g less", offset)
	}
	kind, ending := "joint", "pos"
	if s.Kind == scenes.SensorSpeed {
		ending = "vel"
	}
	name := sensorTendon(s)
	if !tendonSensor(s) {
		name = e.axisNames[[2]int{int(s.Terms[0].Joint) - 1, s.Terms[0].Axis}]
	} else {
		kind = "tendon"
	}
	if name == "" {
		return "", nil
	}
	return kind + ending, []string{kind, name}
}

// tendonSensor reports whether a sensor measures a sum of coordinates.
func tendonSensor(s *scenes.Sensor) bool {
	return (s.Kind == scenes.SensorCoordinate || s.Kind == scenes.SensorSpeed) && (len(s.Terms) != 1 ||
		s.Terms[0].Factor != 1)
}

// sensorTendon is the name of the tendon that a sensor measures.
func sensorTendon(s *scenes.Sensor) string { return s.Name + "-tendon" }

// sensorTendons gives the sensors of sums of coordinates tendons.
func (e *encoder) sensorTendons() {
	for i := range e.Scene.Sensors {
		s := &e.Scene.Sensors[i]
		if !tendonSensor(s) {
			continue
		}
		c := constraint{section: "tendon", element: "fixed", attributes: []string{"name", sensorTendon(s)}}
		for _, t := range s.Terms {
			if name := e.axisNames[[2]int{int(t.Joint) - 1, t.Axis}]; name != "" {
				c.terms = append(c.terms, term{name, t.Factor})
			}
		}
		e.rest = append(e.rest, c)
	}
}

// treeOf is the body whose subtree some bodies are, the world for all that move, empty for neither.
func (e *encoder) treeOf(bodies []int) string {
	moving, top := 0, -1
	for i := range e.Links {
		if e.Scene.Bodies[e.Links[i].Body].Def.Type == physics.Dynamic {
			moving++
		}
		if slices.Contains(bodies, e.Links[i].Body) && top < 0 {
			top = i
		}
	}
	if top < 0 {
		return ""
	}
	below := []int{top}
	for i := 0; i < len(below); i++ {
		below = append(below, e.Links[below[i]].Below...)
	}
	for i := range below {
		if below[i] = e.Links[below[i]].Body; !slices.Contains(bodies, below[i]) {
			return ""
		}
	}
	switch len(bodies) {
	case len(below):
		return e.Links[top].Name
	case moving:
		return "world"
	}
	return ""
}
