package urdf

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// inertial is the mass of a link in its frame.
type inertial struct {
	mass   float32
	center vec.Vec3
	// inertia (kg·m²) about the center, nil if the file has none that is possible.
	inertia *vec.Mat3
}

// readInertial reads the mass of a link, nil without one. A mass of 0 means that the link has none.
func readInertial(l *link) *inertial {
	e := l.First("inertial")
	if e == nil {
		return nil
	}
	at := pose(e)
	i := &inertial{mass: e.First("mass").Number("value", 0), center: at.P}
	t := e.First("inertia")
	m := vec.Mat3{XX: t.Number("ixx", 0), YY: t.Number("iyy", 0), ZZ: t.Number("izz", 0), XY: t.Number("ixy", 0), XZ: t.Number("ixz", 0), YZ: t.Number("iyz", 0)}
	switch {
	case i.mass < 0:
		e.Errorf("mass %g kg: must not be negative", i.mass)
		return nil
	case i.mass < physics.MinMass:
		if i.mass > 0 {
			e.Warnf("mass %g kg: less than %g kg counts as none", i.mass, float32(physics.MinMass))
		}
		return nil
	}
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	switch {
	case t == nil || m == (vec.Mat3{}):
		e.Warnf("has no inertia: that of the shapes is taken")
	case !possible(&m):
		e.Warnf("the inertia is not positive definite: that of the shapes is taken")
	default:
		m = m.RotateTensor(at.Q)
		m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
		i.inertia = &m
	}
	return i
}

// possible reports whether a tensor is positive definite (Sylvester's criterion).
func possible(m *vec.Mat3) bool {
	xx, yy, zz := float64(m.XX), float64(m.YY), float64(m.ZZ)
	xy, xz, yz := float64(m.XY), float64(m.XZ), float64(m.YZ)
	return xx > 0 && xx*yy-xy*xy > 0 && xx*(yy*zz-yz*yz)-xy*(xy*zz-yz*xz)+xz*(xy*yz-yy*xz) > 0
}

// waterDensity (kg/m³) is about that of robots.
const waterDensity = 1000

// estimated is the inertia of a link from its shapes, or of a ball of water without any.
func (i *inertial) estimated(shapes []scenefile.Shape) vec.Mat3 {
	def := physics.DefaultBodyDef()
	b := scenefile.Body{Def: def, Shapes: shapes}
	if data, ok := b.ShapeMass(); ok && data.Mass > 0 {
		if m := data.Inertia.Scale(i.mass / data.Mass); possible(&m) {
			return m
		}
	}
	r := math.Cbrt(3 * float64(i.mass) / (4 * math.Pi * waterDensity))
	x := float32(0.4 * float64(i.mass) * r * r)
	return vec.Diag(vec.V3(x, x, x))
}

// in moves an inertial into the frame of the body that the link is a part of.
func (i *inertial) in(at vec.Transform) inertial {
	out := inertial{mass: i.mass, center: at.Apply(i.center)}
	if i.inertia != nil {
		m := i.inertia.RotateTensor(at.Q)
		m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
		out.inertia = &m
	}
	return out
}

// sum joins the masses of links that move as one.
func sum(list []inertial) scenefile.Mass {
	parts := make([]physics.MassData, len(list))
	for i := range list {
		parts[i] = physics.MassData{Mass: list[i].mass, Center: list[i].center, Inertia: *list[i].inertia}
	}
	data := scenefile.CombinedMass(parts)
	return scenefile.Mass{Mass: data.Mass, Center: &data.Center, Inertia: &data.Inertia}
}
