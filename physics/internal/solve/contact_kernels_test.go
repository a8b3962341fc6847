package solve

import (
	"slices"
	"testing"
	"unsafe"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
)

// sameAsScalar runs a few steps with and without vector kernels and compares all bits.
func sameAsScalar(t *testing.T, s *Solver, g *graph.Graph, p kernel.Params, steps int) {
	t.Helper()
	c := s.clone()
	c.Scalar, c.residuals = true, residuals{}
	for i := 0; i < steps; i++ {
		// Close and Residual write the same lane: compare one, then the other
		for _, one := range []*Solver{s, c} {
			one.MeasureResiduals(i % 2 * mostSubSteps)
			one.Begin(g, p)
			one.Step()
			one.FinishResiduals()
		}
		sameBits(t, "vector against scalar", s, c)
		if a, b := s.Residuals(), c.Residuals(); !slices.Equal(a, b) {
			t.Fatalf("step %d: residuals %v, want %v", i, a, b)
		}
		a, b := s.blocks(), c.blocks()
		for i := range a {
			sameLanes(t, i, &a[i], &b[i])
		}
		if t.Failed() {
			t.Fatalf("step %d", i)
		}
	}
}

// sameLanes compares the lanes in use. Kernels also compute the others, whose masses are zero.
func sameLanes(t *testing.T, index int, a, b *kernel.Block) {
	t.Helper()
	const header = unsafe.Offsetof(a.InvMassA)
	const fields = (unsafe.Sizeof(*a) - header) / unsafe.Sizeof(kernel.Lane{})
	x := (*[fields][kernel.Width]uint32)(unsafe.Add(unsafe.Pointer(a), header))
	y := (*[fields][kernel.Width]uint32)(unsafe.Add(unsafe.Pointer(b), header))
	for f := range x {
		for j := 0; j < int(a.Lanes); j++ {
			if x[f][j] != y[f][j] {
				t.Fatalf("block %d, %d points, lane %d of %d, field at %d: %#x, want %#x",
					index, a.Count, j, a.Lanes, int(header)+f*32, x[f][j], y[f][j])
			}
		}
	}
}

// TestVectorKernelsGiveTheSameBits compares whole steps over random contacts of all sorts.
func TestVectorKernelsGiveTheSameBits(t *testing.T) {
	if !kernel.HaveVector() {
		t.Skip("no vector kernels here")
	}
	for seed := int64(1); seed <= 60; seed++ {
		s, g := randomSolver(seed, int(20+seed*7%300))
		t.Logf("seed %d", seed)
		sameAsScalar(t, s, g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4), 4)
	}
	s, g := pyramid(20, 1)
	sameAsScalar(t, s, g, kernel.NewParams(kernel.DefaultSettings(), 1.0/60, 4), 30)
}

// TestVectorKernelsOnOnePoint: blocks that go through a single point.
func TestVectorKernelsOnOnePoint(t *testing.T) {
	if !kernel.HaveVector() {
		t.Skip("no vector kernels here")
	}
	for seed := int64(1); seed <= 20; seed++ {
		s, g := randomSolver(seed, 100)
		for i := range s.Manifolds {
			s.Manifolds[i].Count = 1
			for k := 1; k < kernel.MaxPoints; k++ {
				s.Manifolds[i].Points[k] = contact.ManifoldPoint{}
			}
		}
		sameAsScalar(t, s, g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4), 4)
	}
}

// FuzzVectorKernels searches for contacts on which the kernels differ.
func FuzzVectorKernels(f *testing.F) {
	if !kernel.HaveVector() {
		f.Skip("no vector kernels here")
	}
	f.Add(int64(1), 40, float32(0.01), uint8(4))
	f.Fuzz(func(t *testing.T, seed int64, contacts int, dt float32, subSteps uint8) {
		if contacts < 1 || contacts > 200 || !(dt > 1e-6) || dt > 1 {
			return
		}
		s, g := randomSolver(seed, contacts)
		sameAsScalar(t, s, g, kernel.NewParams(kernel.DefaultSettings(), dt, int32(1+subSteps%8)), 2)
	})
}

// TestVectorKernelsKeepFlags: writing velocities back must not touch the flags beside them.
func TestVectorKernelsKeepFlags(t *testing.T) {
	s, g := randomSolver(9, 80)
	for i := range s.Sims {
		s.Sims[i].Flags |= kernel.Flags(i%7) << 20
	}
	before := slices.Clone(s.Sims)
	s.Begin(g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
	s.Step()
	for _, body := range s.Awake {
		if got, want := s.States[s.Sims[body].StateIndex].Flags&^kernel.SpeedCapped, before[body].Flags; got != want {
			t.Fatalf("flags of body %d: %b, want %b", body, got, want)
		}
	}
}
