package load

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// axis returns a coordinate as an axis of an engine joint.
func (c *coordinate) axis() physics.JointAxis {
	a := physics.JointAxis{}
	if c.limited || c.locked {
		a.Limited, a.Lower, a.Upper = true, float32(c.lo), float32(c.hi)
		if c.stiffness > 0 {
			a.LimitStiffness, a.LimitDamping = atMost(c.stiffness), atMost(c.damping)
		}
	}
	d := c.drive
	if d == nil || d.stiffness == 0 && d.damping == 0 {
		return a
	}
	a.Target, a.Rate, a.MaxSpring = float32(d.position), float32(d.velocity), atMost(d.maxForce)
	if d.perMass {
		model.PullPerMass(&a, d.stiffness, d.damping)
	} else {
		a.Stiffness, a.Damping = atMost(d.stiffness), atMost(d.damping)
	}
	return a
}

// atMost is a force, stiffness or damping within the bounds of the engine.
func atMost(x float64) float32 { return float32(math.Min(x, 1e15)) }

// toAxis rotates a joint frame: the axis of the engine, z or x by its kind, becomes that of the file.
func toAxis(engine vec.Vec3, axis int) vec.Quat {
	return vec.QuatBetween(engine, [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[axis])
}
