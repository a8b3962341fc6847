package model

import (
	"tumble/physics"
	"tumble/physics/vec"
)

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
		out.Inertia = out.Inertia.Add(ParallelAxis(list[i].Inertia, list[i].Mass, list[i].Center.Sub(out.Center)))
	}
	return out
}

// ParallelAxis adds to an inertia about a centre of mass what it is more about a point d away (parallel axis theorem).
func ParallelAxis(t vec.Mat3, mass float32, d vec.Vec3) vec.Mat3 {
	t.XX += mass * (d.Y*d.Y + d.Z*d.Z)
	t.YY += mass * (d.X*d.X + d.Z*d.Z)
	t.ZZ += mass * (d.X*d.X + d.Y*d.Y)
	t.XY -= mass * d.X * d.Y
	t.XZ -= mass * d.X * d.Z
	t.YZ -= mass * d.Y * d.Z
	t.YX, t.ZX, t.ZY = t.XY, t.XZ, t.YZ
	return t
}
