package kernel

import "tumble/physics/vec"

// lane64 is one number of each of them.
type lane64 [SpinWidth]float64

// SpinBlock holds four bodies for the kernels of free rotation; Q to Done are their scratch. Ok is 0 in lanes whose
// inertia has no inverse, which are left to the Go code.
type SpinBlock struct {
	W, SpinLow          [3]lane64
	DQ, Q0, RotationLow [4]lane64
	Inertia, Inverse    [9]lane64 // column by column
	Q                   [4]lane64
	Pi                  [3]lane64
	Half                lane64
	Guess, Omega        [3]lane64
	Done, Ok            lane64
}

// TopBlock is the same for symmetric tops. Ok is 0 in lanes that rotate by more than an eighth of a radian.
type TopBlock struct {
	W, SpinLow [3]lane64
	DQ, Low    [4]lane64
	Axis       [3]lane64
	Ratio, Ok  lane64
}

func PutVec3(l *[3]lane64, j int, v vec.Vec3) {
	j &= SpinWidth - 1
	l[0][j], l[1][j], l[2][j] = float64(v.X), float64(v.Y), float64(v.Z)
}

func PutQuat(l *[4]lane64, j int, q vec.Quat) {
	j &= SpinWidth - 1
	l[0][j], l[1][j], l[2][j], l[3][j] = float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
}

func PutColumns(l *[9]lane64, j int, m *vec.Mat3) {
	j &= SpinWidth - 1
	l[0][j], l[1][j], l[2][j] = float64(m.XX), float64(m.YX), float64(m.ZX)
	l[3][j], l[4][j], l[5][j] = float64(m.XY), float64(m.YY), float64(m.ZY)
	l[6][j], l[7][j], l[8][j] = float64(m.XZ), float64(m.YZ), float64(m.ZZ)
}

func Vec3At(l *[3]lane64, j int) vec.Vec3 {
	j &= SpinWidth - 1
	return vec.Vec3{X: float32(l[0][j]), Y: float32(l[1][j]), Z: float32(l[2][j])}
}

func QuatAt(l *[4]lane64, j int) vec.Quat {
	j &= SpinWidth - 1
	return vec.Quat{X: float32(l[0][j]), Y: float32(l[1][j]), Z: float32(l[2][j]), W: float32(l[3][j])}
}

// AllDone reports whether the first n lanes are.
func AllDone(l *lane64, n int) bool {
	for _, x := range l[:n] {
		if x == 0 {
			return false
		}
	}
	return true
}
