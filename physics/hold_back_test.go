package physics

import "testing"

// longChain is a chain of capsules of half a metre along x with ball joints, flying.
func longChain(t *testing.T, w *World, links int, from, velocity Vec3) ([]Body, []Joint) {
	const length = 0.5
	var bodies []Body
	var joints []Joint
	for i := range links {
		x := float32(length * float32(i))
		b := addBody(t, w, Dynamic, from.Add(V3(x, 0, 0)), Capsule{A: V3(-0.2, 0, 0), B: V3(0.2, 0, 0), Radius: 0.05})
		b.SetLinearVelocity(velocity)
		if i > 0 {
			d := DefaultBallJointDef()
			d.Connect(bodies[i-1], b, Transform{P: from.Add(V3(x-length/2, 0, 0)), Q: QuatIdentity})
			j, err := w.CreateBallJoint(d)
			joints = append(joints, must(t, j, err).Joint)
		}
		bodies = append(bodies, b)
	}
	return bodies, joints
}

// A chain of 60 links that is thrown against a thin wall, end on or flat, or around a post, loses
// neither a link nor its joints: none passes the wall, and no joint opens by the flight of a link in a
// step.
func TestLongChainHitsThinWall(t *testing.T) {
	const speed, links = 100, 60
	for _, c := range []struct {
		name     string
		velocity Vec3
		wall     Box
		most     float32 // opening of a joint (m)
	}{
		{"end on", V3(speed, 0, 0), Box{Half: V3(0.01, 40, 40), Center: V3(31.23, 0, 0)}, 0.15},
		{"flat", V3(0, 0, speed), Box{Half: V3(40, 40, 0.01), Center: V3(15, 0, 2.77)}, 0.01},
		// the links beside it turn about it by a radian in a sub-step
		{"a post", V3(0, 0, speed), Box{Half: V3(0.2, 40, 0.2), Center: V3(15, 0, 2.77)}, 1},
	} {
		w := newTestWorld(t, nil)
		w.SetGravity(Vec3{})
		addBody(t, w, Static, Vec3{}, c.wall)
		bodies, joints := longChain(t, w, links, Vec3{}, c.velocity)
		worst := float32(0)
		for range testRate {
			run(t, w, 1.0/testRate)
			for _, j := range joints {
				row := &w.state.Rows[j.index]
				a, b := w.state.Sims[row.BodyA].Transform, w.state.Sims[row.BodyB].Transform
				worst = max(worst, a.Apply(row.FrameA.P).Dist(b.Apply(row.FrameB.P)))
			}
			for i, b := range bodies {
				p := b.Position()
				if c.name == "end on" && p.X > c.wall.Center.X || c.name == "flat" && p.Z > c.wall.Center.Z {
					t.Fatalf("%s: link %d is behind the wall: %v", c.name, i, p)
				}
			}
		}
		t.Logf("%s: joints opened by %.3f m at most", c.name, worst)
		if worst > c.most {
			t.Errorf("%s: a joint opened by %v m", c.name, worst)
		}
		if err := w.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// A long chain that slides fast over the ground without friction is not held up by links that are
// stopped there.
func TestLongChainSlides(t *testing.T) {
	w := newTestWorld(t, nil)
	def := DefaultShapeDef()
	def.Material.Friction = 0
	addBodyDef(t, w, Static, V3(0, -0.5, 0), QuatIdentity, BoxHalf(500, 0.5, 500), def)
	bodies, _ := longChain(t, w, 60, V3(0, 0.1, 0), V3(60, -2, 0))
	for _, b := range bodies {
		for _, s := range b.Shapes(nil) {
			s.SetMaterial(def.Material)
		}
	}
	run(t, w, 2)
	if x := bodies[0].Position().X; x < 0.95*120 {
		t.Errorf("the last link came %v m far in 2 s at 60 m/s", x)
	}
}
