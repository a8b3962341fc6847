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

// A door on a hinge is driven by a motor until its limit.
func ExampleWorld_CreateHingeJoint() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Type = physics.Dynamic
	def.Position = physics.V3(0.5, 1, 0)
	door, _ := w.CreateBody(def)
	door.CreateShape(physics.BoxHalf(0.5, 1, 0.05), physics.DefaultShapeDef())

	hinge := physics.DefaultHingeJointDef()
	hinge.ConnectAxis(physics.Body{}, door, physics.V3(0, 1, 0), physics.V3(0, 1, 0))
	hinge.Axis.Motor, hinge.Axis.Speed, hinge.Axis.MaxForce = true, 1, 2000
	hinge.Axis.Limited, hinge.Axis.Lower, hinge.Axis.Upper = true, 0, 1.5
	joint, err := w.CreateHingeJoint(hinge)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 200 {
		w.Step(1.0 / 100)
	}
	fmt.Printf("angle %.1f rad\n", joint.Position())
	// Output: angle 1.5 rad
}
