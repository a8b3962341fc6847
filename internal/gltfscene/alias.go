package gltfscene

import "encoding/json"

// The older and sibling extensions say the same with other names. What they say is brought into the
// form of KHR_implicit_shapes and KHR_physics_rigid_bodies, so that one reader knows all of them.

type object = map[string]any

// renamed copies members of v under their new names; what has none is left out.
func renamed(v value, names map[string]string) object {
	m, _ := v.v.(object)
	out := object{}
	for name, x := range m {
		if to, ok := names[name]; ok {
			out[to] = x
		}
	}
	return out
}

// with replaces what a value holds but not its place.
func (v value) with(m any) value { return value{m, v.place, v.f} }

// nodePhysics returns the physics of a node in the form of KHR_physics_rigid_bodies.
func nodePhysics(ext value) value {
	if khr := ext.at(extBodies); !khr.missing() {
		return khr
	}
	if msft := ext.at("MSFT_rigid_bodies"); msft.isObject() {
		return msft.with(fromMSFT(msft))
	}
	body, joint := ext.at("OMI_physics_body"), ext.at("OMI_physics_joint")
	if body.isObject() || joint.isObject() {
		if body.missing() {
			body = joint
		}
		return body.with(fromOMI(ext))
	}
	return ext.at(extBodies)
}

// fromMSFT: inverse masses become masses, of which 0 means infinite in both forms.
func fromMSFT(v value) object {
	out := object{}
	if b := v.at("rigidBody"); b.isObject() {
		motion := renamed(b, map[string]string{
			"isKinematic": "isKinematic", "mass": "mass", "centerOfMass": "centerOfMass", "inertiaOrientation": "inertiaOrientation",
			"inertiaDiagonal": "inertiaDiagonal", "linearVelocity": "linearVelocity", "angularVelocity": "angularVelocity",
			"gravityFactor": "gravityFactor", "extensions": "extensions",
		})
		if w := b.at("inverseMass"); !w.missing() {
			motion["mass"] = inverse(w)
		}
		if w := b.at("inverseInertiaTensor"); len(w.list()) == 3 {
			var diagonal []any
			for _, e := range w.list() {
				diagonal = append(diagonal, inverse(e))
			}
			motion["inertiaDiagonal"] = diagonal
		}
		out["motion"] = motion
	}
	if c := v.at("collider"); !c.missing() {
		collider := renamed(v, map[string]string{"physicsMaterial": "physicsMaterial"})
		collider["geometry"] = object{"shape": c.v}
		out["collider"] = collider
	}
	if t := v.at("trigger"); !t.missing() {
		out["trigger"] = object{"geometry": object{"shape": t.v}}
	}
	if j := v.at("joint"); j.isObject() {
		out["joint"] = renamed(j, map[string]string{
			"connectedNode": "connectedNode", "jointLimits": "joint", "joint": "joint", "enableCollision": "enableCollision",
		})
	}
	return out
}

// inverse is 1/x as a JSON number, 0 for 0.
func inverse(v value) any {
	x := v.float(0, 0, 1e12)
	if x == 0 {
		return json.Number("0")
	}
	text, _ := json.Marshal(1 / x)
	return json.Number(text)
}

// fromOMI: the type of the motion is a word, and shapes are named without a geometry.
func fromOMI(ext value) object {
	out := object{}
	body := ext.at("OMI_physics_body")
	if m := body.at("motion"); m.isObject() {
		motion := renamed(m, map[string]string{
			"mass": "mass", "centerOfMass": "centerOfMass", "inertiaOrientation": "inertiaOrientation", "inertiaDiagonal": "inertiaDiagonal",
			"linearVelocity": "linearVelocity", "angularVelocity": "angularVelocity", "gravityFactor": "gravityFactor",
		})
		switch m.at("type").choice("dynamic", "static", "kinematic") {
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
		c := body.at(name)
		if !c.isObject() {
			continue
		}
		to := renamed(c, map[string]string{"physicsMaterial": "physicsMaterial", "collisionFilter": "collisionFilter", "nodes": "nodes"})
		if s := c.at("shape"); !s.missing() {
			to["geometry"] = object{"shape": s.v}
		}
		out[name] = to
	}
	if j := ext.at("OMI_physics_joint"); j.isObject() {
		out["joint"] = renamed(j, map[string]string{
			"connectedNode": "connectedNode", "joint": "joint", "enableCollision": "enableCollision",
			// the first draft: two bodies and a list of constraints
			"nodeA": "nodeA", "nodeB": "nodeB", "constraints": "constraints",
		})
	}
	return out
}

// list of a document-level array, with the names of its members in KHR form.
func (d *decoder) documentList(name string) []value {
	ext := d.root.at("extensions")
	if l := ext.path(extBodies, name); !l.missing() {
		return l.list()
	}
	switch name {
	case "physicsMaterials":
		list := ext.path("MSFT_rigid_bodies", name)
		if list.missing() {
			list = ext.path("OMI_physics_body", name)
		}
		return each2(list, fromMaterial)
	case "collisionFilters":
		if l := ext.path("OMI_physics_body", name); !l.missing() {
			return l.list()
		}
		// the filters of MSFT_collision_primitives are members of the colliders
		return ext.path("MSFT_collision_primitives", "colliders").list()
	case "physicsJoints":
		if l := ext.path("OMI_physics_joint", name); !l.missing() {
			return l.list()
		}
		list := ext.path("MSFT_rigid_bodies", name)
		if list.missing() {
			list = ext.path("MSFT_rigid_bodies", "physicsJointLimits")
		}
		return each2(list, fromLimits)
	}
	return nil
}

func each2(list value, f func(value) object) []value {
	out := list.list()
	for i := range out {
		if out[i].isObject() {
			out[i] = out[i].with(f(out[i]))
		}
	}
	return out
}

func fromMaterial(v value) object {
	out := renamed(v, map[string]string{
		"staticFriction": "staticFriction", "dynamicFriction": "dynamicFriction", "restitution": "restitution",
		"frictionCombine": "frictionCombine", "restitutionCombine": "restitutionCombine",
		"frictionCombineMode": "frictionCombine", "restitutionCombineMode": "restitutionCombine",
	})
	for _, name := range []string{"frictionCombine", "restitutionCombine"} {
		if s, ok := out[name].(string); ok {
			for _, word := range combineNames {
				if s == upper(word) {
					out[name] = word
				}
			}
		}
	}
	return out
}

func upper(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// fromLimits: the members of a limit have other names, and one without a range is locked.
func fromLimits(v value) object {
	list := v.at("limits")
	if list.missing() {
		list = v.at("constraints")
	}
	var limits []any
	for _, l := range list.list() {
		limits = append(limits, fromLimit(l))
	}
	out := object{"limits": limits}
	if drives := v.at("drives"); !drives.missing() {
		out["drives"] = drives.v
	}
	return out
}

func fromLimit(l value) object {
	limit := renamed(l, map[string]string{
		"linearAxes": "linearAxes", "angularAxes": "angularAxes", "min": "min", "max": "max", "stiffness": "stiffness", "damping": "damping",
		"springConstant": "stiffness", "springDamping": "damping", "lowerLimit": "min", "upperLimit": "max",
	})
	_, least := limit["min"]
	_, most := limit["max"]
	if !least && !most {
		limit["min"], limit["max"] = json.Number("0"), json.Number("0")
	}
	return limit
}

// shapeList are the implicit shapes of the document in KHR form.
func (d *decoder) shapeList() []value {
	ext := d.root.at("extensions")
	if l := ext.path(extShapes, "shapes"); !l.missing() {
		return l.list()
	}
	if l := ext.path("OMI_physics_shape", "shapes"); !l.missing() {
		return each2(l, fromOMIShape)
	}
	return each2(ext.path("MSFT_collision_primitives", "colliders"), fromCollider)
}

// fromCollider: the type is which member there is, and both ends have one radius.
func fromCollider(v value) object {
	for _, kind := range []string{"sphere", "box", "capsule", "cylinder", "convex", "trimesh"} {
		p := v.at(kind)
		if p.missing() {
			continue
		}
		m := object{}
		if from, ok := p.v.(object); ok {
			for name, x := range from {
				m[name] = x
			}
		}
		if r, ok := m["radius"]; ok && kind != "sphere" {
			m["radiusBottom"], m["radiusTop"] = r, r
			delete(m, "radius")
		}
		return object{"type": kind, kind: m}
	}
	return object{"type": "none"}
}

// fromOMIShape: other defaults, and one radius for both ends in older files.
func fromOMIShape(v value) object {
	kind, _ := v.at("type").v.(string)
	m := object{}
	if from, ok := v.at(kind).v.(object); ok {
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
	return object{"type": kind, kind: m}
}

// hasAliases reports whether the filters of colliders belong to the shapes themselves.
func (d *decoder) filtersByShape() bool {
	ext := d.root.at("extensions")
	return ext.at(extBodies).missing() && !ext.at("MSFT_collision_primitives").missing()
}
