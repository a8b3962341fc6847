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
