package proximity

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// segmentCases calls f with random pairs of segments and with the awkward ones: parallel, collinear, crossing,
// touching at an end, and without length.
func segmentCases(f func(p1, p2, q1, q2 vec.Vec3)) {
	r := rand.New(rand.NewPCG(5, 9))
	point := func() vec.Vec3 {
		return vec.V3(r.Float32()*4-2, r.Float32()*4-2, r.Float32()*4-2)
	}
	for i := range 4000 {
		p1, p2, q1, q2 := point(), point(), point(), point()
		switch i % 8 {
		case 1:
			q2 = q1.Add(p2.Sub(p1))
		case 2:
			q1, q2 = p1.Lerp(p2, r.Float32()*3-1), p1.Lerp(p2, r.Float32()*3-1)
		case 3:
			q1 = q2
		case 4:
			p2 = p1
		case 5:
			p2, q2 = p1, q1
		case 6:
			q1 = p1.Lerp(p2, 0.3)
		case 7:
			q1, q2 = vec.V3(p1.X, p1.Y, p1.Z+1), vec.V3(p2.X, p2.Y, p2.Z+1)
		}
		f(p1, p2, q1, q2)
	}
}

// leastSegmentDistance finds the distance of two segments without their quadratic: the distance of a point from a
// segment is convex along the other segment, so golden thirds close in on its minimum.
func leastSegmentDistance(p1, p2, q1, q2 vec.Vec3) float64 {
	a, b, c, d := shape.Widen(p1), shape.Widen(p2), shape.Widen(q1), shape.Widen(q2)
	at := func(s float64) float64 {
		p := a.MulAdd(s, b.Sub(a))
		lo, hi := 0.0, 1.0
		for range 60 {
			x, y := lo+(hi-lo)/3, hi-(hi-lo)/3
			if c.MulAdd(x, d.Sub(c)).Sub(p).Len() < c.MulAdd(y, d.Sub(c)).Sub(p).Len() {
				hi = y
			} else {
				lo = x
			}
		}
		return c.MulAdd((lo+hi)/2, d.Sub(c)).Sub(p).Len()
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		x, y := lo+(hi-lo)/3, hi-(hi-lo)/3
		if at(x) < at(y) {
			hi = y
		} else {
			lo = x
		}
	}
	return at((lo + hi) / 2)
}

// The fractions lie in [0, 1], and no other pair of points is nearer.
func TestClosestSegmentsAgainstSearch(t *testing.T) {
	cases := 0
	segmentCases(func(p1, p2, q1, q2 vec.Vec3) {
		cases++
		u, v := ClosestSegments(p1, p2, q1, q2)
		if !(u >= 0 && u <= 1 && v >= 0 && v <= 1) {
			t.Fatalf("case %d: fractions %g, %g", cases, u, v)
		}
		got := float64(p1.Lerp(p2, u).Dist(q1.Lerp(q2, v)))
		if want := leastSegmentDistance(p1, p2, q1, q2); got > want+2e-3 || got < want-1e-5 {
			t.Errorf("case %d: %v–%v and %v–%v are %g apart, want %g", cases, p1, p2, q1, q2, got, want)
		}
	})
	if cases != 4000 {
		t.Fatalf("%d cases", cases)
	}
}

// The weights are those of a point of the triangle, and no point of a fine grid over it is nearer to the origin:
// also of triangles that are slivers, lines or points.
func TestTriangleWeightsAgainstGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	point := func() v64 { return v64{X: r.Float64()*4 - 2, Y: r.Float64()*4 - 2, Z: r.Float64()*4 - 2} }
	const grid = 40
	for i := range 3000 {
		a, b, c := point(), point(), point()
		switch i % 6 {
		case 1:
			c = a.MulAdd(r.Float64()*3-1, b.Sub(a))
		case 2:
			c = b
		case 3:
			b, c = a, a
		case 4:
			c = a.MulAdd(r.Float64()*3-1, b.Sub(a)).MulAdd(1e-7, point())
		case 5:
			a.Z, b.Z, c.Z = 0, 0, 0
		}
		w := triangleWeights(a, b, c)
		if s := w[0] + w[1] + w[2]; math.Abs(s-1) > 1e-12 || w[0] < 0 || w[1] < 0 || w[2] < 0 {
			t.Fatalf("case %d: weights %v", i, w)
		}
		got := a.Mul(w[0]).MulAdd(w[1], b).MulAdd(w[2], c).Len()
		for j := range grid + 1 {
			for k := range grid + 1 - j {
				x, y := float64(j)/grid, float64(k)/grid
				if d := a.Mul(x).MulAdd(y, b).MulAdd(1-x-y, c).Len(); d < got-1e-9 {
					t.Fatalf("case %d: weights %v give %g, a point of the grid %g", i, w, got, d)
				}
			}
		}
	}
}

func BenchmarkClosestSegments(b *testing.B) {
	p := [4]vec.Vec3{vec.V3(0, 0, 0), vec.V3(1, 0.1, 0.2), vec.V3(0.2, 0.5, 0.1), vec.V3(0.7, 0.4, 1)}
	sum := float32(0)
	for i := range b.N {
		s, t := ClosestSegments(p[i&3], p[(i+1)&3], p[(i+2)&3], p[(i+3)&3])
		sum += s + t
	}
	if sum < 0 {
		b.Fatal(sum)
	}
}

func BenchmarkTriangleWeights(b *testing.B) {
	p := [4]v64{{X: 1}, {X: -0.5, Y: 1, Z: 0.3}, {X: -0.5, Y: -1, Z: 0.3}, {X: 2, Y: 1, Z: 1}}
	sum := 0.0
	for i := range b.N {
		w := triangleWeights(p[i&3], p[(i+1)&3], p[(i+2)&3])
		sum += w[0]
	}
	if sum < 0 {
		b.Fatal(sum)
	}
}
