package motion

import (
	"math"

	"tumble/physics/vec"
)

// transverse returns the two equal moments of a tensor and the axis across which they are, and false
// when no two are equal.
//
// Less its mean, the tensor of a symmetric body is d·(aaᵀ − 1/3) with d = C − A: the sum of its squares
// is 2d²/3, and its determinant 2d³/27 tells the sign. Three moments that are all different have a
// smaller determinant for their sum of squares.
func transverse(m *vec.Mat3) (across float64, axis vec64, ok bool) {
	xx, yy, zz := float64(m.XX), float64(m.YY), float64(m.ZZ)
	xy, xz, yz := float64(m.XY), float64(m.XZ), float64(m.YZ)
	mean := float64((xx + yy + zz) * (1.0 / 3))
	xx, yy, zz = xx-mean, yy-mean, zz-mean
	squares := float64(xx*xx) + float64(yy*yy) + float64(zz*zz) +
		float64(2*(float64(xy*xy)+float64(xz*xz)+float64(yz*yz)))
	det := float64(xx*(float64(yy*zz)-float64(yz*yz))) - float64(xy*(float64(xy*zz)-float64(yz*xz))) +
		float64(xz*(float64(xy*yz)-float64(yy*xz)))
	d := math.Sqrt(1.5 * squares)
	cube := float64(float64(float64(d*d)*d) * (2.0 / 27))
	if det < 0 {
		d, det = -d, -det
	}
	// a relative difference e of the two takes 9·e²
	const alike = 9 * isotropy * isotropy
	across = mean - float64(d*(1.0/3))
	if !(across > 0 && det >= cube*(1-alike) && d != 0) {
		return 0, vec64{}, false
	}
	// the longest column of aaᵀ
	xx, yy, zz = xx/d+1.0/3, yy/d+1.0/3, zz/d+1.0/3
	xy, xz, yz = xy/d, xz/d, yz/d
	axis = vec64{xx, xy, xz}
	if yy > xx && yy >= zz {
		axis = vec64{xy, yy, yz}
	} else if zz > xx {
		axis = vec64{xz, yz, zz}
	}
	return across, axis.mul(1 / math.Sqrt(axis.dot(axis))), true
}

// anisotropic reports whether m differs from a multiple of the identity.
func anisotropic(m vec.Mat3) bool {
	tol := float32(isotropy * (m.XX + m.YY + m.ZZ))
	return vec.Abs(m.XX-m.YY) > tol || vec.Abs(m.YY-m.ZZ) > tol ||
		vec.Abs(m.XY) > tol || vec.Abs(m.YZ) > tol || vec.Abs(m.XZ) > tol
}
