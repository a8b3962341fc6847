package document

import (
	"encoding/json"

	"tumble/internal/gltfscene/jsonvalue"
)

// fromOMI: the type of the motion is a word, and shapes are named without a geometry.
func fromOMI(ext jsonvalue.Value) jsonvalue.Object {
	out := jsonvalue.Object{}
	body := ext.At("OMI_physics_body")
	if m := body.At("motion"); m.IsObject() {
		motion := renamed(m, map[string]string{
			"mass": "mass", "centerOfMass": "centerOfMass", "inertiaOrientation": "inertiaOrientation", "inertiaDiagonal": "inertiaDiagonal",
			"linearVelocity": "linearVelocity", "angularVelocity": "angularVelocity", "gravityFactor": "gravityFactor",
		})
		switch m.At("type").Choice("dynamic", "static", "kinematic") {
		case "static":
			motion = nil
		case "kinematic":
			motion["isKinematic"] = true
		}
		if motion != nil {
			out["motion"] = motion
		}
	}
	for _, name := range []string{"collider", "trigger"} {
		c := body.At(name)
		if !c.IsObject() {
			continue
		}
		to := renamed(c, map[string]string{"physicsMaterial": "physicsMaterial", "collisionFilter": "collisionFilter", "nodes": "nodes"})
		if s := c.At("shape"); !s.Missing() {
			to["geometry"] = jsonvalue.Object{"shape": s.Data}
		}
		out[name] = to
	}
	if j := ext.At("OMI_physics_joint"); j.IsObject() {
		out["joint"] = renamed(j, map[string]string{
			"connectedNode": "connectedNode", "joint": "joint", "enableCollision": "enableCollision",
			// the first draft: two bodies and a list of constraints
			"nodeA": "nodeA", "nodeB": "nodeB", "constraints": "constraints",
		})
	}
	return out
}

// fromOMIShape: other defaults, and one radius for both ends in older files.
func fromOMIShape(v jsonvalue.Value) jsonvalue.Object {
	kind, _ := v.At("type").Data.(string)
	m := jsonvalue.Object{}
	if from, ok := v.At(kind).Data.(jsonvalue.Object); ok {
		for name, x := range from {
			m[name] = x
		}
	}
	if kind == "capsule" || kind == "cylinder" {
		r, ok := m["radius"]
		if !ok {
			r = json.Number("0.5")
		}
		delete(m, "radius")
		for _, name := range []string{"radiusBottom", "radiusTop"} {
			if _, ok := m[name]; !ok {
				m[name] = r
			}
		}
		if _, ok := m["height"]; !ok {
			m["height"] = json.Number(map[string]string{"capsule": "1", "cylinder": "2"}[kind])
		}
	}
	return jsonvalue.Object{"type": kind, kind: m}
}
