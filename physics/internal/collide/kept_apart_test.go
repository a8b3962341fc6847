package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Two polytopes that an axis is said to keep apart on the way do not come near each other at any moment of it.
func TestKeptApart(t *testing.T) {
	const moments, gap = 24, 0.05
	kept, may := 0, 0
	for i := range cases(t, 20000) {
		r := rand.New(rand.NewSource(int64(i)))
		kinds := [2]shape.Kind{shape.Box, shape.Box}
		if i%3 > 0 {
			kinds[0] = shape.Hull
		}
		if i%3 > 1 {
			kinds[1] = shape.Hull
		}
		a, b := randShape(t, r, kinds[0]), randShape(t, r, kinds[1])
		pose := vec.Transform{P: randVec(r, 3), Q: randQuat(r)}
		motion := randVec(r, 2)
		var cache Cache
		var m LocalManifold
		if Collide(&m, &a, &b, pose, gap, &cache); m.Count > 0 {
			continue
		}
		if !KeptApart(&a, &b, pose, motion, gap, &cache) {
			may++
			continue
		}
		kept++
		for k := range moments + 1 {
			var fresh Cache
			at := vec.Transform{P: pose.P.MulAdd(float32(k)/moments, motion), Q: pose.Q}
			if Collide(&m, &a, &b, at, gap-2e-4, &fresh); m.Count > 0 {
				t.Fatalf("case %d: %v and %v are %g m apart after %d of %d of %v", i, kinds[0], kinds[1], m.lowest(), k,
					moments, motion)
			}
		}
	}
	if kept < cases(t, 2000) || may < cases(t, 500) {
		t.Errorf("only %d pairs are kept apart, and %d may meet", kept, may)
	}
}

// A shape that axes are said to keep apart from a mesh on the way touches none of its triangles at any moment of it,
// also where the pair of edges that separated them in a search before is tried first.
func TestMeshKeptApart(t *testing.T) {
	const moments, gap = 24, 0.05
	meshes := append(openAndClosed(t)[:2], sheet(t))
	var out MeshContacts
	for _, kind := range convex {
		kept, may := 0, 0
		for i := range cases(t, 3000) {
			r := rand.New(rand.NewSource(int64(i)))
			mesh := &meshes[i%len(meshes)]
			b := randShape(t, r, kind)
			pose := vec.Transform{P: randVec(r, 3), Q: randQuat(r)}
			motion := randVec(r, 1)
			var list TriangleList
			if out.List = nil; i%2 == 0 {
				out.List, out.ListMargin = &list, 0.1
			}
			out.Motion, out.Reach = vec.Vec3{}, 0.5
			if CollideMesh(&out, mesh, &b, pose, gap); len(out.Manifolds) > 0 {
				continue
			}
			out.Reach = 0
			out.Motion = motion
			if !MeshKeptApart(&out, mesh, &b, pose, gap) {
				may++
				continue
			}
			kept++
			out.Motion, out.List = vec.Vec3{}, nil
			for k := range moments + 1 {
				at := vec.Transform{P: pose.P.MulAdd(float32(k)/moments, motion), Q: pose.Q}
				if CollideMesh(&out, mesh, &b, at, gap-2e-4); len(out.Manifolds) > 0 {
					t.Fatalf("%v case %d touches %+v after %d of %d of %v", kind, i, out.Manifolds, k, moments, motion)
				}
			}
		}
		if kept < cases(t, 300) || may < cases(t, 100) {
			t.Errorf("%v: only %d are kept apart, and %d may meet", kind, kept, may)
		}
	}
}
