package shape

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// The bounds of polytopes, found four corners at a time, are those that the minima and maxima of the
// language give, bit for bit.
func TestBoundsOfPolytopesAreExact(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	odd := []float32{0, float32(math.Copysign(0, -1)), 1e-42, -1e-42, 1e30, float32(math.Inf(1)), float32(math.NaN())}
	span := func() float32 {
		if r.Intn(20) == 0 {
			return odd[r.Intn(len(odd))]
		}
		return float32(r.NormFloat64())
	}
	bits := func(v vec.Vec3) [3]uint32 {
		return [3]uint32{math.Float32bits(v.X), math.Float32bits(v.Y), math.Float32bits(v.Z)}
	}
	for i := range 20000 {
		var p Polytope
		for range 1 + r.Intn(12) {
			// hulls are finite
			v := vec.V3(span(), span(), span())
			if !(v.Abs().X < 1e20 && v.Abs().Y < 1e20 && v.Abs().Z < 1e20) {
				v = vec.V3(1, 0, -1)
			}
			p.Vertices = append(p.Vertices, v)
		}
		p.pack(make([]lanes.Points, lanes.Quads(len(p.Vertices))), nil, nil)
		pose := vec.Transform{P: vec.V3(span(), span(), span()), Q: vec.Quat{X: span(), Y: span(), Z: span(),
			W: span()}}
		if i%2 == 0 {
			pose.Q = pose.Q.Norm()
		}
		got, want := p.bounds(pose), p.boundsOfAny(pose)
		if bits(got.Min) != bits(want.Min) || bits(got.Max) != bits(want.Max) {
			t.Fatalf("case %d: %v, want %v", i, got, want)
		}
	}
}

func BenchmarkBoundsOfPolytopes(b *testing.B) {
	r := rand.New(rand.NewSource(1))
	var p Polytope
	for range 12 {
		p.Vertices = append(p.Vertices, vec.V3(r.Float32(), r.Float32(), r.Float32()))
	}
	p.pack(make([]lanes.Points, lanes.Quads(len(p.Vertices))), nil, nil)
	var poses [64]vec.Transform
	for i := range poses {
		poses[i].Q = vec.Quat{X: r.Float32(), Y: r.Float32(), Z: r.Float32(), W: r.Float32()}.Norm()
	}
	b.Run("fours", func(b *testing.B) {
		for i := range b.N {
			_ = p.bounds(poses[i&63])
		}
	})
	b.Run("minima", func(b *testing.B) {
		for i := range b.N {
			_ = p.boundsOfAny(poses[i&63])
		}
	})
}
