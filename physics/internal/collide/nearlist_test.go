package collide

import (
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// A shape that wanders over meshes finds the same contacts with the list of what is around it as
// without, also when the list was made for another mesh or is too short.
func TestListsOfTrianglesChangeNothing(t *testing.T) {
	hills := func(x, z float32) float32 { return 0.3 * vec.Sin(2*x) * vec.Sin(3*z) }
	meshes := []shape.Geometry{terrain(t, 16, 0.7, 0.3, hills), terrain(t, 60, 0.1, 0.2, hills)}
	listed, empty := 0, 0
	for i := range cases(t, 300) {
		r := rand.New(rand.NewSource(int64(i)))
		b := randShape(t, r, convex[i%len(convex)])
		pose := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
		var list NearList
		var with, without MeshContacts
		for range 20 {
			pose.P = pose.P.Add(randVec(r, 0.1))
			pose.Q = vec.QuatAxisAngle(randVec(r, 1).Norm(), 0.1).Mul(pose.Q).Norm()
			mesh := &meshes[r.Intn(10)/9]
			with.Near, with.Margin = &list, 0.3*r.Float32()
			with.Reach = 0.1 * r.Float32()
			without.Reach = with.Reach
			CollideMesh(&with, mesh, &b, pose, SpeculativeDistance)
			CollideMesh(&without, mesh, &b, pose, SpeculativeDistance)
			if !slices.Equal(with.Manifolds, without.Manifolds) || with.Slack != without.Slack {
				t.Fatalf("case %d: %+v, slack %g; without a list %+v, slack %g", i, with.Manifolds, with.Slack, without.Manifolds, without.Slack)
			}
			if list.mesh == mesh.Mesh {
				listed++
			} else {
				empty++
			}
		}
	}
	if listed < 500 || empty < 100 {
		t.Errorf("%d with a list, %d without", listed, empty)
	}
}

// The first contact of a bunch is always in it, even if its normal is too short for its own cosine,
// and every contact is in one.
func TestClusterHoldsItsFirst(t *testing.T) {
	for i := range cases(t, 2000) {
		r := rand.New(rand.NewSource(int64(i)))
		var out MeshContacts
		points := 0
		for k := range 1 + r.Intn(8) {
			n := randVec(r, 1).Norm().Mul(0.99 + 0.01*r.Float32())
			if k > 0 && r.Intn(2) == 0 {
				n = out.found[r.Intn(k)].manifold.Normal
			}
			c := triangleContact{child: int32(k), surface: n}
			c.manifold.Normal, c.manifold.Count = n, 1
			c.manifold.Points[0] = LocalPoint{Point: randVec(r, 1), ID: uint32(k + 1)}
			out.found = append(out.found, c)
			points++
		}
		out.cluster()
		kept := 0
		for k := range out.Manifolds {
			m := &out.Manifolds[k]
			if m.Count == 0 {
				t.Fatalf("case %d: manifold %d of %d has no points", i, k, len(out.Manifolds))
			}
			kept += int(m.Count)
		}
		for k := range out.found {
			if !out.found[k].taken {
				t.Fatalf("case %d: contact %d is in no bunch", i, k)
			}
		}
		if kept > points || len(out.Manifolds) > points || kept < min(points, len(out.Manifolds)) {
			t.Fatalf("case %d: %d points of %d in %d manifolds", i, kept, points, len(out.Manifolds))
		}
	}
}
