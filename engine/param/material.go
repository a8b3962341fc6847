package param

import (
	"maps"
	"math"

	"tumble/physics"
)

// surface is a material with its density.
type surface struct {
	material physics.Material
	density  float32
}

// materialTable has the parameters of a surface with their fields; Max is the largest value that a shape takes.
var materialTable = [...]struct {
	Spec
	in func(*surface) *float32
}{
	{Spec{Key: "material.friction", Max: 100, Low: 0, High: 2, Text: "Coefficient of friction of all shapes."},
		func(s *surface) *float32 { return &s.material.Friction }},
	{Spec{Key: "material.restitution", Max: 1, Text: "Coefficient of restitution of all shapes."},
		func(s *surface) *float32 { return &s.material.Restitution }},
	{Spec{Key: "material.rolling_resistance", Old: []string{"material.rolling"}, Max: 100, Low: 0, High: 1,
		Text: "Rolling resistance of all shapes, as a part of their radius."},
		func(s *surface) *float32 { return &s.material.RollingResistance }},
	{Spec{Key: "material.density", Unit: "kg/m³", Min: 1e-3, Max: 1e6, Low: 10, High: 20000, Log: true,
		Text: "Density of all shapes."},
		func(s *surface) *float32 { return &s.density }},
}

// mostScale bounds the factors of a material.
const mostScale = 100

// MaterialChoice is one surface and density for everything in a scene. Fields without a choice stay as the scene made
// them; a field whose choice is taken away gets the value of the scene back.
type MaterialChoice struct {
	chosen [len(materialTable)]choice
	// own are the surfaces that the shapes of a world have without the choice, kept from the first Apply on.
	own   map[physics.Shape]surface
	world *physics.World
}

// choice is the choice for one field: a value, NaN for the own value of each shape, and a factor.
type choice struct{ value, scale float32 }

// DefaultMaterialChoice changes nothing.
func DefaultMaterialChoice() MaterialChoice {
	m := MaterialChoice{}
	for i := range m.chosen {
		m.chosen[i] = choice{float32(math.NaN()), 1}
	}
	return m
}

// changes reports whether the choice differs from the surfaces of the scene.
func (m *MaterialChoice) changes() bool {
	for _, c := range m.chosen {
		if c.value == c.value || c.scale != 1 {
			return true
		}
	}
	return false
}

// Clone returns a copy that goes its own way.
func (m *MaterialChoice) Clone() MaterialChoice {
	c := *m
	c.own = maps.Clone(m.own)
	return c
}

// Apply gives every shape of the world the chosen surface. Apply takes the present surface of a shape that it meets for
// the first time for the shape's own.
func (m *MaterialChoice) Apply(w *physics.World) {
	if m.world != w {
		m.world, m.own = w, nil
	}
	if m.own == nil {
		if !m.changes() {
			return
		}
		m.own = map[physics.Shape]surface{}
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
	own, known := m.own[s]
	if !known {
		own = surface{s.Material(), s.Density()}
		m.own[s] = own
	}
	want := own
	for i, c := range m.chosen {
		f := materialTable[i].in(&want)
		if c.value == c.value {
			*f = c.value
		}
		*f = min(*f*c.scale, float32(materialTable[i].Max))
	}
	if want.material != s.Material() {
		s.SetMaterial(want.material)
	}
	if want.density != s.Density() {
		s.SetDensity(want.density)
	}
}

// AddMaterial binds the choice under "material.". Values take effect when the choice is applied.
func AddMaterial(r *Registry, m *MaterialChoice) error {
	for i, f := range materialTable {
		c := &m.chosen[i]
		def := surface{physics.DefaultShapeDef().Material, physics.DefaultShapeDef().Density}
		f.Unset, f.Start = "scene", float64(*f.in(&def))
		f.Default, f.Heading = math.NaN(), "Material"
		err := r.Add(f.Spec, func() float64 { return float64(c.value) }, func(v float64) error {
			c.value = float32(v)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i, f := range materialTable {
		c := &m.chosen[i]
		spec := Spec{
			Key: f.Key + "_scale", Heading: "Material", Max: mostScale, Low: 0, High: 4, Default: 1,
			Text: "Factor of the " + lowerWords(f.Key) + " of all shapes.",
		}
		err := r.Add(spec, func() float64 { return float64(c.scale) }, func(v float64) error {
			c.scale = float32(v)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
