package shape

import (
	"math"
	"strings"
	"testing"

	"tumble/physics/vec"
)

// Measures that no polytope has, as damaged files may hold them, are refused: a centre that overflows would put a body nowhere.
func TestPolytopeMeasuresAreChecked(t *testing.T) {
	g, err := NewHull([]vec.Vec3{vec.V3(-0.3, -0.3, -0.3), vec.V3(0.3, -0.3, -0.3), vec.V3(0, 0.4, 0), vec.V3(0, -0.3, 0.4)})
	if err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	for _, c := range []struct {
		want   string
		change func(*Polytope)
	}{
		{"", func(*Polytope) {}},
		{"mass", func(p *Polytope) { p.Unit.Center.X = 1e38 }},
		{"mass", func(p *Polytope) { p.Unit.Center.Y = nan }},
		{"mass", func(p *Polytope) { p.Unit.Center.Z = 1 }},
		{"mass", func(p *Polytope) { p.Unit.Mass = 1 }},
		{"mass", func(p *Polytope) { p.Unit.Mass = 0 }},
		{"inner radius", func(p *Polytope) { p.Inner = 3 }},
		{"inertia", func(p *Polytope) { p.Unit.Inertia.XY = 1e30 }},
		{"inertia", func(p *Polytope) { p.Unit.Inertia.ZZ = nan }},
		{"offset", func(p *Polytope) { p.Planes[2].Offset = nan }},
		{"reach", func(p *Polytope) { p.Reach[1] = 0.5 }},
		{"bounds", func(p *Polytope) { p.Bounds.Max.X = 9 }},
		{"bounds", func(p *Polytope) { p.Bounds.Min.X = 0 }},
	} {
		p := *g.Poly
		p.Planes = append([]Plane3(nil), p.Planes...)
		p.Reach = append([]float32(nil), p.Reach...)
		c.change(&p)
		if err := p.check(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}
