package kernel

import "tumble/physics/vec"

// ZAxis and axes are columns of the rotation matrix of q.
func ZAxis(q vec.Quat) vec.Vec3 {
	x2, y2 := q.X+q.X, q.Y+q.Y
	return vec.Vec3{
		X: float32(q.Z*x2) + float32(q.W*y2),
		Y: float32(q.Z*y2) - float32(q.W*x2),
		Z: 1 - (float32(q.X*x2) + float32(q.Y*y2)),
	}
}

func Axes(q vec.Quat) (z, x, y vec.Vec3) {
	m := q.Mat3()
	return m.Col(2), m.Col(0), m.Col(1)
}

// xAxis is the first column of the rotation matrix of q.
func xAxis(q vec.Quat) vec.Vec3 {
	y2, z2 := q.Y+q.Y, q.Z+q.Z
	return vec.Vec3{
		X: 1 - (float32(q.Y*y2) + float32(q.Z*z2)),
		Y: float32(q.X*y2) + float32(q.W*z2),
		Z: float32(q.X*z2) - float32(q.W*y2),
	}
}
