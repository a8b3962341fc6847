package physics

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestQueriesOfOneBody compares the queries against one shape and one body with those of the
// world, filtered down to that body.
func TestQueriesOfOneBody(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(1, 2, 0), BoxHalf(0.5, 0.3, 0.4))
	sd := DefaultShapeDef()
	sd.Filter.Category = 2
	for _, g := range []Geometry{Sphere{Center: V3(1, 0, 0), Radius: 0.4}, Capsule{A: V3(-1, 0, 0), B: V3(-1, 1, 0),
		Radius: 0.2}} {
		if _, err := b.CreateShape(g, sd); err != nil {
			t.Fatal(err)
		}
	}
	addBody(t, w, Static, V3(0, -1, 0), Plane{Normal: V3(0, 1, 0)})
	b.SetTransform(Transform{P: V3(1, 2, 0), Q: Quat{X: 0.3, Y: 0.2, Z: -0.4, W: 0.8}.Norm()})
	b.Shapes(nil)[0].SetFilter(sd.Filter)
	only := QueryFilter{Category: ^uint64(0), Mask: 2}
	probe, err := NewProbe(BoxHalf(0.2, 0.3, 0.1))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	var hits, overlaps, inside int
	var shapes []Shape
	for i := range 2000 {
		p := randomVec(r, 1.3).Add(V3(1, 2, 0))
		pose := Transform{P: p, Q: Quat{X: r.Float32(), Y: r.Float32(), Z: r.Float32(), W: 0.5}.Norm()}
		motion := randomVec(r, 3)

		want, ok := w.ShapeCast(probe, pose, motion, only)
		if got, okBody := b.ShapeCast(probe, pose, motion); ok != okBody || got != want {
			t.Fatalf("case %d: cast %+v %v, of the world %+v %v", i, got, okBody, want, ok)
		}
		if ok {
			hits++
			if got, ok := want.Shape.ShapeCast(probe, pose, motion); !ok || got != want {
				t.Fatalf("case %d: cast at the shape %+v, want %+v", i, got, want)
			}
		}
		shapes = w.Overlap(probe, pose, only, shapes[:0])
		if b.Overlaps(probe, pose) != (len(shapes) > 0) {
			t.Fatalf("case %d: overlap, of the world %v", i, shapes)
		}
		for _, s := range b.Shapes(nil) {
			if s.Overlaps(probe, pose) != slices.Contains(shapes, s) {
				t.Fatalf("case %d: overlap of shape %d", i, s.Index())
			}
		}
		overlaps += min(len(shapes), 1)
		shapes = w.OverlapPoint(p, only, shapes[:0])
		if b.Contains(p) != (len(shapes) > 0) {
			t.Fatalf("case %d: contains, of the world %v", i, shapes)
		}
		inside += min(len(shapes), 1)
		near, ok := w.ClosestPoint(p, 100, only)
		if got, okBody := b.ClosestPoint(p); !ok || !okBody || got.Distance != near.Distance ||
			(got.Distance == 0) != b.Contains(p) {
			t.Fatalf("case %d: closest %+v, of the world %+v", i, got, near)
		}
	}
	if hits < 200 || overlaps < 200 || inside < 50 {
		t.Errorf("%d hits, %d overlaps and %d points inside say little", hits, overlaps, inside)
	}
	n := testing.AllocsPerRun(50, func() {
		pose := Transform{P: V3(1, 2, 0), Q: QuatIdentity}
		b.ShapeCast(probe, pose, V3(0, 1, 0))
		b.Overlaps(probe, pose)
		b.ClosestPoint(V3(4, 5, 6))
		shapes = w.OverlapPoint(V3(1, 2, 0), only, shapes[:0])
	})
	if n != 0 {
		t.Errorf("%g allocations", n)
	}
	b.Destroy()
	if _, ok := b.ShapeCast(probe, TransformIdentity, V3(1, 0, 0)); ok || b.Overlaps(probe, TransformIdentity) ||
		b.Contains(Vec3{}) {
		t.Error("a stale body answers")
	}
}
