package usd

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// stretched returns the mass of a round solid whose prim is scaled unevenly, or of a cylinder of two radii, exactly.
// Its shape is a hull of some dozen points: without this an ellipsoid weighs 7 % less than its density says.
func (c *collider) stretched(shapes []model.Shape) (data physics.MassData, ok bool) {
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
	case "Capsule", "Cylinder", "Cylinder_1", "Cone":
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

// moments are those of a solid in the units and along the axes of its prim: its volume, its centre, and the mean square
// of the distance from there along each axis.
type moments struct {
	volume         float64
	center, square vector
}

func ballMoments(r float64) moments {
	q := r * r / 5
	return moments{volume: 4.0 / 3 * math.Pi * r * r * r, square: vector{q, q, q}}
}

// moments are those of a cylinder, a cone, one without its tip, or a capsule of one radius.
func (s *round) moments() moments {
	h, a, b := s.height, s.bottom, s.top
	// integrals along the height of squares of the radius, without, with one and with two factors of the height, and of
	// its fourth power
	d := b - a
	none, one, two := a*a+a*d+d*d/3, a*a/2+2*a*d/3+d*d/4, a*a/3+a*d/2+d*d/5
	fourth := (a*a*a*a + a*a*a*b + a*a*b*b + a*b*b*b + b*b*b*b) / 5
	var m moments
	m.volume = math.Pi * h * none
	middle := one / none
	m.center[s.axis] = h * (middle - 0.5)
	along, across := h*h*(two/none-middle*middle), fourth/(4*none)
	if s.kind == "Capsule" {
		// half balls have their centre 3/8 of the radius from their middle
		ends := 4.0 / 3 * math.Pi * a * a * a
		share := ends / (m.volume + ends)
		along += share * (h*h/4 + h*a*3/8 + a*a/5 - along)
		across += share * (a*a/5 - across)
		m.volume += ends
	}
	m.square = vector{across, across, across}
	m.square[s.axis] = along
	return m
}
