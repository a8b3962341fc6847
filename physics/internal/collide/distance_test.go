package collide

import (
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// TestDistanceAgainstBruteForce compares the distance of cores with the least over all feature
// pairs, cold and with the cache of a nearby pose.
func TestDistanceAgainstBruteForce(t *testing.T) {
	forPairs(t, polyhedral, func(t *testing.T, kindA, kindB shape.Kind) {
		for i := range cases(t, 2000) {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			bInA := randPose(r, &a, &b)
			pose := proximity.WidenPose(bInA)
			sa, sb := newSkeleton(&a, &identityPose), newSkeleton(&b, &pose)
			sat, _ := bruteSAT(&sa, &sb)
			flat := len(sa.faces)+len(sb.faces) == 0
			want := 0.0
			// the merged faces of a hull are flat to 5e-5 only, so the brute force is no better
			exact := 2e-6
			if kindA == shape.Hull || kindB == shape.Hull {
				exact = 2e-4
			}
			if sat > 0 || flat {
				want = bruteDistance(&sa, &sb)
			}

			var cache Cache
			near := bInA
			near.P = near.P.Add(randVec(r, 0.02))
			near.Q = vec.QuatAxisAngle(randVec(r, 1).Norm(), 0.02).Mul(near.Q)
			Distance(&a, &b, near, &cache)
			for _, c := range []*Cache{nil, &cache} {
				var out proximity.Closest
				gjk(&out, &a, &b, &pose, c)
				if out.Iterations >= proximity.MaxIterations {
					t.Fatalf("case %d: no end after %d iterations", i, out.Iterations)
				}
				if math.Abs(sat) < 1e-6 && !flat {
					continue
				}
				if math.Abs(out.Distance-want) > exact*(1+want) {
					t.Fatalf("case %d cached %v: distance %g, want %g, axis test %g", i, c != nil, out.Distance, want,
						sat)
				}
				// points that far apart and a gap that wide together prove the distance
				if want > 1e-6 {
					if d := out.B.Sub(out.A).Len(); math.Abs(d-out.Distance) > 2e-6*(1+want) {
						t.Fatalf("case %d: nearest points are %g apart, distance %g", i, d, out.Distance)
					}
					if gap := gapAlong(&sa, &sb, out.Normal); math.Abs(gap-out.Distance) > 2e-6*(1+want) {
						t.Fatalf("case %d: gap along the normal %g, distance %g", i, gap, out.Distance)
					}
				}
			}
		}
	})
}

// TestDistanceFarFromEachOther keeps its digits over a wide range of sizes and distances.
func TestDistanceFarFromEachOther(t *testing.T) {
	for _, size := range []float32{1e-3, 1, 1e3} {
		for _, gap := range []float32{1e-3, 1, 1e4} {
			a := must(t, first(shape.NewBox(vec.V3(size, size, size), vec.TransformIdentity)), nil)
			b := must(t, first(shape.NewSphere(vec.Vec3{}, size)), nil)
			pose := vec.Transform{P: vec.V3(2*size+gap, 0, 0), Q: vec.QuatIdentity}
			want := float64(pose.P.X) - 2*float64(size)
			got := Distance(&a, &b, pose, nil)
			if e := math.Abs(float64(got.Distance) - want); e > 1e-6*(want+float64(size)) {
				t.Errorf("size %g gap %g: distance %g, want %g", size, gap, got.Distance, want)
			}
			if got.Normal.Dist(vec.AxisX) > 1e-5 {
				t.Errorf("size %g gap %g: normal %v", size, gap, got.Normal)
			}
		}
	}
}

func first(g shape.Geometry, err error) shape.Geometry {
	if err != nil {
		panic(err)
	}
	return g
}
