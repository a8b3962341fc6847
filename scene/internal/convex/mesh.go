package convex

import (
	"math"

	"tumble/physics/vec"
)

// triangle is a triangle of a mesh by its corners.
type triangle [3]vec.Vec3

// Points of a mesh in one cell of a grid become one, so that fine meshes cost no more than coarse ones:
// gridCells is the number of cells along the diagonal, halved while there are more than maxTriangles.
const (
	gridCells    = 256
	fewestCells  = 32
	maxTriangles = 8192
)

// simplified returns the triangles of a mesh, with points of a cell of the grid joined.
func simplified(points []vec.Vec3, indices []uint32) []triangle {
	list := onGrid(points, indices, gridCells)
	for cells := float32(gridCells / 2); len(list) > maxTriangles && cells >= fewestCells; cells /= 2 {
		list = onGrid(points, indices, cells)
	}
	return list
}

func onGrid(points []vec.Vec3, indices []uint32, cells float32) []triangle {
	box := vec.EmptyAABB
	for _, k := range indices {
		box = box.Include(points[k])
	}
	size := box.Half().Len() * 2
	if !(size > 0) {
		return nil
	}
	type cell [3]int32
	joined := map[cell]vec.Vec3{}
	scale := cells / size
	at := func(p vec.Vec3) vec.Vec3 {
		q := p.Sub(box.Min).Mul(scale)
		c := cell{int32(math.Round(float64(q.X))), int32(math.Round(float64(q.Y))), int32(math.Round(float64(q.Z)))}
		if first, ok := joined[c]; ok {
			return first
		}
		joined[c] = p
		return p
	}
	var list []triangle
	for i := 0; i+2 < len(indices); i += 3 {
		t := triangle{at(points[indices[i]]), at(points[indices[i+1]]), at(points[indices[i+2]])}
		if t[0] != t[1] && t[1] != t[2] && t[2] != t[0] {
			list = append(list, t)
		}
	}
	return list
}

// components splits triangles into those that share corners, in the order of their first triangles.
func components(list []triangle) [][]triangle {
	parent := make([]int, len(list))
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	owner := map[vec.Vec3]int{}
	for i, t := range list {
		for _, p := range t {
			if k, ok := owner[p]; ok {
				a, b := find(i), find(k)
				parent[max(a, b)] = min(a, b)
			} else {
				owner[p] = i
			}
		}
	}
	var out [][]triangle
	index := map[int]int{}
	for i, t := range list {
		root := find(i)
		k, ok := index[root]
		if !ok {
			k = len(out)
			index[root] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], t)
	}
	return out
}

// cut splits triangles by the plane on which a coordinate has a value.
func cut(list []triangle, axis int, value float32) (below, above []triangle) {
	for _, t := range list {
		below = appendClipped(below, t, axis, value, 1)
		above = appendClipped(above, t, axis, value, -1)
	}
	return below, above
}

// appendClipped appends the part of a triangle where sign·(coordinate − value) ≤ 0, as a fan.
func appendClipped(to []triangle, t triangle, axis int, value, sign float32) []triangle {
	var d [3]float32
	for i, p := range t {
		d[i] = sign * (component(p, axis) - value)
	}
	if d[0] == 0 && d[1] == 0 && d[2] == 0 {
		return to // a wall in the plane belongs to neither side: it would widen the other one
	}
	if d[0] <= 0 && d[1] <= 0 && d[2] <= 0 {
		return append(to, t)
	}
	var polygon [4]vec.Vec3
	n := 0
	for i := range 3 {
		a, b := i, (i+1)%3
		if d[a] <= 0 {
			polygon[n] = t[a]
			n++
		}
		if (d[a] < 0) != (d[b] < 0) && d[a] != 0 && d[b] != 0 {
			polygon[n] = t[a].Lerp(t[b], d[a]/(d[a]-d[b]))
			n++
		}
	}
	for i := 2; i < n; i++ {
		to = append(to, triangle{polygon[0], polygon[i-1], polygon[i]})
	}
	return to
}

func component(p vec.Vec3, axis int) float32 { return [3]float32{p.X, p.Y, p.Z}[axis] }
