package motion

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// spinners returns bodies of all sorts that rotate: with three different moments, with two equal
// ones, with tensors that are not diagonal or have no inverse, at rest and as fast as speeds may be.
func spinners(seed int64, n int) *Bodies {
	r := rand.New(rand.NewSource(seed))
	s := &Bodies{}
	s.Sims, s.States = []Sim{{Transform: vec.TransformIdentity}}, []kernel.State{kernel.StaticState}
	some := func() vec.Vec3 {
		return vec.V3(float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64()))
	}
	for i := range n {
		m := vec.Diag(some().Abs().Add(vec.V3(1, 1, 1)))
		switch r.Intn(6) {
		case 0, 1:
			m.YY = m.ZZ
		case 2:
			m = m.RotateTensor(vec.QuatAxisAngle(some().Norm(), 1))
		case 3:
			m.ZZ = m.XX
			m = m.RotateTensor(vec.QuatAxisAngle(some().Norm(), 1))
		}
		sim := Sim{Transform: vec.Transform{P: some(), Q: vec.QuatAxisAngle(some().Norm(), r.Float32())},
			StateIndex: int32(i + 1)}
		sim.SetMass(1+r.Float32(), m, vec.Vec3{})
		if r.Intn(20) == 0 {
			// of no use, but nothing that kernels may see differently
			sim.LocalInertia.YY, sim.LocalInertia.YX, sim.LocalInertia.YZ = 0, 0, 0
		}
		sim.SpinLow, sim.RotationLow = some().Mul(1e-8), vec.Quat{X: 1e-9, Y: -2e-9, W: 3e-9}
		spin := some().Mul(float32(math.Exp(r.Float64()*16 - 8)))
		s.Sims = append(s.Sims, sim)
		s.Awake = append(s.Awake, int32(i+1))
		s.States = append(s.States, kernel.NewState(some(), spin, sim.Flags))
	}
	return s
}

// TestSpinKernelsGiveTheSameBits compares bodies that rotate without torque side by side with those one after
// the other.
func TestSpinKernelsGiveTheSameBits(t *testing.T) {
	if !kernel.HaveVector() {
		t.Skip("no vector kernels here")
	}
	rotated := [2]int{}
	for seed := range int64(300) {
		p := kernel.NewParams(kernel.DefaultSettings(), 1.0/60, 4)
		n := 1 + int(seed)%23
		worlds := [2]*Bodies{spinners(seed, n), spinners(seed, n)}
		worlds[1].Scalar = true
		for range 3 {
			for _, s := range worlds {
				s.BeginBodies(p)
				s.PrepareBodies(0, n)
				for range p.SubSteps {
					s.IntegratePositions(0, n)
				}
			}
			a, b := worlds[0], worlds[1]
			for i := 1; i <= n; i++ {
				x, y := &a.tops[i], &b.tops[i]
				if a.States[i] != b.States[i] || a.Sims[i] != b.Sims[i] || x.stage != y.stage || x.low != y.low ||
					x.spinLow != y.spinLow {
					t.Fatalf("seed %d, body %d of %d:\n%+v, want\n%+v", seed, i, n, a.States[i], b.States[i])
				}
				rotated[int(a.States[i].Flags&kernel.Symmetric/kernel.Symmetric)]++
			}
			for _, s := range worlds {
				s.FinalizeBodies(0, n)
			}
		}
	}
	if rotated[0] < 1000 || rotated[1] < 1000 {
		t.Errorf("%d bodies of three moments and %d of two rotated", rotated[0], rotated[1])
	}
}
