package param

import (
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// vary builds a scene with a variation of its start.
func vary(t *testing.T, name string, pairs ...string) *physics.World {
	t.Helper()
	c := NewConfig(scene(t, name))
	r := c.Registry()
	for _, pair := range pairs {
		if err := r.Assign(pair); err != nil {
			t.Fatal(err)
		}
	}
	run, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.World.Close)
	return run.World
}

// TestStartMovesGroups holds that figures move as rigid bodies: joints stay closed, and every point of a figure has the
// velocity of one rigid motion, while two figures move apart.
func TestStartMovesGroups(t *testing.T) {
	as := vary(t, "ragdoll_pile")
	w := vary(t, "ragdoll_pile", "start.variation=7", "start.position=0.5", "start.rotation=1", "start.velocity=3",
		"start.spin=4")
	bodies, before := w.Bodies(nil), as.Bodies(nil)
	moved := map[vec.Vec3]bool{}
	for i, b := range bodies {
		if b.Type() == physics.Dynamic {
			moved[b.Position().Sub(before[i].Position())] = true
		}
	}
	if len(moved) < 20*14 {
		t.Errorf("%d displacements of 280 bodies", len(moved))
	}
	for _, j := range w.Joints(nil) {
		a, b := j.Anchors()
		if d := a.Dist(b); d > 2e-6 {
			t.Fatalf("a joint is open by %g m", d)
		}
		x, y := j.Bodies()
		va := x.LinearVelocity().Add(x.AngularVelocity().Cross(a.Sub(x.WorldCenter())))
		vb := y.LinearVelocity().Add(y.AngularVelocity().Cross(a.Sub(y.WorldCenter())))
		if d := va.Dist(vb); d > 2e-5 {
			t.Fatalf("the halves of a joint part at %g m/s", d)
		}
	}
	spins := map[vec.Vec3]bool{}
	for _, b := range bodies {
		if b.Type() == physics.Dynamic {
			spins[b.AngularVelocity()] = true
		}
	}
	if len(spins) != 20 {
		t.Errorf("%d angular velocities of 20 figures", len(spins))
	}
}

// TestStartKeepsAnchors: what hangs on the world is pushed and not moved, and variation 0 changes nothing.
func TestStartKeepsAnchors(t *testing.T) {
	amounts := []string{"start.position=0.5", "start.velocity=3", "start.spin=1", "start.rotation=1"}
	as, same := vary(t, "chain100"), vary(t, "chain100", amounts...)
	w := vary(t, "chain100", append(amounts, "start.variation=1")...)
	if same.Hash() != as.Hash() {
		t.Error("variation 0 changes the world")
	}
	for _, j := range w.Joints(nil) {
		if a, b := j.Anchors(); a.Dist(b) > 1e-5 {
			t.Fatalf("a joint is open by %g m", a.Dist(b))
		}
	}
	if other := vary(t, "chain100", append(amounts, "start.variation=2")...); other.Hash() == w.Hash() ||
		w.Hash() == as.Hash() {
		t.Error("two variations are the same world")
	}
	if again := vary(t, "chain100", append(amounts, "start.variation=1")...); again.Hash() != w.Hash() {
		t.Error("a variation is not the same twice")
	}
}

// TestStartDrawsAreUniform: the draws of many variations fill their range evenly.
func TestStartDrawsAreUniform(t *testing.T) {
	sum, square, most := 0.0, 0.0, 0.0
	const n = 400
	for i := range n {
		c := NewConfig(scene(t, "box"))
		c.Start = Start{Variation: i + 1, Velocity: 2}
		run, err := c.Build()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range run.World.Bodies(nil) {
			if b.Type() == physics.Dynamic {
				v := float64(b.LinearVelocity().X)
				sum, square, most = sum+v, square+v*v, max(most, v, -v)
			}
		}
		run.World.Close()
	}
	// the variance of a uniform number in ±2 is 4/3
	if mean, variance := sum/n, square/n; mean > .2 || mean < -.2 || variance < 1.15 || variance > 1.5 || most > 2 ||
		most < 1.95 {
		t.Errorf("mean %g, variance %g, most %g", mean, variance, most)
	}
}
