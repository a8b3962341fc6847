package shape

import (
	"math"
	"math/rand"
	"os"
	"testing"

	"tumble/physics/vec"
)

func randQuat(r *rand.Rand) vec.Quat {
	for {
		q := vec.Quat{X: 2*r.Float32() - 1, Y: 2*r.Float32() - 1, Z: 2*r.Float32() - 1, W: 2*r.Float32() - 1}
		if n := q.Dot(q); n > 0.01 && n < 1 {
			return q.Norm()
		}
	}
}

// randSolid returns a bounded convex shape of about unit size somewhere in its body.
func randSolid(t testing.TB, r *rand.Rand, kind Kind) Geometry {
	t.Helper()
	size := func() float32 { return 0.2 + r.Float32() }
	local := vec.Transform{P: randVec(r, 0.5), Q: randQuat(r)}
	top, bottom := local.Apply(vec.V3(0, size(), 0)), local.Apply(vec.V3(0, -size(), 0))
	var g Geometry
	var err error
	switch kind {
	case Sphere:
		g, err = NewSphere(local.P, size())
	case Capsule:
		g, err = NewCapsule(bottom, top, size())
	case Box:
		g, err = NewBox(vec.V3(size(), size(), size()), local)
	case Hull:
		points := make([]vec.Vec3, 20)
		for i := range points {
			points[i] = local.Apply(randVec(r, 1))
		}
		g, err = NewHull(points)
	case Cylinder:
		g, err = NewCylinder(bottom, top, size())
	case Cone:
		g, err = NewCone(bottom, top, size())
	case TaperedCapsule:
		g, err = NewTaperedCapsule(bottom, top, 0.2+0.4*r.Float32(), 0.2+0.4*r.Float32())
	default:
		t.Fatalf("no random %v", kind)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var solids = []Kind{Sphere, Capsule, Box, Hull, Cylinder, Cone, TaperedCapsule}

// TestMassAgainstSampling integrates volume, centre and inertia by stratified sampling of Contains.
func TestMassAgainstSampling(t *testing.T) {
	const grid = 56
	for _, kind := range solids {
		for seed := int64(1); seed <= 3; seed++ {
			r := rand.New(rand.NewSource(seed))
			g := randSolid(t, r, kind)
			m := g.Mass(700)
			box := g.AABB(vec.TransformIdentity)
			cell := box.Max.Sub(box.Min).Mul(1.0 / grid)
			var n int
			var first Vec64
			var ixx, iyy, izz, ixy, ixz, iyz float64
			for i := range grid * grid * grid {
				p := box.Min.Add(vec.V3(
					float32(i%grid)+r.Float32(), float32(i/grid%grid)+r.Float32(), float32(i/grid/grid)+r.Float32(),
				).Scale(cell))
				if !g.Contains(p) {
					continue
				}
				n++
				first = first.Add(Widen(p))
				d := Widen(p.Sub(m.Center))
				ixx += d.Y*d.Y + d.Z*d.Z
				iyy += d.X*d.X + d.Z*d.Z
				izz += d.X*d.X + d.Y*d.Y
				ixy -= d.X * d.Y
				ixz -= d.X * d.Z
				iyz -= d.Y * d.Z
			}
			k := float64(cell.X) * float64(cell.Y) * float64(cell.Z) * 700
			near := func(what string, got float32, want float64, tol float64) {
				if math.Abs(float64(got)-want) > tol {
					t.Errorf("%v seed %d: %s %g, sampled %g", kind, seed, what, got, want)
				}
			}
			mass := float64(n) * k
			near("mass", m.Mass, mass, 0.01*mass)
			c := first.Mul(1 / float64(n)).Sub(Widen(m.Center))
			if c.Len() > 0.01 {
				t.Errorf("%v seed %d: centre off by %g", kind, seed, c.Len())
			}
			tol := 0.012 * (ixx + iyy + izz) * k
			near("Ixx", m.Inertia.XX, ixx*k, tol)
			near("Iyy", m.Inertia.YY, iyy*k, tol)
			near("Izz", m.Inertia.ZZ, izz*k, tol)
			near("Ixy", m.Inertia.XY, ixy*k, tol)
			near("Ixz", m.Inertia.XZ, ixz*k, tol)
			near("Iyz", m.Inertia.YZ, iyz*k, tol)
			if m.Inertia.XY != m.Inertia.YX || m.Inertia.XZ != m.Inertia.ZX || m.Inertia.YZ != m.Inertia.ZY {
				t.Errorf("%v seed %d: inertia not symmetric", kind, seed)
			}
		}
	}
}

// TestCombineSplitsBox compares a box with its two halves.
func TestCombineSplitsBox(t *testing.T) {
	whole, _ := NewBox(vec.V3(2, 1, 0.5), vec.TransformIdentity)
	left, _ := NewBox(vec.V3(1, 1, 0.5), vec.Transform{P: vec.V3(-1, 0, 0), Q: vec.QuatIdentity})
	right, _ := NewBox(vec.V3(1, 1, 0.5), vec.Transform{P: vec.V3(1, 0, 0), Q: vec.QuatIdentity})
	got, want := left.Mass(10).Combine(right.Mass(10)), whole.Mass(10)
	if d := got.Inertia.Add(want.Inertia.Scale(-1)); math.Abs(float64(d.XX))+math.Abs(float64(d.YY))+math.Abs(
		float64(d.ZZ)) > 1e-3 || got.Mass != want.Mass {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// cases is the number of seeds of an oracle test, ten times as many in a soak.
func cases(n int64) int64 {
	if os.Getenv("TUMBLE_SOAK") != "" {
		return 10 * n
	}
	return n
}

// TestRayCastAgainstMarching walks along random rays in small steps with Contains.
func TestRayCastAgainstMarching(t *testing.T) {
	for _, kind := range solids {
		hits := 0
		for seed := int64(1); seed <= cases(1500); seed++ {
			r := rand.New(rand.NewSource(seed))
			g := randSolid(t, r, kind)
			origin := randVec(r, 3)
			d := randVec(r, 0.7).Sub(origin).Mul(0.3 + r.Float32())
			hit, ok := g.RayCast(origin, d, 1)

			const steps = 400
			first := -1
			for i := 0; i <= steps; i++ {
				if g.Contains(origin.MulAdd(float32(i)/steps, d)) {
					first = i
					break
				}
			}
			switch {
			case first < 0 && !ok:
			case first < 0:
				// a tangent between two steps: the point must lie on the surface
				if p := hit.Point.Lerp(g.Mass(1).Center, 1e-3); !g.Contains(p) {
					t.Fatalf("%v seed %d: hit %+v is off the surface", kind, seed, hit)
				}
			case !ok:
				t.Fatalf("%v seed %d: missed, inside at %g", kind, seed, float32(first)/steps)
			case first == 0:
				if hit.Fraction != 0 || hit.Normal != (vec.Vec3{}) {
					t.Fatalf("%v seed %d: starts inside, hit %+v", kind, seed, hit)
				}
			default:
				hits++
				if f := hit.Fraction * steps; f > float32(first)+0.01 || f < float32(first)-3 {
					t.Fatalf("%v seed %d: fraction %g, marching %d/%d", kind, seed, hit.Fraction, first, steps)
				}
				if l := hit.Normal.Len(); math.Abs(float64(l)-1) > 1e-4 || hit.Normal.Dot(d) > 1e-4 {
					t.Fatalf("%v seed %d: normal %v against ray %v", kind, seed, hit.Normal, d)
				}
				if !g.Contains(hit.Point.MulSub(1e-4, hit.Normal)) || g.Contains(hit.Point.MulAdd(1e-4, hit.Normal)) {
					t.Fatalf("%v seed %d: hit %+v is off the surface", kind, seed, hit)
				}
			}
		}
		if hits < 200 {
			t.Errorf("%v: only %d hits", kind, hits)
		}
	}
}

// TestSupportBoundsExtents checks that support points are on the shape and beyond all sampled
// points, that the bounds hold them tightly, and the inner and outer extents.
func TestSupportBoundsExtents(t *testing.T) {
	for _, kind := range solids {
		for seed := int64(1); seed <= 300; seed++ {
			r := rand.New(rand.NewSource(seed))
			g := randSolid(t, r, kind)
			xf := vec.Transform{P: randVec(r, 5), Q: randQuat(r)}
			box := g.AABB(xf)
			for i, axis := range []vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ} {
				hi := xf.Apply(g.Support(xf.Q.InvRotate(axis))).Dot(axis)
				lo := xf.Apply(g.Support(xf.Q.InvRotate(axis.Neg()))).Dot(axis)
				if math.Abs(float64(hi-box.Max.Dot(axis))) > 1e-4 || math.Abs(float64(lo-box.Min.Dot(axis))) > 1e-4 {
					t.Fatalf("%v seed %d: axis %d: support %g…%g, bounds %v", kind, seed, i, lo, hi, box)
				}
			}
			center := g.Mass(1).Center
			inner, outer := g.Extents(center)
			for range 50 {
				dir := randVec(r, 1)
				s := g.Support(dir)
				if !g.Contains(s.Lerp(center, 1e-4)) {
					t.Fatalf("%v seed %d: support %v is not on the shape", kind, seed, s)
				}
				if d := s.Dist(center); d > outer+1e-4 {
					t.Fatalf("%v seed %d: point %g from the centre, outer extent %g", kind, seed, d, outer)
				}
				if !g.Contains(center.MulAdd(inner*0.999, dir.Norm())) {
					t.Fatalf("%v seed %d: inner extent %g is too large", kind, seed, inner)
				}
				p := randVec(r, 1.5)
				if g.Contains(p) && p.Dot(dir) > s.Dot(dir)+1e-4 {
					t.Fatalf("%v seed %d: %v lies beyond the support point", kind, seed, p)
				}
			}
		}
	}
}

// TestTransformed compares a moved shape with the shape on a moved body.
func TestTransformed(t *testing.T) {
	for _, kind := range solids {
		for seed := int64(1); seed <= 100; seed++ {
			r := rand.New(rand.NewSource(seed))
			g := randSolid(t, r, kind)
			xf := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
			moved, err := Transformed(g, xf)
			if err != nil {
				t.Fatal(err)
			}
			for range 20 {
				dir := randVec(r, 1).Norm()
				a, b := moved.Support(dir).Dot(dir), xf.Apply(g.Support(xf.Q.InvRotate(dir))).Dot(dir)
				if math.Abs(float64(a-b)) > 2e-4 {
					t.Fatalf("%v seed %d: support %g, want %g", kind, seed, a, b)
				}
			}
		}
	}
}

// TestConstructorsRefuseBadNumbers puts every bad number in every place.
func TestConstructorsRefuseBadNumbers(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	ok := vec.TransformIdentity
	for _, bad := range []float32{nan, inf, -inf, 0, -1, 1e-45, 1e-20, 1e20, math.MaxFloat32} {
		build := map[string]func() (Geometry, error){
			"sphere radius":    func() (Geometry, error) { return NewSphere(vec.Vec3{}, bad) },
			"cylinder radius":  func() (Geometry, error) { return NewCylinder(vec.Vec3{}, vec.AxisY, bad) },
			"cone radius":      func() (Geometry, error) { return NewCone(vec.Vec3{}, vec.AxisY, bad) },
			"tapered radius A": func() (Geometry, error) { return NewTaperedCapsule(vec.Vec3{}, vec.AxisY, bad, 1) },
			"tapered radius B": func() (Geometry, error) { return NewTaperedCapsule(vec.Vec3{}, vec.AxisY, 1, bad) },
			"capsule radius":   func() (Geometry, error) { return NewCapsule(vec.Vec3{}, vec.AxisY, bad) },
			"box x":            func() (Geometry, error) { return NewBox(vec.V3(bad, 1, 1), ok) },
			"box y":            func() (Geometry, error) { return NewBox(vec.V3(1, bad, 1), ok) },
			"box z":            func() (Geometry, error) { return NewBox(vec.V3(1, 1, bad), ok) },
			"box rotation": func() (Geometry,
				error) {
				return NewBox(vec.V3(1, 1, 1), vec.Transform{Q: vec.Quat{W: bad}})
			},
		}
		if bad != 0 && bad != -1 && bad != 1e-45 && bad != 1e-20 {
			build["sphere centre"] = func() (Geometry, error) { return NewSphere(vec.V3(0, bad, 0), 1) }
			build["cylinder end"] = func() (Geometry, error) { return NewCylinder(vec.V3(0, bad, 0), vec.AxisY, 1) }
			build["cone apex"] = func() (Geometry, error) { return NewCone(vec.AxisY, vec.V3(0, bad, 0), 1) }
			build["plane offset"] = func() (Geometry, error) { return NewPlane(vec.AxisY, bad) }
			build["capsule end"] = func() (Geometry, error) { return NewCapsule(vec.V3(0, bad, 0), vec.AxisY, 1) }
			build["box place"] = func() (Geometry, error) {
				return NewBox(vec.V3(1, 1, 1), vec.Transform{P: vec.V3(bad, 0, 0), Q: vec.QuatIdentity})
			}
		}
		for name, f := range build {
			if _, err := f(); err == nil && !(bad == -1 && name == "box rotation") {
				t.Errorf("%s %g: no error", name, bad)
			}
		}
	}
	if _, err := NewCapsule(vec.AxisY, vec.AxisY, 1); err == nil {
		t.Error("capsule of length 0: no error")
	}
	if _, err := Transformed(must(NewSphere(vec.Vec3{}, 1)), vec.Transform{}); err == nil {
		t.Error("placement with a zero quaternion: no error")
	}
}

func must(g Geometry, err error) Geometry {
	if err != nil {
		panic(err)
	}
	return g
}
