package solve

import "math"

// Soft are the coefficients of a soft constraint for one sub-step. With velocity error v,
// position error c and accumulated impulse λ the change of impulse is
//
//	−m·MassScale·(v + BiasRate·c) − ImpulseScale·λ
//
// which is an implicit step of a damped spring. MassScale + ImpulseScale = 1. Source: Catto, "Soft Constraints", GDC 2011.
type Soft struct{ BiasRate, MassScale, ImpulseScale float32 }

// Rigid is a constraint without position correction.
var Rigid = Soft{MassScale: 1}

// SoftCoefficients returns the coefficients of a spring of natural frequency hertz (Hz) and
// damping ratio zeta (1 = critical) for a sub-step of h seconds; Rigid for hertz 0.
func SoftCoefficients(hertz, zeta, h float32) Soft {
	if !(hertz > 0) || !(h > 0) {
		return Rigid
	}
	omega := float32(2 * math.Pi * hertz)
	a1 := float32(2*zeta) + float32(h*omega)
	a2 := float32(float32(h*omega) * a1)
	a3 := 1 / (1 + a2)
	return Soft{BiasRate: omega / a1, MassScale: float32(a2 * a3), ImpulseScale: a3}
}
