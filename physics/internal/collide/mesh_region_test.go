package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// The nearest point of a triangle in closed form is the one that the general search for the distance finds.
func TestNearestOnBoundaryAgreesWithDistance(t *testing.T) {
	sides, visible := 0, 0
	for i := range cases(t, 20000) {
		r := rand.New(rand.NewSource(int64(i)))
		v := [3]vec.Vec3{randVec(r, 1), randVec(r, 1), randVec(r, 1)}
		tri := shape.Triangle{V: v}
		n := tri.Normal()
		if n == (vec.Vec3{}) {
			continue
		}
		p := randVec(r, 2)
		facet, probe := shape.Geometry{Kind: shape.Facet, A: v[0], B: v[1], Half: v[2]},
			shape.Geometry{Kind: shape.Sphere, A: p}
		want := convexDistance(&facet, &probe, vec.TransformIdentity, nil)
		nearest, at := nearestOnBoundary(&v, n, p)
		if at != 0 {
			sides++
			for k := range v {
				a, b := v[k], v[(k+1)%3]
				off := a.Lerp(b, shape.ClosestOnSegment(a, b, nearest)).Dist(nearest)
				if on := at>>k&1 == 1; on && off > 1e-5 || !on && off == 0 {
					t.Fatalf("case %d: %v is %g from edge %d of %v, edges %b", i, nearest, off, k, v, at)
				}
			}
		} else {
			visible++
			nearest = p.MulSub(p.Sub(v[0]).Dot(n), n)
		}
		if d := nearest.Dist(p); vec.Abs(d-want.Distance) > 1e-5 {
			t.Fatalf("case %d: %v of %v is %g from %v, the distance is %g", i, nearest, v, d, p, want.Distance)
		}
	}
	if sides < 500 || visible < 500 {
		t.Errorf("%d beside, %d in front", sides, visible)
	}
}

// hills is a smooth terrain.
func hills(t testing.TB) shape.Geometry {
	return terrain(t, 12, 0.7, 0.3, func(x, z float32) float32 { return 0.5 * vec.Sin(2*x) * vec.Sin(3*z) })
}

// obtuseRidges is one with many corners of more than a right angle.
func obtuseRidges(t testing.TB) shape.Geometry {
	return terrain(t, 12, 0.7, 0.48, func(x, z float32) float32 { return 0.4 * vec.Sin(4*x+3*z) })
}

// seenFrom returns the distance of c from the nearest triangle of a mesh in a box, and whether c is clearly in front of
// it.
func seenFrom(mesh *shape.Geometry, c vec.Vec3, box vec.AABB) (least float32, visible bool) {
	probe := shape.Geometry{Kind: shape.Sphere, A: c}
	least = 1e30
	var w shape.Walk
	var tri shape.Triangle
	for w.Start(mesh, box); w.Next(mesh); {
		facet := mesh.ConvexChild(w.Index, &tri)
		d := convexDistance(&facet, &probe, vec.TransformIdentity, nil).Distance
		if d > least+1e-5 {
			continue
		}
		// at an edge two triangles are as near, of which one may be seen from behind
		visible = c.Sub(tri.V[0]).Dot(tri.Normal()) > 0.01 && (visible || d < least-1e-5)
		least = vec.Min(least, d)
	}
	return least, visible
}

// A ball on a mesh has the contacts with its triangles that a search for the distance finds.
func TestBallsOnMeshesAgreeWithDistance(t *testing.T) {
	meshes := []shape.Geometry{hills(t), boxMesh(t, vec.V3(1, 0.8, 1.2)), obtuseRidges(t)}
	touching := 0
	var out MeshContacts
	for i := range cases(t, 4000) {
		r := rand.New(rand.NewSource(int64(i)))
		mesh := &meshes[i%len(meshes)]
		b := randShape(t, r, shape.Sphere)
		pose := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
		c := pose.Apply(b.A)
		least, above := seenFrom(mesh, c, b.AABB(pose).Expand(1))
		CollideMesh(&out, mesh, &b, pose, SpeculativeDistance)
		low := float32(1e30)
		for k := range out.Manifolds {
			low = vec.Min(low, out.Manifolds[k].lowest())
		}
		want := least - b.RadiusA
		switch {
		case want > SpeculativeDistance+1e-4:
			if len(out.Manifolds) > 0 && above {
				t.Fatalf("case %d: touches at %g, the distance is %g", i, low, want)
			}
		case want < SpeculativeDistance-1e-4 && above:
			touching++
			if vec.Abs(low-want) > 1e-4 {
				t.Fatalf("case %d: touches at %g, the distance is %g", i, low, want)
			}
		}
	}
	if touching < cases(t, 500) {
		t.Errorf("only %d balls touched", touching)
	}
}

// A capsule hardly longer than a ball has contacts where the ball has them, as deep, also on ridges whose triangles
// have obtuse corners.
func TestShortCapsulesOnMeshesActLikeBalls(t *testing.T) {
	mesh := obtuseRidges(t)
	touching := 0
	var out MeshContacts
	deepest := func(g *shape.Geometry) (low float32) {
		CollideMesh(&out, &mesh, g, vec.TransformIdentity, SpeculativeDistance)
		low = 1e30
		for k := range out.Manifolds {
			low = vec.Min(low, out.Manifolds[k].lowest())
		}
		return low
	}
	for i := range cases(t, 4000) {
		r := rand.New(rand.NewSource(int64(i)))
		c := randVec(r, 2)
		least, visible := seenFrom(&mesh, c, vec.AABB{Min: c, Max: c}.Expand(2))
		if !visible || least < 0.1 || least > 1 {
			continue
		}
		touching++
		// less deep than the fallback contact of a shape that all triangles reject
		radius, core := least+0.5*LinearSlop, randVec(r, 1).Norm().Mul(6e-4)
		ball, capsule := first(shape.NewSphere(c, radius)), first(shape.NewCapsule(c.Sub(core), c.Add(core), radius))
		if want, got := deepest(&ball), deepest(&capsule); vec.Abs(got-want) > 1e-3 {
			t.Errorf("case %d: the capsule touches at %g, the ball at %g", i, got, want)
		}
	}
	if touching < cases(t, 500) {
		t.Errorf("only %d touched", touching)
	}
}
