package convex

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// soup is a mesh of boxes and other closed surfaces.
type soup struct {
	points  []vec.Vec3
	indices []uint32
}

// prism adds the solid over a convex outline in the xz plane between two heights.
func (s *soup) prism(outline [][2]float32, lo, hi float32) {
	first, n := uint32(len(s.points)), uint32(len(outline))
	for _, y := range []float32{lo, hi} {
		for _, p := range outline {
			s.points = append(s.points, vec.V3(p[0], y, p[1]))
		}
	}
	for i := range n {
		j := (i + 1) % n
		s.indices = append(s.indices, first+i, first+j, first+n+i, first+j, first+n+j, first+n+i)
		if i >= 2 {
			s.indices = append(s.indices, first, first+i-1, first+i, first+n, first+n+i, first+n+i-1)
		}
	}
}

// torus is a ring around the y axis.
func torus(big, small float32) soup {
	const n, m = 32, 12
	var s soup
	for i := range n {
		u := 2 * math.Pi * float64(i) / n
		for k := range m {
			v := 2 * math.Pi * float64(k) / m
			r := float64(big) + float64(small)*math.Cos(v)
			s.points = append(s.points, vec.V3(float32(r*math.Cos(u)), small*float32(math.Sin(v)),
				float32(r*math.Sin(u))))
			a, b := uint32(i*m+k), uint32(i*m+(k+1)%m)
			c, d := uint32((i+1)%n*m+k), uint32((i+1)%n*m+(k+1)%m)
			s.indices = append(s.indices, a, b, c, b, d, c)
		}
	}
	return s
}

func total(t *testing.T, s soup) (parts int, volume float64) {
	t.Helper()
	hulls, err := Decompose(s.points, s.indices)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hulls {
		volume += float64(Volume(h))
	}
	// every point of the surface is in or near a part
	for _, p := range s.points {
		near := float32(1e30)
		for _, h := range hulls {
			out := float32(0)
			for f := range h.FaceCount() {
				loop, n := h.Face(f, nil)
				out = max(out, n.Dot(p.Sub(h.Vertices()[loop[0]])))
			}
			near = min(near, out)
		}
		if near > 0.02 {
			t.Errorf("%v is %g m outside of all parts", p, near)
			break
		}
	}
	return len(hulls), volume
}

// TestParts holds that convex meshes stay whole and that the parts of others fill hardly more than they.
func TestParts(t *testing.T) {
	var box, ell, two soup
	box.prism([][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0, 1)
	// an L as one surface: two boxes that share no wall would be two components
	ell.points = []vec.Vec3{
		{X: 0, Y: 0, Z: 0}, {X: 2, Y: 0, Z: 0}, {X: 2, Y: 0.5, Z: 0}, {X: 0.5, Y: 0.5, Z: 0}, {X: 0.5, Y: 2, Z: 0},
		{X: 0, Y: 2, Z: 0},
		{X: 0, Y: 0, Z: 1}, {X: 2, Y: 0, Z: 1}, {X: 2, Y: 0.5, Z: 1}, {X: 0.5, Y: 0.5, Z: 1}, {X: 0.5, Y: 2, Z: 1},
		{X: 0, Y: 2, Z: 1},
	}
	for i := range uint32(6) {
		j := (i + 1) % 6
		ell.indices = append(ell.indices, i, j, 6+j, i, 6+j, 6+i)
	}
	for _, c := range [][3]uint32{{0, 3, 2}, {0, 2, 1}, {0, 5, 4}, {0, 4, 3}} {
		ell.indices = append(ell.indices, c[0], c[1], c[2], 6+c[0], 6+c[2], 6+c[1])
	}
	two.prism([][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0, 1)
	two.prism([][2]float32{{3, 0}, {4, 0}, {4, 1}, {3, 1}}, 0, 1)
	for _, c := range []struct {
		name        string
		mesh        soup
		least, most int
		volume      float64
		within      float64
	}{
		{"box", box, 1, 1, 1, 0.01},
		{"ell", ell, 2, 3, 1.75, 0.02},
		{"two boxes", two, 2, 2, 2, 0.01},
		{"ring", torus(1, 0.2), 6, 16, 2 * math.Pi * math.Pi * 0.04, 0.35},
	} {
		parts, volume := total(t, c.mesh)
		if parts < c.least || parts > c.most || math.Abs(volume-c.volume) > c.within*c.volume {
			t.Errorf("%s: %d parts of %g m³, want %d to %d of about %g", c.name, parts, volume, c.least, c.most,
				c.volume)
		}
	}
	if _, err := Decompose([]vec.Vec3{{}, {X: 1}, {Y: 1}}, []uint32{0, 1, 2}); err == nil {
		t.Error("a flat mesh has parts")
	}
}
