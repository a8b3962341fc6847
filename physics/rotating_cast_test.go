package physics

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// poseAlong is the pose of a probe at a fraction of a motion.
func poseAlong(from, to Transform, f float32) Transform {
	axis, angle := to.Q.Mul(from.Q.Conj()).RotationVector().NormLen()
	pose := Transform{P: from.P.Lerp(to.P, f), Q: from.Q}
	if angle > 0 {
		pose.Q = vec.QuatAxisAngle(axis, f*angle).Mul(from.Q).Norm()
	}
	return pose
}

// TestRotatingCast compares turning casts at a plane, a box, a ball and a mesh with many overlaps on the way.
func TestRotatingCast(t *testing.T) {
	w := newTestWorld(t, nil)
	mesh, err := NewMesh(MeshDef{
		Vertices: []Vec3{V3(-1, 0, -1), V3(1, 0, -1), V3(0, 1, 1)},
		Indices:  []uint32{0, 1, 2},
		TwoSided: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	addBody(t, w, Static, V3(0, -2, 0), Plane{Normal: V3(0, 1, 0)})
	addBody(t, w, Static, V3(1, 0, 0), BoxHalf(0.5, 0.3, 0.4))
	addBody(t, w, Dynamic, V3(-1, 1, 0.5), Sphere{Radius: 0.4})
	addBody(t, w, Static, V3(0, 0, -1), mesh)
	probe, err := NewProbe(BoxHalf(0.6, 0.1, 0.2))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	filter := DefaultQueryFilter()
	hits, misses := 0, 0
	for i := range 2000 {
		pose := func() Transform {
			q := Quat{X: r.Float32() - 0.5, Y: r.Float32() - 0.5, Z: r.Float32() - 0.5, W: r.Float32() - 0.5}
			return Transform{P: randomVec(r, 2), Q: q.Norm()}
		}
		from, to := pose(), pose()
		hit, ok := w.RotatingCast(probe, from, to, filter)
		if len(w.Overlap(probe, from, filter, nil)) > 0 {
			if !ok || hit.Fraction != 0 || hit.Normal != (Vec3{}) {
				t.Fatalf("case %d: overlaps at the start: %+v, %v", i, hit, ok)
			}
			continue
		}
		end := float32(1)
		if ok {
			end = hit.Fraction - 1e-3
			hits++
		} else {
			misses++
		}
		for k := range 100 {
			if f := end * float32(k) / 100; len(w.Overlap(probe, poseAlong(from, to, f), filter, nil)) > 0 {
				t.Fatalf("case %d: overlaps at %g; cast %+v, %v", i, f, hit, ok)
			}
		}
		if ok && !touches(hit, probe, poseAlong(from, to, hit.Fraction)) {
			t.Fatalf("case %d: does not touch at %+v", i, hit)
		}
	}
	if hits < 200 || misses < 200 {
		t.Errorf("%d hits and %d misses say little", hits, misses)
	}
}

// touches reports whether a probe that is a little nearer to the shape of a hit overlaps it, and the point of the hit
// lies on that shape.
func touches(hit RayHit, probe Probe, pose Transform) bool {
	pose.P = pose.P.Sub(hit.Normal.Mul(2e-4))
	ball, err := NewProbe(Sphere{Radius: 1e-3})
	near := Transform{P: hit.Point.Add(hit.Normal.Mul(0.7e-3)), Q: QuatIdentity}
	far := Transform{P: hit.Point.Add(hit.Normal.Mul(1.3e-3)), Q: QuatIdentity}
	return hit.Shape.Overlaps(probe, pose) && err == nil && hit.Shape.Overlaps(ball, near) &&
		!hit.Shape.Overlaps(ball, far)
}

// TestRotatingCastOfADoor: a door of 1 m that opens by a right angle meets a post at the angle that geometry gives.
func TestRotatingCastOfADoor(t *testing.T) {
	w := newTestWorld(t, nil)
	const at = 0.6 // rad, of the post
	addBody(t, w, Static, V3(0.8*float32(math.Cos(at)), 0, -0.8*float32(math.Sin(at))), Sphere{Radius: 0.05})
	probe, err := NewProbe(Box{Center: V3(0.5, 0, 0), Half: V3(0.5, 1, 0.02), Rotation: QuatIdentity})
	if err != nil {
		t.Fatal(err)
	}
	open := Transform{Q: vec.QuatAxisAngle(vec.AxisY, math.Pi/2)}
	hit, ok := w.RotatingCast(probe, TransformIdentity, open, DefaultQueryFilter())
	want := (at - math.Asin(0.07/0.8)) / (math.Pi / 2)
	if !ok || math.Abs(float64(hit.Fraction)-want) > 1e-4 {
		t.Errorf("meets the post at %v, %v; want %.5f", hit.Fraction, ok, want)
	}
	if _, ok := w.RotatingCast(Probe{}, TransformIdentity, open, DefaultQueryFilter()); ok {
		t.Error("a probe that was not made hits")
	}
}

// TestRotatingCastOfABarrier: a boom of 1 m at 60° rises, passes over its post and falls on the ground at the angle
// that geometry gives. At first all of its points move away from the ground.
func TestRotatingCastOfABarrier(t *testing.T) {
	w := newTestWorld(t, nil)
	addBody(t, w, Static, Vec3{}, Plane{Normal: V3(0, 1, 0)})
	probe, err := NewProbe(Box{Center: V3(0.55, 0, 0), Half: V3(0.45, 0.02, 0.02), Rotation: QuatIdentity})
	if err != nil {
		t.Fatal(err)
	}
	const height, begin, angle = 0.2, math.Pi / 3, 2.5 // of the post (m), of the boom (rad)
	from := Transform{P: V3(0, height, 0), Q: vec.QuatAxisAngle(vec.AxisZ, begin)}
	to := Transform{P: from.P, Q: vec.QuatAxisAngle(vec.AxisZ, begin+angle)}
	hit, ok := w.RotatingCast(probe, from, to, DefaultQueryFilter())
	want := (math.Pi + math.Asin(height/math.Hypot(1, 0.02)) - math.Atan(0.02) - begin) / angle
	if !ok || math.Abs(float64(hit.Fraction)-want) > 1e-4 || hit.Normal.Y < 0.9999 {
		t.Errorf("meets the ground at %+v, %v; want %.5f", hit, ok, want)
	}
}
