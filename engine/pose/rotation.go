package pose

import "tumble/physics/vec"

// arcLimit is the rotation per tick (rad) above which the shortest arc may be the wrong
// one and the angular velocity decides; a little below π.
const arcLimit = 3

// nearWholeRotation is the sine of half an angle below which the axis of the difference
// of two float32 quaternions is noise and the axis of the angular velocity is better.
const nearWholeRotation = 2e-4

// BlendRotation returns the rotation at alpha between a and b, which lie dt seconds apart;
// omega is the angular velocity (rad/s, world axes). Slow rotations take the shortest arc
// (slerp, Shoemake 1985). From half a revolution per tick on the shortest arc is the
// wrong one or hides whole revolutions; there the rotation that ends in b and is nearest to omega·dt
// is taken.
func BlendRotation(a, b vec.Quat, omega vec.Vec3, dt, alpha float32) vec.Quat {
	if float32(omega.Len2()*float32(dt*dt)) <= arcLimit*arcLimit {
		return a.Slerp(b, alpha)
	}
	return blendRevolutions(a, b, omega.Mul(dt), alpha)
}

// blendRevolutions blends along phi, the rotation vector of the tick by angular velocity (rad).
func blendRevolutions(a, b vec.Quat, phi vec.Vec3, alpha float32) vec.Quat {
	const twoPi = 6.283185307179586
	// d rotates a into b in world axes; d and −d are the same rotation
	d := b.Mul(a.Conj())
	axis, sin := d.Vec().NormLen()
	if sin < nearWholeRotation {
		axis = phi.Norm()
		sin = d.Vec().Dot(axis)
	}
	angle := float64(2 * vec.Atan2(sin, d.W))
	// the same end is reached by angle + 2πk; take the one nearest to the measured rotation
	k := floor64((float64(phi.Dot(axis))-angle)/twoPi + 0.5)
	whole := float64((angle + float64(k*twoPi)) * float64(alpha))
	// bring the half angle near zero before it becomes float32
	whole -= float64(floor64(whole/(2*twoPi)+0.5) * (2 * twoPi))
	s, c := vec.SinCos(float32(whole / 2))
	arc := vec.Quat{X: axis.X * s, Y: axis.Y * s, Z: axis.Z * s, W: c}
	return arc.Mul(a).Norm()
}

func floor64(x float64) float64 {
	i := float64(int64(x))
	if i > x {
		i--
	}
	return i
}
