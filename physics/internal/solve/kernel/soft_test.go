package kernel

import (
	"math"
	"testing"
)

// TestSoftCoefficientsAreAnImplicitStep compares one change of impulse, from rest, with an implicit Euler step of the
// damped spring in double precision.
func TestSoftCoefficientsAreAnImplicitStep(t *testing.T) {
	for _, c := range []struct{ hertz, zeta, h float32 }{{1, 0, 0.0025}, {30, 1, 0.0025}, {60, 20, 0.0025},
		{5, 0.1, 1.0 / 60}} {
		soft := SoftCoefficients(c.hertz, c.zeta, c.h)
		const mass, x, v = 3.0, 0.1, -2.0
		omega, h := 2*math.Pi*float64(c.hertz), float64(c.h)
		k, d := mass*omega*omega, 2*mass*float64(c.zeta)*omega
		// m·(v' − v) = −h·(k·(x + h·v') + d·v')
		after := (mass*v - h*k*x) / (mass + h*d + h*h*k)
		impulse := -mass * float64(soft.MassScale) * (v + float64(soft.BiasRate)*x)
		if got := v + impulse/mass; math.Abs(got-after) > 1e-5*math.Abs(after)+1e-5 {
			t.Errorf("%g Hz, ζ %g, %g s: velocity %g, want %g", c.hertz, c.zeta, c.h, got, after)
		}
		if sum := soft.MassScale + soft.ImpulseScale; math.Abs(float64(sum)-1) > 1e-6 {
			t.Errorf("%g Hz: scales add up to %g", c.hertz, sum)
		}
		// solved again with its own impulse, nothing changes
		again := -mass*float64(soft.MassScale)*(after+float64(soft.BiasRate)*x) - float64(soft.ImpulseScale)*impulse
		if math.Abs(again) > 1e-4*math.Abs(impulse)+1e-5 {
			t.Errorf("%g Hz: the second solve adds %g to %g", c.hertz, again, impulse)
		}
	}
	if got := SoftCoefficients(0, 1, 0.01); got != Rigid {
		t.Errorf("without a frequency: %+v", got)
	}
}
