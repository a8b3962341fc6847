package shape

import (
	"math"
	"sort"

	"tumble/physics/vec"
)

// mergeFaces joins the triangles of a finished builder into polygons: from the largest
// triangle on, neighbours whose corners lie within flat (a fraction of the size) of its
// plane join it. ok is false when a face is not a simple polygon or the result is not a
// closed convex surface; a smaller flat may help.
func mergeFaces(b *hullBuilder, points []vec.Vec3, exact []Vec64, flat float64) (*Polytope, bool) {
	faceOf, faceCount := coplanarFaces(b, exact, flat)
	loops := make([][]int32, faceCount)
	for g := range loops {
		l, ok := outerLoop(b, faceOf, int32(g))
		if !ok {
			return nil, false
		}
		loops[g] = l
	}
	loops = dropStraightVertices(loops)

	// number the remaining vertices in the order of the points
	index := make(map[int32]int32)
	var used []int32
	for _, l := range loops {
		if len(l) < 3 {
			return nil, false
		}
		for _, v := range l {
			if _, ok := index[v]; !ok {
				index[v] = 0
				used = append(used, v)
			}
		}
	}
	if len(used) > MaxHullVertices || len(used) < 4 {
		return nil, false
	}
	sort.Slice(used, func(i, j int) bool { return used[i] < used[j] })
	vertices := make([]vec.Vec3, len(used))
	for i, v := range used {
		index[v] = int32(i)
		vertices[i] = points[v]
	}
	small := make([][]uint8, len(loops))
	for i, l := range loops {
		for _, v := range l {
			small[i] = append(small[i], uint8(index[v]))
		}
	}
	planes, ok := loopPlanes(vertices, small)
	if !ok {
		return nil, false
	}
	p, ok := newPolytope(vertices, small, planes)
	if !ok || len(vertices)-len(p.Edges)/2+len(planes) != 2 || !(p.Unit.Mass > 0) || !p.contains(p.Unit.Center) {
		return nil, false
	}
	return p, true
}

// coplanarFaces numbers the faces; the number of a dead triangle is −1.
func coplanarFaces(b *hullBuilder, exact []Vec64, flat float64) (faceOf []int32, count int) {
	type sized struct {
		face int32
		area float64
	}
	var order []sized
	faceOf = make([]int32, len(b.faces))
	for i := range b.faces {
		faceOf[i] = -1
		if f := &b.faces[i]; !f.dead {
			p := exact[f.vertex[0]]
			order = append(order, sized{int32(i), exact[f.vertex[1]].Sub(p).Cross(exact[f.vertex[2]].Sub(p)).Len()})
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return order[i].area > order[j].area })
	var stack []int32
	for _, s := range order {
		if faceOf[s.face] >= 0 {
			continue
		}
		f := &b.faces[s.face]
		p := exact[f.vertex[0]]
		n := exact[f.vertex[1]].Sub(p).Cross(exact[f.vertex[2]].Sub(p)).Norm()
		faceOf[s.face] = int32(count)
		stack = append(stack[:0], s.face)
		for len(stack) > 0 && flat > 0 {
			g := &b.faces[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			for _, k := range g.neighbour {
				if faceOf[k] >= 0 || !onPlane(&b.faces[k], exact, p, n, flat) {
					continue
				}
				faceOf[k] = int32(count)
				stack = append(stack, k)
			}
		}
		count++
	}
	return faceOf, count
}

func onPlane(f *hullFace, exact []Vec64, p, n Vec64, flat float64) bool {
	for _, v := range f.vertex {
		if math.Abs(exact[v].Sub(p).Dot(n)) > flat {
			return false
		}
	}
	return true
}

// outerLoop walks the border of one face; false when the border is not one simple loop.
func outerLoop(b *hullBuilder, faceOf []int32, g int32) ([]int32, bool) {
	next := make(map[int32]int32)
	start := int32(-1)
	for i := range b.faces {
		if faceOf[i] != g {
			continue
		}
		f := &b.faces[i]
		for k, n := range f.neighbour {
			if faceOf[n] == g {
				continue
			}
			if _, double := next[f.vertex[k]]; double {
				return nil, false
			}
			next[f.vertex[k]] = f.vertex[(k+1)%3]
			if start < 0 {
				start = f.vertex[k]
			}
		}
	}
	if start < 0 {
		return nil, false
	}
	loop := []int32{start}
	for v := next[start]; v != start; v = next[v] {
		if len(loop) > len(next) {
			return nil, false
		}
		loop = append(loop, v)
	}
	return loop, len(loop) == len(next)
}

// dropStraightVertices removes vertices where only two faces meet: they lie on an edge.
func dropStraightVertices(loops [][]int32) [][]int32 {
	degree := make(map[int32]int)
	for _, l := range loops {
		for _, v := range l {
			degree[v]++
		}
	}
	for i, l := range loops {
		kept := l[:0]
		for _, v := range l {
			if degree[v] > 2 {
				kept = append(kept, v)
			}
		}
		loops[i] = kept
	}
	return loops
}

// loopPlanes fits a plane to every loop (Newell's method) and lifts it until no vertex lies
// above it, so that an axis test along a face normal never reports a gap that is not there.
func loopPlanes(vertices []vec.Vec3, loops [][]uint8) ([]Plane3, bool) {
	planes := make([]Plane3, len(loops))
	ref := vertices[0]
	for i, l := range loops {
		var n Vec64
		for k, v := range l {
			a, c := ToVec64(vertices[v], ref), ToVec64(vertices[l[(k+1)%len(l)]], ref)
			n = n.Add(a.Cross(c))
		}
		if n.Len() == 0 {
			return nil, false
		}
		normal := n.Norm().Vec3()
		offset := normal.Dot(vertices[0])
		for _, v := range vertices {
			offset = vec.Max(offset, normal.Dot(v))
		}
		planes[i] = Plane3{normal, offset}
	}
	return planes, true
}
