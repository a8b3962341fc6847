package kernel

import "math"

// Soft are the coefficients of a soft constraint for one sub-step. With velocity error v,
// position error c and accumulated impulse λ the change of impulse is
//
//	−m·MassScale·(v + BiasRate·c) − ImpulseScale·λ
//
// which is an implicit step of a damped spring. MassScale + ImpulseScale = 1.
type Soft struct{ BiasRate, MassScale, ImpulseScale float32 }

// Rigid is a constraint without position correction.
var Rigid = Soft{MassScale: 1}

// SoftCoefficients returns the coefficients of a spring of natural frequency hertz (Hz) and
// damping ratio zeta (1 = critical) for a sub-step of h seconds; Rigid for hertz 0.
//
// The spring pulls a mass m with the force −k·c − d·v, where k = m·ω² and d = 2·m·ζ·ω. An implicit Euler step takes
// both at its end, c' = c + h·v', so that its impulse over the step is
//
//	λ' = −h·k·c − h·(d + h·k)·v' = −m·s·(v' + rate·c),  s = h·(d + h·k)/m,  rate = k/(d + h·k)
//
// The velocity without the impulse of this step is v − λ/m, hence v' = v + (λ' − λ)/m. Eliminating v' gives
//
//	λ' − λ = −m·s/(1+s)·(v + rate·c) − 1/(1+s)·λ
//
// With the angle ωh of a sub-step, s = ωh·(2ζ + ωh) and rate = ω/(2ζ + ωh). Source: Catto, "Soft Constraints", GDC
// 2011.
func SoftCoefficients(hertz, zeta, h float32) Soft {
	if !(hertz > 0) || !(h > 0) {
		return Rigid
	}
	omega := float32(2 * math.Pi * hertz)
	angle := float32(h * omega)
	resistance := float32(2*zeta) + angle // (d + h·k)/(m·ω)
	s := float32(angle * resistance)
	kept := 1 / (1 + s) // of the impulse so far, and of a velocity without constraint
	return Soft{BiasRate: omega / resistance, MassScale: float32(s * kept), ImpulseScale: kept}
}
