package urdf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// readInertial reads the mass of a link, nil without one. A mass of 0 means that the link has none.
func readInertial(l *link) *model.PartMass {
	e := l.First("inertial")
	if e == nil {
		return nil
	}
	at := pose(e)
	i := &model.PartMass{Mass: e.First("mass").Number("value", 0), Center: at.P}
	t := e.First("inertia")
	m := vec.Mat3{XX: t.Number("ixx", 0), YY: t.Number("iyy", 0), ZZ: t.Number("izz", 0), XY: t.Number("ixy", 0),
		XZ: t.Number("ixz", 0), YZ: t.Number("iyz", 0)}
	switch {
	case i.Mass < 0:
		e.Errorf("mass %g kg: must not be negative", i.Mass)
		return nil
	case i.Mass < physics.MinMass:
		if i.Mass > 0 {
			e.Warnf("mass %g kg: less than %g kg counts as none", i.Mass, float32(physics.MinMass))
		}
		return nil
	}
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	switch {
	case t == nil || m == (vec.Mat3{}):
		e.Warnf("has no inertia: that of the shapes is taken")
	case !model.PossibleInertia(&m):
		e.Warnf("the inertia is not positive definite: that of the shapes is taken")
	default:
		m = m.RotateTensor(at.Q)
		m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
		i.Inertia = &m
	}
	return i
}
