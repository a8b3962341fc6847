package shape

import (
	"errors"
	"fmt"
	"math"

	"tumble/physics/vec"
)

var errHullTopology = errors.New("hull: points are too close to degenerate")

// NewHull returns the convex hull of points. Faces that are flat within 5e-5 of the size
// become one. More than MaxHullVertices extreme points are simplified to those that stand
// out farthest. The hull depends only on the points and their order.
//
// It is an error if the points are fewer than four, not finite, farther than MaxSize
// from the body, closer together than 1e-4 m, or (nearly) on a line or in a plane.
//
// Method: quickhull (Barber, Dobkin and Huhdanpaa 1996) with the farthest point of all first,
// on joggled input in double precision; then coplanar triangles are merged.
func NewHull(points []vec.Vec3) (Geometry, error) {
	p, err := buildHull(points)
	if err != nil {
		return Geometry{}, err
	}
	if err := p.check(); err != nil {
		return Geometry{}, fmt.Errorf("hull: %w", err)
	}
	return Geometry{Kind: Hull, Poly: p}, nil
}

func buildHull(points []vec.Vec3) (*Polytope, error) {
	if len(points) < 4 {
		return nil, fmt.Errorf("hull: %d points: at least 4 are needed", len(points))
	}
	if len(points) > MaxHullPoints {
		return nil, fmt.Errorf("hull: %d points: at most %d are allowed", len(points), MaxHullPoints)
	}
	bounds := vec.EmptyAABB
	for _, p := range points {
		if err := checkPoint("hull", "point", p); err != nil {
			return nil, err
		}
		bounds = bounds.Include(p)
	}
	extent := bounds.Max.Sub(bounds.Min)
	size := float64(extent.MaxComponent())
	if size < 10*MinSize {
		return nil, fmt.Errorf("hull: size %g m: must be at least %g m", size, float32(10*MinSize))
	}

	center := bounds.Center()
	exact := make([]Vec64, len(points))
	for i, p := range points {
		exact[i] = ToVec64(p, center).Mul(1 / size)
	}
	seed, err := hullSeed(exact)
	if err != nil {
		return nil, err
	}
	for attempt := range uint32(hullAttempts) {
		b := hullBuilder{points: joggle(exact, attempt)}
		if !b.build(seed) {
			continue
		}
		for _, flat := range [3]float64{5e-5, 1e-5, 0} {
			// a hull of as many vertices as there may be leaves points out
			if p, ok := mergeFaces(&b, points, exact, flat); ok &&
				(b.vertices >= MaxHullVertices || p.holds(points, float32(hullOutside*size))) {
				return p, nil
			}
		}
	}
	return nil, errHullTopology
}

// holds reports whether no point is above a face by more than a distance. Slivers of triangles whose normal is rounding
// lose points.
func (p *Polytope) holds(points []vec.Vec3, most float32) bool {
	for i := range p.Planes {
		for _, q := range points {
			if p.Planes[i].Separation(q) > most {
				return false
			}
		}
	}
	return true
}

// hullSeed picks four points that span a solid: the two ends of the longest axis, the point
// farthest from their line, and the point farthest from the plane of the three.
func hullSeed(points []Vec64) (seed [4]int, err error) {
	farthest := func(measure func(p Vec64) float64) (int, float64) {
		index, best := 0, math.Inf(-1)
		for i, p := range points {
			if d := measure(p); d > best {
				index, best = i, d
			}
		}
		return index, best
	}
	span := -1.0
	for _, axis := range [3]Vec64{{X: 1}, {Y: 1}, {Z: 1}} {
		lo, a := farthest(func(p Vec64) float64 { return -p.Dot(axis) })
		hi, b := farthest(func(p Vec64) float64 { return p.Dot(axis) })
		if a+b > span {
			span, seed[0], seed[1] = a+b, lo, hi
		}
	}
	origin := points[seed[0]]
	line := points[seed[1]].Sub(origin).Norm()
	var d float64
	seed[2], d = farthest(func(p Vec64) float64 { return p.Sub(origin).Cross(line).Len() })
	if d < hullThickness {
		return seed, errors.New("hull: all points lie on a line")
	}
	normal := line.Cross(points[seed[2]].Sub(origin)).Norm()
	seed[3], d = farthest(func(p Vec64) float64 { return math.Abs(p.Sub(origin).Dot(normal)) })
	if d < hullThickness {
		return seed, errors.New("hull: all points lie in a plane")
	}
	if points[seed[3]].Sub(origin).Dot(normal) > 0 {
		seed[1], seed[2] = seed[2], seed[1]
	}
	return seed, nil
}

// joggle shifts every point by a pseudo-random offset that depends on its index, so that
// no four points lie in one plane and every orientation test has a clear sign.
func joggle(exact []Vec64, attempt uint32) []Vec64 {
	out := make([]Vec64, len(exact))
	state := 0x9e3779b97f4a7c15 * uint64(attempt+1)
	next := func() float64 {
		// splitmix64 (Steele, Lea and Flood 2014)
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		z ^= z >> 31
		return float64(float64(int64(z)>>11) * (hullJoggle / (1 << 52)))
	}
	for i, p := range exact {
		out[i] = p.Add(Vec64{next(), next(), next()})
	}
	return out
}
