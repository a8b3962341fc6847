package load

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// materials are the physics materials of a document.
type materials struct {
	list   []jsonvalue.Value
	warned map[string]bool // those whose two frictions were warned of
}

func readMaterials(d *document.Document) *materials {
	return &materials{d.List("physicsMaterials"), map[string]bool{}}
}

// sliding is the dynamic friction of a material that has another static one.
func sliding(v jsonvalue.Value) *float32 {
	at := v.At("dynamicFriction")
	if at.Missing() || v.At("staticFriction").Missing() {
		return nil
	}
	x := at.Single(0.6, 0, 1e4)
	if x == v.At("staticFriction").Single(0.6, 0, 1e4) {
		return nil
	}
	return &x
}

// material reads a physics material; the zero value gives the defaults.
func (d *materials) material(v jsonvalue.Value) physics.Material {
	m := physics.DefaultMaterial()
	v.Only("staticFriction", "dynamicFriction", "restitution", "frictionCombine", "restitutionCombine")
	m.Friction = v.At("dynamicFriction").Single(0.6, 0, 1e4)
	still := v.At("staticFriction").Single(0.6, 0, 1e4)
	// one coefficient serves both here: a body at rest has to stay at rest
	if !v.At("staticFriction").Missing() {
		if still != m.Friction && !v.At("dynamicFriction").Missing() && !d.warned[v.Place] {
			d.warned[v.Place] = true
			v.At("dynamicFriction").Warnf("%g differs from staticFriction %g, which counts for both here", m.Friction,
				still)
		}
		m.Friction = still
	}
	if m.Restitution = v.At("restitution").Single(0, 0, math.MaxFloat32); m.Restitution > 1 {
		v.At("restitution").Warnf("%g is taken as 1", m.Restitution)
		m.Restitution = 1
	}
	m.FrictionRule, m.RestitutionRule = combineRule(v.At("frictionCombine")), combineRule(v.At("restitutionCombine"))
	readOwnMaterial(v.Path("extensions", extension.Own), &m)
	return m
}

// combineRule reads a rule. One that the file does not set is the average and yields to one that the
// other material sets.
func combineRule(v jsonvalue.Value) physics.CombineRule {
	if v.Missing() {
		return physics.CombineAverage
	}
	return extension.CombineRule[v.Choice(extension.CombineRules...)]
}

func readOwnMaterial(v jsonvalue.Value, m *physics.Material) {
	if !v.IsObject() {
		return
	}
	v.Only("friction", "rollingResistance", "surfaceVelocity", "frictionRule", "restitutionRule", "tag")
	m.Friction = v.At("friction").Single(m.Friction, 0, 1e4)
	m.RollingResistance = v.At("rollingResistance").Single(0, 0, 1e4)
	m.SurfaceVelocity = v.At("surfaceVelocity").Vector(vec.Vec3{}, extension.MaxSpeed)
	for name, rule := range map[string]*physics.CombineRule{"frictionRule": &m.FrictionRule,
		"restitutionRule": &m.RestitutionRule} {
		if r := v.At(name); !r.Missing() {
			known, ok := extension.OwnCombineRules[r.Text("")]
			if !ok {
				r.Errorf("%q: is no rule", r.Text(""))
				continue
			}
			*rule = known
		}
	}
	m.UserTag = v.Bits("tag", 0)
}
