package kernel

import "tumble/physics/vec"

// Lane is one field of a block: the same number of eight constraints.
type Lane [Width]float32

// Lane3 and Lane6 are vectors and symmetric matrices (XX, XY, XZ, YY, YZ, ZZ).
type (
	Lane3 struct{ X, Y, Z Lane }
	Lane6 struct{ XX, XY, XZ, YY, YZ, ZZ Lane }
)

// Lane4 are quaternions, Lane9 matrices in the order of the fields of vec.Mat3.
type (
	Lane4 struct{ X, Y, Z, W Lane }
	Lane9 [9]Lane
)

func (m *Lane6) At(j int) Inertia {
	return InertiaOf(m.XX[j&7], m.XY[j&7], m.XZ[j&7], m.YY[j&7], m.YZ[j&7], m.ZZ[j&7])
}

func (v *Lane3) At(j int) vec.Vec3 { return vec.Vec3{X: v.X[j&7], Y: v.Y[j&7], Z: v.Z[j&7]} }

func (v *Lane3) Set(j int, u vec.Vec3) { v.X[j&7], v.Y[j&7], v.Z[j&7] = u.X, u.Y, u.Z }

func (m *Lane6) Set(j int, v Inertia) {
	j &= Width - 1
	m.XX[j], m.XY[j], m.XZ[j], m.YY[j], m.YZ[j], m.ZZ[j] = v.XX, v.XY, v.XZ, v.YY, v.YZ, v.ZZ
}

func (m *Lane6) SetMatrix(j int, v *vec.Mat3) {
	j &= Width - 1
	m.XX[j], m.XY[j], m.XZ[j], m.YY[j], m.YZ[j], m.ZZ[j] = v.XX, v.XY, v.XZ, v.YY, v.YZ, v.ZZ
}

func (l *Lane4) Set(j int, q vec.Quat) {
	j &= Width - 1
	l.X[j], l.Y[j], l.Z[j], l.W[j] = q.X, q.Y, q.Z, q.W
}

func (l *Lane4) At(j int) vec.Quat {
	j &= Width - 1
	return vec.Quat{X: l.X[j], Y: l.Y[j], Z: l.Z[j], W: l.W[j]}
}

func (l *Lane9) set(j int, m vec.Mat3) {
	j &= Width - 1
	l[0][j], l[1][j], l[2][j] = m.XX, m.XY, m.XZ
	l[3][j], l[4][j], l[5][j] = m.YX, m.YY, m.YZ
	l[6][j], l[7][j], l[8][j] = m.ZX, m.ZY, m.ZZ
}

func (l *Lane9) at(j int) vec.Mat3 {
	j &= Width - 1
	return vec.Mat3{
		XX: l[0][j], XY: l[1][j], XZ: l[2][j],
		YX: l[3][j], YY: l[4][j], YZ: l[5][j],
		ZX: l[6][j], ZY: l[7][j], ZZ: l[8][j],
	}
}
