package physics

import (
	"fmt"
	"testing"
)

// offKinds are the kinds of joints between two bodies.
var offKinds = []JointKind{
	KindBall, KindHinge, KindSlider, KindFixed, KindDistance, KindMotor, KindParallel, KindWheel, KindSix,
	KindGear, KindRack, KindPulley, KindPath,
}

// hanging is a world with a body on another one that does not move, or on one that flies, by a joint of a kind.
func hanging(t *testing.T, kind JointKind, hook BodyType) (*World, Joint) {
	t.Helper()
	w := newTestWorld(t, nil)
	a := addBody(t, w, hook, V3(0, 5, 0), BoxHalf(0.2, 0.2, 0.2))
	b := addBody(t, w, Dynamic, V3(0, 4, 0), BoxHalf(0.3, 0.1, 0.2))
	f := JointFrames{
		BodyA: a, BodyB: b,
		FrameA: Transform{P: V3(0, -0.5, 0), Q: QuatIdentity}, FrameB: Transform{P: V3(0, 0.5, 0), Q: QuatIdentity},
	}
	axis := JointAxis{Motor: true, Speed: 1, MaxForce: 30, Limited: true, Lower: -0.2, Upper: 0.3, Target: 0.25}
	j, err := joinKind(w, kind, f, axis, JointDrive{Hertz: 4, DampingRatio: 1})
	if err != nil {
		t.Fatal(err)
	}
	return w, j
}

// poses are the poses of all bodies.
func poses(w *World) (list []Transform) {
	for _, b := range w.Bodies(nil) {
		list = append(list, b.Transform())
	}
	return list
}

// A joint that is off holds nothing: its world goes the way of one without it, to the bit, for every kind, rate and
// number of sub-steps. It has no force, and the world is whole.
func TestJointThatIsOff(t *testing.T) {
	for _, kind := range offKinds {
		for _, hook := range []BodyType{Static, Dynamic} {
			for _, rate := range []float32{50, 100, 400} {
				off, joint := hanging(t, kind, hook)
				none, gone := hanging(t, kind, hook)
				for _, w := range []*World{off, none} {
					for range 20 {
						if err := w.Step(1 / rate); err != nil {
							t.Fatal(err)
						}
					}
				}
				// the bodies of a joint that is gone may collide
				joint.SetCollideConnected(true)
				if joint.SetEnabled(false) != nil || joint.Enabled() || gone.Destroy() != nil {
					t.Fatalf("%v: refused", kind)
				}
				for step := range 40 {
					for _, w := range []*World{off, none} {
						// a body that wakes wakes no joint that is off
						if step%10 == 9 {
							w.Bodies(nil)[1].SetAwake(false)
							w.Bodies(nil)[1].SetAwake(true)
						}
						if err := w.Step(1 / rate); err != nil {
							t.Fatal(err)
						}
					}
					if a, b := fmt.Sprint(poses(off)), fmt.Sprint(poses(none)); a != b {
						t.Fatalf("%v on %v, %g Hz, step %d: %s, without the joint %s", kind, hook, rate, step, a, b)
					}
				}
				force, torque := joint.Reaction()
				if force != (Vec3{}) || torque != (Vec3{}) {
					t.Errorf("%v: force %v, torque %v", kind, force, torque)
				}
				// a body that comes back ties no islands by a joint that is off
				off.Bodies(nil)[1].SetEnabled(false)
				off.Bodies(nil)[1].SetEnabled(true)
				if err := off.Validate(); err != nil {
					t.Errorf("%v: %v", kind, err)
				}
				off.Close()
				none.Close()
			}
		}
	}
}

// Switched off and on again between two steps, a joint goes on as before, but for its impulses, which begin anew; a
// snapshot, a copy and a replay keep that it is off.
func TestJointOnAgain(t *testing.T) {
	for _, kind := range offKinds {
		w, joint := hanging(t, kind, Static)
		ball := w.Bodies(nil)[1]
		for range 100 {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
		}
		before := ball.Transform()
		joint.SetEnabled(false)
		var kept Snapshot
		if err := w.Snapshot(&kept); err != nil {
			t.Fatal(err)
		}
		copied, err := w.Clone()
		if err != nil {
			t.Fatal(err)
		}
		own := joint.In(copied)
		if !own.Valid() || own.Enabled() || copied.Hash() != w.Hash() {
			t.Errorf("%v: a copy is on %v, or has another hash", kind, own.Enabled())
		}
		joint.SetEnabled(true)
		// asleep, the two differ by nothing else
		ball.SetAwake(false)
		ball.In(copied).SetAwake(false)
		if w.Hash() == copied.Hash() {
			t.Errorf("%v: on and off have one hash", kind)
		}
		ball.SetAwake(true)
		for range 5 {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
		}
		// a motor or spring of the axis that is free goes on moving
		if kind == KindFixed || kind == KindBall {
			if d := ball.Position().Dist(before.P); d > 0.002 {
				t.Errorf("%v: on again the body is %g m away", kind, d)
			}
		}
		if err := w.Restore(&kept); err != nil {
			t.Fatal(err)
		}
		if joint.Enabled() {
			t.Errorf("%v: on after a snapshot in which it was off", kind)
		}
		if err := w.Validate(); err != nil {
			t.Errorf("%v: %v", kind, err)
		}
		copied.Close()
		w.Close()
	}
	w, joint := hanging(t, KindHinge, Static)
	joint.Destroy()
	if joint.SetEnabled(false) == nil || joint.Enabled() || (Joint{}).SetEnabled(true) == nil {
		t.Error("a joint that is gone is switched")
	}
	w.Close()
}
