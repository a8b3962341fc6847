package physics_test

import (
	"fmt"

	"tumble/physics"
)

// A person walks to a step, climbs it, and jumps.
func ExampleWorld_CreateMover() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())
	ground, _ := world.CreateBody(physics.DefaultBodyDef())
	ground.CreateShape(physics.Box{Half: physics.V3(20, 0.5, 20), Center: physics.V3(0, -0.5, 0)},
		physics.DefaultShapeDef())
	ground.CreateShape(physics.Box{Half: physics.V3(2, 0.15, 5), Center: physics.V3(5, 0.15, 0)},
		physics.DefaultShapeDef())

	person, err := world.CreateMover(physics.DefaultMoverDef())
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 100 {
		person.Move(physics.MoverInput{Walk: physics.V3(4, 0, 0)}, 1.0/100)
		world.Step(1.0 / 100)
	}
	fmt.Printf("%.1f m high, %v\n", person.Position().Y, person.Ground().State)

	person.Move(physics.MoverInput{Jump: 4}, 1.0/100)
	world.Step(1.0 / 100)
	fmt.Println(person.Ground().State)
	// Output:
	// 0.3 m high, on ground
	// in the air
}
