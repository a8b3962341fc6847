package renderer

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestTaperedCapsule holds every vertex against the distance function of the shape, and every triangle
// against its normals.
func TestTaperedCapsule(t *testing.T) {
	for _, c := range [][3]float32{{0.5, 0.25, 0.6}, {0.2, 0.7, 0.5}, {0.4, 0.4, 1}, {1, 0.2, 0.3}, {0.3, 0.9, 0}} {
		low, high, half := c[0], c[1], c[2]
		for level := range RoundLevels {
			d := TaperedCapsuleMesh(level, low, high, half)
			if err := d.Validate(); err != nil {
				t.Fatal(err)
			}
			for i := range d.Vertices {
				v := &d.Vertices[i]
				p, n := mgl32.Vec3{v.X, v.Y, v.Z}, mgl32.Vec3{v.NX, v.NY, v.NZ}
				// the support of the hull along the normal must be the point itself
				support := max(n[1]*half+high, -n[1]*half+low)
				if d := p.Dot(n) - support; math.Abs(float64(d)) > 1e-5 {
					t.Fatalf("%v level %d: vertex %v with normal %v is %g inside", c, level, p, n, -d)
				}
			}
			for i := 0; i < len(d.Indices); i += 3 {
				var p [3]mgl32.Vec3
				var n mgl32.Vec3
				for k := range p {
					v := &d.Vertices[d.Indices[i+k]]
					p[k] = mgl32.Vec3{v.X, v.Y, v.Z}
					n = n.Add(mgl32.Vec3{v.NX, v.NY, v.NZ})
				}
				if p[1].Sub(p[0]).Cross(p[2].Sub(p[0])).Dot(n) <= 0 {
					t.Fatalf("%v level %d: triangle %d faces inwards", c, level, i/3)
				}
			}
		}
	}
}
