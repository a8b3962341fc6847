package load

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

func readAxis(v jsonvalue.Value, a *physics.JointAxis) {
	v.Only("hertz", "dampingRatio", "target", "maxSpring", "stiffness", "damping", "rate", "load", "limited", "lower",
		"upper", "limitHertz", "limitDampingRatio", "limitStiffness", "limitDamping", "motor", "speed", "maxForce",
		"friction")
	a.Hertz, a.DampingRatio = v.At("hertz").Single(0, 0, 1e3), v.At("dampingRatio").Single(0, 0, 1e3)
	a.Target, a.MaxSpring = v.At("target").Single(0, -extension.Endless, extension.Endless),
		v.At("maxSpring").Single(0, 0, 1e15)
	a.Stiffness, a.Damping = v.At("stiffness").Single(0, 0, 1e15), v.At("damping").Single(0, 0, 1e15)
	a.Rate = v.At("rate").Single(0, -1e6, 1e6)
	if load := v.At("load").Single(0, 0, 1e15); load > 0 {
		// the mass that hertz refers to, in files of earlier versions
		a.SpringFor(load, a.Hertz, a.DampingRatio)
	}
	a.Limited = v.At("limited").Flag(false)
	a.Lower, a.Upper = v.At("lower").Single(0, -extension.Endless, extension.Endless),
		v.At("upper").Single(0, -extension.Endless, extension.Endless)
	if a.Lower > a.Upper {
		v.Errorf("lower %g is above upper %g", a.Lower, a.Upper)
	}
	a.LimitHertz, a.LimitDampingRatio = v.At("limitHertz").Single(0, 0, 1e3),
		v.At("limitDampingRatio").Single(0, 0, 1e3)
	a.LimitStiffness = v.At("limitStiffness").Single(0, 0, 1e15)
	a.LimitDamping = v.At("limitDamping").Single(0, 0, 1e15)
	if a.Hertz > 0 && (a.Stiffness > 0 || a.Damping > 0) ||
		a.LimitHertz > 0 && (a.LimitStiffness > 0 || a.LimitDamping > 0) {
		v.Errorf("a spring has hertz, and stiffness or damping, too: must have one of them")
	}
	a.Motor = v.At("motor").Flag(false)
	a.Speed, a.MaxForce = v.At("speed").Single(0, -1e6, 1e6), v.At("maxForce").Single(0, 0, 1e15)
	a.Friction = v.At("friction").Single(0, 0, 1e15)
}

func readDrive(v jsonvalue.Value, d *physics.JointDrive) {
	if !v.IsObject() {
		return
	}
	if d == nil {
		v.Errorf("this kind of joint has no such drive")
		return
	}
	v.Only("hertz", "dampingRatio", "maxSpring", "velocity", "maxMotor")
	d.Hertz, d.DampingRatio = v.At("hertz").Single(0, 0, 1e3), v.At("dampingRatio").Single(0, 0, 1e3)
	d.MaxSpring = v.At("maxSpring").Single(0, 0, 1e15)
	d.Velocity = v.At("velocity").Vector(vec.Vec3{}, math.MaxFloat32)
	d.MaxMotor = v.At("maxMotor").Single(0, 0, 1e15)
}
