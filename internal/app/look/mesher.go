package look

import (
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// mesher builds meshes out of prisms, tubes and turned profiles. Corners at the same place are joined when the mesh is
// drawn, and creases above 35° stay sharp.
type mesher struct{ mesh scenes.DrawMesh }

func (m *mesher) point(p vec.Vec3) uint32 {
	m.mesh.Points = append(m.mesh.Points, p)
	return uint32(len(m.mesh.Points) - 1)
}

func (m *mesher) triangle(a, b, c vec.Vec3) {
	m.mesh.Indices = append(m.mesh.Indices, m.point(a), m.point(b), m.point(c))
}

// quad adds a four-sided face, counter-clockwise seen from outside.
func (m *mesher) quad(a, b, c, d vec.Vec3) {
	m.triangle(a, b, c)
	m.triangle(a, c, d)
}

// circle is the point of a circle around y at the k-th of n equal angles.
func circle(radius, y float32, k, n int) vec.Vec3 {
	s, c := vec.SinCos(float32(2*vec.Pi) * float32(k%n) / float32(n))
	return vec.V3(radius*c, y, radius*s)
}

// lathe turns a profile of radius and height (m), from below to above, around the y axis.
func (m *mesher) lathe(n int, profile ...[2]float32) {
	for i := 1; i < len(profile); i++ {
		lo, hi := profile[i-1], profile[i]
		for k := range n {
			a, b := circle(lo[0], lo[1], k, n), circle(lo[0], lo[1], k+1, n)
			c, d := circle(hi[0], hi[1], k+1, n), circle(hi[0], hi[1], k, n)
			if lo[0] > 0 {
				m.triangle(a, d, b)
			}
			if hi[0] > 0 {
				m.triangle(b, d, c)
			}
		}
	}
}

// prism extrudes an outline of x and y, counter-clockwise seen from +z, from z0 to z1.
func (m *mesher) prism(outline [][2]float32, z0, z1 float32) {
	n := len(outline)
	at := func(i int, z float32) vec.Vec3 { return vec.V3(outline[i%n][0], outline[i%n][1], z) }
	for i := range n {
		m.quad(at(i, z0), at(i+1, z0), at(i+1, z1), at(i, z1))
	}
	for _, t := range earClip(outline) {
		m.triangle(at(t[0], z1), at(t[1], z1), at(t[2], z1))
		m.triangle(at(t[0], z0), at(t[2], z0), at(t[1], z0))
	}
}

// ring extrudes the band between two outlines with equally many points from z0 to z1.
func (m *mesher) ring(outer, inner [][2]float32, z0, z1 float32) {
	n := len(outer)
	at := func(o [][2]float32, i int, z float32) vec.Vec3 { return vec.V3(o[i%n][0], o[i%n][1], z) }
	for i := range n {
		m.quad(at(outer, i, z0), at(outer, i+1, z0), at(outer, i+1, z1), at(outer, i, z1))
		m.quad(at(inner, i+1, z0), at(inner, i, z0), at(inner, i, z1), at(inner, i+1, z1))
		m.quad(at(outer, i, z1), at(outer, i+1, z1), at(inner, i+1, z1), at(inner, i, z1))
		m.quad(at(outer, i+1, z0), at(outer, i, z0), at(inner, i, z0), at(inner, i+1, z0))
	}
}

// earClip cuts a simple polygon, counter-clockwise, into triangles (Meisters 1975).
func earClip(p [][2]float32) [][3]int {
	left := make([]int, len(p))
	for i := range left {
		left[i] = i
	}
	area := func(a, b, c int) float32 {
		return (p[b][0]-p[a][0])*(p[c][1]-p[a][1]) - (p[b][1]-p[a][1])*(p[c][0]-p[a][0])
	}
	ear := func(i int) bool {
		n := len(left)
		a, b, c := left[(i+n-1)%n], left[i], left[(i+1)%n]
		if area(a, b, c) <= 0 {
			return false
		}
		for _, q := range left {
			if q != a && q != b && q != c && area(a, b, q) >= 0 && area(b, c, q) >= 0 && area(c, a, q) >= 0 {
				return false
			}
		}
		return true
	}
	var list [][3]int
	for len(left) > 3 {
		n, cut := len(left), 0
		for i := range left {
			if ear(i) {
				cut = i
				break
			}
		}
		list = append(list, [3]int{left[(cut+n-1)%n], left[cut], left[(cut+1)%n]})
		left = append(left[:cut:cut], left[cut+1:]...)
	}
	return append(list, [3]int{left[0], left[1], left[2]})
}

// tube adds a tube along frames, whose x axes are the axis of the tube.
func (m *mesher) tube(frames []vec.Transform, offset vec.Vec3, radius float32, sides int, closed bool) {
	at := func(i, k int) vec.Vec3 {
		f := frames[i%len(frames)]
		s, c := vec.SinCos(float32(2*vec.Pi) * float32(k%sides) / float32(sides))
		return f.Apply(offset.Add(vec.V3(0, radius*s, radius*c)))
	}
	n := len(frames)
	if !closed {
		n--
	}
	for i := range n {
		for k := range sides {
			m.quad(at(i, k), at(i+1, k), at(i+1, k+1), at(i, k+1))
		}
	}
}

// bar adds a square bar between two points.
func (m *mesher) bar(a, b vec.Vec3, thick float32) {
	axis, length := b.Sub(a).NormLen()
	if length == 0 {
		return
	}
	q := vec.QuatBetween(vec.AxisX, axis)
	h := thick / 2
	corner := func(end vec.Vec3, y, z float32) vec.Vec3 { return end.Add(q.Rotate(vec.V3(0, y*h, z*h))) }
	sides := [4][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}
	for i, s := range sides {
		t := sides[(i+1)%4]
		m.quad(corner(a, s[0], s[1]), corner(a, t[0], t[1]), corner(b, t[0], t[1]), corner(b, s[0], s[1]))
	}
	m.quad(corner(b, -1, -1), corner(b, 1, -1), corner(b, 1, 1), corner(b, -1, 1))
	m.quad(corner(a, -1, 1), corner(a, 1, 1), corner(a, 1, -1), corner(a, -1, -1))
}

// disc adds a flat disc that faces along a unit normal.
func (m *mesher) disc(center, normal vec.Vec3, radius float32, sides int) {
	q := vec.QuatBetween(vec.AxisZ, normal)
	at := func(k int) vec.Vec3 {
		s, c := vec.SinCos(float32(2*vec.Pi) * float32(k%sides) / float32(sides))
		return center.Add(q.Rotate(vec.V3(radius*c, radius*s, 0)))
	}
	for k := range sides {
		m.triangle(center, at(k), at(k+1))
	}
}
