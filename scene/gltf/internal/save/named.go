package save

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// numbers puts those into an object that are not 0.
func numbers(to jsonvalue.Object, list map[string]float32) {
	for name, x := range list {
		if x != 0 {
			to[name] = single(x)
		}
	}
}

// actuators writes those of the scene. Joints are named by the nodes that have them.
func (e *encoder) actuators() []jsonvalue.Object {
	var list []jsonvalue.Object
	for i := range e.scene.Actuators {
		a := &e.scene.Actuators[i]
		out := jsonvalue.Object{"name": a.Name}
		for name, text := range map[string]string{"unit": a.Unit, "kind": a.Kind, "tendon": a.Tendon} {
			if text != "" {
				out[name] = text
			}
		}
		numbers(out, map[string]float32{"control": a.Initial, "gain": a.Gain, "bias": a.Bias, "stiffness": a.Stiffness,
			"damping": a.Damping})
		bounds(out, "range", a.Bounded, a.Least, a.Most)
		bounds(out, "forceRange", a.Limited, a.LeastForce, a.MostForce)
		var on []jsonvalue.Object
		for k := range a.On {
			d := &a.On[k]
			one := jsonvalue.Object{"joint": e.jointNodes[d.Joint-1]}
			if d.Axis != 0 {
				one["axis"] = d.Axis
			}
			numbers(one, map[string]float32{"gear": d.Gear, "stiffness": d.Stiffness, "damping": d.Damping,
				"target": d.Target,
				"speed":  d.Speed, "force": d.Force, "baseTarget": d.BaseTarget, "baseSpeed": d.BaseSpeed,
				"baseForce": d.BaseForce})
			bounds(one, "range", d.Limited, d.LeastForce, d.MostForce)
			on = append(on, one)
		}
		if on != nil {
			out["on"] = on
		}
		if a.At != nil {
			out["at"], out["force"], out["torque"] = e.mount(&a.At.Mount), vector(a.At.Force), vector(a.At.Torque)
		}
		list = append(list, out)
	}
	return list
}

// bounds puts a range into an object where there is one.
func bounds(to jsonvalue.Object, name string, bounded bool, least, most float32) {
	if bounded {
		to[name] = []single{single(least), single(most)}
	}
}

// sensors writes those of the scene. Bodies and joints are named by their nodes.
func (e *encoder) sensors() []jsonvalue.Object {
	var list []jsonvalue.Object
	for i := range e.scene.Sensors {
		s := &e.scene.Sensors[i]
		out := jsonvalue.Object{"name": s.Name, "kind": extension.SensorKinds[s.Kind], "at": e.mount(&s.At),
			"relative": e.mount(&s.Relative)}
		if s.Unit != "" {
			out["unit"] = s.Unit
		}
		if s.Zone != (scenes.Zone{}) {
			out["zone"] = jsonvalue.Object{"shape": extension.ZoneShapes[s.Zone.Shape], "size": vector(s.Zone.Size)}
		}
		var terms []jsonvalue.Object
		for _, t := range s.Terms {
			one := jsonvalue.Object{"joint": e.jointNodes[t.Joint-1], "axis": t.Axis}
			numbers(one, map[string]float32{"factor": t.Factor, "offset": t.Offset})
			terms = append(terms, one)
		}
		if terms != nil {
			out["terms"] = terms
		}
		numbers(out, map[string]float32{"force": s.Force, "stiffness": s.Stiffness, "damping": s.Damping,
			"cutoff": s.Cutoff})
		bounds(out, "range", s.Limited, s.Least, s.Most)
		if s.Field != (physics.Vec3{}) {
			out["field"] = vector(s.Field)
		}
		if s.Joint > 0 {
			out["joint"] = e.jointNodes[s.Joint-1]
		}
		var bodies []int
		for _, b := range s.Bodies {
			bodies = append(bodies, e.bodies[b])
		}
		if bodies != nil {
			out["bodies"] = bodies
		}
		list = append(list, out)
	}
	return list
}

// mount is a frame on the node of a body, or in the world.
func (e *encoder) mount(m *scenes.Mount) jsonvalue.Object {
	out := jsonvalue.Object{}
	if m.Body >= 0 {
		out["node"] = e.bodies[m.Body]
	}
	if m.Local.P != (vec.Vec3{}) {
		out["translation"] = vector(m.Local.P)
	}
	if m.Local.Q != vec.QuatIdentity {
		out["rotation"] = rotation(m.Local.Q)
	}
	return out
}
