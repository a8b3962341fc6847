package renderer

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// meshBuilder collects triangles. Edge bytes say which edges of a triangle the edge overlay shows: at a
// corner opposite to a hidden edge, the coordinate of that edge is kept at 255 everywhere, so
// that it never comes near 0.
type meshBuilder struct{ desc MeshDesc }

// allEdges hides all edges: every coordinate is 255 in every corner.
const allEdges = 255

// vertex adds a vertex without edges and returns its index.
func (b *meshBuilder) vertex(p, n mgl32.Vec3, u, v float32) uint32 {
	b.desc.Vertices = append(b.desc.Vertices, Vertex{
		X: p[0], Y: p[1], Z: p[2], NX: n[0], NY: n[1], NZ: n[2],
		EdgeA: allEdges, EdgeB: allEdges, EdgeC: allEdges,
		U: unorm(u), V: unorm(v),
	})
	return uint32(len(b.desc.Vertices) - 1)
}

func unorm(f float32) uint16 { return uint16(mgl32.Clamp(f, 0, 1)*65535 + 0.5) }

func (b *meshBuilder) triangle(i, j, k uint32) { b.desc.Indices = append(b.desc.Indices, i, j, k) }

// corners adds a triangle with vertices of its own. shown[i] shows the edge opposite to corner i.
func (b *meshBuilder) corners(p, n [3]mgl32.Vec3, uv [3][2]float32, shown [3]bool) {
	for i := range 3 {
		at := b.vertex(p[i], n[i], uv[i][0], uv[i][1])
		v := &b.desc.Vertices[at]
		edge := [3]*uint8{&v.EdgeA, &v.EdgeB, &v.EdgeC}
		for e := range 3 {
			// barycentric coordinate e is 0 on the edge opposite to corner e
			if shown[e] && e != i {
				*edge[e] = 0
			}
		}
		b.desc.Indices = append(b.desc.Indices, at)
	}
}

// polygon adds a flat convex polygon, counter-clockwise seen from outside, as a fan. Only its
// border is an edge.
func (b *meshBuilder) polygon(points []mgl32.Vec3) {
	n := newell(points)
	if n == (mgl32.Vec3{}) {
		return
	}
	x, y := planeAxes(n)
	last := len(points) - 1
	for i := 1; i < last; i++ {
		p := [3]mgl32.Vec3{points[0], points[i], points[i+1]}
		var uv [3][2]float32
		for c := range 3 {
			uv[c] = [2]float32{wrap(p[c].Dot(x)), wrap(p[c].Dot(y))}
		}
		// the edge opposite to the first corner is on the border; the others only at the ends
		b.corners(p, [3]mgl32.Vec3{n, n, n}, uv, [3]bool{true, i+1 == last, i == 1})
	}
}

func wrap(f float32) float32 { return f - float32(math.Floor(float64(f))) }

// newell returns the unit normal of a polygon (Newell's method), zero for one without area.
func newell(points []mgl32.Vec3) mgl32.Vec3 {
	var n mgl32.Vec3
	for i, a := range points {
		b := points[(i+1)%len(points)]
		n[0] += (a[1] - b[1]) * (a[2] + b[2])
		n[1] += (a[2] - b[2]) * (a[0] + b[0])
		n[2] += (a[0] - b[0]) * (a[1] + b[1])
	}
	if l := n.Len(); l > 1e-20 {
		return n.Mul(1 / l)
	}
	return mgl32.Vec3{}
}

// planeAxes returns two unit vectors that make a right-handed base with n.
func planeAxes(n mgl32.Vec3) (x, y mgl32.Vec3) {
	away := mgl32.Vec3{1, 0, 0}
	if abs(n[0]) > 0.7 {
		away = mgl32.Vec3{0, 0, 1}
	}
	x = away.Sub(n.Mul(away.Dot(n))).Normalize()
	return x, n.Cross(x)
}

// BoxMesh is a box with half extents 1: scale an instance by the half extents.
func BoxMesh() MeshDesc {
	points := make([]mgl32.Vec3, 0, 8)
	for i := range 8 {
		points = append(points, mgl32.Vec3{float32(2*(i&1) - 1), float32(i&2 - 1), float32(i>>1&2 - 1)})
	}
	d, err := HullMesh("box", points, [][]int32{
		{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1},
	})
	if err != nil {
		panic("renderer: box mesh: " + err.Error())
	}
	return d
}

// HullMesh is a convex or other polyhedron with flat faces: faces list the indices of their points
// counter-clockwise seen from outside. Edges between faces are edges of the overlay.
func HullMesh(label string, points []mgl32.Vec3, faces [][]int32) (MeshDesc, error) {
	b := meshBuilder{MeshDesc{Label: label}}
	var polygon []mgl32.Vec3
	for f, face := range faces {
		if len(face) < 3 {
			return MeshDesc{}, fmt.Errorf("renderer: hull mesh %q face %d has %d points: must be at least 3", label, f,
				len(face))
		}
		polygon = polygon[:0]
		for _, i := range face {
			if i < 0 || int(i) >= len(points) {
				return MeshDesc{}, fmt.Errorf("renderer: hull mesh %q face %d names point %d of %d", label, f, i,
					len(points))
			}
			polygon = append(polygon, points[i])
		}
		b.polygon(polygon)
	}
	return b.desc, b.desc.Validate()
}

// crease is the angle between two triangles above which the edge between them stays sharp.
const crease = 35 * math.Pi / 180

// TriangleMesh is a mesh of triangles, three indices each, counter-clockwise seen from outside.
// With smooth, normals are blended over edges flatter than 35°; without, all faces are
// flat. The edge overlay shows edges that are sharp or belong to one triangle only; without
// smooth the overlay shows all edges between faces that are not in one plane.
func TriangleMesh(label string, points []mgl32.Vec3, indices []uint32, smooth bool) (MeshDesc, error) {
	if len(indices)%3 != 0 {
		return MeshDesc{}, fmt.Errorf("renderer: triangle mesh %q has %d indices: must be a multiple of 3", label,
			len(indices))
	}
	for i, x := range indices {
		if int(x) >= len(points) {
			return MeshDesc{}, fmt.Errorf("renderer: triangle mesh %q index %d is %d of %d points", label, i, x,
				len(points))
		}
	}
	t := triangles{points: points, indices: indices}
	t.connect()
	sharp := float32(math.Cos(crease))
	if !smooth {
		sharp = 0.9999
	}
	b := meshBuilder{MeshDesc{Label: label}}
	for f := range len(indices) / 3 {
		if t.normals[f] == (mgl32.Vec3{}) {
			continue
		}
		var p, n [3]mgl32.Vec3
		var uv [3][2]float32
		var shown [3]bool
		for c := range 3 {
			p[c] = points[indices[3*f+c]]
			n[c] = t.normals[f]
			if smooth {
				n[c] = t.cornerNormal(f, c, sharp)
			}
			uv[c] = [2]float32{wrap(p[c][0]), wrap(p[c][2])}
			shown[c] = t.sharpEdge(f, c, sharp)
		}
		b.corners(p, n, uv, shown)
	}
	return b.desc, b.desc.Validate()
}

// triangles knows the neighbours of the triangles of a mesh.
type triangles struct {
	points  []mgl32.Vec3
	indices []uint32
	normals []mgl32.Vec3        // per triangle, unit
	around  map[uint32][]int    // per point: its triangles
	across  map[[2]uint32][]int // per edge from small to large index: its triangles
}

func (t *triangles) connect() {
	t.around, t.across = map[uint32][]int{}, map[[2]uint32][]int{}
	for f := range len(t.indices) / 3 {
		i := t.indices[3*f : 3*f+3]
		t.normals = append(t.normals, newell([]mgl32.Vec3{t.points[i[0]], t.points[i[1]], t.points[i[2]]}))
		for c := range 3 {
			t.around[i[c]] = append(t.around[i[c]], f)
			e := edgeOf(i[(c+1)%3], i[(c+2)%3])
			t.across[e] = append(t.across[e], f)
		}
	}
}

func edgeOf(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// sharpEdge reports whether the edge opposite to corner c of triangle f is to be seen.
func (t *triangles) sharpEdge(f, c int, limit float32) bool {
	i := t.indices[3*f : 3*f+3]
	both := t.across[edgeOf(i[(c+1)%3], i[(c+2)%3])]
	return len(both) != 2 || t.normals[both[0]].Dot(t.normals[both[1]]) < limit
}

// cornerNormal blends the normals of the triangles around a corner, weighted with their angle at the corner (Thürmer
// and Wüthrich 1998). Triangles beyond a sharp edge do not count.
func (t *triangles) cornerNormal(f, c int, limit float32) mgl32.Vec3 {
	point := t.indices[3*f+c]
	var sum mgl32.Vec3
	for _, g := range t.around[point] {
		if t.normals[g].Dot(t.normals[f]) < limit {
			continue
		}
		i := t.indices[3*g : 3*g+3]
		for k := range 3 {
			if i[k] == point {
				sum = sum.Add(t.normals[g].Mul(angleAt(t.points[i[k]], t.points[i[(k+1)%3]], t.points[i[(k+2)%3]])))
			}
		}
	}
	if l := sum.Len(); l > 1e-12 {
		return sum.Mul(1 / l)
	}
	return t.normals[f]
}

// angleAt returns the angle at p of a triangle, radians.
func angleAt(p, a, b mgl32.Vec3) float32 {
	x, y := a.Sub(p), b.Sub(p)
	l := x.Len() * y.Len()
	if l == 0 {
		return 0
	}
	return float32(math.Acos(float64(mgl32.Clamp(x.Dot(y)/l, -1, 1))))
}

// Radius is the radius of the sphere around the origin that holds the mesh, metres, without stretch.
func (d *MeshDesc) Radius() float32 {
	r := float32(0)
	for i := range d.Vertices {
		v := &d.Vertices[i]
		r = max(r, v.X*v.X+v.Y*v.Y+v.Z*v.Z)
	}
	return float32(math.Sqrt(float64(r)))
}
