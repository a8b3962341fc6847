package physics

import "testing"

// TestBulletFarAwayChangesNothing: a chain that continuous collision stops at the floor, with the bodies that hang
// on it, moves bit for bit as without a bullet that flies 300 m away.
func TestBulletFarAwayChangesNothing(t *testing.T) {
	fall := func(bullet bool) (poses []Transform) {
		w := newTestWorld(t, nil)
		floor, err := NewMesh(MeshDef{Vertices: []Vec3{V3(-20, 0, -20), V3(-20, 0, 20), V3(20, 0, 20), V3(20, 0, -20)},
			Indices: []uint32{0, 1, 2, 0, 2, 3}})
		if err != nil {
			t.Fatal(err)
		}
		addBody(t, w, Static, Vec3{}, floor)
		var links []Body
		for i := range 5 {
			b := addBody(t, w, Dynamic, V3(0.3*float32(i), 3+0.2*float32(i), 0), BoxHalf(0.15, 0.03, 0.03))
			b.SetLinearVelocity(V3(5, -60, 1))
			b.SetAngularVelocity(V3(1, 2, 8))
			if i > 0 {
				d := DefaultBallJointDef()
				d.Connect(links[i-1], b, Transform{P: V3(0.3*float32(i)-0.15, 2.9+0.2*float32(i), 0), Q: QuatIdentity})
				j, err := w.CreateBallJoint(d)
				must(t, j, err)
			}
			links = append(links, b)
		}
		if bullet {
			far := addBody(t, w, Dynamic, V3(300, 50, 0), Sphere{Radius: 0.1})
			far.SetBullet(true)
			far.SetLinearVelocity(V3(100, 0, 0))
		}
		for range 30 {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
			for _, b := range links {
				poses = append(poses, b.Transform())
			}
		}
		return poses
	}
	alone, beside := fall(false), fall(true)
	for i := range alone {
		if alone[i] != beside[i] {
			t.Fatalf("link %d after step %d: %v, beside a bullet %v", i%5, i/5+1, alone[i], beside[i])
		}
	}
}
