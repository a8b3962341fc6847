package rigs

import (
	"cmp"
	"errors"
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// WheelDef describes a wheel of a vehicle.
type WheelDef struct {
	// Place (m) in the frame of the chassis where the wheel is at rest.
	Place vec.Vec3
	// Radius and Width (m), and Mass (kg).
	Radius, Width, Mass float32
	// Steered wheels follow the steering, Driven ones the engine; all have brakes.
	Steered, Driven bool
	// Friction coefficient of the tyre, 0 for VehicleDef.TyreFriction.
	Friction float32
	// Partner is the wheel on the other side to which the anti-roll bar leads, −1 for none.
	Partner int
}

// VehicleDef describes a vehicle that drives along the x axis of its chassis. Make it with
// DefaultVehicleDef.
type VehicleDef struct {
	made bool
	Pose physics.Transform
	// ChassisHalf (m) is half the size of the body, Mass (kg) its mass, and CenterHeight (m) how
	// far its centre of mass lies below its middle.
	ChassisHalf  vec.Vec3
	Mass         float32
	CenterHeight float32
	Wheels       []WheelDef
	// Hertz and DampingRatio of the suspension, and its Travel (m) up and down.
	Hertz, DampingRatio, Travel float32
	// EngineTorque (N·m) is shared by the driven wheels; TopSpeed (m/s) is where it ends.
	EngineTorque, TopSpeed float32
	// BrakeTorque (N·m) of each wheel, and Drag (N·m) of a wheel that rolls freely.
	BrakeTorque, Drag float32
	// SteerAngle (rad) is the largest angle of the steered wheels.
	SteerAngle float32
	// AntiRoll (N/m) is the stiffness of the bars between partners.
	AntiRoll float32
	// TyreFriction is the friction coefficient of the wheels.
	TyreFriction float32
}

// DefaultVehicleDef returns a car of 1200 kg with four wheels, steered in front and driven at the
// back.
func DefaultVehicleDef() VehicleDef {
	wheel := func(x, z float32, front bool, partner int) WheelDef {
		return WheelDef{Place: vec.V3(x, -0.35, z), Radius: 0.35, Width: 0.25, Mass: 20, Steered: front, Driven: !front,
			Partner: partner}
	}
	return VehicleDef{
		made: true, Pose: physics.TransformIdentity,
		ChassisHalf: vec.V3(2, 0.35, 0.85), Mass: 1200, CenterHeight: 0.25,
		Wheels: []WheelDef{wheel(1.35, 0.8, true, 1), wheel(1.35, -0.8, true, 0), wheel(-1.3, 0.8, false, 3),
			wheel(-1.3, -0.8, false, 2)},
		Hertz: 1.8, DampingRatio: 0.5, Travel: 0.2,
		EngineTorque: 2500, TopSpeed: 50, BrakeTorque: 1500, Drag: 4,
		SteerAngle: 0.55, AntiRoll: 8000, TyreFriction: 1,
	}
}

// Vehicle is a chassis on wheels.
type Vehicle struct {
	Chassis physics.Body
	Wheels  []physics.Body
	Joints  []physics.WheelJoint

	def    VehicleDef
	driven int
}

// NewVehicle builds a vehicle in a world. If it fails, nothing is left of it.
func NewVehicle(w *physics.World, def VehicleDef) (*Vehicle, error) {
	if !def.made {
		return nil, errors.New("rigs: vehicle definition was not made by DefaultVehicleDef")
	}
	v := &Vehicle{def: def}
	if err := v.build(w); err != nil {
		v.Destroy()
		return nil, fmt.Errorf("rigs: vehicle: %w", err)
	}
	return v, nil
}

func (v *Vehicle) build(w *physics.World) error {
	def := &v.def
	bd := physics.DefaultBodyDef()
	bd.Type, bd.Name, bd.AllowSleep = physics.Dynamic, "chassis", true
	bd.Position, bd.Rotation = def.Pose.P, def.Pose.Q
	var err error
	if v.Chassis, err = w.CreateBody(bd); err != nil {
		return err
	}
	h := def.ChassisHalf
	if _, err = v.Chassis.CreateShape(physics.BoxHalf(h.X, h.Y, h.Z), physics.DefaultShapeDef()); err != nil {
		return err
	}
	if err := v.writeChassis(); err != nil {
		return err
	}
	for i := range def.Wheels {
		if err := v.addWheel(w, i); err != nil {
			return fmt.Errorf("wheel %d: %w", i, err)
		}
	}
	return nil
}

func (v *Vehicle) addWheel(w *physics.World, i int) error {
	def, wd := &v.def, &v.def.Wheels[i]
	if wd.Partner >= len(def.Wheels) || wd.Partner == i {
		return fmt.Errorf("partner %d: must be another wheel or negative", wd.Partner)
	}
	pose := physics.Transform{P: def.Pose.Apply(wd.Place), Q: def.Pose.Q}
	bd := physics.DefaultBodyDef()
	bd.Type, bd.Name, bd.Position, bd.Rotation = physics.Dynamic, "wheel", pose.P, pose.Q
	body, err := w.CreateBody(bd)
	if err != nil {
		return err
	}
	v.Wheels = append(v.Wheels, body)
	sd := physics.DefaultShapeDef()
	sd.Material.Friction, sd.Material.FrictionRule = def.grip(wd), physics.CombineMaximum
	half := float32(0.5 * wd.Width)
	if _, err := body.CreateShape(physics.Cylinder{A: vec.V3(0, 0, -half), B: vec.V3(0, 0, half), Radius: wd.Radius},
		sd); err != nil {
		return err
	}
	roll := float32(0.5 * float32(wd.Mass*float32(wd.Radius*wd.Radius)))
	tilt := float32(0.5*roll) + float32(wd.Mass*float32(wd.Width*wd.Width))/12
	mass := physics.MassData{Mass: wd.Mass, Inertia: vec.Diag(vec.V3(tilt, tilt, roll))}
	if err := body.SetMassData(mass); err != nil {
		return err
	}
	d := physics.DefaultWheelJointDef()
	d.Connect(v.Chassis, body, pose)
	d.Suspension = v.strut(wd)
	d.Spin = physics.JointAxis{Friction: def.Drag}
	if wd.Steered {
		d.Steering = physics.JointAxis{
			Hertz: steerHertz, DampingRatio: 1, Limited: true, Lower: -def.SteerAngle, Upper: def.SteerAngle,
		}
	}
	if wd.Driven {
		v.driven++
	}
	j, err := w.CreateWheelJoint(d)
	if err == nil {
		v.Joints = append(v.Joints, j)
	}
	return err
}

// strut is the suspension of a wheel. The spring of a joint counts the mass that moves between wheel and chassis, which
// is little more than the wheel; a driver counts the share of the chassis: of the same stiffness, m·ω² is the same. The
// target lifts the chassis by the sag under its weight.
func (v *Vehicle) strut(wd *WheelDef) physics.JointAxis {
	def := &v.def
	// 1/m of wheel and chassis along the strut, that of the chassis with its rotation about x and z
	h, arm := def.ChassisHalf, wd.Place
	s := h.Scale(h).Mul(def.Mass / 3)
	inverse := 1/wd.Mass + 1/def.Mass + float32(arm.Z*arm.Z)/(s.Y+s.Z) + float32(arm.X*arm.X)/(s.X+s.Y)
	root := vec.Sqrt(float32(def.Mass / float32(len(def.Wheels)) * inverse))
	omega := float32(2 * vec.Pi * def.Hertz)
	return physics.JointAxis{
		Hertz: float32(root * def.Hertz), DampingRatio: float32(root * def.DampingRatio),
		Limited: true, Lower: -def.Travel, Upper: def.Travel, Target: -designGravity / float32(omega*omega),
	}
}

// Drive sets the controls: throttle from −1 (back) to 1, brake from 0 to 1, steer from −1 (right)
// to 1 (left). Values beyond are clamped. It holds until the next call.
func (v *Vehicle) Drive(throttle, brake, steer float32) error {
	throttle, brake, steer = vec.Clamp(throttle, -1, 1), vec.Clamp(brake, 0, 1), vec.Clamp(steer, -1, 1)
	if throttle != throttle || brake != brake || steer != steer {
		return errors.New("rigs: throttle, brake and steer must be numbers")
	}
	var failed error
	for i, j := range v.Joints {
		wd := &v.def.Wheels[i]
		spin := physics.JointAxis{Friction: v.def.Drag}
		switch {
		case brake > 0:
			spin.Motor, spin.MaxForce = true, float32(brake*v.def.BrakeTorque)
		case throttle != 0 && wd.Driven:
			spin.Motor, spin.MaxForce = true, float32(vec.Abs(throttle)*v.def.EngineTorque)/float32(v.driven)
			// a wheel that rolls forward turns clockwise about its axle
			spin.Speed = -v.def.TopSpeed / wd.Radius
			if throttle < 0 {
				spin.Speed = -reverseShare * spin.Speed
			}
		}
		failed = cmp.Or(failed, j.Spin().SetAxis(spin))
		if wd.Steered {
			failed = cmp.Or(failed, j.Steering().SetTarget(float32(steer*v.def.SteerAngle), 0))
		}
	}
	return failed
}

// Update applies the anti-roll bars: the wheels of a pair share the difference of their
// compressions. Call it before every step.
func (v *Vehicle) Update() {
	up := v.Chassis.Rotation().Rotate(vec.AxisY)
	for i, j := range v.Joints {
		p := v.def.Wheels[i].Partner
		if p <= i {
			continue
		}
		a := j.Suspension().Position()
		b := v.Joints[p].Suspension().Position()
		f := up.Mul(float32(v.def.AntiRoll * (a - b)))
		v.pull(i, f)
		v.pull(p, f.Neg())
	}
}

// pull applies a force on the chassis at a wheel and its opposite on the wheel.
func (v *Vehicle) pull(i int, f vec.Vec3) {
	at := v.Wheels[i].WorldCenter()
	v.Chassis.ApplyForce(f, at)
	v.Wheels[i].ApplyForce(f.Neg(), at)
}

// Speed is the speed (m/s) along the chassis.
func (v *Vehicle) Speed() float32 {
	return v.Chassis.LinearVelocity().Dot(v.Chassis.Rotation().Rotate(vec.AxisX))
}

// Destroy removes the vehicle.
func (v *Vehicle) Destroy() error {
	var failed error
	for _, b := range append([]physics.Body{v.Chassis}, v.Wheels...) {
		if b.Valid() {
			failed = cmp.Or(failed, b.Destroy())
		}
	}
	return failed
}
