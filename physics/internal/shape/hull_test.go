package shape

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/vec"
)

// checkPolytope walks every invariant of a polytope.
func checkPolytope(t *testing.T, p *Polytope, points []vec.Vec3) {
	t.Helper()
	v, e, f := len(p.Vertices), len(p.Edges)/2, len(p.Planes)
	if v-e+f != 2 {
		t.Fatalf("V−E+F = %d−%d+%d", v, e, f)
	}
	if v > MaxHullVertices || f > MaxHullFaces {
		t.Fatalf("%d vertices, %d faces", v, f)
	}
	size := p.Bounds.Max.Sub(p.Bounds.Min).MaxComponent()
	for _, pl := range p.Planes {
		if l := pl.Normal.Len(); math.Abs(float64(l)-1) > 1e-5 {
			t.Fatalf("normal of length %g", l)
		}
		for _, q := range points {
			if s := pl.Separation(q); s > 1e-4*size && len(points) <= MaxHullVertices {
				t.Fatalf("point %v is %g above a face, size %g", q, s, size)
			}
		}
	}
	for i, h := range p.Edges {
		twin := p.Edges[i^1]
		if p.Edges[h.Next].Origin != twin.Origin || p.Edges[h.Next].Face != h.Face {
			t.Fatalf("half-edge %d: broken ring", i)
		}
	}
	for i, first := range p.FirstEdge {
		n := 0
		for e := first; ; {
			if int(p.Edges[e].Face) != i {
				t.Fatalf("face %d: foreign edge", i)
			}
			s := p.Planes[i].Separation(p.Vertices[p.Edges[e].Origin])
			if s > 1e-5*size || s < -2e-4*size {
				t.Fatalf("face %d: corner %g off its plane, size %g", i, s, size)
			}
			e = p.Edges[e].Next
			if n++; n > 300 {
				t.Fatalf("face %d: endless ring", i)
			}
			if e == first {
				break
			}
		}
		if n < 3 {
			t.Fatalf("face %d: %d corners", i, n)
		}
	}
	if !(p.Unit.Mass > 0) || !p.Unit.Center.IsFinite() || !p.contains(p.Unit.Center) {
		t.Fatalf("mass data %+v", p.Unit)
	}
}

func randVec(r *rand.Rand, s float32) vec.Vec3 {
	return vec.V3(s*(2*r.Float32()-1), s*(2*r.Float32()-1), s*(2*r.Float32()-1))
}

// TestHullOfRandomClouds builds hulls of clouds, shells, lattices and noisy duplicates.
func TestHullOfRandomClouds(t *testing.T) {
	for seed := int64(1); seed <= cases(2000); seed++ {
		r := rand.New(rand.NewSource(seed))
		n := 4 + r.Intn(60)
		points := make([]vec.Vec3, n)
		scale := float32(math.Pow(10, 4*r.Float64()-2))
		shift := randVec(r, 3*scale)
		for i := range points {
			p := randVec(r, 1)
			switch seed % 5 {
			case 1:
				p = p.Norm()
			case 2: // voxel corners
				p = vec.V3(float32(r.Intn(4)), float32(r.Intn(4)), float32(r.Intn(4)))
			case 3: // duplicates with noise
				if i > 0 && r.Intn(2) == 0 {
					p = points[r.Intn(i)].Sub(shift).Mul(1 / scale).Add(randVec(r, 1e-7))
				}
			case 4: // points on the sides of a box
				switch r.Intn(3) {
				case 0:
					p.X = float32(r.Intn(2))
				case 1:
					p.Y = float32(r.Intn(2))
				default:
					p.Z = float32(r.Intn(2))
				}
			}
			points[i] = p.Mul(scale).Add(shift)
		}
		g, err := NewHull(points)
		if err != nil {
			if err == errHullTopology {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		checkPolytope(t, g.Poly, points)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestHullMergesFlatFaces(t *testing.T) {
	var lattice []vec.Vec3
	for i := range 125 {
		lattice = append(lattice, vec.V3(float32(i%5), float32(i/5%5), float32(i/25)).Mul(0.37))
	}
	g, err := NewHull(lattice)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Poly.Vertices) != 8 || len(g.Poly.Planes) != 6 || len(g.Poly.Edges) != 24 {
		t.Errorf("lattice cube: %d vertices, %d faces", len(g.Poly.Vertices), len(g.Poly.Planes))
	}
	var prism []vec.Vec3
	for i := range 24 {
		s, c := vec.SinCos(float32(i) * 2 * vec.Pi / 24)
		prism = append(prism, vec.V3(c, -1, s), vec.V3(c, 1, s))
	}
	if g, err = NewHull(prism); err != nil {
		t.Fatal(err)
	}
	if len(g.Poly.Planes) != 26 || len(g.Poly.Vertices) != 48 {
		t.Errorf("prism: %d vertices, %d faces", len(g.Poly.Vertices), len(g.Poly.Planes))
	}
}

func TestHullOfManyPoints(t *testing.T) {
	for _, n := range []int{1000, 10000} {
		r := rand.New(rand.NewSource(7))
		points := make([]vec.Vec3, n)
		for i := range points {
			points[i] = randVec(r, 1).Norm()
		}
		g, err := NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		checkPolytope(t, g.Poly, points)
		if v := g.Poly.Unit.Mass; v < 3.9 || v > 4.19 {
			t.Errorf("%d points: volume %g of a ball of 4.19", n, v)
		}
	}
}

func TestHullRefusesDegenerateInput(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	line := []vec.Vec3{{X: 0}, {X: 1}, {X: 2}, {X: 3}, {X: 4}}
	square := []vec.Vec3{{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}, {X: 0.5, Y: 0.5}}
	cases := map[string][]vec.Vec3{
		"none":         nil,
		"one":          {{}},
		"three":        {{}, {X: 1}, {Y: 1}},
		"equal":        {{X: 1}, {X: 1}, {X: 1}, {X: 1}, {X: 1}},
		"line":         line,
		"plane":        square,
		"tiny":         {{X: 1e-23}, {Y: 2e-23}, {Z: 1e-23}, {X: -1e-23, Y: 3e-23}},
		"huge":         {{X: 5.7e22}, {Y: 5.7e22}, {Z: 5.7e22}, {}},
		"not a number": {{X: nan}, {Y: 1}, {Z: 1}, {}},
		"infinite":     {{X: inf}, {Y: 1}, {Z: 1}, {}},
		"too many":     make([]vec.Vec3, MaxHullPoints+1),
	}
	for name, points := range cases {
		if g, err := NewHull(points); err == nil {
			t.Errorf("%s: no error, %d vertices", name, len(g.Poly.Vertices))
		}
	}
}

// TestHullSliver is a needle-like triangle, extruded, that breaks naive builders.
func TestHullSliver(t *testing.T) {
	f := math.Float32frombits
	var points []vec.Vec3
	for _, p := range [][2]uint32{{0xc28e8d90, 0x42100000}, {0xc28eb4be, 0x42104e5f}, {0xc28ebf3e, 0x42100000}} {
		points = append(points, vec.V3(f(p[0]), f(p[1]), 0), vec.V3(f(p[0]), f(p[1]), 1))
	}
	g, err := NewHull(points)
	if err != nil {
		t.Fatal(err)
	}
	checkPolytope(t, g.Poly, points)
	if len(g.Poly.Planes) != 5 {
		t.Errorf("%d faces", len(g.Poly.Planes))
	}
}

func BenchmarkHull1000(b *testing.B) {
	r := rand.New(rand.NewSource(7))
	points := make([]vec.Vec3, 1000)
	for i := range points {
		points[i] = randVec(r, 1).Norm()
	}
	for b.Loop() {
		if _, err := NewHull(points); err != nil {
			b.Fatal(err)
		}
	}
}

// TestHullHoldsItsPoints builds hulls of a few points with coordinates of kilometres, metres and centimetres: slivers,
// of which the normal is rounding, must not lose a point. Seeds 8922 and 10743 did.
func TestHullHoldsItsPoints(t *testing.T) {
	refused := 0
	seeds := []int64{8922, 10743}
	for seed := range cases(3000) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		r := rand.New(rand.NewSource(seed))
		points := make([]vec.Vec3, 5+r.Intn(4))
		coordinate := func() float32 {
			size := []float32{1600, 16, 1600, 16, 0.16}[r.Intn(5)]
			x := size
			if r.Intn(3) == 0 {
				x = float32(size * (0.5 + r.Float32()))
			}
			if r.Intn(2) == 0 {
				x = -x
			}
			return x
		}
		for i := range points {
			points[i] = vec.V3(coordinate(), coordinate(), coordinate())
		}
		if g, err := NewHull(points); err == nil {
			checkPolytope(t, g.Poly, points)
		} else {
			refused++
		}
	}
	if refused > len(seeds)/100 {
		t.Errorf("%d of %d hulls were refused", refused, len(seeds))
	}
}
