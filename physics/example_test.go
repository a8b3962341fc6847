package physics_test

import (
	"fmt"

	"tumble/physics"
)

// A box falls on the ground and comes to rest.
func Example() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())

	ground, _ := world.CreateBody(physics.DefaultBodyDef())
	ground.CreateShape(physics.BoxHalf(20, 0.5, 20), physics.DefaultShapeDef())

	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(0, 5, 0)
	box, _ := world.CreateBody(def)
	box.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), physics.DefaultShapeDef())
	for range 300 {
		world.Step(1.0 / 100)
	}
	fmt.Printf("%.2f m\n", box.Position().Y)
	// Output: 1.00 m
}
