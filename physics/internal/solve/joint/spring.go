package joint

import (
	"math"

	"tumble/physics/vec"
)

// Spring are the coefficients of a spring row for one sub-step: from position error c, the velocity u at the start of
// the sub-step and the velocity v that all other impulses of the sub-step make of it, the impulse is
// −m·(Pull·c + Drag·u + Share·(v − u)). Yield is 1 − Share, with all its digits.
type Spring struct{ Pull, Drag, Share, Yield float32 }

// SpringCoefficients returns the coefficients of a spring of natural frequency hertz (Hz) and
// damping ratio zeta for sub-steps of h seconds; zero for hertz 0 and zeta 0. With hertz 0 zeta
// means nothing and there is no spring.
//
// Without other impulses one sub-step takes (c, u) to u' = u − Pull·c − Drag·u, c' = c + h·u'. This map has the
// determinant 1 − Drag and the trace 2 − Drag − h·Pull. The damped oscillator itself, followed
// for h seconds, has e^(−2ζωh) and 2·e^(−ζωh)·cos(h·ω√(1−ζ²)). Making them equal gives the
// asked frequency and decay, not only in the limit of small steps as an implicit spring does,
// which adds ωh/2 to the damping ratio. No map swings faster than a third of the sub-step rate: a spring that would is
// damped until it does not, and keeps its stiffness.
//
// Under a constant acceleration a the oscillator rests at c = a/ω². Here u is 0 then, v = h·a and
// Pull·c = (1 − Share)·h·a, which gives Share = 1 − h·Pull/(ωh)²: the map has the rest of the oscillator, too. Source:
// exact difference schemes, Mickens, "Nonstandard Finite Difference Models of Differential Equations", 1994.
func SpringCoefficients(hertz, zeta, h float32) Spring {
	if !(hertz > 0) || !(h > 0) {
		return Spring{}
	}
	wh := 2 * math.Pi * float64(hertz) * float64(h)
	// the damped frequency is at most a third of the sub-step rate: ωh·√(1 − ζ²) ≤ 2π/3
	z := math.Max(float64(zeta), math.Sqrt(math.Max(1-float64(4*math.Pi*math.Pi/9)/float64(wh*wh), 0)))
	if !(z < 1) {
		return overdamped(wh, z, float64(h))
	}
	// decay e^(−ζωh) and twice the decay times the cosine
	decay := expNegative(float64(wh * z))
	// cos x = 1 − 2·sin²(x/2) keeps its digits for small angles
	sin, _ := vec.SinCos(float32(0.5 * wh * math.Sqrt(1-float64(z*z))))
	twice := float64(2 * decay * (1 - float64(2*float64(float64(sin)*float64(sin)))))
	drag := 1 - float64(decay*decay)
	pull := 2 - drag - twice
	yield := math.Min(pull/float64(wh*wh), 1)
	return Spring{
		Pull:  float32(pull / float64(h)),
		Drag:  float32(drag),
		Share: float32(1 - yield),
		Yield: float32(yield),
	}
}

// overdamped returns the coefficients for a damping ratio of at least 1, whose two rates r have the product ω². Then
// h·Pull is the product of both 1 − e^(−rh), of which a weak damper keeps no digits in a sum.
func overdamped(wh, z, h float64) Spring {
	root := math.Sqrt(float64(z*z) - 1)
	slow, fast := float64(wh/(z+root)), float64(wh*(z+root))
	yield := float64(shareOfDecay(slow) * shareOfDecay(fast))
	return Spring{
		Pull:  float32(float64(yield*float64(wh*wh)) / h),
		Drag:  float32(float64((slow + fast) * shareOfDecay(slow+fast))),
		Share: float32(1 - yield),
		Yield: float32(yield),
	}
}

// coefficientsOf returns the coefficients of a spring in hertz, or in SI where it has a stiffness or a damping.
func coefficientsOf(hertz, zeta, stiffness, damping, m, h float32) Spring {
	if stiffness > 0 || damping > 0 {
		return coefficientsSI(stiffness, damping, m, h)
	}
	return SpringCoefficients(hertz, zeta, h)
}

// coefficientsSI returns the coefficients of a spring of this stiffness (N/m, N·m/rad) and damping (N·s/m, N·m·s/rad)
// that moves a mass m (kg, kg·m²) in sub-steps of h seconds; without a mass to move it yields to everything.
func coefficientsSI(stiffness, damping, m, h float32) Spring {
	k, c := float64(stiffness), float64(damping)
	switch {
	case !(m > 0):
		return Spring{Yield: 1}
	case k == 0 && c == 0:
		return Spring{}
	case k == 0:
		return damper(float64(c*float64(h)) / float64(m))
	}
	root := math.Sqrt(float64(k * float64(m)))
	return SpringCoefficients(float32(math.Sqrt(k/float64(m))/(2*math.Pi)), float32(c/(2*root)), h)
}

// damper returns the coefficients of a damper alone, which lets a speed decay by e^(−x) in a sub-step.
func damper(x float64) Spring {
	yield := shareOfDecay(x)
	return Spring{Drag: float32(float64(x * yield)), Share: float32(1 - yield), Yield: float32(yield)}
}

// shareOfDecay returns (1 − e^(−x))/x for x ≥ 0.
func shareOfDecay(x float64) float64 {
	if x > 0.01 {
		return (1 - expNegative(x)) / x
	}
	return 1 - float64(x*(1.0/2-float64(x*(1.0/6-float64(x*(1.0/24-float64(x*(1.0/120))))))))
}

// expNegative returns e^(−x) for x ≥ 0: the power series of x/1024, squared ten times.
func expNegative(x float64) float64 {
	if x > 700 {
		return 0
	}
	y := -x / 1024
	e := 1 + float64(
		y*(1+float64(y*(0.5+float64(y*(1.0/6+float64(y*(1.0/24+float64(y*(1.0/120+float64(y*(1.0/720))))))))))))
	for i := 0; i < 10; i++ {
		e = float64(e * e)
	}
	return e
}

// change returns the change of impulse of a spring row of effective mass m, which pulls by Pull·c, with the velocity
// start at the start of the sub-step and v now, which already contains the impulse old.
func (s Spring) change(m, pull, start, v, old float32) float32 {
	// v before the spring is v − old/m
	force := pull + (float32((s.Drag-s.Share)*start) + float32(s.Share*v))
	return -float32(m*force) - float32((1-s.Share)*old)
}

// pull is the velocity that a spring of three rows takes away, for change of each of them.
func (s Spring) pull(c, start, v vec.Vec3) vec.Vec3 {
	return v.Mul(s.Share).MulAdd(s.Drag-s.Share, start).MulAdd(s.Pull, c)
}
