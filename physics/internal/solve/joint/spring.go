package joint

import (
	"math"

	"tumble/physics/vec"
)

// Spring are the coefficients of a spring row for one sub-step: from position error c and
// velocity v before the spring acts, the impulse is −m·(Pull·c + Drag·v).
type Spring struct{ Pull, Drag float32 }

// SpringCoefficients returns the coefficients of a spring of natural frequency hertz (Hz) and
// damping ratio zeta for sub-steps of h seconds; zero for hertz 0 and zeta 0. With hertz 0 zeta
// means nothing and there is no spring.
//
// One sub-step takes (c, v) to v' = v − Pull·c − Drag·v, c' = c + h·v'. This map has the
// determinant 1 − Drag and the trace 2 − Drag − h·Pull. The damped oscillator itself, followed
// for h seconds, has e^(−2ζωh) and 2·e^(−ζωh)·cos(h·ω√(1−ζ²)). Making them equal gives the
// asked frequency and decay, not only in the limit of small steps as an implicit spring does,
// which adds ωh/2 to the damping ratio. Above a third of the sub-step rate no such spring
// exists, and the frequency is capped there.
func SpringCoefficients(hertz, zeta, h float32) Spring {
	if !(hertz > 0) || !(h > 0) {
		return Spring{}
	}
	if top := 1 / float32(3*h); hertz > top {
		hertz = top
	}
	wh := 2 * math.Pi * float64(hertz) * float64(h)
	z := float64(zeta)
	// decay e^(−ζωh) and twice the decay times the cosine, or hyperbolic cosine
	var decay, twice float64
	if z < 1 {
		decay = expNegative(float64(wh * z))
		// cos x = 1 − 2·sin²(x/2) keeps its digits for small angles
		sin, _ := vec.SinCos(float32(0.5 * wh * math.Sqrt(1-float64(z*z))))
		twice = 2 * decay * (1 - float64(2*float64(float64(sin)*float64(sin))))
	} else {
		root := math.Sqrt(float64(z*z) - 1)
		slow, fast := expNegative(float64(wh*(z-root))), expNegative(float64(wh*(z+root)))
		decay = math.Sqrt(slow * fast)
		twice = slow + fast
	}
	drag := 1 - float64(decay*decay)
	return Spring{
		Pull: float32((2 - drag - twice) / float64(h)),
		Drag: float32(drag),
	}
}

// expNegative returns e^(−x) for x ≥ 0: the power series of x/1024, squared ten times.
func expNegative(x float64) float64 {
	if x > 700 {
		return 0
	}
	y := -x / 1024
	e := 1 + float64(y*(1+float64(y*(0.5+float64(y*(1.0/6+float64(y*(1.0/24+float64(y*(1.0/120+float64(y*(1.0/720))))))))))))
	for i := 0; i < 10; i++ {
		e = float64(e * e)
	}
	return e
}

// change returns the change of impulse of a spring row of effective mass m, at position error
// c, with the velocity v that already contains the impulse old.
func (s Spring) change(m, c, v, old float32) float32 {
	// v before the spring is v − old/m
	return -float32(m*(float32(s.Pull*c)+float32(s.Drag*v))) - float32((1-s.Drag)*old)
}
