package convex

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// part is a part of a mesh with its hull.
type part struct {
	list   []triangle
	hull   physics.Hull
	volume float32 // of the hull, m³
	// depth (m) is how far below the hull the deepest point of the surface is, and where that is.
	depth   float32
	deepest vec.Vec3
	// stall counts the cuts above that made the hulls hardly smaller.
	stall int
}

// maxSamples bounds the points of a surface at which its depth is measured.
const maxSamples = 2000

// newPart measures triangles; ok is false if they have no hull, because they are flat.
func newPart(list []triangle) (*part, bool) {
	seen := map[vec.Vec3]bool{}
	var points []vec.Vec3
	for _, t := range list {
		for _, p := range t {
			if !seen[p] {
				seen[p] = true
				points = append(points, p)
			}
		}
	}
	if len(points) < 4 || len(points) > 1<<16 {
		return nil, false
	}
	hull, err := physics.NewHull(points)
	if err != nil {
		return nil, false
	}
	return &part{list: list, hull: hull, volume: Volume(hull)}, true
}

// measure finds the deepest point of the surface below the hull, at corners and centres of triangles.
func (p *part) measure() {
	normals := make([]vec.Vec3, p.hull.FaceCount())
	offsets := make([]float32, len(normals))
	corners := p.hull.Vertices()
	var loop []int
	for f := range normals {
		loop, normals[f] = p.hull.Face(f, loop[:0])
		offsets[f] = normals[f].Dot(corners[loop[0]])
	}
	p.depth = 0
	try := func(q vec.Vec3) {
		least := float32(1e30)
		for f := range normals {
			if least = min(least, offsets[f]-normals[f].Dot(q)); least <= p.depth {
				return
			}
		}
		p.depth, p.deepest = least, q
	}
	step := max(1, 4*len(p.list)/maxSamples)
	for i := 0; i < len(p.list); i += step {
		t := &p.list[i]
		try(t[0].Add(t[1]).Add(t[2]).Mul(1.0 / 3))
		for _, q := range t {
			try(q)
		}
	}
}

// Volume returns the volume (m³) of a hull.
func Volume(h physics.Hull) float32 {
	corners := h.Vertices()
	sum := float32(0)
	var loop []int
	for f := range h.FaceCount() {
		loop, _ = h.Face(f, loop[:0])
		for i := 2; i < len(loop); i++ {
			a, b, c := corners[loop[0]].Sub(corners[0]), corners[loop[i-1]].Sub(corners[0]),
				corners[loop[i]].Sub(corners[0])
			sum += a.Dot(b.Cross(c))
		}
	}
	return sum / 6
}
