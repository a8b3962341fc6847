package renderer

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// TaperedCapsuleMesh is the convex hull of a sphere of radius low around (0, −half, 0) and one of radius high
// around (0, half, 0), metres. The spheres meet the cone between them where its normal is
// theirs: at the height sin φ = (low − high)/(2·half) on both. When one sphere holds the
// other, it is that sphere.
func TaperedCapsuleMesh(level int, low, high, half float32) MeshDesc {
	b := meshBuilder{MeshDesc{Label: "tapered capsule"}}
	n := roundSegments[clampLevel(level)]
	rings := n / 4
	sin := float64(low-high) / float64(2*half)
	if !(half > 0) || math.Abs(sin) >= 1 {
		// only the larger sphere shows
		y, r := -half, low
		if high > low {
			y, r = half, high
		}
		b.sphereRows(2*rings, n, y, r, math.Pi/2, -math.Pi/2)
		b.stitch(0, 2*rings, n)
		return b.desc
	}
	meet := math.Asin(sin)
	b.sphereRows(rings, n, half, high, math.Pi/2, meet)
	b.sphereRows(rings, n, -half, low, meet, -math.Pi/2)
	b.stitch(0, 2*rings+1, n)
	return b.desc
}

// sphereRows adds rows+1 rows of n+1 points of a sphere around (0, y, 0) from one latitude (rad) down to another.
func (b *meshBuilder) sphereRows(rows, n int, y, radius float32, from, to float64) {
	for r := range rows + 1 {
		sl, cl := math.Sincos(from + (to-from)*float64(r)/float64(rows))
		for s := range n + 1 {
			su, cu := math.Sincos(2 * math.Pi * float64(s%n) / float64(n))
			normal := mgl32.Vec3{float32(su * cl), float32(sl), float32(cu * cl)}
			at := normal.Mul(radius)
			at[1] += y
			b.vertex(at, normal, float32(s)/float32(n), float32(0.5-(from+(to-from)*float64(r)/float64(rows))/math.Pi))
		}
	}
}
