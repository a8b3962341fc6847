package param

import "tumble/physics"

// MaterialChoice is one surface and density for everything in a scene. Only what was set is
// applied, the rest stays as the scene made it.
type MaterialChoice struct {
	friction, restitution, rolling, density choice
}

type choice struct {
	value float32
	set   bool
}

// DefaultMaterialChoice changes nothing; its values are those of the default material.
func DefaultMaterialChoice() MaterialChoice {
	shape := physics.DefaultShapeDef()
	return MaterialChoice{
		friction:    choice{value: shape.Material.Friction},
		restitution: choice{value: shape.Material.Restitution},
		rolling:     choice{value: shape.Material.RollingResistance},
		density:     choice{value: shape.Density},
	}
}

// Apply gives every shape of the world the fields that were set.
func (m *MaterialChoice) Apply(w *physics.World) {
	if !m.friction.set && !m.restitution.set && !m.rolling.set && !m.density.set {
		return
	}
	var shapes []physics.Shape
	for _, b := range w.Bodies(nil) {
		shapes = b.Shapes(shapes[:0])
		for _, s := range shapes {
			m.applyTo(s)
		}
	}
}

func (m *MaterialChoice) applyTo(s physics.Shape) {
	surface := s.Material()
	for _, c := range [...]struct {
		from choice
		to   *float32
	}{
		{m.friction, &surface.Friction},
		{m.restitution, &surface.Restitution},
		{m.rolling, &surface.RollingResistance},
	} {
		if c.from.set {
			*c.to = c.from.value
		}
	}
	s.SetMaterial(surface)
	if m.density.set {
		s.SetDensity(m.density.value)
	}
}

// AddMaterial binds the choice under "material.". Values take effect when the choice is
// applied.
func AddMaterial(r *Registry, m *MaterialChoice) error {
	for _, p := range []struct {
		spec Spec
		to   *choice
	}{
		{Spec{Key: "material.friction", Max: 100, Text: "Friction of all shapes."}, &m.friction},
		{Spec{Key: "material.restitution", Max: 1, Text: "Restitution of all shapes."}, &m.restitution},
		{Spec{Key: "material.rolling", Max: 100, Text: "Rolling resistance of all shapes, as a part of their radius."}, &m.rolling},
		{Spec{Key: "material.density", Unit: "kg/m³", Min: 1e-3, Max: 1e6, Text: "Density of all shapes."}, &m.density},
	} {
		p.spec.Default = float64(p.to.value)
		err := r.Add(p.spec, func() float64 { return float64(p.to.value) }, func(v float64) error {
			*p.to = choice{value: float32(v), set: true}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
