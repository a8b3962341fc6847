package vec

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if math.Abs(got-want) > tol || math.IsNaN(got) {
		t.Errorf("%s = %v, want %v within %g", what, got, want, tol)
	}
}

func TestTrigAgainstFloat64(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for i := 0; i < 200000; i++ {
		x := float32((r.Float64()*2 - 1) * math.Pow(10, r.Float64()*4-2))
		s, c := SinCos(x)
		near(t, "sin", float64(s), math.Sin(float64(x)), 3e-7+1e-7*math.Abs(float64(x))/100)
		near(t, "cos", float64(c), math.Cos(float64(x)), 3e-7+1e-7*math.Abs(float64(x))/100)
		y := float32(r.NormFloat64())
		near(t, "atan2", float64(Atan2(y, x)), math.Atan2(float64(y), float64(x)), 4e-7)
		u := float32(r.Float64()*2 - 1)
		near(t, "acos", float64(Acos(u)), math.Acos(float64(u)), 5e-7)
		near(t, "asin", float64(Asin(u)), math.Asin(float64(u)), 5e-7)
		if t.Failed() {
			t.Fatalf("x = %v, y = %v, u = %v", x, y, u)
		}
	}
}

func TestTrigBadInput(t *testing.T) {
	for _, x := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 3e38, -3e38} {
		s, c := SinCos(x)
		if !IsFinite(s) || !IsFinite(c) || Abs(s) > 1.0001 || Abs(c) > 1.0001 {
			t.Errorf("SinCos(%v) = %v, %v", x, s, c)
		}
		if a := Atan2(x, 1); !IsFinite(a) {
			t.Errorf("Atan2(%v, 1) = %v", x, a)
		}
	}
}

func randVec(r *rand.Rand) Vec3 {
	return Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}
}

func randQuat(r *rand.Rand) Quat {
	return Quat{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64()),
		float32(r.NormFloat64())}.Norm()
}

func TestRotationIdentities(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for i := 0; i < 20000; i++ {
		q, p, v := randQuat(r), randQuat(r), randVec(r)
		near(t, "matrix against quaternion", float64(q.Mat3().MulVec(v).Dist(q.Rotate(v))), 0, 4e-6)
		near(t, "inverse rotation", float64(q.InvRotate(q.Rotate(v)).Dist(v)), 0, 4e-6)
		near(t, "product", float64(q.Mul(p).Rotate(v).Dist(q.Rotate(p.Rotate(v)))), 0, 5e-6)
		near(t, "matrix to quaternion", float64(Abs(q.Mat3().Quat().Dot(q))), 1, 1e-6)
		a, b := randVec(r).Norm(), randVec(r).Norm()
		near(t, "rotation between", float64(QuatBetween(a, b).Rotate(a).Dist(b)), 0, 4e-6)
		rv := randVec(r)
		rv = rv.Mul(3 * float32(r.Float64()) / rv.Len())
		n, l := rv.NormLen()
		near(t, "rotation vector", float64(QuatAxisAngle(n, l).RotationVector().Dist(rv)), 0, 5e-6)
		x := Transform{randVec(r), q}
		y := Transform{randVec(r), p}
		near(t, "transform product", float64(x.Mul(y).Apply(v).Dist(x.Apply(y.Apply(v)))), 0, 1e-5)
		near(t, "relative transform", float64(x.Mul(x.InvMul(y)).Apply(v).Dist(y.Apply(v))), 0, 1e-5)
		near(t, "inverse transform", float64(x.Inverse().Apply(x.Apply(v)).Dist(v)), 0, 1e-5)
		if t.Failed() {
			t.Fatalf("case %d", i)
		}
	}
}

func TestQuatBetweenOpposite(t *testing.T) {
	for _, a := range []Vec3{AxisX, AxisY, AxisZ, Vec3{1, 2, -3}.Norm()} {
		near(t, "opposite", float64(QuatBetween(a, a.Neg()).Rotate(a).Dist(a.Neg())), 0, 1e-6)
	}
}

// TestSlerpAgainstFloat64 compares with the textbook formula in double precision.
func TestSlerpAgainstFloat64(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for i := 0; i < 100000; i++ {
		q := randQuat(r)
		// angles from tiny to almost a half turn
		angle := float32(math.Pow(10, -5*r.Float64()) * math.Pi * 0.999)
		p := QuatAxisAngle(randVec(r).Norm(), angle).Mul(q)
		if r.Intn(2) == 0 {
			p = p.Neg()
		}
		u := r.Float64()
		got := q.Slerp(p, float32(u))
		qd := [4]float64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
		pd := [4]float64{float64(p.X), float64(p.Y), float64(p.Z), float64(p.W)}
		norm := func(a *[4]float64) {
			l := math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2] + a[3]*a[3])
			for k := range a {
				a[k] /= l
			}
		}
		norm(&qd)
		norm(&pd)
		d := qd[0]*pd[0] + qd[1]*pd[1] + qd[2]*pd[2] + qd[3]*pd[3]
		sg := 1.0
		if d < 0 {
			d, sg = -d, -1
		}
		th := math.Acos(math.Min(d, 1))
		a, b := 1-u, u
		if th > 1e-9 {
			a, b = math.Sin((1-u)*th)/math.Sin(th), math.Sin(u*th)/math.Sin(th)
		}
		g := [4]float32{got.X, got.Y, got.Z, got.W}
		for k := range g {
			near(t, "slerp", float64(g[k]), a*qd[k]+sg*b*pd[k], 1.2e-6)
		}
		if t.Failed() {
			t.Fatalf("angle %v, t %v", angle, u)
		}
	}
}

// TestMat3InverseOfAnySize scales matrices over the whole range of inertias, from a body of 0.1 mm
// to one of 10 km.
func TestMat3InverseOfAnySize(t *testing.T) {
	for _, scale := range []float32{1e-30, 1e-20, 1e-13, 1e-7, 1, 1e7, 1e13, 1e20, 1e30} {
		m := Mat3{XX: 2 * scale, YY: 3 * scale, ZZ: 5 * scale, XY: 0.1 * scale, YX: 0.1 * scale}
		got := m.Inverse().MulVec(m.MulVec(V3(1, 2, 3)))
		near(t, fmt.Sprintf("inverse of a matrix of size %g", scale), float64(got.Dist(V3(1, 2, 3))), 0, 2e-5)
	}
	if (Mat3{XX: float32(math.NaN()), YY: 1, ZZ: 1}).Inverse() != (Mat3{}) {
		t.Error("NaN has an inverse")
	}
}

func TestMat3InverseAndSolve(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for i := 0; i < 20000; i++ {
		m := Diag(Vec3{1 + float32(r.Float64()), 2, 0.5 + float32(r.Float64())}).RotateTensor(randQuat(r))
		v := randVec(r)
		near(t, "inverse", float64(m.Inverse().MulVec(m.MulVec(v)).Dist(v)), 0, 2e-5)
		near(t, "solve", float64(m.MulVec(m.Solve(v)).Dist(v)), 0, 2e-5)
		near(t, "transpose", float64(m.Transpose().MulVec(v).Dist(m.TMulVec(v))), 0, 0)
		u := randVec(r)
		near(t, "skew", float64(Skew(v).MulVec(u).Dist(v.Cross(u))), 0, 0)
	}
	if (Mat3{}).Inverse() != (Mat3{}) || (Mat3{XX: 1}).Solve(AxisX) != (Vec3{}) {
		t.Error("a singular matrix must give zero")
	}
}

func TestAABB(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for i := 0; i < 5000; i++ {
		b := AABBAround(randVec(r), randVec(r).Abs())
		x := Transform{randVec(r), randQuat(r)}
		outer := b.Transform(x).Expand(1e-5)
		for k := 0; k < 8; k++ {
			c := b.Min
			if k&1 != 0 {
				c.X = b.Max.X
			}
			if k&2 != 0 {
				c.Y = b.Max.Y
			}
			if k&4 != 0 {
				c.Z = b.Max.Z
			}
			p := x.Apply(c)
			if !outer.Contains(AABB{p, p}) {
				t.Fatalf("corner %v outside %v", p, outer)
			}
		}
	}
	if EmptyAABB.Union(AABB{Vec3{}, AxisX}) != (AABB{Vec3{}, AxisX}) {
		t.Error("the empty box must be neutral")
	}
}

func TestPerpIsPerpendicularUnit(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	for i := 0; i < 20000; i++ {
		v := randVec(r).Norm()
		p := v.Perp()
		near(t, "length", float64(p.Len()), 1, 1e-6)
		near(t, "angle", float64(p.Dot(v)), 0, 1e-6)
	}
}

func TestNormOfTinyAndHuge(t *testing.T) {
	if (Vec3{1e-30, 0, 0}).Norm() != (Vec3{}) {
		t.Error("a vector without a direction must normalise to zero")
	}
	if (Quat{}).Norm() != QuatIdentity {
		t.Error("the zero quaternion must normalise to the identity")
	}
	if IsFinite(float32(math.NaN())) || IsFinite(float32(math.Inf(1))) || !IsFinite(math.MaxFloat32) {
		t.Error("IsFinite")
	}
}
