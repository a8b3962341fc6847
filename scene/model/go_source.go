package model

import (
	"fmt"
	"strings"

	"tumble/physics"
)

// GoSource is code in Go that makes a body again in a world: its definition, shapes and velocities. Its numbers are
// exact. It needs the packages tumble/physics and tumble/physics/vec. Forms with lists of triangles or heights are
// refused.
func GoSource(b physics.Body) (string, error) {
	d := CaptureBody(b)
	usual, usualShape := physics.DefaultBodyDef(), physics.DefaultShapeDef()
	var s strings.Builder
	s.WriteString("def := physics.DefaultBodyDef()\n")
	field := func(changed bool, name string, value any) {
		if changed {
			fmt.Fprintf(&s, "%s = %#v\n", name, value)
		}
	}
	field(d.Def.Name != "", "def.Name", d.Def.Name)
	fmt.Fprintf(&s, "def.Type = %s\n", [...]string{physics.Static: "physics.Static",
		physics.Kinematic: "physics.Kinematic", physics.Dynamic: "physics.Dynamic"}[d.Def.Type])
	field(true, "def.Position", d.Def.Position)
	field(d.Def.Rotation != usual.Rotation, "def.Rotation", d.Def.Rotation)
	field(d.Linear != usual.LinearVelocity, "def.LinearVelocity", d.Linear)
	field(d.Angular != usual.AngularVelocity, "def.AngularVelocity", d.Angular)
	field(d.Def.LinearDamping != usual.LinearDamping, "def.LinearDamping", d.Def.LinearDamping)
	field(d.Def.AngularDamping != usual.AngularDamping, "def.AngularDamping", d.Def.AngularDamping)
	field(d.Def.GravityScale != usual.GravityScale, "def.GravityScale", d.Def.GravityScale)
	field(d.Def.Bullet, "def.Bullet", d.Def.Bullet)
	s.WriteString("body, err := world.CreateBody(def)\nif err != nil {\n\treturn err\n}\n")
	for i := range d.Shapes {
		x := &d.Shapes[i]
		form := fmt.Sprintf("%#v", x.Geometry)
		switch g := x.Geometry.(type) {
		case physics.Sphere, physics.Capsule, physics.TaperedCapsule, physics.Cylinder, physics.Cone, physics.Box,
			physics.Plane:
		case physics.Hull:
			fmt.Fprintf(&s, "hull%d, err := physics.NewHull(%#v)\nif err != nil {\n\treturn err\n}\n", i, g.Vertices())
			form = fmt.Sprintf("hull%d", i)
		default:
			return "", fmt.Errorf("shape %d is a %T, which is too long for code: save it as glTF", i, x.Geometry)
		}
		fmt.Fprintf(&s, "shape%d := physics.DefaultShapeDef()\n", i)
		name := fmt.Sprintf("shape%d.", i)
		field(x.Def.Density != usualShape.Density, name+"Density", x.Def.Density)
		field(x.Def.Material.Friction != usualShape.Material.Friction, name+"Material.Friction",
			x.Def.Material.Friction)
		field(x.Def.Material.Restitution != usualShape.Material.Restitution, name+"Material.Restitution",
			x.Def.Material.Restitution)
		field(x.Def.Material.RollingResistance != 0, name+"Material.RollingResistance",
			x.Def.Material.RollingResistance)
		field(x.Def.Sensor, name+"Sensor", x.Def.Sensor)
		fmt.Fprintf(&s, "if _, err := body.CreateShape(%s, shape%d); err != nil {\n\treturn err\n}\n", form, i)
	}
	return s.String(), nil
}
