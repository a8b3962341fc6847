package openscene

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Blank is a floor with nothing on it, to build something.
var Blank = &scenes.Scene{
	Name: "empty", Category: "new", Text: "A floor with nothing on it.",
	View: scenes.View{Target: vec.V3(0, 1, 0), Distance: 14, Yaw: 30, Pitch: 20},
	Build: func(r *scenes.Run) {
		def := physics.DefaultBodyDef()
		def.Type, def.Position, def.Name = physics.Static, vec.V3(0, -1, 0), "floor"
		floor, err := r.World.CreateBody(def)
		if err == nil {
			_, err = floor.CreateShape(physics.BoxHalf(50, 1, 50), physics.DefaultShapeDef())
		}
		if err != nil {
			r.Fail(err)
		}
	},
}
