package physics

import (
	"math/rand"
	"testing"
)

// Long shapes that begin deep in a jagged terrain, with their middle just above it, come out of it and do not fall
// through. Of 405 some 80 did, when triangles left them to each other; a few still get their middle behind a triangle,
// which is open from there.
func TestStuckInTerrain(t *testing.T) {
	fallen, all := 0, 0
	for seed := range int64(5) {
		r := rand.New(rand.NewSource(seed))
		w := newTestWorld(t, nil)
		addBody(t, w, Static, Vec3{}, terrainMesh(t, 24, 24, func() float32 { return 1.5 * r.Float32() }))
		bodies := putIntoTerrain(t, w, r)
		run(t, w, 4)
		for _, b := range bodies {
			if p := b.Position(); p.Y < -2 && p.X > -12 && p.X < 12 && p.Z > -12 && p.Z < 12 {
				fallen++
			}
		}
		all += len(bodies)
	}
	t.Logf("%d of %d fell through", fallen, all)
	if fallen > all/50 {
		t.Errorf("%d of %d fell through", fallen, all)
	}
}

func putIntoTerrain(t *testing.T, w *World, r *rand.Rand) (bodies []Body) {
	shapes := []Geometry{
		Capsule{A: V3(-0.8, 0, 0), B: V3(0.8, 0, 0), Radius: 0.15}, Box{Half: V3(0.9, 0.1, 0.15)},
		Cylinder{A: V3(0, -0.7, 0), B: V3(0, 0.7, 0), Radius: 0.2}, Cone{Base: V3(0, -0.3, 0), Apex: V3(0, 1, 0),
			Radius: 0.4},
	}
	for i := range 81 {
		at := V3(2*float32(i%9)-8+r.Float32(), 50, 2*float32(i/9)-8+r.Float32())
		hit, ok := w.RayCast(at, V3(0, -100, 0), DefaultQueryFilter())
		if !ok {
			t.Fatalf("no ground below %v", at)
		}
		b := addBody(t, w, Dynamic, hit.Point.Add(V3(0, 0.05, 0)), shapes[i%len(shapes)])
		q := Quat{X: r.Float32() - 0.5, Y: r.Float32() - 0.5, Z: r.Float32() - 0.5, W: r.Float32() - 0.5}.Norm()
		b.SetTransform(Transform{P: b.Position(), Q: q})
		bodies = append(bodies, b)
	}
	return bodies
}
