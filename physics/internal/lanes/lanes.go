package lanes

import (
	"math"
	"unsafe"

	"tumble/physics/vec"
)

// Points are four points, coordinate by coordinate. In the last group of a list the last point is repeated.
type Points struct{ X, Y, Z [4]float32 }

// Planes are four planes: points p with (X, Y, Z)·p = Offset. In the last group of a list the last
// plane is repeated.
type Planes struct{ X, Y, Z, Offset [4]float32 }

// Above is how high the three corners of a triangle and its middle are above each of four planes (m), and
// the lowest of its corners.
type Above struct {
	Plane [4][4]float32
	Least [4]float32
}

// Row returns the heights above plane i of a list.
func Row(list []Above, i uint8) *[4]float32 { return &list[i>>2].Plane[i&3] }

// Edge is an edge of a polytope between two faces. Reach is 1 over the cosine of half the angle between their normals.
type Edge struct {
	Reach       float32
	left, right uint16
}

// aboveGroup and aboveRow are the sizes (bytes) of Above and of what belongs to one of its planes.
const (
	aboveGroup = uint16(unsafe.Sizeof(Above{}))
	aboveRow   = uint16(unsafe.Sizeof([4]float32{}))
)

// EdgeOf returns an edge between the faces left and right.
func EdgeOf(reach float32, left, right uint8) Edge {
	// where the row of a face begins in a list of Above
	at := func(f uint8) uint16 { return uint16(f>>2)*aboveGroup + uint16(f&3)*aboveRow }
	return Edge{reach, at(left), at(right)}
}

// Leaf is a triangle of a mesh, the box around it and its number, in one line of the cache.
type Leaf struct {
	V     [3]vec.Vec3
	Box   vec.AABB
	Index int32
}

// Node is a part of a binary tree over leaves, itself a leaf with those from First on, as many as Count says, or, with
// Count 0, a fork whose parts are the next node and the one at First.
type Node struct {
	Box          vec.AABB
	First, Count int32
}

// depth is how many parts of a tree may still have to be looked at in a walk that goes on with the first of two.
const depth = 64

// Groups returns how many groups of four n points or planes take.
func Groups(n int) int { return (n + 3) / 4 }

// PackPoints fills list, of Groups(len(points)) groups, with at least one point.
func PackPoints(list []Points, points []vec.Vec3) {
	for i := range 4 * len(list) {
		p, g := points[min(i, len(points)-1)], &list[i/4]
		g.X[i%4], g.Y[i%4], g.Z[i%4] = p.X, p.Y, p.Z
	}
}

// Set makes plane i of the group.
func (g *Planes) Set(i int, normal vec.Vec3, offset float32) {
	g.X[i], g.Y[i], g.Z[i], g.Offset[i] = normal.X, normal.Y, normal.Z, offset
}

// Farthest returns the index of the point farthest along dir, the lowest one among equals. The list must
// not be empty, and no sum may overflow.
func Farthest(list []Points, dir vec.Vec3) int { return farthestOf(list, dir) }

// Heights fills out, four for each group of list, with the heights (m) of the points above the plane with normal n and
// the given offset, and returns the index of the lowest point, the first one among equals. The list must not be
// empty, and no sum may overflow.
func Heights(out []float32, list []Points, n vec.Vec3, offset float32) int {
	return heightsOf(out, list, n, offset)
}

// TriangleAbove fills out, one group for each of list, with the heights of the corners of a triangle above the planes,
// and returns the index of the plane whose lowest corner is highest, the first one among equals. The list
// must not be empty, and no sum may overflow.
func TriangleAbove(out []Above, list []Planes, a, b, c vec.Vec3) int {
	return aboveOf(out, list, a, b, c)
}

// OpenEdges writes twice the number of each edge that may part the polytope from the triangle by more than useful to list, which
// must have room for all, and returns how many there are: those where all corners of the triangle, and its middle, are out over one of the
// two faces by more than that, along some axis between their normals. No axis parts them by more than what one point of
// the triangle is out along it. There must be an edge, and above must have all faces.
func OpenEdges(list []uint16, edges []Edge, above []Above, useful float32) int {
	return openOf(list, edges, above, useful)
}

// Span returns the least and the greatest coordinates (m) of the points along three axes, the rows of r. The
// list must not be empty, and no sum may overflow.
func Span(list []Points, r *vec.Mat3) (least, greatest vec.Vec3) { return spanOf(list, r) }

// Touching writes the places on list of those leaves that touch near to out, which must have room for all, and returns how
// many there are; and the least of slack and of how far (m) the leaves that only touch box, which contains near, are from
// near along the axis along which they are farthest. The list must not be empty and hold numbers of leaves only.
func Touching(out, list []int32, leaves []Leaf, near, box *vec.AABB, slack float32) (n int, least float32) {
	return touchingOf(out, list, leaves, near, box, slack)
}

// Leaves writes the numbers of the leaves below the first node that touch box to list, in their order, and returns how
// many; it ends when the list is full. The list must not be empty, and no node deeper than 62.
func Leaves(list []int32, nodes []Node, leaves []Leaf, box *vec.AABB) int {
	return leavesOf(list, nodes, leaves, box)
}

// Touch reports whether two boxes share a point, but for zeros of unlike signs. Which of the six comparisons fails nobody can guess, so
// their signs are joined for a single branch.
func Touch(a, b *vec.AABB) bool {
	x := math.Float32bits(b.Max.X-a.Min.X) | math.Float32bits(a.Max.X-b.Min.X)
	y := math.Float32bits(b.Max.Y-a.Min.Y) | math.Float32bits(a.Max.Y-b.Min.Y)
	z := math.Float32bits(b.Max.Z-a.Min.Z) | math.Float32bits(a.Max.Z-b.Min.Z)
	return int32(x|y|z) >= 0
}

// farthest is the definition of Farthest.
func farthest(list []Points, dir vec.Vec3) int {
	var best float32
	index := -1
	for i := range list {
		g := &list[i]
		for k := range g.X {
			d := float32(dir.X*g.X[k]) + float32(dir.Y*g.Y[k]) + float32(dir.Z*g.Z[k])
			if index < 0 || d > best {
				best, index = d, 4*i+k
			}
		}
	}
	return index
}

// heights is the definition of Heights.
func heights(out []float32, list []Points, n vec.Vec3, offset float32) int {
	least, index := float32(0), -1
	for i := range list {
		g := &list[i]
		for k := range g.X {
			d := float32(n.X*g.X[k]) + float32(n.Y*g.Y[k]) + float32(n.Z*g.Z[k]) - offset
			out[4*i+k] = d
			if index < 0 || d < least {
				least, index = d, 4*i+k
			}
		}
	}
	return index
}

// above is the definition of TriangleAbove.
func above(out []Above, list []Planes, a, b, c vec.Vec3) int {
	var best float32
	index := -1
	for i := range list {
		g, o := &list[i], &out[i]
		for k := range g.X {
			n := vec.Vec3{X: g.X[k], Y: g.Y[k], Z: g.Z[k]}
			x, y, z := n.Dot(a)-g.Offset[k], n.Dot(b)-g.Offset[k], n.Dot(c)-g.Offset[k]
			o.Plane[k] = [4]float32{x, y, z, (x + y + z) * (1.0 / 3)}
			s := x
			if y < s {
				s = y
			}
			if z < s {
				s = z
			}
			o.Least[k] = s
			if index < 0 || s > best {
				best, index = s, 4*i+k
			}
		}
	}
	return index
}

// span is spans along one axis. Adding zero makes zeros positive.
func span(list []Points, x, y, z float32) (least, greatest float32) {
	for i := range list {
		g := &list[i]
		for k := range g.X {
			d := float32(x*g.X[k]) + float32(y*g.Y[k]) + float32(z*g.Z[k]) + 0
			if i+k == 0 || d < least {
				least = d
			}
			if i+k == 0 || d > greatest {
				greatest = d
			}
		}
	}
	return least, greatest
}

// open is the definition of OpenEdges.
func open(list []uint16, edges []Edge, above []Above, useful float32) int {
	n := 0
	for i := range edges {
		e := &edges[i]
		left, right := &above[e.left/aboveGroup].Plane[e.left%aboveGroup/aboveRow], &above[e.right/aboveGroup].Plane[e.right%aboveGroup/aboveRow]
		least := float32(0)
		for k := range left {
			high := left[k]
			if right[k] > high {
				high = right[k]
			}
			if k == 0 || high < least {
				least = high
			}
		}
		if least > useful || float32(least*e.Reach) > useful {
			list[n] = uint16(2 * i)
			n++
		}
	}
	return n
}

// spans is the definition of Span.
func spans(list []Points, r *vec.Mat3) (least, greatest vec.Vec3) {
	least.X, greatest.X = span(list, r.XX, r.XY, r.XZ)
	least.Y, greatest.Y = span(list, r.YX, r.YY, r.YZ)
	least.Z, greatest.Z = span(list, r.ZX, r.ZY, r.ZZ)
	return least, greatest
}

// touching is the definition of Touching.
func touching(out, list []int32, leaves []Leaf, near, box *vec.AABB, slack float32) (n int, least float32) {
	least = slack
	for place, i := range list {
		b := &leaves[i].Box
		if !Touch(b, box) {
			continue
		}
		gap := max(b.Min.X-near.Max.X, near.Min.X-b.Max.X, b.Min.Y-near.Max.Y, near.Min.Y-b.Max.Y, b.Min.Z-near.Max.Z, near.Min.Z-b.Max.Z)
		if gap > 0 {
			least = min(least, gap)
			continue
		}
		out[n] = int32(place)
		n++
	}
	return n, least
}

// leavesIn is the definition of Leaves.
func leavesIn(list []int32, nodes []Node, leaves []Leaf, box *vec.AABB) int {
	var stack [depth]int32
	n := 0
	for top := 1; top > 0; {
		top--
		i := stack[top]
		node := &nodes[i]
		for k := node.First; k < node.First+node.Count; k++ {
			if !Touch(&leaves[k].Box, box) {
				continue
			}
			list[n] = k
			if n++; n == len(list) {
				return n
			}
		}
		if node.Count > 0 {
			continue
		}
		if Touch(&nodes[node.First].Box, box) {
			stack[top] = node.First
			top++
		}
		if Touch(&nodes[i+1].Box, box) {
			stack[top] = i + 1
			top++
		}
	}
	return n
}
