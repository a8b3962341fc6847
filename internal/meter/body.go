package meter

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
)

// The quantities of a body that the inspector shows, too.
var (
	BodyHeight = Quantity{Name: "height", Label: "Height of the centre", Unit: "m",
		Text:  "Height of the centre of mass.",
		value: reads(func(o *object) float64 { return float64(o.a.WorldCenter().Y) })}
	BodySpeed = Quantity{Name: "speed", Label: "Speed", Unit: "m/s", Text: "Speed of the centre of mass.",
		value: reads(func(o *object) float64 { return float64(o.a.LinearVelocity().Len()) })}
	BodySpin = Quantity{Name: "spin", Label: "Spin", Unit: "rad/s", Text: "Angular speed.",
		value: reads(func(o *object) float64 { return float64(o.a.AngularVelocity().Len()) })}
	BodyMotion = Quantity{Name: "motion", Label: "Energy of motion", Unit: "J",
		Text:  "Kinetic energy of the centre of mass.",
		value: reads(func(o *object) float64 { return o.sums().Motion })}
	BodyRotation = Quantity{Name: "rotation", Label: "Energy of rotation", Unit: "J",
		Text:  "Kinetic energy of rotation.",
		value: reads(func(o *object) float64 { return o.sums().Rotation })}
	BodyKinetic = Quantity{Name: "kinetic", Label: "Kinetic energy", Unit: "J",
		Text:  "Kinetic energy of motion and rotation.",
		value: reads(func(o *object) float64 { return o.sums().Kinetic })}
	BodyTouches = Quantity{Name: "contacts", Label: "Contacts", Text: "Contacts that touch the body.",
		value: func(r *reading, o *object) float64 {
			r.ofBody = o.a.Contacts(r.ofBody[:0])
			return float64(len(r.ofBody))
		}}
	BodyPressure = Quantity{Name: "pressure", Label: "Normal forces", Unit: "N",
		Text: "Sum of the normal forces of all contacts of the body, as the mean of the last step.",
		value: func(r *reading,
			o *object) float64 {
			force, _ := r.between(o.a, physics.Body{})
			return force
		}}
	BodyWork = Quantity{Name: "work", Label: "Work on the body", Unit: "J",
		Text: "Energy that all but gravity gave the body in the last step.",
		pass: passLedger, value: reads(func(o *object) float64 { return o.a.Work() })}
)

// BodyQuantities are all of a body, in the order of lists. The body drives along its x axis, and its y axis is up:
// yaw is about up, pitch lifts x, roll is about x, in the order of Tait and Bryan that cars and ships are described
// in (ISO 8855).
var BodyQuantities = slices.Concat(
	[]*Quantity{&BodyHeight, &BodySpeed, &BodySpin, &BodyMotion, &BodyRotation, &BodyKinetic, &BodyTouches,
		&BodyPressure, &BodyWork},
	bodyPosition(), bodyRotation(), bodyMotion(), bodyMass(), bodySurface(),
)

func bodyPosition() []*Quantity {
	center := func(_ *reading, o *object) vec.Vec3 { return o.a.WorldCenter() }
	list := vector("", "m", "Centre of mass", center)
	for _, q := range list {
		q.Name = q.Name[1:]
	}
	origin := vector("position", "m", "Origin of the body",
		func(_ *reading, o *object) vec.Vec3 { return o.a.Position() })
	return append(list, settable(origin, 1e6, func(o *object) vec.Vec3 { return o.a.Position() },
		func(o *object, v vec.Vec3) error { return o.a.SetPosition(v) })...)
}

func bodyRotation() []*Quantity {
	angle := func(name, text string, of func(forward, up, side vec.Vec3) float64) *Quantity {
		return &Quantity{Name: name, Unit: "rad", Text: text, value: reads(func(o *object) float64 {
			q := o.a.Rotation()
			return of(q.Rotate(vec.AxisX), q.Rotate(vec.AxisY), q.Rotate(vec.AxisZ))
		})}
	}
	list := []*Quantity{
		angle("roll", "Rotation about the x axis of the body: its y axis leans towards its z axis.",
			func(_, up, side vec.Vec3) float64 { return math.Atan2(-float64(side.Y), float64(up.Y)) }),
		angle("pitch", "Angle of the x axis of the body above the horizontal.",
			func(forward, _, _ vec.Vec3) float64 { return math.Asin(max(-1, min(1, float64(forward.Y)))) }),
		angle("yaw", "Heading of the x axis of the body, from x towards −z of the world: anticlockwise from above.",
			func(forward, _, _ vec.Vec3) float64 { return math.Atan2(-float64(forward.Z), float64(forward.X)) }),
		angle("tilt", "Angle between the y axis of the body and up.",
			func(_, up, _ vec.Vec3) float64 { return math.Acos(max(-1, min(1, float64(up.Y)))) }),
	}
	for i, letter := range [...]string{"x", "y", "z", "w"} {
		list = append(list, &Quantity{Name: "quaternion." + letter, Text: "Rotation as a quaternion, " + letter +
			" component.",
			value: reads(func(o *object) float64 {
				q := o.a.Rotation()
				return float64([...]float32{q.X, q.Y, q.Z, q.W}[i])
			})})
	}
	return list
}

// inBody is a vector in the axes of the body.
func inBody(get func(physics.Body) vec.Vec3) func(*reading, *object) vec.Vec3 {
	return func(_ *reading, o *object) vec.Vec3 { return o.a.Rotation().InvRotate(get(o.a)) }
}

func bodyMotion() []*Quantity {
	speeds := func(name, unit, text string, get func(physics.Body) vec.Vec3, set func(physics.Body,
		vec.Vec3) error) []*Quantity {
		world := vector(name, unit, text, func(_ *reading, o *object) vec.Vec3 { return get(o.a) })
		settable(world, 1e3, func(o *object) vec.Vec3 { return get(o.a) }, func(o *object,
			v vec.Vec3) error {
			return set(o.a, v)
		})
		return append(world, vector(name+".local", unit, text+" in the axes of the body", inBody(get))...)
	}
	momentum := func(b physics.Body) vec.Vec3 { return b.LinearVelocity().Mul(b.Mass()) }
	angular := func(b physics.Body) vec.Vec3 {
		q := b.Rotation()
		return q.Rotate(b.Inertia().MulVec(q.InvRotate(b.AngularVelocity())))
	}
	list := speeds("velocity", "m/s", "Velocity of the centre of mass", physics.Body.LinearVelocity,
		physics.Body.SetLinearVelocity)
	list = append(list, speeds("spin", "rad/s", "Angular velocity", physics.Body.AngularVelocity,
		physics.Body.SetAngularVelocity)...)
	for _, m := range []struct {
		name, unit, text string
		get              func(physics.Body) vec.Vec3
	}{{"momentum", "kg·m/s", "Linear momentum", momentum}, {"angular_momentum", "kg·m²/s",
		"Angular momentum about the centre of mass", angular}} {
		list = append(list, &Quantity{Name: m.name, Unit: m.unit, Text: m.text + ", magnitude.",
			value: reads(func(o *object) float64 { return float64(m.get(o.a).Len()) })})
		list = append(list, vector(m.name, m.unit, m.text,
			func(_ *reading, o *object) vec.Vec3 { return m.get(o.a) })...)
	}
	return append(list,
		&Quantity{Name: "potential", Unit: "J", Text: "Energy in the field of gravity, 0 at the origin.",
			value: reads(func(o *object) float64 { return o.sums().Potential })},
		&Quantity{Name: "impact", Unit: "m/s", Text: "Change of the velocity since the last measurement.",
			value: (*reading).impact},
		&Quantity{Name: "awake", Text: "Whether the body is awake.", is: truth,
			value: reads(func(o *object) float64 { return oneIf(o.a.Awake()) })},
	)
}

// impact is the change of the velocity of a body since the last measurement (m/s).
func (r *reading) impact(o *object) float64 {
	v := o.a.LinearVelocity()
	change := v.Sub(o.before)
	o.before = v
	if !o.known {
		o.known, change = true, vec.Vec3{}
	}
	return float64(change.Len())
}

func oneIf(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

func bodyMass() []*Quantity {
	mass := &Quantity{Name: "mass", Unit: "kg", Text: "Mass.",
		value: reads(func(o *object) float64 { return float64(o.a.Mass()) }),
		low:   1e-6, high: 1e9, set: func(o *object, v float32) error { return SetMass(o.a, v) }}
	center := vector("center", "m", "Centre of mass from the origin, in the axes of the body",
		func(_ *reading, o *object) vec.Vec3 { return o.a.LocalCenter() })
	settable(center, 1e3, func(o *object) vec.Vec3 { return o.a.LocalCenter() }, func(o *object, v vec.Vec3) error {
		m := o.a.MassData()
		m.Center = v
		return o.a.SetMassData(m)
	})
	inertia := vector("inertia", "kg·m²", "Moment of inertia about the centre of mass, in the axes of the body",
		func(_ *reading, o *object) vec.Vec3 {
			i := o.a.Inertia()
			return vec.V3(i.XX, i.YY, i.ZZ)
		})
	return slices.Concat([]*Quantity{mass}, center, inertia, []*Quantity{
		plain("linear_damping", "1/s", "Damping of the velocity.", 0, 1e3, physics.Body.LinearDamping,
			physics.Body.SetLinearDamping),
		plain("angular_damping", "1/s", "Damping of the angular velocity.", 0, 1e3, physics.Body.AngularDamping,
			physics.Body.SetAngularDamping),
		plain("gravity_scale", "", "Factor of gravity.", -1e3, 1e3, physics.Body.GravityScale,
			physics.Body.SetGravityScale),
	})
}

// SetMass gives a body a mass (kg) with the same distribution: other densities, or other mass data where it has data of
// its own.
func SetMass(b physics.Body, mass float32) error {
	if !(mass > 0) {
		return fmt.Errorf("mass %g: must be positive", mass)
	}
	scale := mass / b.Mass()
	if _, own := b.OwnMassData(); !own && b.Type() == physics.Dynamic && isDense(b) {
		return scaleDensity(b, scale)
	}
	m := b.MassData()
	m.Mass, m.Inertia = mass, m.Inertia.Scale(scale)
	return b.SetMassData(m)
}

// isDense reports whether the mass of a body without mass data of its own follows from its shapes.
func isDense(b physics.Body) bool {
	return slices.ContainsFunc(b.Shapes(nil), func(s physics.Shape) bool { return s.Density() > 0 })
}

// scaleDensity multiplies the densities of all shapes of a body.
func scaleDensity(b physics.Body, scale float32) error {
	for _, s := range b.Shapes(nil) {
		if err := s.SetDensity(s.Density() * scale); err != nil {
			return err
		}
	}
	return nil
}

// plain is a number of a body that has a reader and a writer.
func plain(name, unit, text string, low, high float64, get func(physics.Body) float32, set func(physics.Body,
	float32) error) *Quantity {
	return &Quantity{Name: name, Unit: unit, Text: text, low: low, high: high,
		value: reads(func(o *object) float64 { return float64(get(o.a)) }), set: func(o *object,
			v float32) error {
			return set(o.a, v)
		}}
}

func bodySurface() []*Quantity {
	return []*Quantity{
		surface("friction", "Friction of the first shape; set, of all.", 100,
			func(m *physics.Material) *float32 { return &m.Friction }),
		surface("restitution", "Restitution of the first shape; set, of all.", 1,
			func(m *physics.Material) *float32 { return &m.Restitution }),
		surface("rolling_resistance", "Rolling resistance of the first shape; set, of all.", 100,
			func(m *physics.Material) *float32 { return &m.RollingResistance }),
	}
}

// surface is a number of the material of the shapes of a body.
func surface(name, text string, high float64, in func(*physics.Material) *float32) *Quantity {
	return &Quantity{Name: name, Text: text, high: high, value: func(r *reading, o *object) float64 {
		if r.shapes = o.a.Shapes(r.shapes[:0]); len(r.shapes) == 0 {
			return math.NaN()
		}
		m := r.shapes[0].Material()
		return float64(*in(&m))
	}, set: func(o *object, v float32) error {
		shapes := o.a.Shapes(nil)
		if len(shapes) == 0 {
			return errors.New("the body has no shapes")
		}
		for _, s := range shapes {
			m := s.Material()
			*in(&m) = v
			if err := s.SetMaterial(m); err != nil {
				return err
			}
		}
		return nil
	}}
}

// sums are the energies of the body of the object.
func (o *object) sums() (s Sums) {
	if o.a.Type() == physics.Dynamic {
		s.AddBody(o.a, o.a.World().Gravity())
	}
	return s
}
