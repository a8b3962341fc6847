package collide

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

func randSweep(r *rand.Rand, pose vec.Transform, speed, spin float32) Sweep {
	s := Sweep{LocalCenter: randVec(r, 0.2), Rotation: pose.Q, Displacement: randVec(r, speed),
		RotationVector: randVec(r, spin)}
	s.Center = pose.Apply(s.LocalCenter)
	return s
}

// gapAt is the distance of the surfaces at fraction t, negative by at most the core radii.
func gapAt(a, b *shape.Geometry, sa, sb *Sweep, t float32) float64 {
	xa := proximity.WidenPose(sa.At(t))
	pose := proximity.RelativePose(&xa, sb.At(t))
	var out proximity.Closest
	gjk(&out, a, b, &pose, nil)
	return out.Distance - float64(a.CoreRadius()) - float64(b.CoreRadius())
}

// TestTimeOfImpactAgainstSampling walks random motions in small steps: up to the impact the
// gap never falls below the target, at the impact it is the target, and without impact it
// never gets there.
func TestTimeOfImpactAgainstSampling(t *testing.T) {
	forPairs(t, convex, func(t *testing.T, kindA, kindB shape.Kind) {
		hits, iterations, unfinished := 0, 0, 0
		n := cases(t, 100)
		for i := range n {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			spin := []float32{0, 0.5, 4, 20}[r.Intn(4)]
			pose := vec.Transform{P: randVec(r, 4), Q: randQuat(r)}
			sa := randSweep(r, vec.TransformIdentity, 0.5, spin)
			sb := randSweep(r, pose, 0.5, spin)
			sb.Displacement = sb.Displacement.Sub(pose.P.Mul(2 * r.Float32()))
			got := TimeOfImpact(&a, &sa, &b, &sb, 1)
			iterations += int(got.Iterations)
			slop := impactSlop(&b, sb.LocalCenter)
			target := targetGap(float64(a.CoreRadius())+float64(b.CoreRadius()), slop)
			const eps = 2e-5
			if got.State == Unfinished {
				unfinished++
			}
			if got.State == StartsClose {
				if g := gapAt(&a, &b, &sa, &sb, 0); g > target+eps {
					t.Fatalf("case %d: starts close at %g", i, g)
				}
				continue
			}
			for k := range 100 {
				f := got.Fraction * float32(k) / 100
				if g := gapAt(&a, &b, &sa, &sb, f); g < target-eps {
					t.Fatalf("case %d: %+v, but the gap at %g is %g, target %g", i, got, f, g, target)
				}
			}
			if got.State == Impact {
				hits++
				if g := gapAt(&a, &b, &sa, &sb, got.Fraction); g > target+impactTolerance*slop+eps || g < target-eps {
					t.Fatalf("case %d: gap at the impact %g, target %g", i, g, target)
				}
				if l := got.Normal.Len(); math.Abs(float64(l)-1) > 1e-4 {
					t.Fatalf("case %d: normal %v", i, got.Normal)
				}
			}
		}
		if hits < n/10 {
			t.Errorf("only %d hits of %d", hits, n)
		}
		if unfinished > n/50 {
			t.Errorf("%d of %d unfinished", unfinished, n)
		}
		t.Logf("%d hits, %.1f iterations, %d unfinished", hits, float64(iterations)/float64(n), unfinished)
	})
}

// TestSpinningRodHitsPost rotates a thin rod by more than a revolution against a post beside it.
func TestSpinningRodHitsPost(t *testing.T) {
	rod, err := shape.NewBox(vec.V3(2, 0.01, 0.01), vec.TransformIdentity)
	rod = must(t, rod, err)
	post, err := shape.NewCapsule(vec.V3(0, -1, 0), vec.V3(0, 1, 0), 0.05)
	post = must(t, post, err)
	for i := range 64 {
		angle := float32(i) * vec.Pi / 64
		s, c := vec.SinCos(angle + 0.2)
		moving := Sweep{Rotation: vec.QuatIdentity, RotationVector: vec.V3(0, -7, 0)}
		// the rod points along x; turning by −y takes it towards +z
		still := Still(vec.Transform{P: vec.V3(1.8*c, 0, 1.8*s), Q: vec.QuatIdentity})
		got := TimeOfImpact(&post, &still, &rod, &moving, 1)
		if angle+0.2 > vec.Pi-0.1 {
			continue
		}
		want := (angle + 0.2 - 0.06/1.8) / 7
		if got.State != Impact || vec.Abs(got.Fraction-want) > 0.004 {
			t.Errorf("post at %g rad: %+v, want fraction %g", angle+0.2, got, want)
		}
	}
}

// TestFastSphereMeetsThinWall fires spheres at every speed at a wall of 1 cm.
func TestFastSphereMeetsThinWall(t *testing.T) {
	wall := box(t, 0.005, 2, 2)
	ball := must(t, first(shape.NewSphere(vec.Vec3{}, 0.1)), nil)
	for _, speed := range []float32{1, 10, 100, 1000, 2000} {
		still := Still(vec.TransformIdentity)
		moving := Sweep{Center: vec.V3(-0.5, 0.3, 0), Displacement: vec.V3(speed*0.01, 0, 0),
			Rotation: vec.QuatIdentity}
		got := TimeOfImpact(&wall, &still, &ball, &moving, 1)
		distance := float32(0.5 - 0.005 - 0.1)
		if moving.Displacement.X < distance {
			if got.State != NoImpact {
				t.Errorf("%g m/s: %+v", speed, got)
			}
			continue
		}
		x := got.Fraction * moving.Displacement.X
		if got.State != Impact || x < distance-LinearSlop || x > distance+LinearSlop+1e-4 || got.Normal.X > -0.999 {
			t.Errorf("%g m/s: stops after %g m, %+v; the wall is %g m away", speed, x, got, distance)
		}
	}
}

// TestCastAgainstSampling moves shapes in straight lines, half of them turning, and compares with many distances.
func TestCastAgainstSampling(t *testing.T) {
	forPairs(t, convex, func(t *testing.T, kindA, kindB shape.Kind) {
		hits := 0
		n := cases(t, 100)
		for i := range n {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			pose := vec.Transform{P: randVec(r, 4), Q: randQuat(r)}
			distance := randVec(r, 0.5).Sub(pose.P.Mul(2 * r.Float32()))
			m := Motion{Translation: distance}
			if i%2 == 1 {
				m.Rotation = randVec(r, 3)
			}
			hit, ok := Cast(&a, &b, pose, &m, 1)
			end := float32(1)
			if ok {
				end = hit.Fraction
			}
			at := func(f float32) float32 {
				s := Sweep{Center: pose.P, Displacement: distance, Rotation: pose.Q, RotationVector: m.Rotation}
				moved := s.At(f)
				return Distance(&a, &b, moved, nil).Distance
			}
			if Overlap(&a, &b, pose) {
				if !ok || hit.Fraction != 0 || hit.Normal != (vec.Vec3{}) {
					t.Fatalf("case %d: overlaps at the start, hit %+v", i, hit)
				}
				continue
			}
			for k := range 100 {
				if f := end * float32(k) / 100; at(f) <= 0 {
					t.Fatalf("case %d: overlap at %g, cast says %v %+v", i, f, ok, hit)
				}
			}
			if !ok {
				continue
			}
			hits++
			if d := at(hit.Fraction); d > 2e-5 {
				t.Fatalf("case %d: %g apart at the hit %+v", i, d, hit)
			}
			if l := hit.Normal.Len(); math.Abs(float64(l)-1) > 1e-4 ||
				m.Rotation == (vec.Vec3{}) && hit.Normal.Dot(distance) > 1e-4 {
				t.Fatalf("case %d: normal %v, distance %v", i, hit.Normal, distance)
			}
			if d := ClosestPoint(&a, hit.Point).Distance; d > 2e-5 {
				t.Fatalf("case %d: point is %g off A", i, d)
			}
		}
		if hits < n/10 {
			t.Errorf("only %d hits of %d", hits, n)
		}
	})
}

// TestCastOfSmallSphereIsRayCast compares the cast of a tiny ball with the ray cast.
func TestCastOfSmallSphereIsRayCast(t *testing.T) {
	const radius = 2e-5
	ball := must(t, first(shape.NewSphere(vec.Vec3{}, radius)), nil)
	for _, kind := range convex {
		hits := 0
		for i := range cases(t, 400) {
			r := rand.New(rand.NewSource(int64(i)))
			a := randShape(t, r, kind)
			origin := randVec(r, 3)
			distance := randVec(r, 0.7).Sub(origin).Mul(1.5)
			ray, okRay := a.RayCast(origin, distance, 1)
			from := vec.Transform{P: origin, Q: vec.QuatIdentity}
			cast, okCast := Cast(&a, &ball, from, &Motion{Translation: distance}, 1)
			if okRay && !okCast {
				t.Fatalf("%v case %d: ray hits %+v, cast does not", kind, i, ray)
			}
			if okRay && ray.Normal.Dot(distance.Norm()) < -0.05 {
				hits++
				if d := (ray.Fraction - cast.Fraction) * distance.Len(); d < -1e-4 || d > 2e-3 {
					t.Fatalf("%v case %d: ray %+v, cast %+v", kind, i, ray, cast)
				}
			}
			if okCast && !okRay && cast.Normal != (vec.Vec3{}) && cast.Normal.Dot(distance.Norm()) < -0.1 &&
				cast.Fraction < 0.999 {
				// a tangent to a rim: a ray a little farther in must hit
				inward := cast.Point.Lerp(a.Centroid(), 1e-3).Sub(cast.Point)
				if _, ok := a.RayCast(origin.Add(inward), distance, 1); !ok {
					t.Fatalf("%v case %d: cast hits %+v, ray does not", kind, i, cast)
				}
			}
		}
		if hits < 100 {
			t.Errorf("%v: %d hits", kind, hits)
		}
	}
}

// TestClosestPoint checks that no sampled point of the shape is nearer.
func TestClosestPoint(t *testing.T) {
	for _, kind := range convex {
		for i := range cases(t, 300) {
			r := rand.New(rand.NewSource(int64(i)))
			g := randShape(t, r, kind)
			p := randVec(r, 2)
			s := ClosestPoint(&g, p)
			q, d := s.PointA, s.Distance
			if g.Contains(p) != (d == 0) && d > 1e-5 {
				t.Fatalf("%v case %d: inside %v, distance %g", kind, i, g.Contains(p), d)
			}
			if d == 0 {
				continue
			}
			if e := math.Abs(float64(p.Dist(q) - d)); e > 1e-5 {
				t.Fatalf("%v case %d: point %v is %g away, distance %g", kind, i, q, p.Dist(q), d)
			}
			// the plane through q across p−q holds the whole shape behind it
			n := p.Sub(q).Norm()
			if s := g.Support(n).Dot(n); s > q.Dot(n)+1e-4 {
				t.Fatalf("%v case %d: the shape reaches %g beyond the closest point", kind, i, s-q.Dot(n))
			}
		}
	}
}

// TestImpactAtNeighboursEdge: a chip that slides over a wavy mesh comes to edges whose triangles may not
// push it in the direction of the impact. It was stopped there in every step and never came loose. The
// poses are those of chips that hung.
func TestImpactAtNeighboursEdge(t *testing.T) {
	const cells = 40
	def := shape.MeshDef{}
	for i := range cells + 1 {
		for k := range cells + 1 {
			y := 0.5 * math.Sin(2*math.Pi*0.1*float64(i)) * math.Sin(2*math.Pi*0.2*float64(k))
			def.Vertices = append(def.Vertices, vec.V3(float32(i-cells/2), float32(y), float32(k-cells/2)))
		}
	}
	for i := range uint32(cells) {
		for k := range uint32(cells) {
			a := i*(cells+1) + k
			b, c, d := a+1, a+cells+1, a+cells+2
			def.Indices = append(def.Indices, a, b, c, c, b, d)
		}
	}
	mesh, err := shape.NewMesh(def)
	if err != nil {
		t.Fatal(err)
	}
	chip := box(t, 0.02, 0.2, 0.04)
	for _, s := range []Sweep{
		{Center: vec.V3(1.1340144, -0.22868474, 3.5793538), Rotation: vec.Quat{X: 0.5533794, Y: -0.65616274,
			Z: 0.34975168, W: -0.37536043},
			Displacement: vec.V3(0.015464544, -0.0035563707, 0.020972252)},
		{Center: vec.V3(-2.2683191, -0.12355791, 2.136839), Rotation: vec.Quat{X: -0.29055032, Y: -0.65957785,
			Z: -0.26556405, W: -0.64032274},
			Displacement:   vec.V3(0.0065312386, -0.04518129, 0.0012340546),
			RotationVector: vec.V3(0.20811614, -0.002653418, -0.0093073705)},
		{Center: vec.V3(-1.7528969, -0.33664834, 0.8221349), Rotation: vec.Quat{X: -0.40349278, Y: -0.25510305,
			Z: -0.7053116, W: -0.5240721},
			Displacement:   vec.V3(0.0073832273, -0.007822573, 0.032871544),
			RotationVector: vec.V3(-0.016947785, -0.011696862, 0.027755035)},
	} {
		// around the chip, as the world does it
		still := Still(vec.Transform{P: s.Center.Neg(), Q: vec.QuatIdentity})
		s.Center = vec.Vec3{}
		if r := TimeOfImpact(&mesh, &still, &chip, &s, 1); r.State == Impact && r.Fraction < 0.2 {
			t.Errorf("stopped at %v along %v", r.Fraction, r.Normal)
		}
	}
}
