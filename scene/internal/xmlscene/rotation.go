package xmlscene

import "tumble/physics/vec"

// Upright is the rotation that takes the z axis to the y axis: files have z upwards, worlds y.
func Upright() vec.Quat { return vec.Quat{X: -0.70710677, W: 0.70710677} }

// RPY is the rotation by roll, pitch and yaw (rad) about the fixed axes x, y, z.
func RPY(r vec.Vec3) vec.Quat {
	return vec.QuatAxisAngle(vec.AxisZ, r.Z).Mul(vec.QuatAxisAngle(vec.AxisY, r.Y)).Mul(
		vec.QuatAxisAngle(vec.AxisX, r.X)).Norm()
}

// Align is the shortest rotation from a unit vector to an axis of any length.
func Align(from, axis vec.Vec3) vec.Quat {
	if n := axis.Norm(); n != (vec.Vec3{}) {
		return vec.QuatBetween(from, n)
	}
	return vec.QuatIdentity
}
