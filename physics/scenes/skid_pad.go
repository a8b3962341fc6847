package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

// The drive of the skid pad, the same in every trial: straight ahead then the wheels are steered within steerIn
// seconds, and held.
const (
	straight = 1.0 // s
	steerIn  = 0.5 // s
)

// padCar are the values of a van on soft springs that tips over in the bend. The bend asks for 9 m/s²; half of the
// track over the height of the centre of mass, by which stiff cars tip, is 9.2 (Gillespie, "Vehicle Dynamics",
// chapter 9), and its lean takes the rest. The tyres hold 11.
var padCar = map[string]float64{
	"center_height": 0.8, "tyre_front": 1.1, "tyre_rear": 1.1, "spring": 1.2, "damping": 0.3, "anti_roll": 0,
	"track": 1.5,
}

var skidPad = Scene{
	Name:     "skid_pad",
	Category: "rigs",
	Text: "a tall van enters a bend at 12 m/s and tips over: lower its centre of mass, stiffen springs and bars; the " +
		"drive is the same in every trial, until the arrow keys take the wheel",
	Controls: driving.Controls,
	View:     View{Target: vec.V3(5, 0.5, 0), Distance: 38, Yaw: 25, Pitch: 28},
	Steps:    800,
	Params: append([]Param{
		{Key: "speed", Unit: "m/s", Min: 1, Max: 30, Default: 12, Text: "speed at the start, which the driver keeps"},
		{Key: "radius", Unit: "m", Min: 6, Max: 100, Default: 15, Live: true,
			Text: "radius of the bend for wheels that do not slip"},
	}, carParams(padCar)...),
	Tune: tuneCar,
	Build: func(r *Run) {
		// the tyres alone decide how they grip: the larger friction of two counts
		r.ground(100, 100, 0.05)
		speed, radius := r.value("speed"), r.value("radius")
		car := r.car(at(-float32(speed*straight), 0.71, radius))
		if r.err != nil {
			return
		}
		car.Chassis.SetLinearVelocity(vec.V3(speed, 0, 0))
		for i, wheel := range car.Wheels {
			wheel.SetLinearVelocity(vec.V3(speed, 0, 0))
			wheel.SetAngularVelocity(vec.V3(0, 0, -speed/rigs.DefaultVehicleDef().Wheels[i].Radius))
		}
		r.kerbs(radius)
	},
	Step: func(r *Run, step int) error {
		car := r.Vehicles[0]
		r.followCar(car)
		if r.Controlled() {
			r.drive(car, 0)
		} else {
			throttle := vec.Clamp(float32(0.5*(r.value("speed")-car.Speed())), 0, 1)
			car.Drive(throttle, 0, r.padSteer(step))
		}
		car.Update()
		return nil
	},
	Check: func(r *Run) error {
		for key, v := range r.values {
			for i := range r.Scene.Params {
				if p := &r.Scene.Params[i]; p.Key == key && p.Default != v {
					return nil // another car
				}
			}
		}
		if up := r.Vehicles[0].Chassis.Rotation().Rotate(vec.AxisY).Y; up > 0.5 {
			return fmt.Errorf("the van did not tip over: its upward axis points %.2f up", up)
		}
		return nil
	},
}

// padSteer is the position of the wheel: the angle of Ackermann for the radius.
func (r *Run) padSteer(step int) float32 {
	def := rigs.DefaultVehicleDef()
	base := def.Wheels[0].Place.X - def.Wheels[2].Place.X
	share := vec.Clamp((float32(float32(step)*r.dt)-straight)/steerIn, 0, 1)
	return float32(share*vec.Atan2(base, r.value("radius"))) / def.SteerAngle
}

// kerbs are marks around the bend, flat enough to be driven over.
func (r *Run) kerbs(radius float32) {
	const marks = 36
	for i := range marks {
		angle := along(0, 2*vec.Pi/marks, i)
		sin, cos := vec.SinCos(angle)
		inside := radius - 2.2
		pose := physics.Transform{P: vec.V3(float32(inside*cos), 0, float32(inside*sin)),
			Q: rotatedBy(vec.AxisY, -angle)}
		r.static(pose, physics.BoxHalf(0.08, 0.01, 0.5), material(0.05))
	}
}
