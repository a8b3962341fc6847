package usd

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// stretched returns the mass of a round solid whose prim is scaled unevenly, exactly. Its shape is a hull of some dozen
// points: without this an ellipsoid weighs 7 % less than its density says.
func (c *collider) stretched(shapes []scenefile.Shape) (data physics.MassData, ok bool) {
	if len(shapes) != 1 {
		return data, false
	}
	if _, hull := shapes[0].Geometry.(physics.Hull); !hull {
		return data, false
	}
	var m moments
	switch c.prim.Type {
	case "Sphere":
		m = ballMoments(size(c.prim, "radius", 1))
	case "Capsule", "Cylinder", "Cone":
		s := readRound(c.prim)
		m = s.moments()
	default:
		return data, false
	}
	mass := m.volume * math.Abs(c.rel.determinant()) * float64(shapes[0].Def.Density)
	if !(mass > 0 && mass <= math.MaxFloat32) {
		return data, false
	}
	// the mean squares along the axes of the prim make those along the axes of the body
	var t [3][3]float64
	for i := range 3 {
		for k := range 3 {
			for n, a := range c.rel.axes {
				t[i][k] += mass * m.square[n] * a[i] * a[k]
			}
		}
	}
	data.Mass, data.Center = float32(mass), c.rel.point(m.center).single()
	x := &data.Inertia
	*x = vec.Diag(vector{t[1][1] + t[2][2], t[0][0] + t[2][2], t[0][0] + t[1][1]}.single())
	x.XY, x.XZ, x.YZ = float32(-t[0][1]), float32(-t[0][2]), float32(-t[1][2])
	x.YX, x.ZX, x.ZY = x.XY, x.XZ, x.YZ
	return data, true
}

// moments are those of a solid in the units and along the axes of its prim: its volume, its centre, and the mean square of
// the distance from there along each axis.
type moments struct {
	volume         float64
	center, square vector
}

func ballMoments(r float64) moments {
	q := r * r / 5
	return moments{volume: 4.0 / 3 * math.Pi * r * r * r, square: vector{q, q, q}}
}

// moments are those of a solid of one radius, or of a cone.
func (s *round) moments() moments {
	h, r := s.height, s.bottom
	var m moments
	along, across := h*h/12, r*r/4
	m.volume = math.Pi * r * r * h
	switch s.kind {
	case "Cone":
		m.volume /= 3
		m.center[s.axis] = -h / 4
		along, across = h*h*3/80, r*r*3/20
	case "Capsule":
		// half balls have their centre 3/8·r from their middle
		ends := 4.0 / 3 * math.Pi * r * r * r
		share := ends / math.Max(m.volume+ends, math.SmallestNonzeroFloat64)
		along += share * (h*h/4 + h*r*3/8 + r*r/5 - along)
		across += share * (r*r/5 - across)
		m.volume += ends
	}
	m.square = vector{across, across, across}
	m.square[s.axis] = along
	return m
}
