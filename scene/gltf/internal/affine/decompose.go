package affine

import "math"

// Decompose splits a matrix, column by column as in the file, into rotation and scale (Gram–Schmidt).
func Decompose(m [16]float64) Space {
	o := Space{P: Vec3{m[12], m[13], m[14]}, Q: UnitQuat}
	full := Mat3{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}
	axes := full
	for i := range axes {
		for k := range i {
			d := axes[i][0]*axes[k][0] + axes[i][1]*axes[k][1] + axes[i][2]*axes[k][2]
			for c := range 3 {
				axes[i][c] -= d * axes[k][c]
			}
		}
		l := math.Sqrt(axes[i][0]*axes[i][0] + axes[i][1]*axes[i][1] + axes[i][2]*axes[i][2])
		if !(l > 1e-30) {
			o.S = full
			return o
		}
		for c := range 3 {
			axes[i][c] /= l
		}
	}
	if axes.Det() < 0 {
		axes[0] = Vec3{-axes[0][0], -axes[0][1], -axes[0][2]}
	}
	o.Q = axes.quat()
	back := o.Q.conj().mat()
	o.S = back.mul(&full)
	return o
}
