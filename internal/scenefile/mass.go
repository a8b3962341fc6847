package scenefile

import "tumble/physics"

// ShapeMass returns the mass that a body has by its shapes, ok false without shapes or for wrong ones.
func (b *Body) ShapeMass() (physics.MassData, bool) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		return physics.MassData{}, false
	}
	defer w.Close()
	def := b.Def
	def.Type = physics.Dynamic
	body, err := w.CreateBody(def)
	if err != nil {
		return physics.MassData{}, false
	}
	for i := range b.Shapes {
		if _, err := body.CreateShape(b.Shapes[i].Geometry, b.Shapes[i].Def); err != nil {
			return physics.MassData{}, false
		}
	}
	return body.MassData(), len(b.Shapes) > 0
}

// CombinedMass joins bodies that move as one, all in one frame (parallel axis theorem).
func CombinedMass(list []physics.MassData) physics.MassData {
	if len(list) == 1 {
		return list[0]
	}
	var out physics.MassData
	for i := range list {
		out.Mass += list[i].Mass
		out.Center = out.Center.MulAdd(list[i].Mass, list[i].Center)
	}
	if out.Mass > 0 {
		out.Center = out.Center.Mul(1 / out.Mass)
	}
	for i := range list {
		d, w, t := list[i].Center.Sub(out.Center), list[i].Mass, &list[i].Inertia
		out.Inertia.XX += t.XX + w*(d.Y*d.Y+d.Z*d.Z)
		out.Inertia.YY += t.YY + w*(d.X*d.X+d.Z*d.Z)
		out.Inertia.ZZ += t.ZZ + w*(d.X*d.X+d.Y*d.Y)
		out.Inertia.XY += t.XY - w*d.X*d.Y
		out.Inertia.XZ += t.XZ - w*d.X*d.Z
		out.Inertia.YZ += t.YZ - w*d.Y*d.Z
	}
	m := &out.Inertia
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
	return out
}
