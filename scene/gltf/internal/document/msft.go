package document

import (
	"encoding/json"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// fromMSFT: inverse masses become masses, of which 0 means infinite in both forms.
func fromMSFT(v jsonvalue.Value) jsonvalue.Object {
	out := jsonvalue.Object{}
	if b := v.At("rigidBody"); b.IsObject() {
		motion := renamed(b, map[string]string{
			"isKinematic": "isKinematic", "mass": "mass", "centerOfMass": "centerOfMass",
			"inertiaOrientation": "inertiaOrientation",
			"inertiaDiagonal":    "inertiaDiagonal", "linearVelocity": "linearVelocity",
			"angularVelocity": "angularVelocity",
			"gravityFactor":   "gravityFactor", "extensions": "extensions",
		})
		if w := b.At("inverseMass"); !w.Missing() {
			motion["mass"] = inverse(w)
		}
		if w := b.At("inverseInertiaTensor"); len(w.List()) == 3 {
			var diagonal []any
			for _, e := range w.List() {
				diagonal = append(diagonal, inverse(e))
			}
			motion["inertiaDiagonal"] = diagonal
		}
		out["motion"] = motion
	}
	if c := v.At("collider"); !c.Missing() {
		collider := renamed(v, map[string]string{"physicsMaterial": "physicsMaterial"})
		collider["geometry"] = jsonvalue.Object{"shape": c.Data}
		out["collider"] = collider
	}
	if t := v.At("trigger"); !t.Missing() {
		out["trigger"] = jsonvalue.Object{"geometry": jsonvalue.Object{"shape": t.Data}}
	}
	if j := v.At("joint"); j.IsObject() {
		out["joint"] = renamed(j, map[string]string{
			"connectedNode": "connectedNode", "jointLimits": "joint", "joint": "joint",
			"enableCollision": "enableCollision",
		})
	}
	return out
}

// inverse is 1/x as a JSON number, 0 for 0.
func inverse(v jsonvalue.Value) any {
	x := v.Float(0, 0, 1e12)
	if x == 0 {
		return json.Number("0")
	}
	text, _ := json.Marshal(1 / x)
	return json.Number(text)
}

func fromMaterial(v jsonvalue.Value) jsonvalue.Object {
	out := renamed(v, map[string]string{
		"staticFriction": "staticFriction", "dynamicFriction": "dynamicFriction", "restitution": "restitution",
		"frictionCombine": "frictionCombine", "restitutionCombine": "restitutionCombine",
		"frictionCombineMode": "frictionCombine", "restitutionCombineMode": "restitutionCombine",
	})
	for _, name := range []string{"frictionCombine", "restitutionCombine"} {
		if s, ok := out[name].(string); ok {
			for _, word := range extension.CombineRules {
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

// fromCollider: the type is which member there is, and both ends have one radius.
func fromCollider(v jsonvalue.Value) jsonvalue.Object {
	for _, kind := range []string{"sphere", "box", "capsule", "cylinder", "convex", "trimesh"} {
		p := v.At(kind)
		if p.Missing() {
			continue
		}
		m := jsonvalue.Object{}
		if from, ok := p.Data.(jsonvalue.Object); ok {
			for name, x := range from {
				m[name] = x
			}
		}
		if r, ok := m["radius"]; ok && kind != "sphere" {
			m["radiusBottom"], m["radiusTop"] = r, r
			delete(m, "radius")
		}
		return jsonvalue.Object{"type": kind, kind: m}
	}
	return jsonvalue.Object{"type": "none"}
}
