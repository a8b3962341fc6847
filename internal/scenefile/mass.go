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
