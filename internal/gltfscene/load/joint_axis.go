package load

import (
	"math"

	"tumble/internal/gltfscene/extension"
	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// axis returns a coordinate as an axis of an engine joint, with its springs.
func (c *coordinate) axis(index int) (physics.JointAxis, []scenefile.Spring) {
	a := physics.JointAxis{}
	var springs []scenefile.Spring
	if c.limited || c.locked {
		a.Limited, a.Lower, a.Upper = true, float32(c.lo), float32(c.hi)
		if c.stiffness > 0 {
			springs = append(springs, scenefile.Spring{Axis: index, Limit: true, Stiffness: float32(c.stiffness), Damping: float32(c.damping)})
		}
	}
	d := c.drive
	if d == nil || d.stiffness == 0 && d.damping == 0 {
		return a, springs
	}
	if d.stiffness == 0 && d.velocity != 0 {
		a.Motor, a.Speed, a.MaxForce = true, float32(d.velocity), float32(math.Min(d.maxForce, 1e15))
		if d.maxForce == 0 {
			a.MaxForce = unlimited
		}
		return a, springs
	}
	target := d.position
	if d.stiffness > 0 {
		// k·(x* − x) + c·(v* − v) is the same as a spring to x* + v*·c/k
		target += d.velocity * d.damping / d.stiffness
	}
	a.Target, a.MaxSpring = float32(math.Max(-extension.Endless, math.Min(extension.Endless, target))), float32(math.Min(d.maxForce, 1e15))
	springs = append(springs, scenefile.Spring{Axis: index, PerMass: d.perMass, Stiffness: float32(d.stiffness), Damping: float32(d.damping)})
	return a, springs
}

// unlimited is the force of a motor without a limit (N, N·m).
const unlimited = 1e9

// toAxis rotates a joint frame: the axis of the engine, z or x by its kind, becomes that of the file.
func toAxis(engine vec.Vec3, axis int) vec.Quat {
	return vec.QuatBetween(engine, [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[axis])
}
