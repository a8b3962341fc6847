package motion

import (
	"math"
	"testing"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// freeBody is a world without gravity and contacts that holds one body.
type freeBody struct {
	Bodies
	params kernel.Params
}

// free returns a body with the given principal inertias, rotated by q and spinning at w (body axes).
func free(inertia vec.Vec3, q vec.Quat, w vec.Vec3) *freeBody {
	settings := kernel.DefaultSettings()
	settings.Gravity = vec.Vec3{}
	x := &freeBody{params: kernel.NewParams(settings, 0.01, 4)}
	sim := Sim{Transform: vec.Transform{P: vec.V3(0, 100, 0), Q: q}, GravityScale: 1, StateIndex: 1}
	sim.SetMass(1, vec.Diag(inertia), vec.Vec3{})
	x.Sims, x.States, x.Awake = []Sim{{}, sim},
		[]kernel.State{kernel.StaticState, kernel.NewState(vec.Vec3{}, q.Rotate(w), sim.Flags)}, []int32{1}
	return x
}

func (w *freeBody) state() *kernel.State { return &w.States[1] }

// step runs the stages of a step that go by bodies.
func (w *freeBody) step() {
	w.BeginBodies(w.params)
	w.PrepareBodies(0, 1)
	for range w.SubSteps {
		w.IntegrateVelocities(0, 1)
		w.IntegratePositions(0, 1)
	}
	w.FinalizeBodies(0, 1)
}

func (w *freeBody) run(seconds float64) {
	for range int(seconds/float64(w.params.Dt) + 0.5) {
		w.step()
	}
}

func approx(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %.7g, want %.7g ± %g", what, got, want, tol)
	}
}

// invariants returns energy, size of the angular momentum and the angular momentum.
func (w *freeBody) invariants() (e, size float64, l vec64) {
	q := quatFrom32(w.Sims[1].Transform.Q)
	i := &w.Sims[1].LocalInertia
	o := q.invRotate(from32(w.state().W))
	p := vec64{o.x * float64(i.XX), o.y * float64(i.YY), o.z * float64(i.ZZ)}
	l = q.rotate(p)
	return 0.5 * o.dot(p), math.Sqrt(l.dot(l)), l
}

// TestFreeRotationKeepsInvariants: energy and angular momentum over ten minutes, for inertias
// up to 1:100.
func TestFreeRotationKeepsInvariants(t *testing.T) {
	const seconds = 600
	cases := []struct {
		inertia vec.Vec3
		speed   float32
		tolE    float64
	}{
		{vec.V3(1, 2, 3), 10, 1e-4},
		{vec.V3(1, 1.5, 2), 10, 1e-4},
		{vec.V3(1, 10, 10.5), 10, 1e-4},
		{vec.V3(1, 100, 100.5), 10, 1e-4},
		{vec.V3(50, 51, 100), 10, 1e-4},
		{vec.V3(1, 2, 3), 100, 1e-4},
		{vec.V3(1, 100, 100.5), 100, 1e-4},
	}
	q := vec.QuatAxisAngle(vec.V3(1, 2, 3).Norm(), 0.7)
	for _, c := range cases {
		// about the middle axis, a little off
		w := free(c.inertia, q, vec.V3(0.05, 1, 0.05).Norm().Mul(c.speed))
		e0, s0, l0 := w.invariants()
		worstE, worstL := 0.0, 0.0
		for i := 0; i < seconds*100; i++ {
			w.step()
			e, _, l := w.invariants()
			d := l.sub(l0)
			worstE = math.Max(worstE, math.Abs(e/e0-1))
			worstL = math.Max(worstL, math.Sqrt(d.dot(d))/s0)
		}
		t.Logf("inertia %v at %g rad/s for %d s: energy within %.2g, angular momentum within %.2g",
			c.inertia, c.speed, seconds, worstE, worstL)
		if worstE > c.tolE || worstL > 1e-4 {
			t.Errorf("inertia %v at %g rad/s: not kept", c.inertia, c.speed)
		}
	}
}

// TestFlipPeriod compares the time between flips about the middle axis with the solution of
// Euler's equations by a fourth-order Runge–Kutta method in double precision.
func TestFlipPeriod(t *testing.T) {
	inertia := vec64{1, 2, 3}
	flips := func(sample func() float64, dt float64, seconds float64) []float64 {
		var times []float64
		last := sample()
		for i := 1; float64(i)*dt < seconds; i++ {
			x := sample()
			if last < 0 != (x < 0) {
				times = append(times, dt*(float64(i)-x/(x-last)))
			}
			last = x
		}
		return times
	}
	start := vec64{0.01, 10, 0.01}
	o := start
	rate := func(o vec64) vec64 {
		return vec64{
			(inertia.y - inertia.z) / inertia.x * o.y * o.z,
			(inertia.z - inertia.x) / inertia.y * o.z * o.x,
			(inertia.x - inertia.y) / inertia.z * o.x * o.y,
		}
	}
	const h = 1e-4
	want := flips(func() float64 {
		for i := 0; i < 100; i++ {
			k1 := rate(o)
			k2 := rate(o.add(k1.mul(h / 2)))
			k3 := rate(o.add(k2.mul(h / 2)))
			k4 := rate(o.add(k3.mul(h)))
			o = o.add(k1.add(k2.mul(2)).add(k3.mul(2)).add(k4).mul(h / 6))
		}
		return o.y
	}, 0.01, 60)
	w := free(vec.V3(1, 2, 3), vec.QuatIdentity, vec.V3(0.01, 10, 0.01))
	got := flips(func() float64 {
		w.step()
		return float64(w.Sims[1].Transform.Q.InvRotate(w.state().W).Y)
	}, 0.01, 60)
	interval := func(x []float64) float64 { return (x[len(x)-1] - x[0]) / float64(len(x)-1) }
	t.Logf("%d flips, interval %.5f s, want %d, %.5f s", len(got), interval(got), len(want), interval(want))
	approx(t, "interval", interval(got), interval(want), 0.01*interval(want))
}

// TestSpinAboutAxisRotatesRight: about a principal axis the angle is speed times time.
func TestSpinAboutAxisRotatesRight(t *testing.T) {
	for _, inertia := range []vec.Vec3{{X: 1, Y: 1, Z: 1}, {X: 1, Y: 2, Z: 3}} {
		w := free(inertia, vec.QuatIdentity, vec.V3(0, 0, 30))
		w.run(10)
		q := w.Sims[1].Transform.Q
		angle := math.Mod(2*math.Atan2(float64(q.Z), float64(q.W))+8*math.Pi, 2*math.Pi)
		approx(t, "angle", angle, math.Mod(300, 2*math.Pi), 2e-3)
	}
}

func TestRotateIsExact(t *testing.T) {
	for i := 0; i <= 100; i++ {
		angle := float64(i) / 100 * math.Pi
		v := vec.V3(2, -1, 3).Norm().Mul(float32(angle))
		q := Rotate(vec.QuatIdentity, v, v.Len2())
		approx(t, "cosine", float64(q.W), math.Cos(angle/2), 3e-7)
		approx(t, "length", float64(q.Dot(q)), 1, 3e-7)
	}
}

func BenchmarkSpin(b *testing.B) {
	w := free(vec.V3(1, 2, 3), vec.QuatIdentity, vec.V3(0.3, 5, 0.2))
	w.step()
	for i := 0; i < b.N; i++ {
		w.IntegratePositions(0, 1)
	}
}
