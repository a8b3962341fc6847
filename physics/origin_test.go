package physics

import (
	"testing"

	"tumble/physics/vec"
)

// far is where a world is built that is then brought back (m); a multiple of the distance of
// neighbouring numbers there, as are the places of the boxes.
const far = 10_000

// addStacks builds a pyramid of boxes and a tower on a floor around a place.
func addStacks(t testing.TB, w *World, at Vec3) {
	t.Helper()
	addBody(t, w, Static, at.Add(V3(0, -0.5, 0)), BoxHalf(50, 0.5, 50))
	const rows = 8
	for row := range rows {
		for i := range rows - row {
			x := float32(2*i-(rows-row)+1) * 0.5078125
			addBody(t, w, Dynamic, at.Add(V3(x, 0.5+float32(row), 0)), BoxHalf(0.5, 0.5, 0.5))
		}
	}
	for i := range 10 {
		addBody(t, w, Dynamic, at.Add(V3(0, 0.5+float32(i), 5)), BoxHalf(0.5, 0.5, 0.5))
		addBody(t, w, Dynamic, at.Add(V3(float32(i), 6.5, -5)), Sphere{Radius: 0.25})
	}
}

// A stack that was built 10 km away and brought to the origin is the one that was built there, bit
// for bit; without the shift it is not.
func TestShiftedStackIsTheSame(t *testing.T) {
	home, away, left := newTestWorld(t, nil), newTestWorld(t, nil), newTestWorld(t, nil)
	addStacks(t, home, Vec3{})
	addStacks(t, away, V3(far, 0, -far))
	addStacks(t, left, V3(far, 0, -far))
	if err := away.ShiftOrigin(V3(far, 0, -far)); err != nil {
		t.Fatal(err)
	}
	apart := float32(0)
	for i := range 600 {
		for _, w := range []*World{home, away, left} {
			if err := w.Step(1.0 / testRate); err != nil {
				t.Fatal(err)
			}
		}
		if err := away.Validate(); i%50 == 0 && err != nil {
			t.Fatal(err)
		}
		for k := range home.state.Bodies {
			if a, b := home.state.Sims[k].Transform, away.state.Sims[k].Transform; a != b {
				t.Fatalf("step %d: body %d is at %v, at the origin at %v", i, k, b, a)
			}
			apart = vec.Max(apart, left.state.Sims[k].Transform.P.Sub(V3(far, 0, -far)).Dist(
				home.state.Sims[k].Transform.P))
		}
	}
	t.Logf("without the shift the bodies get %.2f mm away from those at the origin", 1000*apart)
}

// A shift in the middle of the motion changes nothing but positions: joints, sleeping bodies,
// queries and events go on.
func TestShiftWhileMoving(t *testing.T) {
	build := func() (*World, Body) {
		w := newTestWorld(t, nil)
		addMixedPile(t, w, 30)
		last := Body{}
		for i := range 8 {
			b := addBody(t, w, Dynamic, V3(8+0.5*float32(i), 5, 0), Sphere{Radius: 0.2})
			def := DefaultBallJointDef()
			def.Connect(last, b, Transform{P: V3(7.75+0.5*float32(i), 5, 0), Q: QuatIdentity})
			if _, err := w.CreateBallJoint(def); err != nil {
				t.Fatal(err)
			}
			last = b
		}
		a, b := addBody(t, w, Dynamic, V3(-8, 2, 0), BoxHalf(0.3, 0.3, 0.3)),
			addBody(t, w, Dynamic, V3(-10, 2, 0), BoxHalf(0.2, 0.3, 0.3))
		pulley := DefaultPulleyJointDef()
		pulley.BodyA, pulley.BodyB, pulley.FrameA.P, pulley.FrameB.P = a, b, V3(0, 0.3, 0), V3(0, 0.3, 0)
		pulley.GroundA, pulley.GroundB = V3(-8, 6, 0), V3(-10, 6, 0)
		if _, err := w.CreatePulleyJoint(pulley); err != nil {
			t.Fatal(err)
		}
		return w, last
	}
	still, _ := build()
	moved, last := build()
	offset := V3(64, -32, 16)
	run(t, still, 1)
	run(t, moved, 1)
	hash := moved.Hash()
	if err := moved.ShiftOrigin(offset); err != nil {
		t.Fatal(err)
	}
	if moved.Hash() == hash {
		t.Error("the hash does not see the shift")
	}
	if err := moved.Validate(); err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		run(t, still, 0.01)
		run(t, moved, 0.01)
		for k := range still.state.Bodies {
			a, b := still.state.Sims[k].Transform, moved.state.Sims[k].Transform
			if d := a.P.Sub(offset).Dist(b.P); d > 2e-3 {
				t.Fatalf("step %d after the shift: body %d is %.2f mm off", i, k, 1000*d)
			}
		}
	}
	run(t, moved, 20)
	if err := moved.Validate(); err != nil {
		t.Fatal(err)
	}
	// the chain, which may still swing, hangs on the point that went along
	if p := last.Position(); p.Dist(V3(7.75, 5, 0).Sub(offset)) > 3.8 {
		t.Errorf("the end of the chain is at %v", p)
	}
	// bodies that still roll may wake others without any shift
	var s Snapshot
	if err := moved.Snapshot(&s); err != nil {
		t.Fatal(err)
	}
	stays := newTestWorld(t, nil)
	if err := stays.Restore(&s); err != nil {
		t.Fatal(err)
	}
	if err := moved.ShiftOrigin(V3(1000, 0, 0)); err != nil {
		t.Fatal(err)
	}
	run(t, stays, 0.1)
	run(t, moved, 0.1)
	if n, awake := moved.Counters().AwakeBodies, stays.Counters().AwakeBodies; n > awake ||
		n == len(moved.state.Bodies) {
		t.Errorf("%d bodies are awake after the shift, %d without", n, awake)
	}
	origin := V3(0, 50, 0).Sub(offset).Sub(V3(1000, 0, 0))
	if h, ok := moved.RayCast(origin, V3(0, -100, 0), DefaultQueryFilter()); !ok || h.Point.Y < 30 {
		t.Errorf("a ray at the new place finds %v, %v", h, ok)
	}
}

func TestShiftRefuses(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(5, 6, 7), Sphere{Radius: 1})
	for _, v := range [...]Vec3{{X: notANumber}, {Y: 1e30}, {X: 2 * MaxPosition}} {
		if err := w.ShiftOrigin(v); err == nil {
			t.Errorf("a shift by %v is accepted", v)
		}
	}
	if b.Position() != V3(5, 6, 7) {
		t.Error("a refused shift moved something")
	}
}

// A moving compound has the mass of its pieces, and rolls and stands as one.
func TestCreateShapes(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	table := []Geometry{Box{Half: V3(1, 0.05, 0.6), Center: V3(0, 0.95, 0)}}
	for _, x := range [...]float32{-0.9, 0.9} {
		for _, z := range [...]float32{-0.5, 0.5} {
			table = append(table, Box{Half: V3(0.05, 0.45, 0.05), Center: V3(x, 0.45, z)})
		}
	}
	bd := DefaultBodyDef()
	bd.Type, bd.Position = Dynamic, V3(0, 0.5, 0)
	b, err := w.CreateBody(bd)
	if err != nil {
		t.Fatal(err)
	}
	shapes, err := b.CreateShapes(table, DefaultShapeDef())
	if err != nil || len(shapes) != 5 {
		t.Fatal(shapes, err)
	}
	mass := 2000*float32(0.1*1.2*0.5*2) + 4*1000*float32(0.1*0.9*0.1)
	if got := b.Mass(); abs(got/mass-1) > 1e-5 {
		t.Errorf("the table weighs %g kg, want %g", got, mass)
	}
	under := addBody(t, w, Dynamic, V3(0, 0.3, 0), BoxHalf(0.3, 0.3, 0.2))
	run(t, w, 3)
	if p := b.Position(); abs(p.Y) > 0.01 || b.Rotation().Rotate(vec.AxisY).Y < 0.9999 || b.Awake() {
		t.Errorf("the table stands at %v", b.Transform())
	}
	if p := under.Position(); p.Dist(V3(0, 0.3, 0)) > 0.02 {
		t.Errorf("what is under the table moved to %v", p)
	}
	bad := append(table[:2:2], Sphere{Radius: -1})
	if _, err := b.CreateShapes(bad, DefaultShapeDef()); err == nil || b.ShapeCount() != 5 ||
		abs(b.Mass()/mass-1) > 1e-5 {
		t.Errorf("a bad piece: error %v, %d shapes, %g kg", err, b.ShapeCount(), b.Mass())
	}
}
