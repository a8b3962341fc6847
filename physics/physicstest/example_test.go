package physicstest_test

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/physicstest"
)

// Checks are functions of a world that return errors; Assert and Run report these with the step and its recording.
func ExampleCheck() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Name, def.Type, def.Position = "ball", physics.Dynamic, physics.V3(0, 10, 0)
	ball, _ := world.CreateBody(def)
	ball.CreateShape(physics.Sphere{Radius: 0.5}, physics.DefaultShapeDef())

	rest, energy := physicstest.AtRest(0.01, 0.01), physicstest.Energy(world, 1)
	height := physicstest.Within("the height of the ball", "m", 0, 10, func(*physics.World) float64 {
		return float64(ball.Position().Y)
	})
	for range 30 {
		world.Step(1.0 / 60)
	}
	for _, check := range []physicstest.Check{rest, energy, height} {
		fmt.Println(check(world))
	}
	// Output:
	// body "ball" moves at 4.9 m/s, more than 0.01 m/s
	// <nil>
	// <nil>
}
