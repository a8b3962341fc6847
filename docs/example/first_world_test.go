// Package example holds the programs of docs/first-world.md, compiled and run by the tests.
package example

import (
	"fmt"

	"tumble/physics"
)

func Example_fallingBox() {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		panic(err)
	}

	// a body without a type is static: it never moves
	ground, _ := world.CreateBody(physics.DefaultBodyDef())
	ground.CreateShape(physics.BoxHalf(20, 0.5, 20), physics.DefaultShapeDef())

	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(0, 5, 0)
	box, _ := world.CreateBody(def)
	box.CreateShape(physics.BoxHalf(0.5, 0.5, 0.5), physics.DefaultShapeDef())

	for range 300 { // three seconds
		world.Step(1.0 / 100)
	}
	fmt.Printf("the box lies at %.2f m, awake: %v\n", box.Position().Y, box.Awake())
	// Output: the box lies at 1.00 m, awake: false
}

func Example_events() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())
	ground, _ := world.CreateBody(physics.DefaultBodyDef())
	ground.CreateShape(physics.BoxHalf(20, 0.5, 20), physics.DefaultShapeDef())

	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(0, 2, 0)
	ball, _ := world.CreateBody(def)
	shape := physics.DefaultShapeDef()
	shape.Material.Restitution = 0.5
	shape.HitEvents = true
	ball.CreateShape(physics.Sphere{Radius: 0.5}, shape)

	for step := range 200 {
		world.Step(1.0 / 100)
		// events are those of the last step: read them before the next one
		for _, hit := range world.Events().Hit {
			fmt.Printf("step %d: the ball hits at %.1f m/s\n", step+1, hit.Speed)
		}
	}
	// Output:
	// step 45: the ball hits at 4.3 m/s
	// step 90: the ball hits at 2.1 m/s
	// step 113: the ball hits at 1.1 m/s
}

func Example_rayCast() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())
	wall, _ := world.CreateBody(physics.DefaultBodyDef())
	wall.CreateShape(physics.BoxHalf(0.1, 2, 2), physics.DefaultShapeDef())

	// the second vector is the way of the ray, not its direction: this one is 10 m long
	hit, found := world.RayCast(physics.V3(-5, 0, 0), physics.V3(10, 0, 0), physics.DefaultQueryFilter())
	fmt.Printf("%v at x = %.1f m, after %.0f %% of the ray\n", found, hit.Point.X, 100*hit.Fraction)
	// Output: true at x = -0.1 m, after 49 % of the ray
}

func Example_snapshot() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Type = physics.Dynamic
	ball, _ := world.CreateBody(def)
	ball.CreateShape(physics.Sphere{Radius: 0.5}, physics.DefaultShapeDef())

	var saved physics.Snapshot
	world.Snapshot(&saved)
	for range 100 {
		world.Step(1.0 / 100)
	}
	first := world.Hash()
	world.Restore(&saved)
	for range 100 {
		world.Step(1.0 / 100)
	}
	fmt.Println("the same bits again:", world.Hash() == first)
	// Output: the same bits again: true
}

func Example_hinge() {
	world, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(0.5, 1, 0)
	door, _ := world.CreateBody(def)
	door.CreateShape(physics.BoxHalf(0.5, 1, 0.05), physics.DefaultShapeDef())

	hinge := physics.DefaultHingeJointDef()
	// the zero body is the world; the joint stands at a point and turns about an axis
	hinge.ConnectAxis(physics.Body{}, door, physics.V3(0, 1, 0), physics.V3(0, 1, 0))
	hinge.Axis.Motor, hinge.Axis.Speed, hinge.Axis.MaxForce = true, 1, 2000
	hinge.Axis.Limited, hinge.Axis.Lower, hinge.Axis.Upper = true, 0, 1.5
	joint, err := world.CreateHingeJoint(hinge)
	if err != nil {
		panic(err)
	}
	for range 300 {
		world.Step(1.0 / 100)
	}
	fmt.Printf("the door stands open at %.1f rad\n", joint.Position())
	// Output: the door stands open at 1.5 rad
}
