package physics

import (
	"math"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// TestResiduals measures pyramids that are put into each other and fall apart: the solver leaves errors then, and
// almost none when they rest. The figures are the same for every number of workers, and the world goes the same way
// with and without them.
func TestResiduals(t *testing.T) {
	build := func(workers int) *World {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		addPyramid(t, w, 8)
		addPyramid(t, w, 8)
		w.SetWorkers(workers)
		return w
	}
	plain, one, four := build(1), build(1), build(4)
	if len(one.Residuals(nil)) != 0 {
		t.Error("there are residuals that nobody asked for")
	}
	one.MeasureResiduals(100)
	four.MeasureResiduals(100)
	var most float32
	for step := range unlessRaced(240, 40) {
		for _, w := range []*World{plain, one, four} {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
		}
		a, b := one.Residuals(nil), four.Residuals(nil)
		if len(a) != 4 || !slices.Equal(a, b) {
			t.Fatalf("step %d: residuals %v and %v", step, a, b)
		}
		if plain.Hash() != one.Hash() || plain.Hash() != four.Hash() {
			t.Fatalf("step %d: measuring changes the world", step)
		}
		most = max(most, slices.Max(a))
	}
	if rest := slices.Max(one.Residuals(nil)); !raced && !(rest < most/4) || most < 0.1 {
		t.Errorf("residuals up to %v, at last %v", most, rest)
	}
	one.MeasureResiduals(1)
	if err := one.Step(0.01); err != nil {
		t.Fatal(err)
	}
	if got := one.Residuals(nil); !vec.IsFinite(got[0]) {
		t.Errorf("who wants less takes from others: %v", got)
	}
	one.MeasureResiduals(0)
	one.MeasureResiduals(1)
	if err := one.Step(0.01); err != nil {
		t.Fatal(err)
	}
	if got := one.Residuals(nil); len(got) != 4 || vec.IsFinite(got[2]) || !vec.IsFinite(got[3]) {
		t.Errorf("of one sub-step there are %v", got)
	}
}

// TestResidualOfJoints: chains of all kinds of joints that hold points swing and are solved row by row. The residual of
// the last sub-step is the fastest parting of two anchors along an axis of the world, as the velocities of the bodies
// tell it after the step.
func TestResidualOfJoints(t *testing.T) {
	for _, kind := range []JointKind{KindBall, KindHinge, KindFixed} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.SubSteps, d.Settings.DirectJoints = 2, false })
		w.SetWorkers(2)
		var joints []Joint
		for chain := range 3 {
			last := addBody(t, w, Static, V3(0, 10, 3*float32(chain)), BoxHalf(0.1, 0.1, 0.1))
			for link := range 12 {
				x := 0.5 + float32(link)
				b := addBody(t, w, Dynamic, V3(x, 10, 3*float32(chain)), BoxHalf(0.4, 0.1, 0.1))
				var f JointFrames
				f.ConnectAxis(last, b, V3(x-0.5, 10, 3*float32(chain)), V3(0, 0, 1))
				j, err := joinKind(w, kind, f, JointAxis{}, JointDrive{})
				if err != nil {
					t.Fatal(err)
				}
				joints, last = append(joints, j), b
			}
			last.SetAngularVelocity(V3(1, 2, 3))
		}
		w.MeasureResiduals(1)
		most := 0.0
		for step := range 100 {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
			want := 0.0
			for _, j := range joints {
				a, b := j.Anchors()
				bodyA, bodyB := j.Bodies()
				gap := bodyB.PointVelocity(b).Sub(bodyA.PointVelocity(a)).Abs()
				want = math.Max(want, float64(gap.MaxComponent()))
			}
			r := w.Residuals(nil)
			got := float64(r[len(r)-1])
			most = math.Max(most, got)
			// angles are held by hinges and fixed joints, too
			if got < want-1e-4 || kind == KindBall && got > want+1e-4 {
				t.Fatalf("kind %v, step %d: residual %g, anchors part with %g m/s", kind, step, got, want)
			}
		}
		if most < 0.02 {
			t.Errorf("kind %v: up to %.3g m/s, which tells nothing", kind, most)
		}
	}
}

// TestResidualOfMotors: a motor that is strong enough leaves no error, one that is too weak has no target to miss, and
// a limit that is passed by a body that a stronger motor drives into it leaves one.
func TestResidualOfMotors(t *testing.T) {
	for _, c := range []struct {
		name string
		axis JointAxis
	}{
		{"strong", JointAxis{Speed: 2, MaxForce: 1e6, Motor: true}},
		{"weak", JointAxis{Speed: 200, MaxForce: 0.01, Motor: true}},
		{"limited", JointAxis{Limited: true, Lower: -0.2, Upper: 0.2}},
	} {
		w := newTestWorld(t, nil)
		post := addBody(t, w, Static, V3(0, 10, 0), BoxHalf(0.1, 0.1, 0.1))
		bar := addBody(t, w, Dynamic, V3(0.5, 10, 0), BoxHalf(0.4, 0.1, 0.1))
		var f JointFrames
		f.ConnectAxis(post, bar, V3(0, 10, 0), V3(0, 0, 1))
		if _, err := joinKind(w, KindHinge, f, c.axis, JointDrive{}); err != nil {
			t.Fatal(err)
		}
		w.MeasureResiduals(1)
		for step := range 200 {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
			if r := w.Residuals(nil); r[len(r)-1] > 2e-3 {
				t.Fatalf("%s, step %d: %v", c.name, step, r)
			}
		}
	}
}
