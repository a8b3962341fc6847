package collide

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// proveAxis holds an axis to its certificate, the gap along it, and to the best that a search over all
// directions and the distance find, and returns by how much it falls short.
func proveAxis(t *testing.T, what string, a, b *shape.Geometry, pose *proximity.Pose, separation float64,
	n shape.Vec64) (short float64) {
	t.Helper()
	radii := float64(a.CoreRadius()) + float64(b.CoreRadius())
	if l := n.Len(); math.Abs(l-1) > 1e-6 {
		t.Fatalf("%s: normal %v of length %g", what, n, l)
	}
	tolerance := 2e-6
	if a.Poly != nil || b.Poly != nil {
		tolerance = 1e-4 // the faces of hulls are not quite flat
	}
	if gap := surfaceGap(a, b, pose, n) + radii; math.Abs(gap-separation) > tolerance {
		t.Fatalf("%s: separation %.9g, but the gap along it is %.9g", what, separation, gap)
	}
	var out proximity.Closest
	gjk(&out, a, b, pose, nil)
	if out.Distance > 1e-6 {
		if math.Abs(out.Distance-separation) > tolerance {
			t.Fatalf("%s: separation %.9g, distance %.9g", what, separation, out.Distance)
		}
		return 0
	}
	truth, _ := searchSeparation(a, b, pose)
	return truth + radii - separation
}

// gapToPoint is the distance of a point from a shape, negative inside of the margin around its core.
func gapToPoint(g *shape.Geometry, pose *proximity.Pose, p shape.Vec64) float64 {
	point := shape.Geometry{Kind: shape.Sphere, A: p.Vec3()}
	var out proximity.Closest
	proximity.GJK(&out, &point, g, pose, nil)
	return out.Distance - float64(g.CoreRadius())
}

// bareCore is a sphere or capsule without its radius, for the search.
func bareCore(g shape.Geometry) shape.Geometry {
	if g.Kind == shape.Sphere || g.Kind == shape.Capsule {
		g.RadiusA = 0
	}
	return g
}

// roundKinds are those that TriangleRound knows; a capsule counts as its core.
var roundKinds = []shape.Kind{shape.Capsule, shape.Cylinder, shape.Cone, shape.TaperedCapsule}

// randTriangle is a triangle near a shape, some of them thin or small.
func randTriangle(r *rand.Rand) [3]vec.Vec3 {
	size := []float32{0.1, 0.5, 1, 4}[r.Intn(4)]
	var v [3]vec.Vec3
	for k := range v {
		v[k] = randVec(r, size)
	}
	if r.Intn(4) == 0 {
		v[2] = v[0].Lerp(v[1], r.Float32()).Add(randVec(r, 0.05*size))
	}
	return v
}

// axisTally counts the cases in which shapes overlap, and those in which an axis is not the best.
type axisTally struct {
	overlaps, missed int
	worst            float64
}

// add counts a case in which an axis separates by short (m) less than the best one does.
func (a *axisTally) add(t *testing.T, i int, short float64, overlap bool) {
	t.Helper()
	if overlap {
		a.overlaps++
	}
	a.worst = math.Max(a.worst, short)
	if short > 1e-4 {
		a.missed++
		t.Logf("case %d: %g short", i, short)
	}
}

// report fails if more than spare of n cases missed the best axis, or one by more than a millimetre, or fewer than
// least overlapped.
func (a *axisTally) report(t *testing.T, n, least, spare int) {
	t.Helper()
	t.Logf("%d cases, %d overlap, %d fall short by more than 0.1 mm, at most by %g", n, a.overlaps, a.missed, a.worst)
	if a.overlaps < least {
		t.Errorf("only %d overlaps", a.overlaps)
	}
	if a.missed > spare || a.worst > 0.2*LinearSlop {
		t.Errorf("%d axes are not the best", a.missed)
	}
}

// TestTrianglesAndRoundShapes holds the axes of triangles and round shapes to a search over all directions
// where they overlap, and to the distance where they do not.
func TestTrianglesAndRoundShapes(t *testing.T) {
	for _, kind := range roundKinds {
		t.Run(kind.String(), func(t *testing.T) {
			var tally axisTally
			n := cases(t, 600)
			for i := range n {
				r := rand.New(rand.NewSource(int64(i)))
				g := randShape(t, r, kind)
				v := randTriangle(r)
				tri := shape.Triangle{V: v}
				normal := tri.Normal()
				if normal == (vec.Vec3{}) {
					continue
				}
				pose := vec.Transform{P: randVec(r, 1), Q: randQuat(r)}
				if r.Intn(2) == 0 {
					// just touching
					low := pose.Apply(g.Support(pose.Q.InvRotate(normal.Neg())))
					pose.P = pose.P.MulAdd(v[0].Sub(low).Dot(normal)+0.01*(2*r.Float32()-1), normal)
				}
				if pose.Apply(g.Centroid()).Sub(v[0]).Dot(normal) < 0 {
					tri = tri.Flipped()
					v, normal = tri.V, normal.Neg()
				}
				var solver proximity.TriangleRound
				solver.Start(&g, pose)
				height := solver.Set(&v, normal)
				bound := solver.Apart(math.Inf(1))
				var axis proximity.RoundAxis
				solver.Search(&axis, math.Inf(1))
				facet := shape.Geometry{Kind: shape.Facet, A: v[0], B: v[1], Half: v[2]}
				b, wide := bareCore(g), proximity.WidenPose(pose)
				short := checkAxis(t, i, &facet, &b, &wide, &axis)
				if math.Max(bound, height) > axis.Separation+1e-5 {
					t.Fatalf("case %d: %g and %g cannot be more than the separation %g", i, bound, height,
						axis.Separation)
				}
				onTriangle, onShape := solver.Points(&axis)
				if d := onShape.Sub(onTriangle).Len(); math.Abs(d-math.Abs(axis.Separation)) > 1e-6 {
					t.Fatalf("case %d: points %g apart, separation %g", i, d, axis.Separation)
				}
				if axis.Separation > 0 {
					if d := gapToPoint(&facet, &identityPose, onTriangle); d > 2e-6 {
						t.Fatalf("case %d: point %g beside the triangle", i, d)
					}
					if d := gapToPoint(&b, &wide, onShape); math.Abs(d) > 1e-5 {
						t.Fatalf("case %d: point %g off the shape", i, d)
					}
				}
				tally.add(t, i, short, !(axis.Separation > 0))
			}
			tally.report(t, n, n/100, 0)
		})
	}
}

func checkAxis(t *testing.T, i int, a, b *shape.Geometry, pose *proximity.Pose, axis *proximity.RoundAxis) float64 {
	t.Helper()
	// the solver knows a tapered capsule as a whole, the distance its core
	separation := axis.Separation
	if b.Kind == shape.TaperedCapsule {
		separation += float64(b.CoreRadius())
	}
	short := proveAxis(t, a.Kind.String(), a, b, pose, separation, axis.Normal)
	if math.IsNaN(short) {
		t.Fatalf("case %d: no number", i)
	}
	return short
}

// TestRoundAxes does the same for round shapes against spheres, capsules, boxes and hulls.
func TestRoundAxes(t *testing.T) {
	for _, kindA := range round {
		for _, kindB := range polyhedral {
			t.Run(kindA.String()+"-"+kindB.String(), func(t *testing.T) {
				var tally axisTally
				n := cases(t, 400)
				for i := range n {
					r := rand.New(rand.NewSource(int64(i)))
					a, b := randShape(t, r, kindA), bareCore(randShape(t, r, kindB))
					bInA := randPose(r, &a, &b)
					pose := proximity.WidenPose(bInA)
					var out proximity.Closest
					proximity.RoundAgainst(&out, &a, &b, &pose, math.Inf(1))
					separation := out.Distance
					if kindA == shape.TaperedCapsule {
						separation += float64(a.CoreRadius())
					}
					short := proveAxis(t, "case", &a, &b, &pose, separation, out.Normal)
					if d := out.B.Sub(out.A).Sub(out.Normal.Mul(out.Distance)).Len(); d > 1e-6 {
						t.Fatalf("case %d: points %v %v, %g along %v", i, out.A, out.B, out.Distance, out.Normal)
					}
					tally.add(t, i, short, out.Distance < 0)
				}
				tally.report(t, n, n/20, 0)
			})
		}
	}
}

// TestPairsOfRoundShapes does the same for pairs of cylinders, cones and tapered capsules, half of them deep
// within one another.
func TestPairsOfRoundShapes(t *testing.T) {
	for _, kindA := range round {
		for _, kindB := range round {
			t.Run(kindA.String()+"-"+kindB.String(), func(t *testing.T) {
				var tally axisTally
				n := cases(t, 400)
				for i := range n {
					r := rand.New(rand.NewSource(int64(i)))
					a, b := randShape(t, r, kindA), randShape(t, r, kindB)
					bInA := randPose(r, &a, &b)
					if i%2 == 0 {
						bInA = vec.Transform{P: randVec(r, []float32{0.01, 0.2, 0.8}[r.Intn(3)]), Q: randQuat(r)}
					}
					pose := proximity.WidenPose(bInA)
					var out proximity.Closest
					proximity.RoundAgainst(&out, &a, &b, &pose, math.Inf(1))
					radii := float64(a.CoreRadius()) + float64(b.CoreRadius())
					short := proveAxis(t, "case", &a, &b, &pose, out.Distance+radii, out.Normal)
					if d := out.B.Sub(out.A).Sub(out.Normal.Mul(out.Distance)).Len(); d > 1e-6 {
						t.Fatalf("case %d: points %v %v, %g along %v", i, out.A, out.B, out.Distance, out.Normal)
					}
					tally.add(t, i, short, out.Distance < 0)
				}
				// deep within one another the search follows the best of several axes, hardly ever the second best
				tally.report(t, n, n/20, n/500)
			})
		}
	}
}
