package chain_test

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/chain"
	"tumble/physics/vec"
)

// A servo goes to the angle that brings the tip of a rod to a point, and bears the weight besides.
func Example() {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		fmt.Println(err)
		return
	}
	rod := physics.DefaultBodyDef()
	rod.Type, rod.Position = physics.Dynamic, physics.V3(0.5, 0, 0)
	body, err := world.CreateBody(rod)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := body.CreateShape(physics.BoxHalf(0.5, 0.02, 0.02), physics.DefaultShapeDef()); err != nil {
		fmt.Println(err)
		return
	}
	def := physics.DefaultHingeJointDef()
	def.ConnectAxis(physics.Body{}, body, physics.Vec3{}, vec.AxisZ)
	joint, err := world.CreateJoint(&def)
	if err != nil {
		fmt.Println(err)
		return
	}
	elbow := joint.At(0)
	arm, err := chain.New(physics.Transform{P: physics.V3(0.5, 0, 0), Q: vec.QuatIdentity}, elbow)
	if err != nil {
		fmt.Println(err)
		return
	}
	angles, err := arm.Reach(physics.V3(0.6, 0.8, 0), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := elbow.SetDrive(500, 50, 0); err != nil { // N·m/rad, N·m·s/rad
		fmt.Println(err)
		return
	}
	for range 200 {
		if err := elbow.SetTarget(angles[0], 0); err != nil {
			fmt.Println(err)
			return
		}
		if err := elbow.ApplyForce(arm.Gravity()[0]); err != nil {
			fmt.Println(err)
			return
		}
		if err := world.Step(0.01); err != nil {
			fmt.Println(err)
			return
		}
	}
	tip := arm.Tip(nil).P
	fmt.Printf("the tip is at (%.3f, %.3f) m\n", tip.X, tip.Y)
	// Output: the tip is at (0.600, 0.800) m
}
