package physics_test

import "tumble/physics"

// floor puts a floor with its top at y = 0 into a world.
func floor(w *physics.World) physics.Body {
	def := physics.DefaultBodyDef()
	def.Position = physics.V3(0, -0.5, 0)
	return body(w, def, physics.BoxHalf(50, 0.5, 50))
}

// dynamic puts a body of one shape at a point (m).
func dynamic(w *physics.World, at physics.Vec3, shape physics.Geometry) physics.Body {
	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, at
	return body(w, def, shape)
}

func body(w *physics.World, def physics.BodyDef, shape physics.Geometry) physics.Body {
	b, err := w.CreateBody(def)
	if err == nil {
		_, err = b.CreateShape(shape, physics.DefaultShapeDef())
	}
	if err != nil {
		panic(err)
	}
	return b
}

// steps advances a world by n steps of 10 ms.
func steps(w *physics.World, n int) {
	for range n {
		err := w.Step(1.0 / 100)
		if err != nil {
			panic(err)
		}
	}
}
