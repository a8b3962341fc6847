package physics

import (
	"testing"

	"tumble/physics/vec"
)

// heavy is the factor by which the limit of infinite mass is approached.
const heavy = 1e9

// struck lets a ball without restitution's losses fly against a bar beside its middle, while another ball swings on a
// ball joint at the bar, and returns the bar and the two balls after the blow.
func struck(t *testing.T, bar func(b Body)) [3]Body {
	w := newTestWorld(t, weightless)
	d := DefaultShapeDef()
	d.Material.Restitution = 1
	b := addBodyDef(t, w, Dynamic, V3(0, 2, 0), QuatIdentity, BoxHalf(1, 0.1, 0.2), d)
	ball := addBodyDef(t, w, Dynamic, V3(0.7, 2.4, 0), QuatIdentity, Sphere{Radius: 0.1}, d)
	load := addBodyDef(t, w, Dynamic, V3(-0.5, 1, 0), QuatIdentity, Sphere{Radius: 0.1}, d)
	j := DefaultBallJointDef()
	j.Connect(b, load, Transform{P: V3(-0.5, 1.9, 0), Q: QuatIdentity})
	if _, err := w.CreateBallJoint(j); err != nil {
		t.Fatal(err)
	}
	ball.SetLinearVelocity(V3(0, -3, 0))
	load.SetLinearVelocity(V3(0.3, 0, 0))
	bar(b)
	run(t, w, 0.2)
	return [3]Body{b, ball, load}
}

// TestInfiniteMass: a kinematic body moves its company as one of a large mass and inertia does, and keeps the velocity
// that it is given to the last bit, whatever strikes, holds and pushes it; so does a body without inertia its angular
// velocity.
func TestInfiniteMass(t *testing.T) {
	v, w := V3(0.3, 0.5, 0), V3(0, 0, 0.3)
	inertia := vec.Diag(V3(1, 2, 2))
	moving := func(b Body, mass float32, inertia Mat3) {
		if err := b.SetMassData(MassData{Mass: mass, Inertia: inertia}); err != nil {
			t.Fatal(err)
		}
		b.SetLinearVelocity(v)
		b.SetAngularVelocity(w)
		b.ApplyForce(V3(5, -7, 2), b.Transform().Apply(V3(1, 0.1, 0.2)))
		b.ApplyImpulse(V3(0.1, 0.2, 0), b.Transform().Apply(V3(1, 0, 0)))
	}
	for _, c := range []struct {
		name            string
		infinite, large func(b Body)
		kinematic       bool
	}{
		{"kinematic", func(b Body) { b.SetType(Kinematic); b.SetLinearVelocity(v); b.SetAngularVelocity(w) },
			func(b Body) { moving(b, heavy, vec.Diag(V3(heavy, heavy, heavy))) }, true},
		{"no inertia", func(b Body) { moving(b, 10, Mat3{}) },
			func(b Body) { moving(b, 10, inertia.Scale(heavy)) }, false},
	} {
		got, want := struck(t, c.infinite), struck(t, c.large)
		for i, b := range got {
			dv := b.LinearVelocity().Dist(want[i].LinearVelocity())
			dw := b.AngularVelocity().Dist(want[i].AngularVelocity())
			// a blow on a moving body is taken at the end of a step
			if !(dv < 0.03*want[1].LinearVelocity().Len() && dw < 0.1*(1+want[i].AngularVelocity().Len())) {
				t.Errorf("%s: body %d has %v m/s and %v rad/s, by a large mass %v and %v", c.name, i,
					b.LinearVelocity(), b.AngularVelocity(), want[i].LinearVelocity(), want[i].AngularVelocity())
			}
		}
		if bar := got[0]; c.kinematic && bar.LinearVelocity() != v || bar.AngularVelocity() != w {
			t.Errorf("%s: the bar moves at %v and %v, given %v and %v", c.name, bar.LinearVelocity(),
				bar.AngularVelocity(), v, w)
		}
		if rebound := got[1].LinearVelocity().Y; rebound < 1 {
			t.Errorf("%s: the ball has missed, it flies at %v m/s", c.name, rebound)
		}
	}
}

// TestLockedAxesStay: a body that is struck, and bounces, keeps every locked coordinate to the last bit.
func TestLockedAxesStay(t *testing.T) {
	axes := []Vec3{V3(1, 0, 0), V3(0, 1, 0), V3(0, 0, 1)}
	for locks := LockLinearX; locks < LockAngularX; locks++ {
		got := struck(t, func(b Body) {
			if err := b.SetLocks(locks | LockAngularX); err != nil {
				t.Fatal(err)
			}
		})
		moved := got[0].Position().Sub(V3(0, 2, 0))
		for i, axis := range axes {
			if d := moved.Dot(axis); locks>>i&1 != 0 && d != 0 {
				t.Errorf("locks %b: axis %d has moved by %g m", locks, i, d)
			}
		}
		if locks&LockLinearY == 0 && moved.Y > -1e-3 {
			t.Errorf("locks %b: the free axis is at %v", locks, moved)
		}
	}
}
