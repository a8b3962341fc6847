package shape

import (
	"math"
	"math/rand"
	"strings"
	"testing"

	"tumble/physics/vec"
)

// Measures that no polytope has, as damaged files may hold them, are refused: a centre that overflows would put a body
// nowhere.
func TestPolytopeMeasuresAreChecked(t *testing.T) {
	g, err := NewHull([]vec.Vec3{vec.V3(-0.3, -0.3, -0.3), vec.V3(0.3, -0.3, -0.3), vec.V3(0, 0.4, 0),
		vec.V3(0, -0.3, 0.4)})
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

// Shapes of the constructors pass, however thin, small, large or far from the body's origin they are.
func TestPolytopesOfAllSizesPass(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	// from a millimetre to a kilometre
	length := func() float32 { return float32(math.Pow(10, 6*r.Float64()-3)) }
	made := 0
	for range 20_000 {
		at := vec.V3(2*r.Float32()-1, 2*r.Float32()-1, 2*r.Float32()-1).Mul(length())
		q := vec.QuatIdentity
		if r.Intn(2) == 0 {
			q = vec.QuatAxisAngle(vec.V3(r.Float32(), r.Float32(), 1).Norm(), 6*r.Float32())
		}
		half := vec.V3(length(), length(), length())
		if r.Intn(2) == 0 {
			half = vec.V3(half.X, half.X, float32(0.01*half.X))
		}
		g, err := NewBox(half, vec.Transform{P: at, Q: q})
		if r.Intn(2) == 0 {
			points := make([]vec.Vec3, 4+r.Intn(12))
			for i := range points {
				points[i] = at.Add(vec.V3(2*r.Float32()-1, 2*r.Float32()-1, 2*r.Float32()-1).Scale(half))
			}
			g, err = NewHull(points)
		}
		if err != nil || !(g.Poly.Unit.Mass > 0) {
			// so small that rounding leaves it no volume where it is
			continue
		}
		made++
		if err := g.Poly.check(); err != nil {
			t.Errorf("%s of half size %v at %v: %v", g.Kind, half, at, err)
		}
	}
	if made < 5000 {
		t.Errorf("only %d were made", made)
	}
}
