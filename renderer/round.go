package renderer

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// RoundLevels is the number of levels of detail of round meshes, 0 the coarsest.
const RoundLevels = 4

// RoundLevel returns the level of detail for a radius on the screen in pixels, such that the
// outline differs from a circle by less than about a third of a pixel up to 500 pixels.
func RoundLevel(pixels float32) int {
	switch {
	case pixels < 6:
		return 0
	case pixels < 25:
		return 1
	case pixels < 110:
		return 2
	}
	return 3
}

// roundSegments is the number of segments around a capsule, cylinder or cone per level. A
// chord of n segments is off by r·(1 − cos(π/n)).
var roundSegments = [RoundLevels]int{12, 20, 40, 72}

func clampLevel(level int) int { return min(max(level, 0), RoundLevels-1) }

// SphereMesh is a sphere of radius 1: an icosahedron, divided level+1 times and pushed out to the
// sphere. Its triangles are nearly equal, so none is wasted at poles.
func SphereMesh(level int) MeshDesc {
	level = clampLevel(level)
	b := meshBuilder{MeshDesc{Label: "sphere"}}
	g := float32((1 + math.Sqrt(5)) / 2)
	for _, p := range []mgl32.Vec3{
		{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
		{0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
		{g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1},
	} {
		b.spherePoint(p.Normalize())
	}
	indices := []uint32{
		0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
		3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
	}
	middles := map[[2]uint32]uint32{}
	for range level + 1 {
		clear(middles)
		var finer []uint32
		for i := 0; i < len(indices); i += 3 {
			x, y, z := indices[i], indices[i+1], indices[i+2]
			xy, yz, zx := b.middle(middles, x, y), b.middle(middles, y, z), b.middle(middles, z, x)
			finer = append(finer, x, xy, zx, y, yz, xy, z, zx, yz, xy, yz, zx)
		}
		indices = finer
	}
	b.desc.Indices = indices
	return b.desc
}

func (b *meshBuilder) spherePoint(n mgl32.Vec3) uint32 {
	u := float32(math.Atan2(float64(n[0]), float64(n[2]))/(2*math.Pi) + 0.5)
	v := float32(math.Acos(float64(mgl32.Clamp(n[1], -1, 1))) / math.Pi)
	return b.vertex(n, n, u, v)
}

// middle returns the point of the sphere between two others, made once per edge.
func (b *meshBuilder) middle(known map[[2]uint32]uint32, i, j uint32) uint32 {
	e := edgeOf(i, j)
	if m, ok := known[e]; ok {
		return m
	}
	p, q := &b.desc.Vertices[i], &b.desc.Vertices[j]
	known[e] = b.spherePoint(mgl32.Vec3{p.X + q.X, p.Y + q.Y, p.Z + q.Z}.Normalize())
	return known[e]
}

// UVSphereMesh is a sphere of radius 1 with texture coordinates along meridians and parallels.
func UVSphereMesh(level int) MeshDesc {
	b := meshBuilder{MeshDesc{Label: "uv sphere"}}
	n := roundSegments[clampLevel(level)]
	rings := n / 2
	for r := range rings + 1 {
		for s := range n + 1 {
			p := onSphere(float64(s)/float64(n), float64(r)/float64(rings))
			b.vertex(p, p, float32(s)/float32(n), float32(r)/float32(rings))
		}
	}
	b.stitch(0, rings, n)
	return b.desc
}

// onSphere returns the point at a share u of the way around y and v of the way from the top down.
func onSphere(u, v float64) mgl32.Vec3 {
	su, cu := math.Sincos(2 * math.Pi * u)
	sv, cv := math.Sincos(math.Pi * v)
	return mgl32.Vec3{float32(su * sv), float32(cv), float32(cu * sv)}
}

// stitch joins rows+1 rows of n+1 vertices, the first of which is at base, by triangles; rows go down and
// columns counter-clockwise seen from above. Triangles without area at poles are left out.
func (b *meshBuilder) stitch(base uint32, rows, n int) {
	w := uint32(n + 1)
	at := func(i uint32) mgl32.Vec3 {
		v := &b.desc.Vertices[i]
		return mgl32.Vec3{v.X, v.Y + float32(v.Side), v.Z}
	}
	add := func(i, j, k uint32) {
		if at(j).Sub(at(i)).Cross(at(k).Sub(at(i))).Len() > 1e-9 {
			b.triangle(i, j, k)
		}
	}
	for r := range uint32(rows) {
		for s := range uint32(n) {
			i := base + r*w + s
			add(i, i+w, i+w+1)
			add(i, i+w+1, i+1)
		}
	}
}

// CapsuleMesh is a capsule along y of radius 1: two half spheres and the wall between them, which
// Instance.Stretch moves apart: with a uniform scale r, a stretch of h/r gives a capsule whose
// half spheres have their centres at ±h.
func CapsuleMesh(level int) MeshDesc {
	b := meshBuilder{MeshDesc{Label: "capsule"}}
	n := roundSegments[clampLevel(level)]
	rings := n / 2 / 2 * 2
	half := rings / 2
	row := func(r int, side int8) {
		for s := range n + 1 {
			p := onSphere(float64(s)/float64(n), float64(r)/float64(rings))
			i := b.vertex(p, p, float32(s)/float32(n), float32(r)/float32(rings))
			b.desc.Vertices[i].Side = side
		}
	}
	for r := range half + 1 {
		row(r, 1)
	}
	for r := half; r <= rings; r++ {
		row(r, -1)
	}
	b.stitch(0, rings+1, n)
	return b.desc
}

// CylinderMesh is a cylinder along y of radius 1 and half height 1.
func CylinderMesh(level int) MeshDesc {
	b := meshBuilder{MeshDesc{Label: "cylinder"}}
	n := roundSegments[clampLevel(level)]
	for s := range n {
		p, q := circle(s, n), circle(s+1, n)
		up := mgl32.Vec3{0, 1, 0}
		u0, u1 := float32(s)/float32(n), float32(s+1)/float32(n)
		top, topNext := p.Add(up), q.Add(up)
		low, lowNext := p.Sub(up), q.Sub(up)
		// of the wall, only the rims are edges
		b.corners([3]mgl32.Vec3{top, low, lowNext}, [3]mgl32.Vec3{p, p, q},
			[3][2]float32{{u0, 0}, {u0, 1}, {u1, 1}}, [3]bool{true, false, false})
		b.corners([3]mgl32.Vec3{top, lowNext, topNext}, [3]mgl32.Vec3{p, q, q},
			[3][2]float32{{u0, 0}, {u1, 1}, {u1, 0}}, [3]bool{false, true, false})
		b.capPiece(up, top, topNext, up)
		b.capPiece(up.Mul(-1), lowNext, low, up.Mul(-1))
	}
	return b.desc
}

// ConeMesh is a cone along y with its base of radius 1 at y = −1 and its tip at y = 1.
func ConeMesh(level int) MeshDesc {
	b := meshBuilder{MeshDesc{Label: "cone"}}
	n := roundSegments[clampLevel(level)]
	up := mgl32.Vec3{0, 1, 0}
	// the wall rises by 2 over a width of 1: its normal is (2, 1) in that plane
	lean := func(p mgl32.Vec3) mgl32.Vec3 { return p.Mul(2).Add(up).Normalize() }
	for s := range n {
		p, q := circle(s, n), circle(s+1, n)
		low, lowNext := p.Sub(up), q.Sub(up)
		u0, u1 := float32(s)/float32(n), float32(s+1)/float32(n)
		b.corners([3]mgl32.Vec3{up, low, lowNext},
			[3]mgl32.Vec3{lean(p.Add(q).Normalize()), lean(p), lean(q)},
			[3][2]float32{{(u0 + u1) / 2, 0}, {u0, 1}, {u1, 1}}, [3]bool{true, false, false})
		b.capPiece(up.Mul(-1), lowNext, low, up.Mul(-1))
	}
	return b.desc
}

// circle returns point s of n on the circle of radius 1 around y, exactly the first for the last.
func circle(s, n int) mgl32.Vec3 {
	sin, cos := math.Sincos(2 * math.Pi * float64(s%n) / float64(n))
	return mgl32.Vec3{float32(sin), 0, float32(cos)}
}

// capPiece adds one piece of a flat cap: only the rim is an edge.
func (b *meshBuilder) capPiece(centre, p, q, n mgl32.Vec3) {
	uv := func(v mgl32.Vec3) [2]float32 { return [2]float32{(v[0] + 1) / 2, (v[2] + 1) / 2} }
	b.corners([3]mgl32.Vec3{centre, p, q}, [3]mgl32.Vec3{n, n, n},
		[3][2]float32{uv(centre), uv(p), uv(q)}, [3]bool{true, false, false})
}
