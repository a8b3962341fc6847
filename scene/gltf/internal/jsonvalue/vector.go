package jsonvalue

import "tumble/physics/vec"

// Singles fills numbers from an array of exactly that many, if it is there.
func (v Value) Singles(to []float32, limit float64) bool {
	if v.Data == nil {
		return false
	}
	a, ok := v.Data.([]any)
	if !ok || len(a) != len(to) {
		v.Errorf("must be an array of %d numbers", len(to))
		return false
	}
	for i, e := range v.List() {
		to[i] = e.Single(to[i], -limit, limit)
	}
	return true
}

// Vector returns three numbers within ±limit, or other if they are missing.
func (v Value) Vector(other vec.Vec3, limit float64) vec.Vec3 {
	x := [3]float32{other.X, other.Y, other.Z}
	v.Singles(x[:], limit)
	return vec.V3(x[0], x[1], x[2])
}

// Rotation returns a unit quaternion x, y, z, w.
func (v Value) Rotation(other vec.Quat) vec.Quat {
	x := [4]float32{other.X, other.Y, other.Z, other.W}
	if !v.Singles(x[:], 2) {
		return other
	}
	q := vec.Quat{X: x[0], Y: x[1], Z: x[2], W: x[3]}
	if !q.IsUnit() {
		v.Errorf("(%g, %g, %g, %g): must be a unit quaternion", q.X, q.Y, q.Z, q.W)
		return other
	}
	return q.Unit()
}
