package param

import "tumble/physics"

// materialTable has the parameters of a surface and where a shape has them. Defaults are those of
// a default shape.
var materialTable = [...]struct {
	Spec
	in func(*physics.ShapeDef) *float32
}{
	{Spec{Key: "material.friction", Max: 100, Low: 0, High: 2, Text: "Coefficient of friction of all shapes."},
		func(d *physics.ShapeDef) *float32 { return &d.Material.Friction }},
	{Spec{Key: "material.restitution", Max: 1, Text: "Coefficient of restitution of all shapes."},
		func(d *physics.ShapeDef) *float32 { return &d.Material.Restitution }},
	{Spec{Key: "material.rolling_resistance", Old: []string{"material.rolling"}, Max: 100, Low: 0, High: 1,
		Text: "Rolling resistance of all shapes, as a part of their radius."},
		func(d *physics.ShapeDef) *float32 { return &d.Material.RollingResistance }},
	{Spec{Key: "material.density", Unit: "kg/m³", Min: 1e-3, Max: 1e6, Low: 10, High: 20000, Log: true, Text: "Density of all shapes."},
		func(d *physics.ShapeDef) *float32 { return &d.Density }},
}

// MaterialChoice is one surface and density for everything in a scene. Only what was set is
// applied, the rest stays as the scene made it.
type MaterialChoice struct {
	chosen [len(materialTable)]struct {
		value float32
		set   bool
	}
}

// DefaultMaterialChoice changes nothing; its values are those of the default material.
func DefaultMaterialChoice() MaterialChoice {
	shape, m := physics.DefaultShapeDef(), MaterialChoice{}
	for i := range m.chosen {
		m.chosen[i].value = *materialTable[i].in(&shape)
	}
	return m
}

// Apply gives every shape of the world the fields that were set.
func (m *MaterialChoice) Apply(w *physics.World) {
	set := false
	for _, c := range m.chosen {
		set = set || c.set
	}
	if !set {
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
	const unchosen = -1
	def := physics.ShapeDef{Material: s.Material(), Density: unchosen}
	for i, c := range m.chosen {
		if c.set {
			*materialTable[i].in(&def) = c.value
		}
	}
	s.SetMaterial(def.Material)
	if def.Density != unchosen {
		s.SetDensity(def.Density)
	}
}

// AddMaterial binds the choice under "material.". Values take effect when the choice is
// applied.
func AddMaterial(r *Registry, m *MaterialChoice) error {
	for i, f := range materialTable {
		c := &m.chosen[i]
		f.Default, f.Heading = float64(c.value), "Material"
		err := r.Add(f.Spec, func() float64 { return float64(c.value) }, func(v float64) error {
			c.value, c.set = float32(v), true
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
