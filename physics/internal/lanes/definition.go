package lanes

import "tumble/physics/vec"

// The functions of this file define the results of the vector code and stand in for it elsewhere.

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
		left, right := &above[e.left/aboveQuad].Plane[e.left%aboveQuad/aboveRow],
			&above[e.right/aboveQuad].Plane[e.right%aboveQuad/aboveRow]
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
func touching(out, list []int32, leaves []Leaf, near, box *vec.AABB, clearance float32) (n int, least float32) {
	least = clearance
	for index, i := range list {
		b := &leaves[i].Box
		if !vec.Touch(b, box) {
			continue
		}
		gap := max(b.Min.X-near.Max.X, near.Min.X-b.Max.X, b.Min.Y-near.Max.Y, near.Min.Y-b.Max.Y, b.Min.Z-near.Max.Z,
			near.Min.Z-b.Max.Z)
		if gap > 0 {
			least = min(least, gap)
			continue
		}
		out[n] = int32(index)
		n++
	}
	return n, least
}

// crossing is the definition of Crossing.
func crossing(entries, list []int32, leaves []Leaf, box *Box) (n int) {
	for _, entry := range entries {
		entries[n] = entry
		if !box.apart(&leaves[list[entry]].V) {
			n++
		}
	}
	return n
}

// apart reports whether a triangle is beyond a face of the box.
func (b *Box) apart(corners *[3]vec.Vec3) bool {
	for k := range b.Low {
		low, high := true, true
		for _, v := range corners {
			d := float32((v.X-b.Origin[0][0])*b.X[k][0]) + float32((v.Y-b.Origin[1][0])*b.Y[k][0]) + float32(
				(v.Z-b.Origin[2][0])*b.Z[k][0])
			low, high = low && d < b.Low[k][0], high && d > b.High[k][0]
		}
		if low || high {
			return true
		}
	}
	return false
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
			if !vec.Touch(&leaves[k].Box, box) {
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
		if vec.Touch(&nodes[node.First].Box, box) {
			stack[top] = node.First
			top++
		}
		if vec.Touch(&nodes[i+1].Box, box) {
			stack[top] = i + 1
			top++
		}
	}
	return n
}
