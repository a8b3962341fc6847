package vec

// Quat is a quaternion x·i + y·j + z·k + w. A unit quaternion is a rotation.
type Quat struct{ X, Y, Z, W float32 }

// QuatIdentity is the rotation that changes nothing.
var QuatIdentity = Quat{W: 1}

// QuatAxisAngle returns the rotation by angle (rad) about the unit axis.
func QuatAxisAngle(axis Vec3, angle float32) Quat {
	s, c := SinCos(float32(0.5 * angle))
	return Quat{float32(axis.X * s), float32(axis.Y * s), float32(axis.Z * s), c}
}

// QuatBetween returns a rotation that takes the unit vector a to the unit vector b:
// the shortest one unless they are nearly opposite, where any rotation by π will do.
func QuatBetween(a, b Vec3) Quat {
	// Near opposite directions the bisector cancels. A rotation by π about a
	// perpendicular axis first leaves a small, well-conditioned rest.
	if a.Dot(b) < -0.99 {
		p := a.Perp()
		return QuatBetween(a.Neg(), b).Mul(Quat{p.X, p.Y, p.Z, 0})
	}
	// Half-way construction: with h the bisector the rotation is (a×h, a·h).
	h := a.Add(b).Norm()
	c := a.Cross(h)
	return Quat{c.X, c.Y, c.Z, a.Dot(h)}.Norm()
}

// Vec returns the vector part.
func (q Quat) Vec() Vec3 { return Vec3{q.X, q.Y, q.Z} }

// Mul returns the product q·r: first r, then q.
func (q Quat) Mul(r Quat) Quat {
	return Quat{
		float32(q.W*r.X) + float32(q.X*r.W) + float32(q.Y*r.Z) - float32(q.Z*r.Y),
		float32(q.W*r.Y) - float32(q.X*r.Z) + float32(q.Y*r.W) + float32(q.Z*r.X),
		float32(q.W*r.Z) + float32(q.X*r.Y) - float32(q.Y*r.X) + float32(q.Z*r.W),
		float32(q.W*r.W) - float32(q.X*r.X) - float32(q.Y*r.Y) - float32(q.Z*r.Z),
	}
}

// Conj returns the conjugate, which is the inverse of a unit quaternion.
func (q Quat) Conj() Quat { return Quat{-q.X, -q.Y, -q.Z, q.W} }

// InvMul returns conj(q)·r, the rotation r seen from the frame q.
func (q Quat) InvMul(r Quat) Quat { return q.Conj().Mul(r) }

// Neg returns −q, the same rotation on the other half of the double cover.
func (q Quat) Neg() Quat { return Quat{-q.X, -q.Y, -q.Z, -q.W} }

// Dot returns the four-dimensional dot product.
func (q Quat) Dot(r Quat) float32 {
	return float32(q.X*r.X) + float32(q.Y*r.Y) + float32(q.Z*r.Z) + float32(q.W*r.W)
}

// Norm returns q scaled to unit length; the identity when q is too short.
func (q Quat) Norm() Quat {
	l := Sqrt(q.Dot(q))
	if l < minLength {
		return QuatIdentity
	}
	s := 1 / l
	return Quat{float32(q.X * s), float32(q.Y * s), float32(q.Z * s), float32(q.W * s)}
}

// Unit returns q itself if its length is 1 within rounding, else Norm: normalising twice could change
// the last bits, and saved rotations have to read back unchanged.
func (q Quat) Unit() Quat {
	if Abs(q.Dot(q)-1) <= 4e-7 {
		return q
	}
	return q.Norm()
}

// Rotate returns v rotated by the unit quaternion q.
func (q Quat) Rotate(v Vec3) Vec3 {
	// v + 2w(u×v) + 2u×(u×v) with u the vector part.
	tx := float32(q.Y*v.Z) - float32(q.Z*v.Y)
	ty := float32(q.Z*v.X) - float32(q.X*v.Z)
	tz := float32(q.X*v.Y) - float32(q.Y*v.X)
	tx, ty, tz = tx+tx, ty+ty, tz+tz
	return Vec3{
		v.X + float32(q.W*tx) + (float32(q.Y*tz) - float32(q.Z*ty)),
		v.Y + float32(q.W*ty) + (float32(q.Z*tx) - float32(q.X*tz)),
		v.Z + float32(q.W*tz) + (float32(q.X*ty) - float32(q.Y*tx)),
	}
}

// InvRotate returns v rotated by the inverse of the unit quaternion q.
func (q Quat) InvRotate(v Vec3) Vec3 {
	tx := float32(q.Z*v.Y) - float32(q.Y*v.Z)
	ty := float32(q.X*v.Z) - float32(q.Z*v.X)
	tz := float32(q.Y*v.X) - float32(q.X*v.Y)
	tx, ty, tz = tx+tx, ty+ty, tz+tz
	return Vec3{
		v.X + float32(q.W*tx) + (float32(q.Z*ty) - float32(q.Y*tz)),
		v.Y + float32(q.W*ty) + (float32(q.X*tz) - float32(q.Z*tx)),
		v.Z + float32(q.W*tz) + (float32(q.Y*tx) - float32(q.X*ty)),
	}
}

// Integrate returns q advanced to first order by the rotation vector θ = ω·h
// (rad, outer frame), normalised: q + ½·θ·q.
func (q Quat) Integrate(theta Vec3) Quat {
	x, y, z := float32(0.5*theta.X), float32(0.5*theta.Y), float32(0.5*theta.Z)
	return Quat{
		q.X + (float32(x*q.W) + float32(y*q.Z) - float32(z*q.Y)),
		q.Y + (float32(y*q.W) + float32(z*q.X) - float32(x*q.Z)),
		q.Z + (float32(z*q.W) + float32(x*q.Y) - float32(y*q.X)),
		q.W - (float32(x*q.X) + float32(y*q.Y) + float32(z*q.Z)),
	}.Norm()
}

// Mat3 returns the rotation matrix of the unit quaternion q.
func (q Quat) Mat3() Mat3 {
	x, y, z := q.Rows()
	return Mat3{x.X, x.Y, x.Z, y.X, y.Y, y.Z, z.X, z.Y, z.Z}
}

// Rows returns the rows of the rotation matrix of the unit quaternion q. Three vectors stay in registers, where
// a matrix goes by way of memory.
func (q Quat) Rows() (x, y, z Vec3) {
	x2, y2, z2 := q.X+q.X, q.Y+q.Y, q.Z+q.Z
	xx, yy, zz := float32(q.X*x2), float32(q.Y*y2), float32(q.Z*z2)
	xy, xz, yz := float32(q.X*y2), float32(q.X*z2), float32(q.Y*z2)
	wx, wy, wz := float32(q.W*x2), float32(q.W*y2), float32(q.W*z2)
	return Vec3{1 - (yy + zz), xy - wz, xz + wy},
		Vec3{xy + wz, 1 - (xx + zz), yz - wx},
		Vec3{xz - wy, yz + wx, 1 - (xx + yy)}
}

// Angle returns the rotation angle of the unit quaternion q in [0, π].
func (q Quat) Angle() float32 { return float32(2 * Atan2(q.Vec().Len(), Abs(q.W))) }

// RotationVector returns axis·angle of the shortest rotation equal to the unit quaternion q.
func (q Quat) RotationVector() Vec3 {
	if q.W < 0 {
		q = q.Neg()
	}
	n, s := q.Vec().NormLen()
	if s < 1e-6 {
		// θ ≈ 2·sin(θ/2) near zero, and the direction is better taken unnormalised.
		return q.Vec().Mul(2)
	}
	return n.Mul(float32(2 * Atan2(s, q.W)))
}

// Nlerp returns the normalised linear blend from q to r along the shorter arc.
func (q Quat) Nlerp(r Quat, t float32) Quat {
	if q.Dot(r) < 0 {
		r = r.Neg()
	}
	u := 1 - t
	return Quat{
		float32(u*q.X) + float32(t*r.X),
		float32(u*q.Y) + float32(t*r.Y),
		float32(u*q.Z) + float32(t*r.Z),
		float32(u*q.W) + float32(t*r.W),
	}.Norm()
}

// Slerp returns the blend from q to r at constant speed along the shorter arc.
func (q Quat) Slerp(r Quat, t float32) Quat {
	d := q.Dot(r)
	if d < 0 {
		r, d = r.Neg(), -d
	}
	// Below 3.6° of arc the normalised linear blend is within 6e-5° of slerp,
	// and dividing by the sine would lose bits.
	if d > SmallRotation {
		return q.Nlerp(r, t)
	}
	// |r − d·q| is the sine without the cancellation of sqrt(1 − d²).
	e := Quat{r.X - float32(d*q.X), r.Y - float32(d*q.Y), r.Z - float32(d*q.Z), r.W - float32(d*q.W)}
	sin := Sqrt(e.Dot(e))
	angle := Atan2(sin, d)
	s, c := SinCos(float32(t * angle))
	s /= sin
	return Quat{
		float32(c*q.X) + float32(s*e.X),
		float32(c*q.Y) + float32(s*e.Y),
		float32(c*q.Z) + float32(s*e.Z),
		float32(c*q.W) + float32(s*e.W),
	}.Norm()
}

// IsFinite reports whether no component is NaN or infinite.
func (q Quat) IsFinite() bool {
	return IsFinite(q.X) && IsFinite(q.Y) && IsFinite(q.Z) && IsFinite(q.W)
}

// IsUnit reports whether q is finite and of unit length within 1e-3.
func (q Quat) IsUnit() bool {
	// no number that is not finite gets there
	return Abs(q.Dot(q)-1) < 2e-3
}
