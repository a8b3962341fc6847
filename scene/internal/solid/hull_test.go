package solid

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/vec"
)

// volume is that of a closed surface.
func volume(m Mesh) float64 {
	sum := 0.0
	at := func(i uint32) [3]float64 {
		p := m.Points[i]
		return [3]float64{float64(p.X), float64(p.Y), float64(p.Z)}
	}
	for i := 0; i+2 < len(m.Indices); i += 3 {
		sum += dot(at(m.Indices[i]), cross(at(m.Indices[i+1]), at(m.Indices[i+2]))) / 6
	}
	return sum
}

// closed holds that every edge has one triangle on each side, and that no point is outside.
func closed(t *testing.T, name string, m Mesh, points []vec.Vec3) {
	t.Helper()
	edges := map[[2]uint32]int{}
	for i := 0; i+2 < len(m.Indices); i += 3 {
		a, b, c := m.Points[m.Indices[i]], m.Points[m.Indices[i+1]], m.Points[m.Indices[i+2]]
		n := b.Sub(a).Cross(c.Sub(a))
		if n.Len() > 1e-6 {
			n = n.Norm()
			for _, p := range points {
				if d := n.Dot(p.Sub(a)); d > 1e-4 {
					t.Fatalf("%s: a point is %g above a face", name, d)
				}
			}
		}
		for k := range 3 {
			edges[[2]uint32{m.Indices[i+k], m.Indices[i+(k+1)%3]}]++
		}
	}
	for e, n := range edges {
		if n != 1 || edges[[2]uint32{e[1], e[0]}] != 1 {
			t.Fatalf("%s: the edge %v is open", name, e)
		}
	}
}

// TestHull holds volumes of hulls: of a grid whose points lie in its faces, of a sphere with more corners than a shape
// has, of a cone, and that of flat points is refused.
func TestHull(t *testing.T) {
	var grid, sphere, cone []vec.Vec3
	for i := range 11 {
		for j := range 11 {
			for k := range 11 {
				grid = append(grid, vec.V3(float32(i)*0.1, float32(j)*0.2, float32(k)*0.3))
			}
		}
	}
	const rings, sides = 40, 60
	want := 0.0
	for i := range rings + 1 {
		angle := math.Pi * float64(i) / rings
		for k := range sides {
			s, c := math.Sincos(2 * math.Pi * float64(k) / sides)
			sphere = append(sphere, vec.V3(float32(math.Sin(angle)*c), float32(math.Sin(angle)*s),
				float32(math.Cos(angle))))
		}
		if i > 0 {
			// a frustum of regular polygons
			r, q := math.Sin(angle), math.Sin(math.Pi*float64(i-1)/rings)
			area := float64(sides) / 2 * math.Sin(2*math.Pi/sides)
			want += area * (r*r + r*q + q*q) / 3 * (math.Cos(math.Pi*float64(i-1)/rings) - math.Cos(angle))
		}
	}
	for k := range 300 {
		s, c := math.Sincos(2 * math.Pi * float64(k) / 300)
		cone = append(cone, vec.V3(float32(c), float32(s), 0))
	}
	cone = append(cone, vec.V3(0.2, 0.1, 2))
	for name, c := range map[string]struct {
		points []vec.Vec3
		volume float64
	}{
		"grid": {grid, 1 * 2 * 3}, "sphere": {sphere, want},
		"cone": {cone, 300.0 / 2 * math.Sin(2*math.Pi/300) * 2 / 3},
	} {
		m, err := Hull(c.points)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		closed(t, name, m, c.points)
		if v := volume(m); math.Abs(v-c.volume) > 1e-5*c.volume {
			t.Errorf("%s has %.9g m³, not %.9g", name, v, c.volume)
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 50 {
		var cloud []vec.Vec3
		for range 4 + r.Intn(300) {
			cloud = append(cloud, vec.V3(r.Float32()*1e-3, float32(r.Intn(4)), r.Float32()*100))
		}
		if m, err := Hull(cloud); err == nil {
			closed(t, "cloud", m, nil)
		}
	}
	for name, points := range map[string][]vec.Vec3{
		"three points": {{}, {X: 1}, {Y: 1}}, "a line": {{}, {X: 1}, {X: 2}, {X: 3}, {X: 4}},
		"a plane": {{}, {X: 1}, {Y: 1}, {X: 1, Y: 1}, {X: 0.5, Y: 3}}, "one point": {{}, {}, {}, {}, {}},
	} {
		if _, err := Hull(points); err == nil {
			t.Errorf("%s has a hull", name)
		}
	}
}
