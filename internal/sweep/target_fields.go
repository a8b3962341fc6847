package sweep

import (
	"sort"
	"strings"

	"tumble/physics"
	"tumble/physics/vec"
)

// bodyField is a number of a body that a study can set before the first step.
type bodyField struct {
	unit   string
	lo, hi float64
	get    func(b physics.Body) float64
	set    func(b physics.Body, v float32) bool
}

// jointField is a number of the main axis of a joint.
type jointField struct {
	unit   string
	lo, hi float64
	in     func(a *physics.JointAxis) *float32
}

// bodyFields are the initial conditions and the properties of bodies.
var bodyFields = map[string]bodyField{
	"position.x": component("m", 1e6, physics.Body.Position, physics.Body.SetPosition, 0),
	"position.y": component("m", 1e6, physics.Body.Position, physics.Body.SetPosition, 1),
	"position.z": component("m", 1e6, physics.Body.Position, physics.Body.SetPosition, 2),
	"velocity.x": component("m/s", 1e3, physics.Body.LinearVelocity, physics.Body.SetLinearVelocity, 0),
	"velocity.y": component("m/s", 1e3, physics.Body.LinearVelocity, physics.Body.SetLinearVelocity, 1),
	"velocity.z": component("m/s", 1e3, physics.Body.LinearVelocity, physics.Body.SetLinearVelocity, 2),
	"spin.x":     component("rad/s", 1e3, physics.Body.AngularVelocity, physics.Body.SetAngularVelocity, 0),
	"spin.y":     component("rad/s", 1e3, physics.Body.AngularVelocity, physics.Body.SetAngularVelocity, 1),
	"spin.z":     component("rad/s", 1e3, physics.Body.AngularVelocity, physics.Body.SetAngularVelocity, 2),
	"mass": {"kg", 1e-6, 1e9, func(b physics.Body) float64 { return float64(b.Mass()) }, func(b physics.Body, v float32) bool {
		// the inertia of the same shape with another density
		m := b.MassData()
		scale := v / m.Mass
		m.Mass, m.Inertia = v, m.Inertia.Scale(scale)
		return b.SetMassData(m)
	}},
	"linear_damping": {"1/s", 0, 1e3, func(b physics.Body) float64 { return float64(b.LinearDamping()) }, physics.Body.SetLinearDamping},
	"angular_damping": {"1/s", 0, 1e3, func(b physics.Body) float64 { return float64(b.AngularDamping()) },
		physics.Body.SetAngularDamping},
	"gravity_scale": {"", -1e3, 1e3, func(b physics.Body) float64 { return float64(b.GravityScale()) }, physics.Body.SetGravityScale},
	"friction":      surface(100, func(m *physics.Material) *float32 { return &m.Friction }),
	"restitution":   surface(1, func(m *physics.Material) *float32 { return &m.Restitution }),
	"rolling_resistance": surface(100, func(m *physics.Material) *float32 {
		return &m.RollingResistance
	}),
}

// component is a coordinate of a vector of a body.
func component(unit string, limit float64, get func(physics.Body) vec.Vec3, set func(physics.Body, vec.Vec3) bool, axis int) bodyField {
	in := func(v *vec.Vec3) *float32 { return [3]*float32{&v.X, &v.Y, &v.Z}[axis] }
	return bodyField{unit, -limit, limit, func(b physics.Body) float64 {
		v := get(b)
		return float64(*in(&v))
	}, func(b physics.Body, x float32) bool {
		v := get(b)
		*in(&v) = x
		return set(b, v)
	}}
}

// surface is a number of the material of all shapes of a body.
func surface(limit float64, in func(*physics.Material) *float32) bodyField {
	return bodyField{"", 0, limit, func(b physics.Body) float64 {
		for _, s := range b.Shapes(nil) {
			m := s.Material()
			return float64(*in(&m))
		}
		return 0
	}, func(b physics.Body, v float32) bool {
		done := false
		for _, s := range b.Shapes(nil) {
			m := s.Material()
			*in(&m) = v
			if done = s.SetMaterial(m); !done {
				return false
			}
		}
		return done
	}}
}

// jointFields are those of the main axis. Frequency and damping ratio are those of the spring.
var jointFields = map[string]jointField{
	"friction":      {"N·m or N", 0, 1e9, func(a *physics.JointAxis) *float32 { return &a.Friction }},
	"hertz":         {"Hz", 0, 1e3, func(a *physics.JointAxis) *float32 { return &a.Hertz }},
	"damping_ratio": {"", 0, 1e3, func(a *physics.JointAxis) *float32 { return &a.DampingRatio }},
	"target":        {"rad or m", -1e6, 1e6, func(a *physics.JointAxis) *float32 { return &a.Target }},
	"speed":         {"rad/s or m/s", -1e3, 1e3, func(a *physics.JointAxis) *float32 { return &a.Speed }},
	"max_force":     {"N·m or N", 0, 1e9, func(a *physics.JointAxis) *float32 { return &a.MaxForce }},
}

// known are the names of a table in their order.
func known[T any](table map[string]T) string {
	var list []string
	for name := range table {
		list = append(list, name)
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}
