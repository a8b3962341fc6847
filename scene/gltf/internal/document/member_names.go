package document

import (
	"encoding/json"

	"tumble/scene/gltf/internal/jsonvalue"
)

// The older and sibling extensions say the same as KHR_implicit_shapes and
// KHR_physics_rigid_bodies with other names. Their members are brought into the form of those two,
// so that one reader knows all of them.

// renamed copies members of v under their new names; members without one are left out.
func renamed(v jsonvalue.Value, names map[string]string) jsonvalue.Object {
	m, _ := v.Data.(jsonvalue.Object)
	out := jsonvalue.Object{}
	for name, x := range m {
		if to, ok := names[name]; ok {
			out[to] = x
		}
	}
	return out
}

func each2(list jsonvalue.Value, f func(jsonvalue.Value) jsonvalue.Object) []jsonvalue.Value {
	out := list.List()
	for i := range out {
		if out[i].IsObject() {
			out[i] = out[i].With(f(out[i]))
		}
	}
	return out
}

// fromLimits: the members of a limit have other names, and one without a range is locked.
func fromLimits(v jsonvalue.Value) jsonvalue.Object {
	list := v.At("limits")
	if list.Missing() {
		list = v.At("constraints")
	}
	var limits []any
	for _, l := range list.List() {
		limits = append(limits, Limit(l))
	}
	out := jsonvalue.Object{"limits": limits}
	if drives := v.At("drives"); !drives.Missing() {
		out["drives"] = drives.Data
	}
	return out
}

func Limit(l jsonvalue.Value) jsonvalue.Object {
	limit := renamed(l, map[string]string{
		"linearAxes": "linearAxes", "angularAxes": "angularAxes", "min": "min", "max": "max", "stiffness": "stiffness",
		"damping":        "damping",
		"springConstant": "stiffness", "springDamping": "damping", "lowerLimit": "min", "upperLimit": "max",
	})
	_, least := limit["min"]
	_, most := limit["max"]
	if !least && !most {
		limit["min"], limit["max"] = json.Number("0"), json.Number("0")
	}
	return limit
}
