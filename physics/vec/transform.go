package vec

// Transform is a rigid placement: rotate by Q, then move by P (metres).
type Transform struct {
	P Vec3
	Q Quat
}

// TransformIdentity is the placement that changes nothing.
var TransformIdentity = Transform{Q: QuatIdentity}

// Apply returns the local point v seen from the outer frame.
func (t Transform) Apply(v Vec3) Vec3 { return t.Q.Rotate(v).Add(t.P) }

// InvApply returns the outer point v seen from the local frame.
func (t Transform) InvApply(v Vec3) Vec3 { return t.Q.InvRotate(v.Sub(t.P)) }

// Mul returns the placement t·u: first u, then t.
func (t Transform) Mul(u Transform) Transform {
	return Transform{P: t.Apply(u.P), Q: t.Q.Mul(u.Q)}
}

// InvMul returns t⁻¹·u: the placement u seen from the frame t.
func (t Transform) InvMul(u Transform) Transform {
	return Transform{P: t.Q.InvRotate(u.P.Sub(t.P)), Q: t.Q.InvMul(u.Q)}
}

// Inverse returns t⁻¹.
func (t Transform) Inverse() Transform {
	return Transform{P: t.Q.InvRotate(t.P.Neg()), Q: t.Q.Conj()}
}

// IsValid reports whether P is finite and Q is finite and of unit length.
func (t Transform) IsValid() bool { return t.P.IsFinite() && t.Q.IsUnit() }
