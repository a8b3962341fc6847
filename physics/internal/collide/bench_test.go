package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// BenchmarkCollide measures one manifold per pair family at random poses near touch, cold
// (empty cache) and warm (cache of the same pose).
func BenchmarkCollide(b *testing.B) {
	for _, kindA := range convex {
		for _, kindB := range convex {
			if kindB > kindA {
				continue
			}
			r := rand.New(rand.NewSource(1))
			const count = 256
			var shapeA, shapeB [count]shape.Geometry
			var poses [count]vec.Transform
			var caches [count]Cache
			for i := range count {
				shapeA[i], shapeB[i] = randShape(b, r, kindA), randShape(b, r, kindB)
				poses[i] = randPose(r, &shapeA[i], &shapeB[i])
			}
			run := func(b *testing.B, warm bool) {
				var m LocalManifold
				i := 0
				for b.Loop() {
					if !warm {
						caches[i] = Cache{}
					}
					Collide(&m, &shapeA[i], &shapeB[i], poses[i], SpeculativeDistance, &caches[i])
					i = (i + 1) % count
				}
			}
			b.Run(kindA.String()+"-"+kindB.String()+"/cold", func(b *testing.B) { run(b, false) })
			b.Run(kindA.String()+"-"+kindB.String()+"/warm", func(b *testing.B) { run(b, true) })
		}
	}
}

// BenchmarkStackedBoxes is the case that a pile is made of: a box on a box, shifted by half.
func BenchmarkStackedBoxes(b *testing.B) {
	x, y := box(b, 0.5, 0.5, 0.5), box(b, 0.5, 0.5, 0.5)
	pose := vec.Transform{P: vec.V3(0.51, 0.999, 0), Q: vec.QuatAxisAngle(vec.V3(1, 1, 1).Norm(), 1e-3)}
	for _, warm := range []bool{false, true} {
		name := "cold"
		if warm {
			name = "warm"
		}
		b.Run(name, func(b *testing.B) {
			var m LocalManifold
			var cache Cache
			for b.Loop() {
				if !warm {
					cache = Cache{}
				}
				Collide(&m, &x, &y, pose, SpeculativeDistance, &cache)
			}
		})
	}
}

// BenchmarkWideBoxOnMesh lays a box of 8 m on 12,800 triangles, flat and rough.
func BenchmarkWideBoxOnMesh(b *testing.B) {
	r := rand.New(rand.NewSource(1))
	grounds := map[string]func(x, z float32) float32{
		"flat": flat, "rough": func(_, _ float32) float32 { return 0.01 * r.Float32() },
	}
	for name, height := range grounds {
		b.Run(name, func(b *testing.B) {
			mesh := terrain(b, 84, 0.1, 0.3, height)
			g := box(b, 4, 0.5, 4)
			pose := vec.Transform{P: vec.V3(0.03, 0.499, 0.02), Q: vec.QuatAxisAngle(vec.AxisY, 0.01)}
			var out MeshContacts
			for b.Loop() {
				CollideMesh(&out, &mesh, &g, pose, SpeculativeDistance)
			}
			b.ReportMetric(float64(len(out.owned)), "triangles")
		})
	}
}
