package collide

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// fuzzPairs holds seeded shapes of the given kinds to the brute force, with the pose nudged by
// numbers that the fuzzer picks.
func fuzzPairs(f *testing.F, kindsA, kindsB []shape.Kind) {
	f.Add(int64(1), uint8(0), uint8(0), float32(0), float32(0), float32(0))
	f.Add(int64(7), uint8(1), uint8(1), float32(0.01), float32(-0.02), float32(1e-7))
	f.Fuzz(func(t *testing.T, seed int64, pickA, pickB uint8, dx, dy, dz float32) {
		r := rand.New(rand.NewSource(seed))
		a := randShape(t, r, kindsA[int(pickA)%len(kindsA)])
		b := randShape(t, r, kindsB[int(pickB)%len(kindsB)])
		pose := randPose(r, &a, &b)
		nudge := vec.V3(dx, dy, dz)
		if !nudge.IsFinite() || nudge.Len() > 100 {
			return
		}
		pose.P = pose.P.Add(nudge)
		if msg := checkManifold(&a, &b, pose); msg != "" {
			t.Fatal(msg)
		}
	})
}

func FuzzPairRound(f *testing.F) {
	round := []shape.Kind{shape.Sphere, shape.Capsule}
	fuzzPairs(f, round, round)
}

func FuzzPairBox(f *testing.F) {
	fuzzPairs(f, []shape.Kind{shape.Box}, []shape.Kind{shape.Sphere, shape.Capsule, shape.Box})
}

func FuzzPairHull(f *testing.F) { fuzzPairs(f, []shape.Kind{shape.Hull}, polyhedral) }

// FuzzPairRevolved holds cylinders, cones and tapered capsules to the search over directions.
func FuzzPairRevolved(f *testing.F) {
	f.Add(int64(1), uint8(0), uint8(0), float32(0), float32(0), float32(0))
	f.Fuzz(func(t *testing.T, seed int64, pickA, pickB uint8, dx, dy, dz float32) {
		r := rand.New(rand.NewSource(seed))
		a := randShape(t, r, round[int(pickA)%len(round)])
		b := randShape(t, r, convex[int(pickB)%len(convex)])
		pose := randPose(r, &a, &b)
		nudge := vec.V3(dx, dy, dz)
		if !nudge.IsFinite() || nudge.Len() > 100 {
			return
		}
		pose.P = pose.P.Add(nudge)
		if msg := checkRound(&a, &b, pose); msg != "" {
			t.Fatal(msg)
		}
	})
}

// FuzzPairMesh puts shapes on height fields with holes and on the meshes of the same surface: all
// contacts must be finite, have names of their own and never pull down through the surface.
func FuzzPairMesh(f *testing.F) {
	f.Add(int64(1), uint8(0), float32(0), float32(0.5), float32(0))
	f.Add(int64(9), uint8(3), float32(0.3), float32(0.1), float32(-0.2))
	f.Fuzz(func(t *testing.T, seed int64, pick uint8, x, y, z float32) {
		at := vec.V3(x, y, z)
		if !at.IsFinite() || at.Len() > 1e3 {
			return
		}
		r := rand.New(rand.NewSource(seed))
		field, mesh := hilly(t, seed, 3+r.Intn(6), 3+r.Intn(6), r.Intn(2) == 0)
		b := randShape(t, r, convex[int(pick)%len(convex)])
		pose := vec.Transform{P: at, Q: randQuat(r)}
		var out MeshContacts
		for _, soup := range []shape.Geometry{field, mesh} {
			CollideMesh(&out, &soup, &b, pose, SpeculativeDistance)
			for _, m := range out.Manifolds {
				if m.Count < 1 || m.Count > MaxPoints || !(m.Normal.Y > -0.9) || vec.Abs(m.Normal.Len()-1) > 1e-3 {
					t.Fatalf("%v: %+v", soup.Kind, m)
				}
				for i, p := range m.Points[:m.Count] {
					if !p.Point.IsFinite() || !(p.Separation <= SpeculativeDistance+1e-5) {
						t.Fatalf("%v: point %+v", soup.Kind, p)
					}
					for _, q := range m.Points[:i] {
						if p.ID == q.ID {
							t.Fatalf("%v: two points with id %#x", soup.Kind, p.ID)
						}
					}
				}
			}
		}
	})
}

// FuzzPairExtremes makes boxes and spheres of any accepted size at any pose: whatever comes
// out must be finite and of unit normal.
func FuzzPairExtremes(f *testing.F) {
	f.Add(float32(1), float32(1), float32(1), float32(1), float32(0.5), float32(1.4), float32(0), float32(0.1))
	f.Add(float32(1e-5), float32(1e5), float32(1), float32(1e-5), float32(0), float32(0), float32(0), float32(0))
	f.Add(float32(1e5), float32(1e5), float32(1e5), float32(1e5), float32(1e5), float32(0), float32(0), float32(3))
	f.Fuzz(func(t *testing.T, x, y, z, radius, px, py, pz, angle float32) {
		a, err := shape.NewBox(vec.V3(x, y, z), vec.TransformIdentity)
		if err != nil {
			return
		}
		b, err := shape.NewSphere(vec.V3(px, 0, 0), radius)
		if err != nil {
			return
		}
		c, err := shape.NewCapsule(vec.V3(-x, py, 0), vec.V3(0, 0, z), radius)
		if err != nil {
			return
		}
		pose := vec.Transform{P: vec.V3(px, py, pz), Q: vec.QuatAxisAngle(vec.V3(0.6, 0, 0.8), angle)}
		if !pose.IsValid() || pose.P.Len() > 1e6 {
			return
		}
		h := hullOf(a)
		list := []*shape.Geometry{&a, &b, &c, &h}
		if can, err := shape.NewCylinder(vec.V3(-x, py, 0), vec.V3(0, 0, z), radius); err == nil {
			list = append(list, &can)
		}
		if cone, err := shape.NewCone(vec.V3(-x, py, 0), vec.V3(0, 0, z), radius); err == nil {
			list = append(list, &cone)
		}
		for _, p := range list {
			for _, q := range list {
				var m LocalManifold
				var cache Cache
				for range 2 {
					Collide(&m, p, q, pose, SpeculativeDistance, &cache)
					if m.Count < 0 || m.Count > MaxPoints {
						t.Fatalf("%v-%v: %d points", p.Kind, q.Kind, m.Count)
					}
					for _, point := range m.Points[:m.Count] {
						if !point.Point.IsFinite() || !vec.IsFinite(point.Separation) {
							t.Fatalf("%v-%v: point %+v", p.Kind, q.Kind, point)
						}
					}
					if l := m.Normal.Len(); m.Count > 0 && (!(l > 0.999) || l > 1.001) {
						t.Fatalf("%v-%v: normal %v", p.Kind, q.Kind, m.Normal)
					}
					if d := Distance(p, q, pose, &cache); !vec.IsFinite(d.Distance) || !d.PointA.IsFinite() {
						t.Fatalf("%v-%v: distance %+v", p.Kind, q.Kind, d)
					}
				}
			}
		}
	})
}

// hullOf is the same box as a general polytope.
func hullOf(g shape.Geometry) shape.Geometry {
	return shape.Geometry{Kind: shape.Hull, Poly: g.Poly}
}
