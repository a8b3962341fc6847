package usd

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// surface is a material of the physics.
type surface struct {
	friction, restitution float32
	sliding               *float32 // the coefficient of sliding, nil where it is that at rest
	density               float64  // of the file, 0 without one
}

// maxFriction is the largest coefficient that the engine takes.
const maxFriction = 1e4

// apply gives a shape the material; without one, nil, it has that of the engine. Two materials meet in the middle, as
// the format has it.
func (m *surface) apply(s *model.Shape) {
	to := &s.Def.Material
	to.FrictionRule, to.RestitutionRule = physics.CombineAverage, physics.CombineAverage
	if m != nil {
		to.Friction, to.Restitution, s.Sliding = m.friction, m.restitution, m.sliding
	}
}

// bound returns the material of a purpose that is bound to a prim or to one above it, nil without one.
func (r *reader) bound(p *usdstage.Prim, relation string) *usdstage.Prim {
	for at := p; at != nil; at = at.Parent {
		if targets := at.Targets(relation); len(targets) > 0 {
			return r.stage.Prim(targets[0])
		}
	}
	return nil
}

// surfaceOf reads the physics material of a collider, nil without one.
func (r *reader) surfaceOf(p *usdstage.Prim) *surface {
	at := r.bound(p, "material:binding:physics")
	if at == nil {
		at = r.bound(p, "material:binding")
	}
	if at == nil || !at.Applied("PhysicsMaterialAPI") {
		return nil
	}
	if m := r.materials[at.Path]; m != nil {
		return m
	}
	moving := at.Number("physics:dynamicFriction", 0)
	resting := at.Number("physics:staticFriction", moving)
	m := &surface{
		friction:    vec.Clamp(float32(resting), 0, maxFriction),
		restitution: vec.Clamp(float32(at.Number("physics:restitution", 0)), 0, 1),
		density:     at.Number("physics:density", 0),
	}
	if at.Value("physics:dynamicFriction") != nil && moving != resting {
		slides := vec.Clamp(float32(moving), 0, maxFriction)
		m.sliding = &slides
		at.Warnf("staticFriction %g counts, also while things slide; dynamicFriction %g is kept", resting, moving)
	}
	if math.IsNaN(moving) || math.IsNaN(resting) || math.IsNaN(float64(m.restitution)) {
		at.Errorf("friction and restitution must be numbers")
	}
	r.materials[at.Path] = m
	return m
}

// paint is the diffuse colour of the material that is bound to a prim; ok is false without one.
func (r *reader) paint(p *usdstage.Prim) (color [4]float32, ok bool) {
	m := r.bound(p, "material:binding")
	if m == nil {
		return color, false
	}
	for _, shader := range m.Children {
		for _, input := range []string{"inputs:diffuseColor", "inputs:diffuse_color_constant"} {
			if v := shader.Value(input); v != nil && len(v.Numbers) == 3 {
				return [4]float32{float32(v.Numbers[0]), float32(v.Numbers[1]), float32(v.Numbers[2]), 1}, true
			}
		}
	}
	return linkshape.Grey, false
}
