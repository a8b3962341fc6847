package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

// ragdoll builds a figure and keeps it with its bodies.
func (r *Run) ragdoll(pose physics.Transform, edit func(*rigs.RagdollDef)) *rigs.Ragdoll {
	if r.err != nil {
		return nil
	}
	def := rigs.DefaultRagdollDef()
	def.Pose, def.Group = pose, -1-int32(len(r.Ragdolls))
	if edit != nil {
		edit(&def)
	}
	figure, err := rigs.NewRagdoll(r.World, def)
	if err != nil {
		r.fail(err)
		return nil
	}
	r.Ragdolls = append(r.Ragdolls, figure)
	r.Bodies = append(r.Bodies, figure.Bodies[:]...)
	return figure
}

// checkRagdolls holds when no figure came apart by more than limit (m).
func checkRagdolls(r *Run, limit float32) error {
	for i, figure := range r.Ragdolls {
		if gap := figure.WidestGap(); !(gap <= limit) {
			return fmt.Errorf("a joint of figure %d is open by %.1f mm, more than %.1f mm", i, 1000*gap, 1000*limit)
		}
	}
	return nil
}

var ragdollPile = Scene{
	Name:     "ragdoll_pile",
	Category: "rigs",
	Text:     "twenty figures fall on a heap and come to rest",
	View:     View{Target: vec.V3(0, 1, 0), Distance: 12, Yaw: 25, Pitch: 15},
	Steps:    2000,
	Params: []Param{
		{Key: "count", Min: 1, Max: 200, Default: 20, Whole: true, Text: "number of figures"},
		{Key: "friction", Unit: "N·m", Min: 0, Max: 200, Default: 5, Text: "friction of the joints"},
	},
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		var dice random = 4711
		for i := range r.count("count") {
			pose := physics.Transform{
				P: vec.V3(along(-0.9, 1.8, i%2), along(1.2, 1.9, i/4), along(-0.9, 1.8, i/2%2)),
				Q: dice.rotation(),
			}
			// turn about the middle of the figure
			pose.P = pose.P.Sub(pose.Q.Rotate(vec.V3(0, 0.9, 0)))
			r.ragdoll(pose, func(d *rigs.RagdollDef) { d.FrictionTorque = r.value("friction") })
		}
	},
	Check: func(r *Run) error {
		if err := checkRagdolls(r, 0.005); err != nil {
			return err
		}
		if n := r.World.Counters().AwakeBodies; n != 0 {
			return fmt.Errorf("%d bodies are awake", n)
		}
		return nil
	},
}

var ragdollBridge = Scene{
	Name:     "ragdoll_bridge",
	Category: "rigs",
	Text:     "ten figures fall on a rope bridge, which holds",
	View:     View{Target: vec.V3(0, 4, 0), Distance: 22, Yaw: 20, Pitch: 12},
	Steps:    1500,
	Params: []Param{
		{Key: "count", Min: 1, Max: 40, Default: 10, Whole: true, Text: "number of figures"},
	},
	Build: func(r *Run) {
		r.ground(30, 20, 0.6)
		bridge(r)
		n := r.count("count")
		for i := range n {
			r.ragdoll(at(centred(i, n, 14/float32(n)), 5.5, 0), nil)
		}
	},
	Check: func(r *Run) error {
		if err := checkRagdolls(r, 0.01); err != nil {
			return err
		}
		return checkJoints(r, 2*bridgePlanks+2+13*r.count("count"), 0.01)
	},
}

var driving = Scene{
	Name:     "driving",
	Category: "rigs",
	Text:     "a car drives in circles over bumps and brakes",
	View:     View{Target: vec.V3(0, 1, 0), Distance: 45, Yaw: 25, Pitch: 30},
	Steps:    2000,
	Params: []Param{
		{Key: "speed", Unit: "m/s", Min: 1, Max: 12, Default: 6, Text: "speed that the driver keeps"},
		{Key: "steer", Min: -1, Max: 1, Default: 0.5, Text: "how far the wheel is turned"},
	},
	Build: func(r *Run) {
		r.ground(200, 200, 0.9)
		for i := range 8 {
			angle := along(0.3, 2*vec.Pi/8, i)
			sin, cos := vec.SinCos(angle)
			pose := physics.Transform{P: vec.V3(float32(9*cos), -0.17, float32(9*sin)), Q: turned(vec.AxisY, -angle)}
			r.static(pose, physics.Capsule{A: vec.V3(0, 0, -1), B: vec.V3(0, 0, 1), Radius: 0.25}, material(0.9))
		}
		def := rigs.DefaultVehicleDef()
		def.Pose = at(0, 0.75, 0)
		car, err := rigs.NewVehicle(r.World, def)
		if err != nil {
			r.fail(err)
			return
		}
		r.Vehicles = append(r.Vehicles, car)
		r.Bodies = append(append(r.Bodies, car.Chassis), car.Wheels...)
	},
	Step: func(r *Run, step int) error {
		car := r.Vehicles[0]
		if step < 1600 {
			throttle := vec.Clamp(float32(0.2*(r.value("speed")-car.Speed())), 0, 1)
			car.Drive(throttle, 0, r.value("steer"))
		} else {
			car.Drive(0, 1, 0)
		}
		car.Update()
		return nil
	},
	Check: func(r *Run) error {
		if up := r.Bodies[0].Rotation().Rotate(vec.AxisY).Y; up < 0.9 {
			return fmt.Errorf("the car lies on its side or worse: the upward axis points %.2f up", up)
		}
		if v := r.Bodies[0].LinearVelocity().Len(); !(v < 0.3) {
			return fmt.Errorf("after braking the car moves at %.2f m/s", v)
		}
		return nil
	},
}
