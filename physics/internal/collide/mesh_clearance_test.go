package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// openAndClosed are a terrain, a closed box, and a floor of boxes in one compound.
func openAndClosed(t *testing.T) []shape.Geometry {
	return []shape.Geometry{hills(t), boxMesh(t, vec.V3(1, 0.8, 1.2)), tiles(t, 6)}
}

// A shape that touches no triangle may move by the clearance that was found, in any direction, and still
// touches none.
func TestClearanceIsFree(t *testing.T) {
	meshes := openAndClosed(t)
	var out MeshContacts
	used := 0
	for _, kind := range convex {
		for i := range cases(t, 1500) {
			r := rand.New(rand.NewSource(int64(i)))
			mesh := &meshes[i%len(meshes)]
			b := randShape(t, r, kind)
			center := b.Centroid()
			_, outer := b.Extents(center)
			pose := vec.Transform{P: randVec(r, 3), Q: randQuat(r)}
			out.Reach = 0.5 * r.Float32()
			CollideMesh(&out, mesh, &b, pose, SpeculativeDistance)
			if len(out.Manifolds) > 0 || out.Clearance <= 1e-5 {
				continue
			}
			if out.Clearance > out.Reach {
				t.Fatalf("%v case %d: clearance %g of %g", kind, i, out.Clearance, out.Reach)
			}
			used++
			clearance := out.Clearance
			for range 4 {
				// a rotation about the centre, and a translation for the rest
				rotation := clearance * r.Float32()
				axis := randVec(r, 1).Norm()
				q := vec.QuatAxisAngle(axis, vec.Min(rotation/outer, 1)).Mul(pose.Q).Norm()
				// some millionths of a metre are rounding
				free := vec.Max(float32(0.999*(clearance-rotation))-1e-5, 0)
				displacement := pose.Apply(center).Add(randVec(r, 1).Norm().Mul(free))
				moved := vec.Transform{P: displacement.Sub(q.Rotate(center)), Q: q}
				CollideMesh(&out, mesh, &b, moved, SpeculativeDistance)
				if len(out.Manifolds) > 0 {
					t.Fatalf("%v case %d: touches %+v after a displacement of %g", kind, i, out.Manifolds[0], clearance)
				}
			}
		}
	}
	if used < cases(t, 1500) {
		t.Errorf("only %d shapes had clearance", used)
	}
}

// The axes of a triangle and a polytope agree with those that the search for two polytopes finds.
func TestTriangleAxesAgreeWithSearch(t *testing.T) {
	away, near, other, separated := 0, 0, 0, 0
	for i := range cases(t, 20000) {
		r := rand.New(rand.NewSource(int64(i)))
		b := randShape(t, r, []shape.Kind{shape.Box, shape.Hull}[i%2])
		pose := vec.Transform{P: randVec(r, 1.5), Q: randQuat(r)}
		tri := shape.Triangle{V: [3]vec.Vec3{randVec(r, 1), randVec(r, 1), randVec(r, 1)}}
		n := tri.Normal()
		var p prism
		if !p.set(&tri, n) || pose.Apply(b.Centroid()).Sub(tri.V[0]).Dot(n) < 0 {
			continue
		}
		var m LocalManifold
		var cache Cache
		hulls(&m, &p.poly, b.Poly, pose, SpeculativeDistance, &cache)
		out := MeshContacts{Clearance: 10}
		h := &out.axes.hull
		h.start(b.Poly, pose)
		got := LocalManifold{}
		q := meshQuery{convex: &b, pose: pose, center: pose.Apply(b.Centroid()), speculative: SpeculativeDistance}
		seen, height, close := out.isNear(&q, &tri)
		if seen != n {
			t.Fatalf("case %d: normal %v", i, seen)
		}
		if close {
			e, face, best, better := h.axes(height, SpeculativeDistance)
			if e.separation > SpeculativeDistance {
				separated++
				by := separatingPair(&e)
				if !h.stillSeparated(by, e.separation-1e-4) || h.stillSeparated(by, e.separation+1e-4) {
					t.Fatalf("case %d: %+v no longer separates", i, e)
				}
				motion := randVec(r, 1)
				h.motion = h.r.TMulVec(motion)
				least := e.separation + vec.Min(e.normal.Dot(motion), 0)
				if !h.pairKeepsApart(by, least-1e-4) || h.pairKeepsApart(by, least+1e-4) {
					t.Fatalf("case %d: %+v does not separate by %v on the way by %v", i, e, least, motion)
				}
			}
			if e.separation <= SpeculativeDistance {
				pair := hullPair{&p.poly, b.Poly, pose, pose.Q.Mat3()}
				pair.make(&got, &e, better, face, best, h.face, h.high, SpeculativeDistance, &Cache{})
			}
		}
		switch {
		case m.Count == 0 && got.Count == 0:
			away++
		case m.Count == 0 || got.Count == 0:
			// rounding may tell them apart at the very limit
			if m.lowest()+got.lowest() < 1e30+SpeculativeDistance-1e-4 {
				t.Fatalf("case %d: %+v, the search finds %+v", i, got, m)
			}
		default:
			near++
			if m.Normal.Dist(got.Normal) > 1e-3 || vec.Abs(m.lowest()-got.lowest()) > 1e-4 {
				other++
			}
		}
	}
	// of two axes that are as good either may be taken
	if away < 1000 || near < 1000 || other > near/200 || separated < 300 {
		t.Errorf("%d away, %d near, of which %d differ, %d separated by edges", away, near, other, separated)
	}
}

// A corner of a hull exactly above the ridge between two triangles touches: the faces beside the
// corner lie to either side of the ridge, so that each triangle sees the one that is not above it.
func TestCornerAboveRidgeTouches(t *testing.T) {
	mesh, err := shape.NewMesh(shape.MeshDef{
		Vertices: []vec.Vec3{{X: 36, Y: -0.311617, Z: 30}, {X: 39, Y: 0.06476591, Z: 30},
			{X: 39, Y: -0.14205085, Z: 27}, {X: 36, Y: -1.2304078, Z: 33}},
		Indices: []uint32{2, 0, 1, 0, 3, 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	hull, err := shape.NewHull([]vec.Vec3{{Y: 1}, {X: 1}, {X: -1}, {Z: 1}, {Z: -1}})
	if err != nil {
		t.Fatal(err)
	}
	pose := vec.Transform{P: vec.V3(37.225784, 0.643364, 30), Q: vec.Quat{X: -2.4093024e-08, Y: -1.8822265e-08,
		Z: 0.9642804, W: 0.26488346}}
	var out MeshContacts
	CollideMesh(&out, &mesh, &hull, pose, SpeculativeDistance)
	if len(out.Manifolds) == 0 {
		t.Fatal("no contact")
	}
	for _, m := range out.Manifolds {
		if vec.Abs(m.lowest()-0.0056) > 1e-3 || m.Normal.Y < 0.9 {
			t.Errorf("manifold %+v", m)
		}
	}
}
