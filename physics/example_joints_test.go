package physics_test

import (
	"fmt"

	"tumble/physics"
)

// A coordinate of a joint is driven by gains in N·m/rad and N·m·s/rad, as a servo.
func ExampleCoordinate_SetDrive() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	arm := dynamic(w, physics.V3(0.5, 0, 0), physics.BoxHalf(0.5, 0.05, 0.05))
	def := physics.DefaultHingeJointDef()
	def.ConnectAxis(physics.Body{}, arm, physics.V3(0, 0, 0), physics.V3(0, 1, 0))
	elbow, err := w.CreateHingeJoint(def)
	if err != nil {
		fmt.Println(err)
		return
	}
	elbow.SetDrive(500, 50, 0)
	elbow.SetTarget(0.8, 0)
	steps(w, 200)
	fmt.Printf("%.2f rad\n", elbow.Position())
	// Output: 0.80 rad
}

// Joints of a world or a file are of any kind; JointAs gives the handle of one.
func ExampleJointAs() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	chassis := dynamic(w, physics.V3(0, 1, 0), physics.BoxHalf(1, 0.2, 0.5))
	def := physics.DefaultWheelJointDef()
	wheel := dynamic(w, physics.V3(0, 0.5, 0), physics.Sphere{Radius: 0.3})
	def.Connect(chassis, wheel, physics.Transform{P: wheel.Position(), Q: physics.QuatIdentity})
	if _, err := w.CreateWheelJoint(def); err != nil {
		fmt.Println(err)
		return
	}
	for _, j := range w.Joints(nil) {
		if wheel, ok := physics.JointAs[physics.WheelJoint](j); ok {
			wheel.Spin().SetMotor(true, -5, 1e4)
		}
	}
	steps(w, 20)
	for _, j := range w.Joints(nil) {
		fmt.Printf("%v joint: %.1f rad/s\n", j.Kind(), j.At(1).Rate())
	}
	// Output: wheel joint: -5.0 rad/s
}

// Bodies and joints are found by the names of their definitions.
func ExampleWorld_Joint() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	door := dynamic(w, physics.V3(0.5, 0, 0), physics.BoxHalf(0.5, 1, 0.05))
	def := physics.DefaultHingeJointDef()
	def.ConnectAxis(physics.Body{}, door, physics.V3(0, 0, 0), physics.V3(0, 1, 0))
	def.Name = "hinge of the door"
	if _, err := w.CreateHingeJoint(def); err != nil {
		fmt.Println(err)
		return
	}
	j, ok := w.Joint("hinge of the door")
	fmt.Println(j.Kind(), ok)
	_, ok = w.Joint("lock")
	fmt.Println(ok)
	// Output:
	// hinge true
	// false
}

// A spring of 2 Hz carries a body: it sags by g/(2π·2 Hz)².
func ExampleWorld_CreateSliderJoint() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	b := dynamic(w, physics.V3(0, 0, 0), physics.Sphere{Radius: 0.2})
	def := physics.DefaultSliderJointDef()
	def.ConnectLine(physics.Body{}, b, physics.V3(0, 0, 0), physics.V3(0, 1, 0))
	def.Axis.Hertz, def.Axis.DampingRatio = 2, 1
	if _, err := w.CreateSliderJoint(def); err != nil {
		fmt.Println(err)
		return
	}
	steps(w, 300)
	fmt.Printf("%.0f mm\n", 1000*b.Position().Y)
	// Output: -62 mm
}

// A rope that is too weak breaks; the event says how much it would have had to hold.
func ExampleJoint_SetBreakLimits() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	b := dynamic(w, physics.V3(0, -1, 0), physics.Sphere{Radius: 0.2})
	def := physics.DefaultBallJointDef()
	def.Connect(physics.Body{}, b, physics.Transform{Q: physics.QuatIdentity})
	joint, err := w.CreateBallJoint(def)
	if err != nil {
		fmt.Println(err)
		return
	}
	joint.SetBreakLimits(100, 0)
	for range 10 {
		steps(w, 1)
		for _, e := range w.Events().JointBreak {
			fmt.Printf("broken: %.0f N for a weight of %.0f N\n", e.Force, b.Mass()*9.81)
		}
	}
	fmt.Println(joint.Valid())
	// Output:
	// broken: 329 N for a weight of 329 N
	// false
}

// A joint that is off holds nothing, and holds again when it is switched on.
func ExampleJoint_SetEnabled() {
	w, _ := physics.NewWorld(physics.DefaultWorldDef())
	b := dynamic(w, physics.V3(0, -1, 0), physics.Sphere{Radius: 0.2})
	def := physics.DefaultBallJointDef()
	def.Connect(physics.Body{}, b, physics.Transform{Q: physics.QuatIdentity})
	joint, err := w.CreateBallJoint(def)
	if err != nil {
		fmt.Println(err)
		return
	}
	steps(w, 50)
	fmt.Printf("on: %.1f m\n", b.Position().Y)
	joint.SetEnabled(false)
	steps(w, 50)
	fmt.Printf("off: %.1f m\n", b.Position().Y)
	// Output:
	// on: -1.0 m
	// off: -2.2 m
}
