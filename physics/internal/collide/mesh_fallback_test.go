package collide

import (
	"math/rand"
	"slices"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// A shape whose centre is above a terrain that it is stuck in has a contact, however it lies and whatever the corners
// of the triangles: none is rejected by all triangles.
func TestShapesStuckInTerrainHaveContacts(t *testing.T) {
	for k, mesh := range []shape.Geometry{
		hills(t), afterFlatOnes(t, obtuseRidges(t)),
	} {
		for _, kind := range convex {
			stuck, rejected, missed := 0, 0, 0
			n := cases(t, 2000)
			var out MeshContacts
			for i := range n {
				r := rand.New(rand.NewSource(int64(i)))
				b := randShape(t, r, kind)
				pose := vec.Transform{P: randVec(r, 2), Q: randQuat(r)}
				near, ok := stuckFromAbove(&mesh, &b, pose)
				if !ok {
					continue
				}
				stuck++
				CollideMesh(&out, &mesh, &b, pose, SpeculativeDistance)
				if out.fallback.found {
					rejected++
				}
				if len(out.Manifolds) == 0 {
					// all may reject an overlap of less than a slop
					if missed++; missed <= n/50_000 {
						continue
					}
					t.Fatalf("terrain %d, %v, case %d: no contact", k, kind, i)
				}
				low := float32(0)
				for j := range out.Manifolds {
					m := &out.Manifolds[j]
					low = vec.Min(low, m.lowest())
					if vec.Abs(m.Normal.Len()-1) > 1e-4 || m.Count < 1 || m.lowest() <= 0 &&
						!slices.Contains(near, m.ChildIndex) {
						t.Fatalf("terrain %d, %v, case %d: %+v", k, kind, i, *m)
					}
				}
				if low == 0 {
					t.Fatalf("terrain %d, %v, case %d: not deep in %+v", k, kind, i, out.Manifolds)
				}
			}
			if stuck < cases(t, 200) || kind == shape.Capsule && rejected < 5 {
				t.Errorf("terrain %d, %v: %d stuck, %d of them rejected by a triangle", k, kind, stuck, rejected)
			}
		}
	}
}

// stuckFromAbove reports whether a shape overlaps a mesh and its centre is in front of the nearest triangle, and lists
// the triangles that may touch it.
func stuckFromAbove(mesh, b *shape.Geometry, pose vec.Transform) (near []int32, stuck bool) {
	box, overlaps := b.AABB(pose).Expand(1), false
	var w shape.Walk
	var tri shape.Triangle
	for w.Start(mesh, box); w.Next(mesh); {
		facet := mesh.ConvexChild(w.Index, &tri)
		gap := convexDistance(&facet, b, pose, nil).Distance
		overlaps = overlaps || gap == 0
		if gap < SpeculativeDistance+1e-4 {
			near = append(near, tri.Index)
		}
	}
	_, visible := seenFrom(mesh, pose.Apply(b.Centroid()), box)
	return near, overlaps && visible
}

// afterFlatOnes returns a mesh with triangles without area before all others, which NewMesh drops but counts.
func afterFlatOnes(t *testing.T, mesh shape.Geometry) shape.Geometry {
	t.Helper()
	def := shape.MeshDef{Vertices: make([]vec.Vec3, 1), Indices: make([]uint32, 15)}
	names := map[vec.Vec3]uint32{}
	var w shape.Walk
	var tri shape.Triangle
	for w.Start(&mesh, mesh.AABB(vec.TransformIdentity)); w.Next(&mesh); {
		mesh.Triangle(w.Index, &tri)
		for _, v := range tri.V {
			if _, ok := names[v]; !ok {
				names[v] = uint32(len(def.Vertices))
				def.Vertices = append(def.Vertices, v)
			}
			def.Indices = append(def.Indices, names[v])
		}
	}
	g, err := shape.NewMesh(def)
	return must(t, g, err)
}
