package collide

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// surfaceGap is the separation of the two shapes along the unit vector n, radii included.
func surfaceGap(a, b *shape.Geometry, pose *proximity.Pose, n shape.Vec64) float64 {
	pa, _ := a.CoreSupport(n)
	pb, _ := b.CoreSupport(pose.InvRotate(n.Neg()))
	return pose.Apply(pb).Sub(pa).Dot(n) - float64(a.CoreRadius()) - float64(b.CoreRadius())
}

// searchSeparation finds the largest separation over all directions: many starts, each refined
// by a shrinking pattern search.
func searchSeparation(a, b *shape.Geometry, pose *proximity.Pose) (best float64, axis shape.Vec64) {
	type start struct {
		n   shape.Vec64
		gap float64
	}
	const count = 150
	starts := make([]start, count)
	for i := range starts {
		z := 1 - (2*float64(i)+1)/count
		phi := float64(i) * 2.399963229728653
		r := math.Sqrt(1 - z*z)
		n := shape.Vec64{X: r * math.Cos(phi), Y: r * math.Sin(phi), Z: z}
		starts[i] = start{n, surfaceGap(a, b, pose, n)}
	}
	slices.SortFunc(starts, func(x, y start) int {
		if x.gap > y.gap {
			return -1
		}
		return 1
	})
	best = math.Inf(-1)
	for _, s := range starts[:4] {
		n, gap := s.n, s.gap
		for step := 0.1; step > 1e-5; {
			u := shape.Vec64{X: 1}.Cross(n)
			if u.Len() < 0.5 {
				u = shape.Vec64{Y: 1}.Cross(n)
			}
			u = u.Norm()
			v := n.Cross(u)
			improved := false
			for k := range 8 {
				angle := float64(k) * math.Pi / 4
				m := n.MulAdd(step*math.Cos(angle), u).MulAdd(step*math.Sin(angle), v).Norm()
				// less than that is rounding, and shapes far apart would be followed through it for seconds
				if g := surfaceGap(a, b, pose, m); g > gap+1e-8 {
					n, gap, improved = m, g, true
				}
			}
			if !improved {
				step *= 0.3
			}
		}
		if gap > best {
			best, axis = gap, n
		}
	}
	return best, axis
}

var round = []shape.Kind{shape.Cylinder, shape.Cone, shape.TaperedCapsule}

// forRound runs f on every ordered pair with at least one exact round shape.
func forRound(t *testing.T, f func(t *testing.T, a, b shape.Kind)) {
	forPairs(t, convex, func(t *testing.T, a, b shape.Kind) {
		if slices.Contains(round, a) || slices.Contains(round, b) {
			f(t, a, b)
		} else {
			t.Skip("covered by brute force")
		}
	})
}

// TestRoundManifoldsAgainstSearch holds the manifolds of the exact round shapes to the
// separation that a search over all directions finds.
func TestRoundManifoldsAgainstSearch(t *testing.T) {
	forRound(t, func(t *testing.T, kindA, kindB shape.Kind) {
		for i := range cases(t, 64) {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			bInA := randPose(r, &a, &b)
			if msg := checkRound(&a, &b, bInA); msg != "" {
				t.Fatalf("case %d: %s\nA %+v\nB %+v\npose %+v", i, msg, a, b, bInA)
			}
		}
	})
}

func checkRound(a, b *shape.Geometry, bInA vec.Transform) string {
	pose := proximity.WidenPose(bInA)
	truth, axis := searchSeparation(a, b, &pose)
	var m LocalManifold
	var cache Cache
	Collide(&m, a, b, bInA, SpeculativeDistance, &cache)
	// the search misses sharp tips: the gap along the direction of the distance is proof, too
	if d := Distance(a, b, bInA, nil); d.Distance > 0 {
		if gap := surfaceGap(a, b, &pose, shape.Widen(d.Normal)); gap > truth {
			truth, axis = gap, shape.Widen(d.Normal)
		}
	}
	if m.Count == 0 {
		if truth < SpeculativeDistance-1e-4 {
			return fmt.Sprintf("no contact at separation %g", truth)
		}
		return ""
	}
	if truth > SpeculativeDistance+1e-4 {
		return fmt.Sprintf("contact at separation %g", truth)
	}
	if l := m.Normal.Len(); math.Abs(float64(l)-1) > 1e-4 {
		return fmt.Sprintf("normal %v", m.Normal)
	}
	along := surfaceGap(a, b, &pose, shape.Widen(m.Normal))
	truth = math.Max(truth, along)
	// the search misses a little, and a face stands for directions within its cone
	clearance := 1e-3 + 0.02*math.Abs(truth)
	if float64(m.lowest()) < truth-clearance-LinearSlop || float64(m.lowest()) > truth+clearance+0.5*LinearSlop {
		return fmt.Sprintf("deepest point %g, search %g along %v, normal %v", m.lowest(), truth, axis, m.Normal)
	}
	if along < truth-0.13 {
		return fmt.Sprintf("normal %v separates %g, best %g", m.Normal, along, truth)
	}
	for i, p := range m.Points[:m.Count] {
		if p.Separation > SpeculativeDistance+1e-5 || !p.Point.IsFinite() {
			return fmt.Sprintf("point %d %+v", i, p)
		}
		if d := ClosestPoint(a, p.Point).Distance; float64(d) > math.Abs(float64(p.Separation))+6*LinearSlop {
			return fmt.Sprintf("point %d is %g off A, separation %g", i, d, p.Separation)
		}
		for _, q := range m.Points[:i] {
			if q.ID == p.ID {
				return fmt.Sprintf("two points with id %#x", p.ID)
			}
		}
	}
	return ""
}

// TestRoundDistanceIsProved checks the distance by its certificate: two points on the shapes
// that far apart, and a gap that wide along the normal.
func TestRoundDistanceIsProved(t *testing.T) {
	forRound(t, func(t *testing.T, kindA, kindB shape.Kind) {
		far := 0
		for i := range cases(t, 300) {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			bInA := randPose(r, &a, &b)
			pose := proximity.WidenPose(bInA)
			var out proximity.Closest
			gjk(&out, &a, &b, &pose, nil)
			if out.Distance == 0 {
				continue
			}
			far++
			gap := surfaceGap(&a, &b, &pose, out.Normal)
			want := out.Distance - float64(a.CoreRadius()) - float64(b.CoreRadius())
			if math.Abs(gap-want) > 2e-5 {
				t.Fatalf("case %d: distance %g, gap %g, %d iterations", i, want, gap, out.Iterations)
			}
			if d := out.B.Sub(out.A).Len(); math.Abs(d-out.Distance) > 1e-6 {
				t.Fatalf("case %d: points %g apart, distance %g", i, d, out.Distance)
			}
		}
		if far == 0 {
			t.Error("no case with a distance")
		}
	})
}

// ground is something flat below y = 0 of every kind.
func ground(t testing.TB) map[string]shape.Geometry {
	t.Helper()
	lower := vec.Transform{P: vec.V3(0, -1, 0), Q: vec.QuatIdentity}
	plane := must(t, first(shape.NewPlane(vec.AxisY, 0)), nil)
	slab := must(t, first(shape.NewBox(vec.V3(10, 1, 10), lower)), nil)
	disc := must(t, first(shape.NewCylinder(vec.V3(0, -1, 0), vec.Vec3{}, 10)), nil)
	return map[string]shape.Geometry{"plane": plane, "box": slab, "hull": hullOf(slab), "cylinder": disc}
}

// TestRoundShapesStandOnTheirCaps needs at least four points around the axis and steady ids.
func TestRoundShapesStandOnTheirCaps(t *testing.T) {
	can := must(t, first(shape.NewCylinder(vec.V3(0, -0.5, 0), vec.V3(0, 0.5, 0), 0.4)), nil)
	cone := must(t, first(shape.NewCone(vec.V3(0, -0.5, 0), vec.V3(0, 1, 0), 0.4)), nil)
	for name, g := range ground(t) {
		for _, s := range []shape.Geometry{can, cone} {
			r := rand.New(rand.NewSource(4))
			var cache Cache
			want := ""
			for step := range 500 {
				pose := vec.Transform{P: vec.V3(0.3, 0.499, 0).Add(randVec(r, 3e-4)),
					Q: vec.QuatAxisAngle(randVec(r, 1).Norm(), 5e-4)}
				var m LocalManifold
				Collide(&m, &g, &s, pose, SpeculativeDistance, &cache)
				if m.Count != 4 || m.Normal.Dot(vec.AxisY) < 0.9999 {
					t.Fatalf("%v on %s step %d: %d points, normal %v", s.Kind, name, step, m.Count, m.Normal)
				}
				var sum vec.Vec3
				for _, p := range m.Points[:m.Count] {
					sum = sum.Add(p.Point.Mul(0.25))
				}
				if sum.Sub(pose.P).MulSub(sum.Y-pose.P.Y, vec.AxisY).Len() > 0.15 {
					t.Fatalf("%v on %s step %d: points around %v", s.Kind, name, step, sum)
				}
				if got := ids(&m); want == "" {
					want = got
				} else if got != want {
					t.Fatalf("%v on %s step %d: points %s, before %s", s.Kind, name, step, got, want)
				}
			}
		}
	}
}

// TestRoundShapesRollSmoothly rotates round shapes about their axis by small angles while they lie
// on their side: depth, normal and place of the two points must not depend on the angle.
func TestRoundShapesRollSmoothly(t *testing.T) {
	can := must(t, first(shape.NewCylinder(vec.V3(-0.5, 0, 0), vec.V3(0.5, 0, 0), 0.4)), nil)
	cone := must(t, first(shape.NewCone(vec.V3(-0.5, 0, 0), vec.V3(1, 0, 0), 0.4)), nil)
	tapered := must(t, first(shape.NewTaperedCapsule(vec.V3(-0.5, 0, 0), vec.V3(0.5, 0, 0), 0.4, 0.2)), nil)
	for name, g := range ground(t) {
		for _, s := range []shape.Geometry{can, cone, tapered} {
			sin, _ := s.Slope()
			lean := vec.QuatAxisAngle(vec.AxisZ, -vec.Asin(sin))
			// the axis leans so that the line of contact is level
			height := -lean.Rotate(s.Support(lean.InvRotate(vec.AxisY.Neg()))).Y - 0.001
			for step := range 360 {
				rotation := lean.Mul(vec.QuatAxisAngle(vec.AxisX, float32(step)*vec.Pi/180))
				pose := vec.Transform{P: vec.V3(0, height, 0), Q: rotation}
				var m LocalManifold
				var cache Cache
				Collide(&m, &g, &s, pose, SpeculativeDistance, &cache)
				if m.Count != 2 {
					t.Fatalf("%v on %s at %d°: %d points %+v", s.Kind, name, step, m.Count, m)
				}
				if m.Normal.Dist(vec.AxisY) > 1e-5 {
					t.Fatalf("%v on %s at %d°: normal %v", s.Kind, name, step, m.Normal)
				}
				for _, p := range m.Points[:2] {
					if vec.Abs(p.Separation+0.001) > 1e-5 || vec.Abs(p.Point.Z) > 1e-5 {
						t.Fatalf("%v on %s at %d°: point %+v", s.Kind, name, step, p)
					}
				}
			}
		}
	}
}

// TestCoinTouchesAtItsLowestPoint tilts a coin in every direction: the deepest point must be
// the lowest one of the rim.
func TestCoinTouchesAtItsLowestPoint(t *testing.T) {
	coin := must(t, first(shape.NewCylinder(vec.V3(0, -0.05, 0), vec.V3(0, 0.05, 0), 0.5)), nil)
	for name, g := range ground(t) {
		for step := range 360 {
			for _, tilt := range []float32{0.01, 0.1, 0.4, 1, 1.4} {
				s, c := vec.SinCos(float32(step) * vec.Pi / 180)
				rotation := vec.QuatAxisAngle(vec.V3(c, 0, s), tilt)
				low := rotation.Rotate(coin.Support(rotation.InvRotate(vec.AxisY.Neg())))
				pose := vec.Transform{P: vec.V3(0, -low.Y-0.0005, 0), Q: rotation}
				var m LocalManifold
				var cache Cache
				Collide(&m, &g, &coin, pose, SpeculativeDistance, &cache)
				if m.Count == 0 || m.Normal.Dist(vec.AxisY) > 1e-4 {
					t.Fatalf("coin on %s at %d° tilt %g: %+v", name, step, tilt, m)
				}
				deepest := m.Points[0]
				for _, p := range m.Points[:m.Count] {
					if p.Separation < deepest.Separation {
						deepest = p
					}
				}
				if d := vec.Abs(deepest.Separation + 0.0005); d > 1e-5 {
					t.Fatalf("coin on %s at %d° tilt %g: depth %g", name, step, tilt, deepest.Separation)
				}
				if d := deepest.Point.Sub(low).MulSub(deepest.Point.Y-low.Y, vec.AxisY).Len(); d > 2e-3 {
					t.Fatalf("coin on %s at %d° tilt %g: touches %g m from its lowest point", name, step, tilt, d)
				}
			}
		}
	}
}

// TestPlaneHoldsEverything drops every convex shape onto a tilted plane at random poses.
func TestPlaneHoldsEverything(t *testing.T) {
	for _, kind := range convex {
		for i := range cases(t, 300) {
			r := rand.New(rand.NewSource(int64(i)))
			plane := must(t, first(shape.NewPlane(randVec(r, 1).Norm(), r.Float32()-0.5)), nil)
			b := randShape(t, r, kind)
			pose := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
			low := pose.Apply(b.Support(pose.Q.InvRotate(plane.A.Neg())))
			if r.Intn(2) == 0 {
				pose.P = pose.P.MulSub(plane.Height(low)+0.05*r.Float32()-0.02, plane.A)
			}
			low = pose.Apply(b.Support(pose.Q.InvRotate(plane.A.Neg())))
			height := plane.Height(low)
			var m, n LocalManifold
			var cache Cache
			Collide(&m, &plane, &b, pose, SpeculativeDistance, &cache)
			Collide(&n, &b, &plane, pose.Inverse(), SpeculativeDistance, &cache)
			if (m.Count > 0) != (height <= SpeculativeDistance) || m.Count != n.Count {
				t.Fatalf("%v case %d: %d and %d points at height %g", kind, i, m.Count, n.Count, height)
			}
			if m.Count > 0 && (vec.Abs(m.lowest()-height) > 1e-4 || m.Normal != plane.A) {
				t.Fatalf("%v case %d: depth %g, want %g", kind, i, m.lowest(), height)
			}
			d := Distance(&plane, &b, pose, nil)
			e := Distance(&b, &plane, pose.Inverse(), nil)
			if vec.Abs(d.Distance-vec.Max(height, 0)) > 1e-5 || vec.Abs(d.Distance-e.Distance) > 1e-5 {
				t.Fatalf("%v case %d: distances %g %g, height %g", kind, i, d.Distance, e.Distance, height)
			}
		}
	}
}
