package physics

import (
	"slices"
	"testing"
)

// breaking is a world whose joint breaks under the load of the hanging body, and the step in which it has.
func breaking(t *testing.T, kind JointKind, rate float32, direct, mendable bool) (w *World, j Joint, step int) {
	t.Helper()
	w = newTestWorld(t, func(d *WorldDef) { d.Settings.DirectJoints = direct })
	a := addBody(t, w, Static, V3(0, 5, 0), BoxHalf(0.2, 0.2, 0.2))
	b := addBody(t, w, Dynamic, V3(0, 4, 0), BoxHalf(0.3, 0.1, 0.2))
	f := JointFrames{
		BodyA: a, BodyB: b, CollideConnected: true, BreakForce: 1, BreakTorque: 1, Mendable: mendable,
		FrameA: Transform{P: V3(0, -0.5, 0), Q: QuatIdentity}, FrameB: Transform{P: V3(0, 0.5, 0), Q: QuatIdentity},
	}
	j, err := joinKind(w, kind, f, JointAxis{Motor: true, Speed: 5, MaxForce: 1e4}, JointDrive{})
	if err != nil {
		t.Fatal(err)
	}
	b.SetAngularVelocity(V3(3, 4, 5))
	for step = range 100 {
		if err := w.Step(1 / rate); err != nil {
			t.Fatal(err)
		}
		if events := w.Events().JointBreak; len(events) > 0 {
			if len(events) != 1 || events[0].Joint != j {
				t.Fatalf("%v: events %+v", kind, events)
			}
			return w, j, step
		}
	}
	t.Fatalf("%v at %g Hz does not break", kind, rate)
	return nil, Joint{}, 0
}

// TestMending: a mendable joint that breaks is there and off, its world goes on as one whose joint is destroyed, to the
// bit, a snapshot keeps it, and switched on without limits it holds its bodies again: for every kind that holds a body,
// in an articulation and in a row or lane of its own.
func TestMending(t *testing.T) {
	holding := []JointKind{KindBall, KindHinge, KindSlider, KindFixed, KindDistance, KindWheel, KindPath}
	for _, kind := range holding {
		for _, rate := range []float32{50, 100, 400} {
			mend(t, kind, rate, true)
			mend(t, kind, rate, false)
		}
	}
}

func mend(t *testing.T, kind JointKind, rate float32, direct bool) {
	t.Helper()
	w, j, step := breaking(t, kind, rate, direct, true)
	other, gone, brokeIn := breaking(t, kind, rate, direct, false)
	if step != brokeIn || gone.Valid() || !j.Valid() || j.Enabled() || !j.Def().Ends().Mendable {
		t.Fatalf("%v: breaks in step %d, %d; valid %v", kind, step, brokeIn, j.Valid())
	}
	var kept Snapshot
	for range 30 {
		if err := w.Snapshot(&kept); err != nil {
			t.Fatal(err)
		}
		if err := w.Restore(&kept); err != nil {
			t.Fatal(err)
		}
		for _, w := range []*World{w, other} {
			if err := w.Step(1 / rate); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := poses(w), poses(other); !slices.Equal(got, want) {
		t.Fatalf("%v at %g Hz: bodies are at %v, without a joint at %v", kind, rate, got, want)
	}
	// the parts are put together again, a little apart
	_, b := j.Bodies()
	b.SetTransform(Transform{P: V3(0.02, 4.01, 0), Q: QuatIdentity})
	b.SetLinearVelocity(Vec3{})
	b.SetAngularVelocity(Vec3{})
	j.SetBreakLimits(0, 0)
	for i := range j.AxisCount() {
		j.At(i).SetMotor(false, 0, 0)
	}
	j.SetEnabled(true)
	for range int(3 * rate) {
		if err := w.Step(1 / rate); err != nil {
			t.Fatal(err)
		}
	}
	if gap := heldApart(j); !j.Enabled() || gap > 0.01 {
		t.Errorf("%v at %g Hz: mended, its ends are %g m apart", kind, rate, gap)
	}
}

// heldApart is how far (m) the ends of a joint are from where it holds them.
func heldApart(j Joint) float32 {
	a, b := j.Frames()
	gap := a.InvMul(b).P
	switch j.Kind() {
	case KindSlider:
		gap.X = 0
	case KindWheel:
		gap.Y = 0
	case KindDistance:
		length := gap.Len() - DistanceJoint{j.At(0)}.Length()
		return max(length, -length)
	}
	return gap.Len()
}
