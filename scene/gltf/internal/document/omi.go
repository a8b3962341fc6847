package document

import (
	"encoding/json"
	"maps"

	"tumble/scene/gltf/internal/jsonvalue"
)

// fromOMI: the type of the motion is a word, and shapes are named without a geometry.
func fromOMI(ext jsonvalue.Value) jsonvalue.Object {
	out := jsonvalue.Object{}
	body := ext.At("OMI_physics_body")
	if kind := body.At("type"); !kind.Missing() && body.At("motion").Missing() {
		if motion := fromOldBody(body); motion != nil {
			out["motion"] = motion
		} else if kind.Text("") == "static" {
			out["static"] = true
		}
	}
	if m := body.At("motion"); m.IsObject() {
		motion := renamed(m, map[string]string{
			"mass": "mass", "centerOfMass": "centerOfMass", "inertiaOrientation": "inertiaOrientation",
			"inertiaDiagonal": "inertiaDiagonal",
			"linearVelocity":  "linearVelocity", "angularVelocity": "angularVelocity", "gravityFactor": "gravityFactor",
		})
		switch m.At("type").Choice("dynamic", "static", "kinematic") {
		case "static":
			motion, out["static"] = nil, true
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
		to := renamed(c, map[string]string{"physicsMaterial": "physicsMaterial", "collisionFilter": "collisionFilter",
			"nodes": "nodes"})
		for _, index := range []string{"physicsMaterial", "collisionFilter"} {
			if none(c.At(index)) {
				delete(to, index)
			}
		}
		if s := c.At("shape"); !none(s) {
			to["geometry"] = jsonvalue.Object{"shape": s.Data}
		} else if to["nodes"] == nil {
			// the parent of nodes that have the shapes
			continue
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

// none reports whether an index is missing, for which these extensions also have −1.
func none(v jsonvalue.Value) bool { return v.Missing() || v.Data == json.Number("-1") }

// fromOMIJoint splits the limits of places and angles together.
func fromOMIJoint(v jsonvalue.Value) jsonvalue.Object {
	out := renamed(v, map[string]string{"limits": "limits", "drives": "drives"})
	var limits []any
	for _, l := range v.At("limits").List() {
		if len(l.At("linearAxes").List()) == 0 || len(l.At("angularAxes").List()) == 0 {
			limits = append(limits, l.Data)
			continue
		}
		for _, other := range []string{"angularAxes", "linearAxes"} {
			part := maps.Clone(l.Data.(jsonvalue.Object))
			delete(part, other)
			limits = append(limits, part)
		}
	}
	if limits != nil {
		out["limits"] = limits
	}
	return out
}

// fromOldBody is the motion of the first draft of OMI_physics_body, whose colliders are OMI_collider
// nodes below: the body has a type, of which all but three stand still.
func fromOldBody(body jsonvalue.Value) jsonvalue.Object {
	motion := renamed(body, map[string]string{
		"mass": "mass", "centerOfMass": "centerOfMass", "linearVelocity": "linearVelocity",
		"angularVelocity": "angularVelocity",
	})
	switch body.At("type").Text("") {
	case "rigid", "vehicle", "dynamic":
		// row by row; the reader takes the principal moments of a diagonal tensor
		if t := body.At("inertiaTensor").List(); len(t) == 9 {
			motion["inertiaDiagonal"] = []any{t[0].Data, t[4].Data, t[8].Data}
			for _, k := range []int{1, 2, 5} {
				if t[k].Float(0, -1e24, 1e24) != 0 {
					t[k].Warnf("products of inertia are left out")
				}
			}
		}
		return motion
	case "kinematic", "character":
		motion["isKinematic"] = true
		return motion
	}
	return nil
}

// fromOMICollider is the collider of a node of OMI_collider, a trigger if its shape is one.
func fromOMICollider(v jsonvalue.Value, colliders []jsonvalue.Value) jsonvalue.Object {
	k := v.At("collider").Index(len(colliders), "colliders")
	if k < 0 {
		return jsonvalue.Object{}
	}
	kind := "collider"
	if colliders[k].At("isTrigger").Flag(false) {
		kind = "trigger"
	}
	return jsonvalue.Object{kind: jsonvalue.Object{"geometry": jsonvalue.Object{"shape": v.At("collider").Data}}}
}

// fromOMIColliderShape is a shape of OMI_collider: its sizes stand beside its type, and the height of a
// capsule is that of the whole.
func fromOMIColliderShape(v jsonvalue.Value) jsonvalue.Object {
	number := func(x float64) json.Number {
		text, _ := json.Marshal(x)
		return json.Number(text)
	}
	kind := v.At("type").Text("")
	r, h := v.At("radius").Float(0.5, 0, 1e6), v.At("height").Float(2, 0, 1e6)
	switch kind {
	case "box":
		return jsonvalue.Object{"type": kind, kind: renamed(v, map[string]string{"size": "size"})}
	case "sphere":
		return jsonvalue.Object{"type": kind, kind: jsonvalue.Object{"radius": number(r)}}
	case "capsule", "cylinder":
		if kind == "capsule" {
			if h < 2*r {
				v.Warnf("a height of %g m: must be at least twice the radius of %g m", h, r)
			}
			h = max(h-2*r, 0)
		}
		return jsonvalue.Object{"type": kind, kind: jsonvalue.Object{"height": number(h), "radiusBottom": number(r),
			"radiusTop": number(r)}}
	case "hull":
		return jsonvalue.Object{"type": "convex", "convex": renamed(v, map[string]string{"mesh": "mesh"})}
	case "trimesh":
		return jsonvalue.Object{"type": kind, kind: renamed(v, map[string]string{"mesh": "mesh"})}
	}
	return jsonvalue.Object{"type": kind}
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
