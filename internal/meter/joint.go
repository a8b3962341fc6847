package meter

import (
	"math"
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
)

// The quantities of a joint that the inspector shows, too.
var (
	JointForce = Quantity{Name: "force", Label: "Force", Unit: "N", Text: "Reaction force of the joint.",
		value: reads(func(o *object) float64 { return float64(o.reaction(0).Len()) })}
	JointTorque = Quantity{Name: "torque", Label: "Torque", Unit: "N·m", Text: "Reaction torque of the joint.",
		value: reads(func(o *object) float64 { return float64(o.reaction(1).Len()) })}
)

// JointQuantities are all of a joint, in the order of lists. Those of an axis are of the main one: the twist of a
// ball joint, the suspension of a wheel, the first that is free of others; axis2.rate is that of the second.
var JointQuantities = slices.Concat([]*Quantity{&JointForce, &JointTorque,
	{Name: "gap", Label: "Gap", Unit: "m", Text: "Distance between the anchors of the joint.",
		value: reads(func(o *object) float64 {
			a, b := o.joint.Anchors()
			return float64(a.Dist(b))
		})},
	{Name: "work", Label: "Work", Unit: "J", Text: "Energy that the joint gave to its bodies in the last step.",
		pass:  passLedger,
		value: reads(func(o *object) float64 { return o.joint.Work() })},
	{Name: "kinetic", Label: "Energy of rotors", Unit: "J", Text: "Kinetic energy of the rotors of the joint.",
		value: reads(func(o *object) float64 {
			kinetic, _ := o.joint.Energy()
			return kinetic
		})},
	{Name: "stored", Label: "Energy of springs", Unit: "J", Text: "Energy in the springs of the joint itself.",
		value: reads(func(o *object) float64 {
			_, stored := o.joint.Energy()
			return stored
		})}},
	reactions("force", "N", "Reaction force on the second body", 0), reactions("torque", "N·m",
		"Reaction torque on the second body", 1),
	jointAxis(), jointKnobs(), wholeJointKnobs())

// reaction is the force (0) or the torque (1) of a joint on its second body.
func (o *object) reaction(which int) vec.Vec3 {
	force, torque := o.joint.Reaction()
	return [...]vec.Vec3{force, torque}[which]
}

func reactions(name, unit, text string, which int) []*Quantity {
	world := vector(name, unit, text, func(_ *reading, o *object) vec.Vec3 { return o.reaction(which) })
	return append(world, vector(name+".local", unit, text+" in the frame of the joint on the first", func(_ *reading,
		o *object) vec.Vec3 {
		a, _ := o.joint.Frames()
		return a.Q.InvRotate(o.reaction(which))
	})...)
}

// ofAxis is a quantity of an axis of a joint.
func ofAxis(name, unit, text string, value func(o *object) float64) *Quantity {
	return &Quantity{Name: name, Unit: unit, Text: text, value: reads(value), axis: true}
}

func jointAxis() []*Quantity {
	of := ofAxis
	coordinate := func(o *object) float64 {
		value := o.joint.At(o.axis).Position()
		return float64(value)
	}
	limit := func(o *object, distance func(a physics.JointAxis, x float64) float64) float64 {
		a := o.joint.At(o.axis).Axis()
		if !a.Limited {
			return math.NaN()
		}
		return distance(a, coordinate(o))
	}
	return []*Quantity{
		of("angle", "rad or m", "Angle of the axis, or how far it slides.", coordinate),
		of("displacement", "m", "How far the axis slides.", coordinate),
		of("rate", "rad/s or m/s", "Speed of the axis.", func(o *object) float64 {
			speed := o.joint.At(o.axis).Rate()
			return float64(speed)
		}),
		of("axis_force", "N·m or N", "Force or torque along the axis, of motor, spring, friction and limits together.",
			func(o *object) float64 { return o.axisForce() }),
		of("drive_force", "N·m or N", "Force or torque of motor and spring along the axis in the last sub-step.",
			func(o *object) float64 { return float64(o.joint.At(o.axis).DriveForce()) }),
		of("to_lower", "rad or m", "Distance to the lower limit; no number without one.", func(o *object) float64 {
			return limit(o, func(a physics.JointAxis, x float64) float64 { return x - float64(a.Lower) })
		}),
		of("to_upper", "rad or m", "Distance to the upper limit; no number without one.", func(o *object) float64 {
			return limit(o, func(a physics.JointAxis, x float64) float64 { return float64(a.Upper) - x })
		}),
	}
}

// jointKnobs are the numbers of an axis that can be set.
func jointKnobs() []*Quantity {
	setting := func(name, unit, text string, get func(a *physics.JointAxis) float64, set func(a *physics.JointAxis,
		v float32)) *Quantity {
		q := ofAxis(name, unit, text, func(o *object) float64 {
			a := o.joint.At(o.axis).Axis()
			return get(&a)
		})
		q.set = func(o *object, v float32) error {
			a := o.joint.At(o.axis).Axis()
			set(&a, v)
			return o.joint.At(o.axis).SetAxis(a)
		}
		return q
	}
	knob := func(name, unit, text string, low, high float64, in func(a *physics.JointAxis) *float32) *Quantity {
		q := setting(name, unit, text, func(a *physics.JointAxis) float64 { return float64(*in(a)) },
			func(a *physics.JointAxis, v float32) { *in(a) = v })
		q.low, q.high = low, high
		return q
	}
	spring := func(name, unit, text string, high float64, set func(a *physics.JointAxis, v float32),
		get func(a *physics.JointAxis) float32) *Quantity {
		q := setting(name, unit, text, func(a *physics.JointAxis) float64 { return float64(get(a)) }, set)
		q.high = high
		return q
	}
	truth := func(name, text string, in func(a *physics.JointAxis) *bool) *Quantity {
		q := setting(name, "", text+" (1), or not (0).", func(a *physics.JointAxis) float64 { return oneIf(*in(a)) },
			func(a *physics.JointAxis, v float32) { *in(a) = v != 0 })
		q.high = 1
		return q
	}
	return []*Quantity{
		knob("target", "rad or m", "Where the spring pulls to.", -1e6, 1e6,
			func(a *physics.JointAxis) *float32 { return &a.Target }),
		spring("hertz", "Hz", "Frequency of the spring, in place of stiffness and damping.", 1e3,
			func(a *physics.JointAxis, v float32) { a.SetHertz(v) },
			func(a *physics.JointAxis) float32 { return a.Hertz }),
		knob("damping_ratio", "", "Damping ratio of the spring.", 0, 1e3,
			func(a *physics.JointAxis) *float32 { return &a.DampingRatio }),
		spring("stiffness", "N·m/rad or N/m", "Stiffness of a spring in SI, in place of hertz.", 1e12,
			func(a *physics.JointAxis, v float32) { a.SetSI(v, a.Damping) },
			func(a *physics.JointAxis) float32 { return a.Stiffness }),
		spring("damping", "N·m·s/rad or N·s/m", "Damping of a spring in SI, in place of hertz.", 1e12,
			func(a *physics.JointAxis, v float32) { a.SetSI(a.Stiffness, v) },
			func(a *physics.JointAxis) float32 { return a.Damping }),
		knob("target_rate", "rad/s or m/s", "Speed to which the damper of the spring slows down.", -1e3, 1e3,
			func(a *physics.JointAxis) *float32 { return &a.Rate }),
		knob("max_spring", "N·m or N", "Largest force of the spring, 0 for any.", 0, 1e12,
			func(a *physics.JointAxis) *float32 { return &a.MaxSpring }),
		knob("speed", "rad/s or m/s", "Speed that the motor aims at.", -1e3, 1e3,
			func(a *physics.JointAxis) *float32 { return &a.Speed }),
		knob("max_force", "N·m or N", "Largest force of the motor.", 0, 1e9,
			func(a *physics.JointAxis) *float32 { return &a.MaxForce }),
		knob("friction", "N·m or N", "Friction of the axis.", 0, 1e9,
			func(a *physics.JointAxis) *float32 { return &a.Friction }),
		knob("lower", "rad or m", "Lower limit.", -1e6, 1e6, func(a *physics.JointAxis) *float32 { return &a.Lower }),
		knob("upper", "rad or m", "Upper limit.", -1e6, 1e6, func(a *physics.JointAxis) *float32 { return &a.Upper }),
		truth("limited", "Whether the limits hold", func(a *physics.JointAxis) *bool { return &a.Limited }),
		truth("motor", "Whether the motor is on", func(a *physics.JointAxis) *bool { return &a.Motor }),
	}
}

// wholeJointKnobs are the numbers of a whole joint that can be set: whether it holds, and at which force and torque it
// breaks.
func wholeJointKnobs() []*Quantity {
	of := func(name, unit, text string, in func(force, torque *float32) *float32) *Quantity {
		return &Quantity{Name: name, Unit: unit, Text: text + " at which the joint breaks, 0 for never.", high: 1e12,
			value: reads(func(o *object) float64 {
				force, torque := o.joint.BreakLimits()
				return float64(*in(&force, &torque))
			}),
			set: func(o *object, v float32) error {
				force, torque := o.joint.BreakLimits()
				*in(&force, &torque) = v
				return o.joint.SetBreakLimits(force, torque)
			}}
	}
	return []*Quantity{
		of("break_force", "N", "Force", func(force, _ *float32) *float32 { return force }),
		of("break_torque", "N·m", "Torque", func(_, torque *float32) *float32 { return torque }),
		{Name: "enabled", Text: "Whether the joint holds (1), or is off (0).", high: 1,
			value: reads(func(o *object) float64 { return oneIf(o.joint.Enabled()) }),
			set:   func(o *object, v float32) error { return o.joint.SetEnabled(v != 0) }},
	}
}

// slides reports whether an axis of a joint measures metres rather than radians.
func slides(kind physics.JointKind, axis int) bool {
	switch kind {
	case physics.KindSlider, physics.KindDistance, physics.KindPulley, physics.KindPath:
		return true
	case physics.KindWheel:
		return axis == 0
	case physics.KindSix:
		return axis < 3
	}
	return false
}

// axisForce is the part of the reaction along the axis (N) or about it (N·m); no number for axes without a direction
// of their own.
func (o *object) axisForce() float64 {
	c := o.joint.At(o.axis)
	if _, _, _, ok := c.Line(); ok {
		return float64(c.Force())
	}
	a, b := o.joint.Frames()
	var direction vec.Vec3
	switch kind := o.joint.Kind(); {
	case kind == physics.KindDistance:
		direction = b.P.Sub(a.P).Norm()
	case kind == physics.KindBall && o.axis == 1:
		direction = b.Q.Rotate(vec.AxisZ)
	case kind == physics.KindSix, kind == physics.KindParallel:
		direction = a.Q.Rotate([...]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[o.axis%3])
	default:
		return math.NaN()
	}
	return float64(o.reaction(oneOf(slides(o.joint.Kind(), o.axis), 0, 1)).Dot(direction))
}

func oneOf(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// mainAxis is the twist of a ball joint, the suspension of a wheel, the first axis that is free of others; −1 for
// none.
func mainAxis(j physics.Joint) int {
	first := oneOf(j.Kind() == physics.KindBall, 1, 0)
	for i := first; i < j.AxisCount(); i++ {
		if !j.At(i).Locked() {
			return i
		}
	}
	return -1
}
