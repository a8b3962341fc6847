package collide

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

func box(t testing.TB, x, y, z float32) shape.Geometry {
	t.Helper()
	g, err := shape.NewBox(vec.V3(x, y, z), vec.TransformIdentity)
	return must(t, g, err)
}

// hullBox is a box as a general polytope.
func hullBox(t testing.TB, x, y, z float32) shape.Geometry {
	t.Helper()
	g, err := shape.NewHull(box(t, x, y, z).Poly.Vertices)
	return must(t, g, err)
}

func ids(m *LocalManifold) string {
	var list []uint32
	for _, p := range m.Points[:m.Count] {
		list = append(list, p.ID)
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

// TestStackedBoxesKeepTheirPoints jitters boxes that rest on one another by the noise that a
// settled stack has: face on face, shifted by half, rotated, overhanging and on an edge.
func TestStackedBoxesKeepTheirPoints(t *testing.T) {
	poses := map[string]vec.Transform{
		"aligned":  {P: vec.V3(0, 0.999, 0), Q: vec.QuatIdentity},
		"half":     {P: vec.V3(0.51, 0.999, 0), Q: vec.QuatIdentity},
		"turned":   {P: vec.V3(0, 0.999, 0), Q: vec.QuatAxisAngle(vec.AxisY, 0.5)},
		"octagon":  {P: vec.V3(0, 0.999, 0), Q: vec.QuatAxisAngle(vec.AxisY, vec.Pi/4)},
		"overhang": {P: vec.V3(0.7, 0.999, 0.6), Q: vec.QuatAxisAngle(vec.AxisY, 1.1)},
		"on edge":  {P: vec.V3(0, 0.5+0.7, 0), Q: vec.QuatAxisAngle(vec.AxisX, vec.Pi/4)},
	}
	makers := map[string]func(t testing.TB, x, y, z float32) shape.Geometry{"box": box, "hull": hullBox}
	for makerName, maker := range makers {
		a, b := maker(t, 0.5, 0.5, 0.5), maker(t, 0.5, 0.5, 0.5)
		for name, pose := range poses {
			r := rand.New(rand.NewSource(1))
			var cache Cache
			want := ""
			for step := range 2000 {
				pose := pose
				pose.P = pose.P.Add(randVec(r, 2e-4))
				pose.Q = vec.QuatAxisAngle(randVec(r, 1).Norm(), 2e-4).Mul(pose.Q).Norm()
				var m LocalManifold
				Collide(&m, &a, &b, pose, SpeculativeDistance, &cache)
				minimum := int32(4)
				if name == "on edge" {
					minimum = 2
				}
				if m.Count < minimum {
					t.Fatalf("%s %s step %d: %d points", makerName, name, step, m.Count)
				}
				if got := ids(&m); want == "" {
					want = got
				} else if got != want {
					t.Fatalf("%s %s step %d: points %s, before %s", makerName, name, step, got, want)
				}
			}
		}
	}
}

// TestCapsuleLiesOnTwoPoints checks resting capsules on a box, a hull and a capsule.
func TestCapsuleLiesOnTwoPoints(t *testing.T) {
	g, err := shape.NewCapsule(vec.V3(-0.5, 0, 0), vec.V3(0.5, 0, 0), 0.25)
	c := must(t, g, err)
	for _, a := range []shape.Geometry{box(t, 2, 0.5, 2), hullBox(t, 2, 0.5, 2), c} {
		r := rand.New(rand.NewSource(2))
		height := float32(0.75)
		if a.Kind == shape.Capsule {
			height = 0.5
		}
		var cache Cache
		want := ""
		for step := range 1000 {
			pose := vec.Transform{P: vec.V3(0.1, height, 0).Add(randVec(r, 2e-4)),
				Q: vec.QuatAxisAngle(randVec(r, 1).Norm(), 1e-3)}
			var m LocalManifold
			Collide(&m, &a, &c, pose, SpeculativeDistance, &cache)
			if m.Count != 2 {
				t.Fatalf("%v step %d: %d points", a.Kind, step, m.Count)
			}
			if m.Normal.Dot(vec.AxisY) < 0.999 {
				t.Fatalf("%v step %d: normal %v", a.Kind, step, m.Normal)
			}
			if got := ids(&m); want == "" {
				want = got
			} else if got != want {
				t.Fatalf("%v step %d: points %s, before %s", a.Kind, step, got, want)
			}
		}
	}
}

// TestCacheIsOnlySpeed follows shapes along smooth paths with their cache and holds every
// manifold to the same standard as one from an empty cache.
func TestCacheIsOnlySpeed(t *testing.T) {
	forPairs(t, polyhedral, func(t *testing.T, kindA, kindB shape.Kind) {
		for i := range cases(t, 30) {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			pose := randPose(r, &a, &b)
			jitter := randVec(r, 0.02)
			spin := vec.QuatAxisAngle(randVec(r, 1).Norm(), 0.04*r.Float32())
			var cache Cache
			for step := range 40 {
				if msg := checkCached(&a, &b, pose, &cache, 3*LinearSlop); msg != "" {
					t.Fatalf("case %d step %d: %s", i, step, msg)
				}
				pose.P = pose.P.Add(jitter)
				pose.Q = spin.Mul(pose.Q).Norm()
			}
		}
	})
}

// TestOrderOfShapesDoesNotMatter exchanges A and B: depth, count and normal must agree.
func TestOrderOfShapesDoesNotMatter(t *testing.T) {
	forPairs(t, polyhedral, func(t *testing.T, kindA, kindB shape.Kind) {
		if kindA == kindB {
			t.Skip("which of two equal kinds is the reference depends on the order")
		}
		for i := range cases(t, 1000) {
			r := rand.New(rand.NewSource(int64(i)))
			a, b := randShape(t, r, kindA), randShape(t, r, kindB)
			pose := randPose(r, &a, &b)
			var m, n LocalManifold
			var c, d Cache
			Collide(&m, &a, &b, pose, SpeculativeDistance, &c)
			Collide(&n, &b, &a, pose.Inverse(), SpeculativeDistance, &d)
			n.flip(pose)
			if m.Count != n.Count {
				// a point at the very edge of the speculative distance may come and go
				if edge := m.lowest(); edge < SpeculativeDistance-1e-4 && n.lowest() < SpeculativeDistance-1e-4 &&
					m.Normal.Dot(n.Normal) < 0.9 {
					t.Fatalf("case %d: %d and %d points, normals %v %v", i, m.Count, n.Count, m.Normal, n.Normal)
				}
				continue
			}
			if m.Count > 0 && (vec.Abs(m.lowest()-n.lowest()) > 2e-3 && m.Normal.Dot(n.Normal) > 0.99) {
				t.Fatalf("case %d: depths %g %g", i, m.lowest(), n.lowest())
			}
		}
	})
}

// TestCollideAllocatesNothing runs every pair with and without a warm cache.
func TestCollideAllocatesNothing(t *testing.T) {
	forPairs(t, convex, func(t *testing.T, kindA, kindB shape.Kind) {
		r := rand.New(rand.NewSource(5))
		a, b := randShape(t, r, kindA), randShape(t, r, kindB)
		pose := randPose(r, &a, &b)
		var cache Cache
		n := testing.AllocsPerRun(100, func() {
			var m LocalManifold
			Collide(&m, &a, &b, pose, SpeculativeDistance, &cache)
			Distance(&a, &b, pose, &cache)
			Cast(&a, &b, pose, &Motion{Translation: pose.P.Neg()}, 1)
			still, moving := Still(vec.TransformIdentity),
				Sweep{Center: pose.P, Rotation: pose.Q, Displacement: pose.P.Mul(-2), RotationVector: vec.V3(1, 2, 3)}
			TimeOfImpact(&a, &still, &b, &moving, 1)
		})
		if n != 0 {
			t.Errorf("%g allocations", n)
		}
	})
}

// TestFaceCaseFindsTheMinimum holds capsules and spheres against boxes and hulls, whose faces settle most pairs, to the
// contacts along the nearest points that they spare the search for.
func TestFaceCaseFindsTheMinimum(t *testing.T) {
	for _, kindA := range []shape.Kind{shape.Box, shape.Hull} {
		for _, kindB := range []shape.Kind{shape.Sphere, shape.Capsule} {
			touching, apart := 0, 0
			for i := range cases(t, 4000) {
				r := rand.New(rand.NewSource(int64(i)))
				a, b := randShape(t, r, kindA), randShape(t, r, kindB)
				pose := randPose(r, &a, &b)
				wide := proximity.WidenPose(pose)
				var found proximity.Closest
				gjk(&found, &a, &b, &wide, nil)
				distance := float32(found.Distance) - b.RadiusA
				var m, want LocalManifold
				// any unit axis may be in the cache
				cache := Cache{Axis: randVec(r, 1).Norm()}
				Collide(&m, &a, &b, pose, SpeculativeDistance, &cache)
				if !cache.IsSound() {
					t.Fatalf("%v %v case %d: axis %v", kindA, kindB, i, cache.Axis)
				}
				if m.Count == 0 {
					if apart++; distance < SpeculativeDistance-1e-4 {
						t.Fatalf("%v %v case %d: kept apart at %g", kindA, kindB, i, distance)
					}
					continue
				}
				if found.Distance < deepCore {
					continue
				}
				touching++
				if kindB == shape.Sphere {
					want.setRound(found.A.Vec3(), found.B.Vec3(), 0, b.RadiusA, SpeculativeDistance, vec.AxisY, 0)
				} else {
					capsuleOn(&want, a.Poly, &found, &b, pose, SpeculativeDistance)
				}
				if vec.Abs(m.lowest()-want.lowest()) > 1e-4 || m.Normal.Dot(want.Normal) < flatCosine-1e-4 ||
					m.Count != want.Count {
					t.Fatalf("%v %v case %d, at %g: %+v, want %+v", kindA, kindB, i, distance, m, want)
				}
			}
			if touching < 100 || apart < 100 {
				t.Errorf("%v %v: %d touching, %d apart", kindA, kindB, touching, apart)
			}
		}
	}
}
