package load

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// axis returns a coordinate as an axis of an engine joint, with its springs.
func (c *coordinate) axis(index int) (physics.JointAxis, []model.Spring) {
	a := physics.JointAxis{}
	var springs []model.Spring
	if c.limited || c.locked {
		a.Limited, a.Lower, a.Upper = true, float32(c.lo), float32(c.hi)
		if c.stiffness > 0 {
			springs = append(springs, model.Spring{Axis: index, Limit: true, Stiffness: float32(c.stiffness),
				Damping: float32(c.damping)})
		}
	}
	d := c.drive
	if d == nil || d.stiffness == 0 && d.damping == 0 {
		return a, springs
	}
	a.Target, a.MaxSpring = float32(d.position), float32(math.Min(d.maxForce, 1e15))
	springs = append(springs, model.Spring{Axis: index, PerMass: d.perMass, Stiffness: float32(d.stiffness),
		Damping:  float32(d.damping),
		Velocity: float32(d.velocity)})
	return a, springs
}

// toAxis rotates a joint frame: the axis of the engine, z or x by its kind, becomes that of the file.
func toAxis(engine vec.Vec3, axis int) vec.Quat {
	return vec.QuatBetween(engine, [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[axis])
}
