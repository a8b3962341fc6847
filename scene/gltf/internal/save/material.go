package save

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// plain reports whether a material is the default one.
func plain(m *physics.Material) bool { return *m == physics.DefaultMaterial() }

// materialOf writes a material: as near as the standard comes, and exactly in the extension.
func materialOf(m *physics.Material) jsonvalue.Object {
	out := jsonvalue.Object{"staticFriction": single(m.Friction), "dynamicFriction": single(m.Friction),
		"restitution": single(m.Restitution)}
	own := jsonvalue.Object{}
	for name, rule := range map[string]physics.CombineRule{"friction": m.FrictionRule,
		"restitution": m.RestitutionRule} {
		if rule == physics.CombineAverage {
			continue // what a material means that sets no rule
		}
		word := nearestRule(rule, name == "friction")
		out[name+"Combine"] = word
		if extension.CombineRule[word] == rule {
			continue
		}
		for known, r := range extension.OwnCombineRules {
			if r == rule {
				own[name+"Rule"] = known
			}
		}
	}
	if m.RollingResistance != 0 {
		own["rollingResistance"] = single(m.RollingResistance)
	}
	if m.SurfaceVelocity != (vec.Vec3{}) {
		own["surfaceVelocity"] = vector(m.SurfaceVelocity)
	}
	putTag(own, m.UserTag)
	if len(own) > 0 {
		out["extensions"] = jsonvalue.Object{extension.Own: own}
	}
	return out
}

// nearestRule is the rule of the standard that comes nearest to one of the engine.
func nearestRule(r physics.CombineRule, friction bool) string {
	switch r {
	case physics.CombineMinimum, physics.CombineKHRMinimum:
		return "minimum"
	case physics.CombineMultiply, physics.CombineKHRMultiply:
		return "multiply"
	case physics.CombineMaximum, physics.CombineKHRMaximum:
		return "maximum"
	case physics.CombineAuto:
		if !friction {
			return "maximum"
		}
	}
	return "average"
}
