package nettime

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// flight is the true motion of a thrown body that rotates about an axis that rotates, at a time (s).
func flight(at float64) Motion {
	s, c := math.Sincos(3 * at)
	ps, pc := math.Sincos(1.3 * at)
	q := vec.QuatAxisAngle(vec.AxisY, float32(1.3*at)).Mul(vec.QuatAxisAngle(vec.AxisX, float32(2.1*at)))
	// ω = 1.3 ŷ + 2.1 (x̂ rotated about ŷ)
	w := vec.V3(float32(2.1*pc), 1.3, float32(-2.1*ps))
	return Motion{
		P: vec.V3(float32(s), float32(4*at-4.905*at*at), float32(c)), Q: q,
		V: vec.V3(float32(3*c), float32(4-9.81*at), float32(-3*s)), W: w,
	}
}

// errorOf is the largest distance and angle of a blend from the truth over a second.
func errorOf(span float64, blend func(a, b *Motion, t, span float32) Motion) (distance, angle float64) {
	for at := 0.0; at < 1; at += span {
		a, b := flight(at), flight(at+span)
		for _, t := range [3]float64{.25, .5, .75} {
			m, want := blend(&a, &b, float32(t), float32(span)), flight(at+t*span)
			distance = max(distance, float64(m.P.Dist(want.P)))
			angle = max(angle, float64(want.Q.InvMul(m.Q).Angle()))
		}
	}
	return distance, angle
}

// Halving the span divides the error of the linear blend by 4 and that of the cubic one by 16, of positions and
// rotations.
func TestBlendOrder(t *testing.T) {
	linear := func(a, b *Motion, t, _ float32) Motion { return Linear(a, b, t) }
	for _, c := range []struct {
		name  string
		blend func(a, b *Motion, t, span float32) Motion
		order float64
	}{{"linear", linear, 2}, {"hermite", Hermite, 4}} {
		d1, a1 := errorOf(.2, c.blend)
		d2, a2 := errorOf(.1, c.blend)
		if od, oa := math.Log2(d1/d2), math.Log2(a1/a2); math.Abs(od-c.order) > .4 || oa < c.order-.5 {
			t.Errorf("%s: orders %.2f and %.2f, want %g", c.name, od, oa, c.order)
		}
	}
}

// Both blends have the poses of both ends.
func TestBlendEnds(t *testing.T) {
	a, b := flight(.3), flight(.35)
	for _, c := range []struct {
		t    float32
		want Motion
	}{{0, a}, {1, b}} {
		for _, m := range []Motion{Linear(&a, &b, c.t), Hermite(&a, &b, c.t, .05)} {
			if m.P.Dist(c.want.P) > 1e-5 || m.Q.InvMul(c.want.Q).Angle() > 1e-3 {
				t.Errorf("at %v: %+v, want %+v", c.t, m, c.want)
			}
		}
	}
}

// Extrapolation is the motion of a free body without forces, and stands at its limit.
func TestExtrapolate(t *testing.T) {
	m := Motion{P: vec.V3(1, 2, 3), Q: vec.QuatIdentity, V: vec.V3(2, 0, -1), W: vec.V3(0, 3, 0)}
	got := Extrapolate(&m, .1, .25)
	if got.P.Dist(vec.V3(1.2, 2, 2.9)) > 1e-5 || got.Q.InvMul(vec.QuatAxisAngle(vec.AxisY, .3)).Angle() > 1e-3 {
		t.Errorf("%+v", got)
	}
	if far, limit := Extrapolate(&m, 9, .25), Extrapolate(&m, .25, .25); far != limit {
		t.Errorf("%+v past the limit, %+v at it", far, limit)
	}
}

// A correction is shown bit by bit: the first picture after it is near the one before, and the difference halves in
// its time.
func TestSmootherFades(t *testing.T) {
	shown := Motion{P: vec.V3(0, 1, 0), Q: vec.QuatAxisAngle(vec.AxisX, .4)}
	state := Motion{P: vec.V3(.5, 1, 0), Q: vec.QuatIdentity}
	var s Smoother
	s.Correct(&shown, &state)
	first := s.Show(&state, 1.0/60, .1)
	if d := first.P.Dist(shown.P); d > .08 {
		t.Errorf("the first picture jumps by %v m", d)
	}
	for range 5 {
		first = s.Show(&state, 1.0/60, .1)
	}
	if d := first.P.Dist(state.P); d < .2 || d > .3 {
		t.Errorf("%v m are left of 0.5 after the half time", d)
	}
	for range 200 {
		first = s.Show(&state, 1.0/60, .1)
	}
	if d, a := first.P.Dist(state.P), first.Q.InvMul(state.Q).Angle(); d > 1e-4 || a > 1e-3 {
		t.Errorf("%v m and %v rad are left", d, a)
	}
}

// randomMotion is any motion within the ranges.
func randomMotion(r *rand.Rand) Motion {
	f := func(most float32) float32 { return (2*r.Float32() - 1) * most }
	return Motion{
		P: vec.V3(f(400), f(400), f(400)), Q: vec.Quat{X: f(1), Y: f(1), Z: f(1), W: f(1)}.Unit(),
		V: vec.V3(f(60), f(60), f(60)), W: vec.V3(f(60), f(60), f(60)),
	}
}

// A packed motion is off by half a step at most, and packs to itself.
func TestPackError(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		m := randomMotion(r)
		p := Pack(&m)
		back := p.Motion()
		if d := back.P.Sub(m.P).Abs().MaxComponent(); d > positionStep/2+1e-4 {
			t.Fatalf("a position is off by %v m", d)
		}
		if d := back.V.Sub(m.V).Abs().MaxComponent(); d > velocityStep/2+1e-4 {
			t.Fatalf("a velocity is off by %v m/s", d)
		}
		if a := back.Q.InvMul(m.Q).Angle(); a > 3e-3 {
			t.Fatalf("a rotation is off by %v rad", a)
		}
		if again := Pack(&back); !again.Near(&p) && back.Q.InvMul(m.Q).Angle() > 3e-3 {
			t.Fatalf("%v packs again to %v", p, again)
		}
	}
}
