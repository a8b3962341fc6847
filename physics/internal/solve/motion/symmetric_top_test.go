package motion

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// TestPrecessionAgreesWithSmallSteps: the closed form of a sub-step agrees with two hundred steps of the
// midpoint rule.
func TestPrecessionAgreesWithSmallSteps(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	f := func(s float32) float32 { return s * float32(2*r.Float64()-1) }
	for range 200 {
		a, c := 0.2+float32(r.Float64()), 0.0
		c = 0.05 + float64(a)*1.9*r.Float64()
		q := vec.QuatAxisAngle(vec.V3(f(1), f(1), f(1)).Norm(), f(3))
		sim := Sim{Transform: vec.Transform{Q: vec.QuatAxisAngle(vec.V3(f(1), f(1), f(1)).Norm(), f(3))}}
		sim.SetMass(1, vec.Diag(vec.V3(a, float32(c), a)).RotateTensor(q), vec.Vec3{})
		if sim.Flags&(kernel.Gyroscopic|kernel.Symmetric) == kernel.Gyroscopic {
			t.Fatalf("moments %g, %g, %g rotated by %v do not count as symmetric", a, c, a, q)
		}
		if sim.Flags&kernel.Symmetric == 0 {
			continue
		}
		st := kernel.NewState(vec.Vec3{}, vec.V3(f(30), f(30), f(30)), sim.Flags)
		small, smallState := sim, st
		const h, steps = 1.0 / 240, 200
		var top top
		top.begin(&sim, &symmetry{})
		if !top.precess(&st, h) {
			t.Fatalf("no closed form for %v", st.W)
		}
		for range steps {
			small.rotateFreely(&smallState, h/steps)
		}
		if d := st.W.Sub(smallState.W).Len(); d > 1e-6*(1+smallState.W.Len())+2e-5 {
			t.Errorf("moments %g, %g: %v, %v by small steps", a, c, st.W, smallState.W)
		}
		if d := st.DQ.Mul(smallState.DQ.Conj()).Angle(); d > 2e-6 {
			t.Errorf("moments %g, %g: rotated to %v, %v by small steps", a, c, st.DQ, smallState.DQ)
		}
	}
}

// TestPrecessionKeepsEnergyAndMomentum over a hundred thousand sub-steps.
func TestPrecessionKeepsEnergyAndMomentum(t *testing.T) {
	w := free(vec.V3(1, 0.4, 1), vec.QuatAxisAngle(vec.V3(1, 2, 3).Norm(), 0.7), vec.V3(3, 8, -5))
	if w.Sims[1].Flags&kernel.Symmetric == 0 {
		t.Fatal("not symmetric")
	}
	energy, size, momentum := w.invariants()
	w.run(250)
	e, _, now := w.invariants()
	d := now.sub(momentum)
	if math.Abs(e/energy-1) > 1e-6 || math.Sqrt(d.dot(d)) > 1e-6*size {
		t.Errorf("energy %g of %g, angular momentum %v of %v", e, energy, now, momentum)
	}
}

// TestThreeMomentsAreNotSymmetric: bodies whose moments all differ keep the general rule.
func TestThreeMomentsAreNotSymmetric(t *testing.T) {
	for _, d := range []vec.Vec3{vec.V3(1, 2, 3), vec.V3(1, 1.01, 2), vec.V3(3, 1, 1.0005), vec.V3(1, 2, 1.0002)} {
		var sim Sim
		sim.Transform.Q = vec.QuatIdentity
		sim.SetMass(1, vec.Diag(d), vec.Vec3{})
		if sim.Flags&kernel.Symmetric != 0 {
			t.Errorf("moments %v count as symmetric", d)
		}
	}
}
