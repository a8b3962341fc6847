package pose

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// q64 is a quaternion in double precision for references.
type q64 struct{ x, y, z, w float64 }

func to64(q vec.Quat) q64 {
	r := q64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
	l := math.Sqrt(r.dot(r))
	return q64{r.x / l, r.y / l, r.z / l, r.w / l}
}

func (a q64) dot(b q64) float64 { return a.x*b.x + a.y*b.y + a.z*b.z + a.w*b.w }

func (a q64) mul(b q64) q64 {
	return q64{
		a.w*b.x + a.x*b.w + a.y*b.z - a.z*b.y,
		a.w*b.y - a.x*b.z + a.y*b.w + a.z*b.x,
		a.w*b.z + a.x*b.y - a.y*b.x + a.z*b.w,
		a.w*b.w - a.x*b.x - a.y*b.y - a.z*b.z,
	}
}

func axisAngle64(x, y, z, angle float64) q64 {
	l := math.Sqrt(x*x + y*y + z*z)
	s, c := math.Sincos(angle / 2)
	return q64{x / l * s, y / l * s, z / l * s, c}
}

func (a q64) f32() vec.Quat {
	return vec.Quat{X: float32(a.x), Y: float32(a.y), Z: float32(a.z), W: float32(a.w)}
}

// angleTo is the angle between two rotations in degrees.
func (a q64) angleTo(b q64) float64 {
	e := q64{a.x, a.y, a.z, a.w}.mul(q64{-b.x, -b.y, -b.z, b.w})
	return 2 * math.Atan2(math.Sqrt(e.x*e.x+e.y*e.y+e.z*e.z), math.Abs(e.w)) * 180 / math.Pi
}

func slerp64(a, b q64, t float64) q64 {
	d := a.dot(b)
	if d < 0 {
		b, d = q64{-b.x, -b.y, -b.z, -b.w}, -d
	}
	th := math.Acos(math.Min(d, 1))
	if th < 1e-9 {
		return a
	}
	u, v := math.Sin((1-t)*th)/math.Sin(th), math.Sin(t*th)/math.Sin(th)
	return q64{u*a.x + v*b.x, u*a.y + v*b.y, u*a.z + v*b.z, u*a.w + v*b.w}
}

// Slow rotations: the double-precision slerp along the shorter arc is the reference.
func TestBlendRotationAgainstSlerp64(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	worst, worstNorm := 0.0, 0.0
	for range 200_000 {
		a := axisAngle64(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.Float64()*6)
		angle := math.Pow(10, -5+5.45*r.Float64()) // 1e-5 … 2.8 rad
		b := axisAngle64(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), angle).mul(a)
		if r.IntN(2) == 0 {
			b = q64{-b.x, -b.y, -b.z, -b.w}
		}
		alpha := r.Float32()
		got := BlendRotation(a.f32(), b.f32(), vec.Vec3{}, 0.01, alpha)
		want := slerp64(to64(a.f32()), to64(b.f32()), float64(alpha))
		worst = max(worst, to64(got).angleTo(want))
		worstNorm = max(worstNorm, math.Abs(float64(got.Dot(got))-1))
	}
	t.Logf("largest error %.2e°, |q|²−1 ≤ %.1e", worst, worstNorm)
	if worst > 1.5e-4 || worstNorm > 1e-6 {
		t.Errorf("error %v° (limit 1.5e-4), norm %v", worst, worstNorm)
	}
}

// Fast spins, to 1000 revolutions a second at 100 Hz: right way round, ≤ 0.1°. A plain slerp turns
// backwards from 50 rev/s on.
func TestBlendRotationOfFastSpins(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 17))
	worst, slerpWorst := 0.0, 0.0
	for i := range 100_000 {
		rate := 2 * math.Pi * 1000 * r.Float64()
		if i%10 == 0 { // whole and half turns per tick are the hard ones
			rate = math.Pi * 100 * float64(1+r.IntN(20)) * (1 + 1e-6*r.NormFloat64())
		}
		x, y, z := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		a := axisAngle64(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.Float64()*6)
		b := axisAngle64(x, y, z, rate*0.01).mul(a)
		l := math.Sqrt(x*x + y*y + z*z)
		omega := vec.V3(float32(x/l*rate), float32(y/l*rate), float32(z/l*rate))
		alpha := r.Float32()
		want := axisAngle64(x, y, z, rate*0.01*float64(alpha)).mul(a)
		e := to64(BlendRotation(a.f32(), b.f32(), omega, 0.01, alpha)).angleTo(want)
		if e > worst {
			worst = e
		}
		slerpWorst = max(slerpWorst, to64(a.f32().Slerp(b.f32(), alpha)).angleTo(want))
		if e > 0.1 {
			t.Fatalf("%.3f rev/s, alpha %v: off by %.4f°", rate/2/math.Pi, alpha, e)
		}
	}
	t.Logf("largest error %.4f° (slerp %.0f°)", worst, slerpWorst)
}

// The ends are exact poses at any spin.
func TestBlendRotationEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 20_000 {
		a := axisAngle64(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.Float64()*6)
		b := axisAngle64(r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.Float64()*6)
		omega := vec.V3(float32(r.NormFloat64()*500), float32(r.NormFloat64()*500), float32(r.NormFloat64()*500))
		at0 := to64(BlendRotation(a.f32(), b.f32(), omega, 0.01, 0)).angleTo(a)
		at1 := to64(BlendRotation(a.f32(), b.f32(), omega, 0.01, 1)).angleTo(b)
		if at0 > 1e-3 || at1 > 0.06 {
			t.Fatalf("omega %v: %v° off at the start, %v° at the end", omega, at0, at1)
		}
	}
}

// TV-G8 for positions.
func TestBlendPosition(t *testing.T) {
	a, b := vec.V3(0, 0, 0), vec.V3(1, 1, 1)
	if got := a.Lerp(b, 0.25); got != vec.V3(.25, .25, .25) {
		t.Errorf("alpha .25: %v", got)
	}
	if got := a.Lerp(b, 0); got != a {
		t.Errorf("alpha 0: %v", got)
	}
}
