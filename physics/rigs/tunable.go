package rigs

import (
	"cmp"
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// Tunable is a number of a rig with the range in which it makes sense.
type Tunable struct {
	Key, Unit          string
	Min, Max, Standard float32
	// Live numbers act on a rig in use, by Tune; others need a new one.
	Live bool
	Text string
}

// vehicleTunable is a number of a vehicle: where its definition has it, and what Tune writes.
type vehicleTunable struct {
	Tunable
	set   func(d *VehicleDef, x float32)
	write func(v *Vehicle) error
}

var vehicleTunables = [...]vehicleTunable{
	{Tunable{"mass", "kg", 100, 20000, 1200, true, "mass of the chassis"},
		func(d *VehicleDef, x float32) { d.Mass = x }, (*Vehicle).writeChassis},
	{Tunable{"center_height", "m", 0.2, 1.6, 0.45, true, "height of the centre of mass of the chassis above the road"},
		func(d *VehicleDef, x float32) { d.CenterHeight = d.middle() - x }, (*Vehicle).writeChassis},
	{Tunable{"spring", "Hz", 0.5, 6, 1.8, true, "frequency at which the chassis bounces on its springs"},
		func(d *VehicleDef, x float32) { d.Hertz = x }, (*Vehicle).writeStruts},
	{Tunable{"damping", "", 0, 2, 0.5, true, "damping ratio of that bounce: 1 just does not swing"},
		func(d *VehicleDef, x float32) { d.DampingRatio = x }, (*Vehicle).writeStruts},
	{Tunable{"anti_roll", "N/m", 0, 100000, 8000, true, "stiffness of the bars between the wheels of an axle"},
		func(d *VehicleDef, x float32) { d.AntiRoll = x }, nil},
	{Tunable{"tyre_front", "", 0.05, 2, 1, true, "friction of the tyres in front: less than behind understeers"},
		func(d *VehicleDef, x float32) { d.setGrip(true, x) }, (*Vehicle).writeTyres},
	{Tunable{"tyre_rear", "", 0.05, 2, 1, true, "friction of the tyres behind: less than in front oversteers"},
		func(d *VehicleDef, x float32) { d.setGrip(false, x) }, (*Vehicle).writeTyres},
	{Tunable{"engine", "N·m", 0, 10000, 2500, true, "largest torque of the engine at the driven wheels together"},
		func(d *VehicleDef, x float32) { d.EngineTorque = x }, nil},
	{Tunable{"track", "m", 1, 2.6, 1.6, false, "distance between the wheels of an axle"},
		func(d *VehicleDef, x float32) { d.setTrack(x) }, nil},
}

// VehicleTunables are the numbers of a vehicle with those of DefaultVehicleDef as their standard.
func VehicleTunables() []Tunable {
	list := make([]Tunable, len(vehicleTunables))
	for i := range list {
		list[i] = vehicleTunables[i].Tunable
	}
	return list
}

// Set writes a tunable in the definition.
func (d *VehicleDef) Set(key string, value float32) error {
	t := findVehicleTunable(key)
	switch {
	case t == nil:
		return fmt.Errorf("rigs: a vehicle has no %s", key)
	case !(value >= t.Min && value <= t.Max):
		return fmt.Errorf("rigs: %s %g: must be between %g and %g", key, value, t.Min, t.Max)
	}
	t.set(d, value)
	return nil
}

// Tune changes a live tunable of a vehicle in use. The engine and the bars follow with the next Drive and Update.
func (v *Vehicle) Tune(key string, value float32) error {
	t := findVehicleTunable(key)
	if t != nil && !t.Live {
		return fmt.Errorf("rigs: %s of a vehicle in use does not change", key)
	}
	err := v.def.Set(key, value)
	if err == nil && t.write != nil {
		err = t.write(v)
	}
	return err
}

func findVehicleTunable(key string) *vehicleTunable {
	for i := range vehicleTunables {
		if t := &vehicleTunables[i]; t.Key == key {
			return t
		}
	}
	return nil
}

// middle is the height (m) of the middle of the chassis above the road at rest.
func (d *VehicleDef) middle() float32 { return d.Wheels[0].Radius - d.Wheels[0].Place.Y }

// setGrip sets the friction of the steered wheels, or of the others.
func (d *VehicleDef) setGrip(steered bool, friction float32) {
	for i := range d.Wheels {
		if d.Wheels[i].Steered == steered {
			d.Wheels[i].Friction = friction
		}
	}
}

func (d *VehicleDef) setTrack(x float32) {
	for i := range d.Wheels {
		half := x / 2
		if d.Wheels[i].Place.Z < 0 {
			half = -half
		}
		d.Wheels[i].Place.Z = half
	}
}

// grip is the friction of a wheel.
func (d *VehicleDef) grip(w *WheelDef) float32 {
	if w.Friction > 0 {
		return w.Friction
	}
	return d.TyreFriction
}

// writeChassis gives the chassis its mass, and the springs the one that they carry.
func (v *Vehicle) writeChassis() error {
	h := v.def.ChassisHalf
	s := h.Scale(h).Mul(v.def.Mass / 3)
	mass := physics.MassData{
		Mass: v.def.Mass, Center: vec.V3(0, -v.def.CenterHeight, 0),
		Inertia: vec.Diag(vec.V3(s.Y+s.Z, s.X+s.Z, s.X+s.Y)),
	}
	return cmp.Or(v.Chassis.SetMassData(mass), v.writeStruts())
}

func (v *Vehicle) writeStruts() error {
	var failed error
	for i, j := range v.Joints {
		failed = cmp.Or(failed, j.Suspension().SetAxis(v.strut(&v.def.Wheels[i])))
	}
	return failed
}

func (v *Vehicle) writeTyres() error {
	var failed error
	for i, b := range v.Wheels {
		for _, s := range b.Shapes(nil) {
			m := s.Material()
			m.Friction = v.def.grip(&v.def.Wheels[i])
			failed = cmp.Or(failed, s.SetMaterial(m))
		}
	}
	return failed
}
