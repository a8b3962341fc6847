package collide

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// TestOverlapAgainstAxes holds the overlap of polyhedral shapes to the separating axes, in double
// precision; where the surfaces just touch either answer is right.
func TestOverlapAgainstAxes(t *testing.T) {
	forPairs(t, polyhedral, func(t *testing.T, kindA, kindB shape.Kind) {
		overlaps, n := 0, cases(t, 160)
		for i := range n {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			bInA := randPose(r, &a, &b)
			pose := proximity.WidenPose(bInA)
			sa, sb := newSkeleton(&a, &identityPose), newSkeleton(&b, &pose)
			truth := trueSeparation(&sa, &sb)
			got := Overlap(&a, &b, bInA)
			if got {
				overlaps++
			}
			if got != Overlap(&b, &a, bInA.Inverse()) && math.Abs(truth) > 1e-5 {
				t.Fatalf("case %d: the order decides at separation %g", i, truth)
			}
			// the faces of hulls are flat to 5e-5 only
			if math.Abs(truth) > 2e-4 && got != (truth < 0) {
				t.Fatalf("case %d: overlap %v at separation %g", i, got, truth)
			}
		}
		if overlaps < n/10 || overlaps > n-n/10 {
			t.Errorf("%d overlaps of %d say little", overlaps, n)
		}
	})
}

// TestRoundOverlapAgainstSearch does the same for the exact round shapes with a search over all
// directions, which finds a little less than the best.
func TestRoundOverlapAgainstSearch(t *testing.T) {
	forRound(t, func(t *testing.T, kindA, kindB shape.Kind) {
		for i := range cases(t, 16) {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			bInA := randPose(r, &a, &b)
			pose := proximity.WidenPose(bInA)
			truth, _ := searchSeparation(&a, &b, &pose)
			if got := Overlap(&a, &b, bInA); math.Abs(truth) > 1e-3 && got != (truth < 0) {
				t.Fatalf("case %d: overlap %v at separation %g", i, got, truth)
			}
		}
	})
}

// TestChildrenAgainstAll compares distance, overlap, cast and time of impact against meshes and
// height fields with a loop over all triangles.
func TestChildrenAgainstAll(t *testing.T) {
	found := [4]int{}
	n := cases(t, 1000)
	shallow := 0
	for i := range n {
		r := rand.New(rand.NewSource(int64(i)))
		field, mesh := hilly(t, int64(i/40), 3+i/40%9, 3+i/40%7, i/40%2 == 0)
		g := randShape(t, r, convex[r.Intn(len(convex))])
		pose := vec.Transform{P: vec.V3(4*r.Float32()-2, 2*r.Float32(), 3*r.Float32()-1.5), Q: randQuat(r)}
		displacement := randVec(r, 2)
		sweep := Sweep{Center: pose.P, Rotation: pose.Q, Displacement: displacement, RotationVector: randVec(r, 2)}
		still := Still(vec.TransformIdentity)
		for _, soup := range [2]shape.Geometry{field, mesh} {
			want := bruteSoup(&soup, &g, pose, displacement, &sweep)
			if d := Distance(&soup, &g, pose, nil); vec.Abs(d.Distance-want.distance) > 1e-5 {
				t.Fatalf("case %d: %v: distance %g, of all triangles %g", i, soup.Kind, d.Distance, want.distance)
			}
			if got := Overlap(&soup, &g, pose); got != want.overlap {
				t.Fatalf("case %d: %v: overlap %v", i, soup.Kind, got)
			}
			h, ok := Cast(&soup, &g, pose, &Motion{Translation: displacement}, 1)
			if ok != (want.cast <= 1) || ok && vec.Abs(h.Fraction-want.cast) > 1e-5 {
				t.Fatalf("case %d: %v: cast %v %g, of all triangles %g", i, soup.Kind, ok, h.Fraction, want.cast)
			}
			result := TimeOfImpact(&soup, &still, &g, &sweep, 1)
			hit := result.State == Impact || result.State == Unfinished
			if want.impact <= 1 && (!hit || result.Fraction > want.impact+1e-4) {
				// an impact as deep as a shallow one may be: the pose at the end of a rotation gives less depth than
				// the velocity at the impact
				if shallow++; shallow <= n/2500 {
					continue
				}
			}
			if hit != (want.impact <= 1) || hit && vec.Abs(result.Fraction-want.impact) > 1e-4 {
				t.Fatalf("case %d: %v: impact %+v, of all triangles %g", i, soup.Kind, result, want.impact)
			}
			for k, yes := range [4]bool{want.distance > 0, want.overlap, want.cast <= 1, want.impact <= 1} {
				if yes {
					found[k]++
				}
			}
		}
	}
	t.Logf("%d cases: apart %d, overlaps %d, casts that hit %d, impacts %d", 2*n, found[0], found[1], found[2],
		found[3])
	for k, hits := range found {
		if hits < n/10 {
			t.Errorf("query %d: only %d of %d say something", k, hits, 2*n)
		}
	}
}

type soupAnswer struct {
	distance     float32
	overlap      bool
	cast, impact float32 // fractions, 2 for none
}

// bruteSoup asks every triangle; casts and impacts count from the front only.
func bruteSoup(soup, g *shape.Geometry, pose vec.Transform, displacement vec.Vec3, sweep *Sweep) soupAnswer {
	answer := soupAnswer{distance: float32(math.Inf(1)), cast: 2, impact: 2}
	center := pose.Apply(g.Centroid())
	still := Still(vec.TransformIdentity)
	var tri shape.Triangle
	var w shape.Walk
	for w.Start(soup, soup.AABB(vec.TransformIdentity).Expand(1)); w.Next(soup); {
		child := soup.ConvexChild(w.Index, &tri)
		answer.distance = vec.Min(answer.distance, convexDistance(&child, g, pose, nil).Distance)
		answer.overlap = answer.overlap || convexOverlap(&child, g, pose)
		if tri.Normal().Dot(center.Sub(tri.V[0])) < 0 {
			continue
		}
		if h, ok := convexCast(&child, g, pose, &Motion{Translation: displacement}, 1); ok {
			answer.cast = vec.Min(answer.cast, h.Fraction)
		}
		if r := impactOnChild(&child, &tri, &still, g, sweep, 1); r.State == Impact || r.State == Unfinished {
			answer.impact = vec.Min(answer.impact, r.Fraction)
		}
	}
	return answer
}
