package collide

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// wantBits is the hash of all results below, the same for every platform and compiler setting. It
// changes with every change of the collision code that is meant to change results.
const wantBits = 0x5dee70cff3b558e6

// TestSameBitsEverywhere hashes contacts, distances, casts and impacts of every pair of kinds.
func TestSameBitsEverywhere(t *testing.T) {
	h := fnv.New64a()
	put := func(numbers ...float32) {
		for _, x := range numbers {
			var b [4]byte
			binary.LittleEndian.PutUint32(b[:], math.Float32bits(x))
			h.Write(b[:])
		}
	}
	putVec := func(v vec.Vec3) { put(v.X, v.Y, v.Z) }
	putManifold := func(m *LocalManifold) {
		putVec(m.Normal)
		for _, p := range m.Points[:m.Count] {
			putVec(p.Point)
			put(p.Separation, math.Float32frombits(p.ID&0x3fffffff))
		}
	}
	field, mesh := hilly(t, 4, 8, 8, true)
	plane := tiles(t, 5)
	for _, kindA := range convex {
		for _, kindB := range convex {
			for i := range 40 {
				r := rand.New(rand.NewSource(int64(i)))
				a, b := randShape(t, r, kindA), randShape(t, r, kindB)
				pose := randPose(r, &a, &b)
				mass := b.Mass(1000)
				put(mass.Mass, mass.Inertia.XX, mass.Inertia.XY, mass.Inertia.YZ)
				var m LocalManifold
				var cache Cache
				Collide(&m, &a, &b, pose, SpeculativeDistance, &cache)
				putManifold(&m)
				d := Distance(&a, &b, pose, nil)
				putVec(d.PointA)
				put(d.Distance)
				from := vec.Transform{P: pose.P.Mul(3), Q: pose.Q}
				hit, _ := Cast(&a, &b, from, &Motion{Translation: pose.P.Mul(-3)}, 1)
				put(hit.Fraction)
				putVec(hit.Normal)
				still := Still(vec.TransformIdentity)
				sweep := Sweep{Center: pose.P.Mul(3), Rotation: pose.Q, Displacement: pose.P.Mul(-3),
					RotationVector: vec.V3(1, -2, 0.5)}
				put(TimeOfImpact(&a, &still, &b, &sweep, 1).Fraction)
				ray, _ := b.RayCast(pose.P.Mul(3), pose.P.Mul(-4), 1)
				put(ray.Fraction)
				var out MeshContacts
				for _, soup := range []shape.Geometry{field, mesh, plane} {
					CollideMesh(&out, &soup, &b, vec.Transform{P: vec.V3(0.1, 0.3, 0.2), Q: pose.Q},
						SpeculativeDistance)
					for k := range out.Manifolds {
						putManifold(&out.Manifolds[k].LocalManifold)
					}
				}
			}
		}
	}
	if got := h.Sum64(); got != wantBits {
		t.Errorf("hash %#x, want %#x", got, uint64(wantBits))
	}
}
