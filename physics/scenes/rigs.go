package scenes

import (
	"fmt"
	"strconv"

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
		{Key: "strength", Unit: "Hz", Min: 0, Max: 20, Default: 1,
			Text: "springs that hold the pose, 0 for limp figures"},
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
			r.ragdoll(pose, func(d *rigs.RagdollDef) {
				d.FrictionTorque, d.Hertz = r.value("friction"), r.value("strength")
			})
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

// gymnasts is how many figures exercise, beat (steps) how long they take for a pose.
const (
	gymnasts = 3
	beat     = 150
)

// exercise is the n-th pose of the exercise.
func exercise(n int) rigs.Pose {
	p := rigs.StandingPose()
	if n%2 == 1 {
		p = p.Bend(rigs.CalfLeft, 0.7).Bend(rigs.LowerArmRight, -0.9).Bend(rigs.LowerArmLeft, -0.9)
		p[rigs.ThighLeft] = rotatedBy(vec.AxisZ, -0.8)
		p[rigs.UpperArmLeft] = rotatedBy(vec.AxisX, -0.8)
		p[rigs.UpperArmRight] = rotatedBy(vec.AxisX, -0.8)
	}
	return p
}

var ragdollGym = Scene{
	Name:     "ragdoll_gym",
	Category: "rigs",
	Text:     "figures on a bar exercise: motors in their joints drive from pose to pose; the keys up and down make them strong or limp",
	View:     View{Target: vec.V3(0.3, 1.5, 0), Distance: 5.3, Yaw: 18, Pitch: 6},
	Steps:    1200,
	World:    func(def *physics.WorldDef) { def.Settings.SleepEnabled = false },
	Controls: []Control{{Name: "turn", Text: "swing the figures"}, {Name: "strength", Text: "strong, limp"}},
	Params: []Param{
		{Key: "drive", Min: 0, Max: 1, Default: 1, Whole: true,
			Text: "1 drives to the poses, 0 leaves the figures limp"},
		{Key: "strength", Unit: "Hz", Min: 0.2, Max: 20, Default: 5, Text: "springs of the drive"},
		{Key: "torque", Unit: "N·m", Min: 0, Max: 2000, Default: 0, Text: "most torque of a joint, 0 for any"},
	},
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		bar := r.static(at(0, 2.8, 0), physics.BoxHalf(3, 0.05, 0.05), material(0.6))
		for i := range gymnasts {
			x := centred(i, gymnasts, 1.6)
			figure := r.ragdoll(at(x, 0.8, 0), func(d *rigs.RagdollDef) { d.Hertz, d.FrictionTorque = 0, 1 })
			if figure == nil {
				return
			}
			// by the shoulders, so that legs and arms are free
			r.ball(bar, figure.Bodies[rigs.Spine3], vec.V3(x, 2.8, 0))
		}
	},
	Step: func(r *Run, step int) error {
		strength := r.value("strength")
		if r.Controlled() {
			strength = float32(strength * (1 + r.Control(1)))
		}
		if r.value("drive") == 0 {
			strength = 0
		}
		for i, figure := range r.Ragdolls {
			if step%beat == 0 {
				figure.SetPose(exercise(step/beat + i))
			}
			if step%10 == 0 {
				figure.SetDrive(strength, 1, r.value("torque"), 1)
			}
			if push := r.Control(0); push != 0 {
				pelvis := figure.Bodies[rigs.Pelvis]
				pelvis.ApplyForceToCenter(vec.V3(float32(-4*push*pelvis.Mass()), 0, 0))
			}
		}
		return nil
	},
	Check: func(r *Run) error {
		if err := checkRagdolls(r, 0.005); err != nil || r.value("drive") == 0 {
			return err
		}
		// the last beat is over: whoever has an odd pose has bent the knee
		for i, figure := range r.Ragdolls {
			want := float32(0)
			if (r.StepCount/beat-1+i)%2 == 1 {
				want = 0.7
			}
			if angle := figure.Joints[rigs.CalfLeft].At(0).Position(); r.value("torque") == 0 &&
				!(vec.Abs(angle-want) < 0.15) {
				return fmt.Errorf("figure %d bends its knee by %.2f rad, want %.2f", i, angle, want)
			}
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

// carParams are the tunables of a car as parameters of a scene, some with defaults of their own.
func carParams(own map[string]float64) []Param {
	var list []Param
	for _, t := range rigs.VehicleTunables() {
		v, given := own[t.Key]
		if !given {
			v = decimal(t.Standard)
		}
		list = append(list, Param{Key: t.Key, Unit: t.Unit, Min: decimal(t.Min), Max: decimal(t.Max), Default: v,
			Live: t.Live, Text: t.Text})
	}
	return list
}

// decimal is the shortest decimal number that is this one in single precision: 0.45, not 0.449999988.
func decimal(x float32) float64 {
	v, _ := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', -1, 32), 64)
	return v
}

// car builds a car with the parameters of the scene.
func (r *Run) car(pose physics.Transform) *rigs.Vehicle {
	def := rigs.DefaultVehicleDef()
	def.Pose = pose
	for _, t := range rigs.VehicleTunables() {
		if err := def.Set(t.Key, r.value(t.Key)); err != nil {
			r.fail(err)
		}
	}
	return r.addCar(def)
}

// addCar builds a car; it returns nil where that fails.
func (r *Run) addCar(def rigs.VehicleDef) *rigs.Vehicle {
	car, err := rigs.NewVehicle(r.World, def)
	if err != nil {
		r.fail(err)
		return nil
	}
	r.Vehicles = append(r.Vehicles, car)
	r.Bodies = append(append(r.Bodies, car.Chassis), car.Wheels...)
	return car
}

// tuneCar gives the car of a scene a parameter that was changed. The rig alone keeps the bars and the engine:
// followCar sees to them.
func tuneCar(r *Run, key string) error {
	for _, t := range rigs.VehicleTunables() {
		if t.Key == key {
			return r.Vehicles[0].Tune(key, r.value(key))
		}
	}
	return nil
}

// followCar gives the rig what no world keeps, so that a restored one continues alike.
func (r *Run) followCar(car *rigs.Vehicle) {
	for _, key := range [...]string{"anti_roll", "engine"} {
		car.Tune(key, r.value(key))
	}
}

// drive passes the axes of a player on to a car. The wheels turn less at speed, and the lower end of the pedals
// is the brake as long as the car goes forward.
func (r *Run) drive(car *rigs.Vehicle, player int) {
	speed, pedals := car.Speed(), r.PlayerControl(player, 1)
	steer := r.PlayerControl(player, 0) / (1 + vec.Max(speed, 0)/12)
	throttle, brake := pedals, float32(0)
	if pedals < 0 && speed > 0.5 || pedals > 0 && speed < -0.5 {
		throttle, brake = 0, vec.Abs(pedals)
	}
	car.Drive(throttle, brake, steer)
}

var driving = Scene{
	Name:     "driving",
	Category: "rigs",
	Text:     "a car drives in circles over bumps and brakes, until the arrow keys take the wheel",
	Controls: []Control{
		{Name: "steer", Text: "left, right"},
		{Name: "pedals", Text: "throttle; brake, then back"},
	},
	View:  View{Target: vec.V3(0, 0.5, 0), Distance: 22, Yaw: 40, Pitch: 22},
	Steps: 2000,
	Params: append([]Param{
		{Key: "speed", Unit: "m/s", Min: 1, Max: 12, Default: 6, Live: true, Text: "speed that the driver keeps"},
		{Key: "steer", Min: -1, Max: 1, Default: 0.5, Live: true, Text: "how far the wheel is turned"},
	}, carParams(nil)...),
	Tune: tuneCar,
	Build: func(r *Run) {
		r.ground(200, 200, 0.9)
		for i := range 8 {
			angle := along(0.3, 2*vec.Pi/8, i)
			sin, cos := vec.SinCos(angle)
			pose := physics.Transform{P: vec.V3(float32(9*cos), -0.17, float32(9*sin)), Q: rotatedBy(vec.AxisY, -angle)}
			r.static(pose, physics.Capsule{A: vec.V3(0, 0, -1), B: vec.V3(0, 0, 1), Radius: 0.25}, material(0.9))
		}
		r.car(at(0, 0.75, 0))
	},
	Step: func(r *Run, step int) error {
		car := r.Vehicles[0]
		r.followCar(car)
		switch {
		case r.Controlled():
			r.drive(car, 0)
		case step < 1600:
			throttle := vec.Clamp(float32(0.2*(r.value("speed")-car.Speed())), 0, 1)
			car.Drive(throttle, 0, r.value("steer"))
		default:
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
