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
func ExampleWorld_CreateJoint() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	def := physics.DefaultBodyDef()
	def.Type = physics.Dynamic
	def.Position = physics.V3(0.5, 1, 0)
	door, _ := w.CreateBody(def)
	door.CreateShape(physics.BoxHalf(0.5, 1, 0.05), physics.DefaultShapeDef())

	hinge := physics.DefaultJointDef(physics.HingeJoint)
	hinge.BodyB = door
	hinge.PlaceAxis(physics.V3(0, 1, 0), physics.V3(0, 1, 0))
	hinge.Motor = physics.JointMotor{Enabled: true, Speed: 1, MaxForce: 2000}
	hinge.Limit = physics.JointLimit{Enabled: true, Lower: 0, Upper: 1.5}
	joint, err := w.CreateJoint(hinge)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 200 {
		w.Step(1.0 / 100)
	}
	fmt.Printf("angle %.1f rad\n", joint.Coordinate())
	// Output: angle 1.5 rad
}
