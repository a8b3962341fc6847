package physics_test

import (
	"math"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// rotor lays a disc on a box that stands on a floor, with a hinge about the vertical axis between them. The energy of
// such an island is bounded, as it has joints and contacts.
func rotor(t *testing.T, axis physics.JointAxis) (w *physics.World, j physics.Joint, inertia float32) {
	t.Helper()
	b := newBuilder(nil)
	b.floor()
	base := b.body(physics.Dynamic, physics.V3(0, 0.5, 0), vec.QuatIdentity, 5000, physics.BoxHalf(1, 0.5, 1))
	disc := b.body(physics.Dynamic, physics.V3(0, 1.5, 0), vec.QuatIdentity, 1000,
		physics.Cylinder{A: physics.V3(0, -0.05, 0), B: physics.V3(0, 0.05, 0), Radius: 0.5})
	def := physics.DefaultHingeJointDef()
	def.ConnectAxis(base, disc, physics.V3(0, 1.5, 0), vec.AxisY)
	def.Axis = axis
	j, err := b.world.CreateJoint(&def)
	if b.err != nil || err != nil {
		t.Fatal(b.err, err)
	}
	// both turn against each other
	return b.world, j, 1 / (1/disc.Inertia().YY + 1/base.Inertia().YY)
}

// TestTrustMotorsDoTheirWork: what a motor does is no gain of energy, however strong it is: after 0.2 s a rotor has the
// speed of the motor, or that of its largest torque.
func TestTrustMotorsDoTheirWork(t *testing.T) {
	for _, torque := range []float32{20, 300, 1e4, 1e8} {
		w, j, inertia := rotor(t, physics.JointAxis{Motor: true, Speed: 20, MaxForce: torque})
		for range 20 {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
		}
		want := min(20, float64(torque/inertia)*0.2)
		if got := j.At(0).Rate(); math.Abs(float64(got)/want-1) > 0.02 {
			t.Errorf("%g N·m: %.4g rad/s, want %.4g", torque, got, want)
		}
	}
}

// TestTrustServosDoTheirWork: a critically damped spring of 8 Hz whose target jumps by a radian takes a rotor along 1 −
// (1 + ωt)·e^(−ωt).
func TestTrustServosDoTheirWork(t *testing.T) {
	w, j, _ := rotor(t, physics.JointAxis{Hertz: 8, DampingRatio: 1, Target: 1})
	for step := range 30 {
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
		at := 2 * math.Pi * 8 * 0.01 * float64(step+1)
		want := 1 - (1+at)*math.Exp(-at)
		if got := j.At(0).Position(); math.Abs(float64(got)-want) > 0.06 {
			t.Errorf("step %d: %.3f rad, want %.3f", step, got, want)
		}
	}
}

// TestTrustPileKeepsItsImpulses: contacts of a pile give way by more than counts as deep where sub-steps are long, and
// what is left of its weight in a step is no gain of energy: forgetting its impulses would sink a pyramid of 20 rows by
// 0.9 m in 10 s.
func TestTrustPileKeepsItsImpulses(t *testing.T) {
	b := newBuilder(func(s *physics.Settings) { s.SubSteps, s.SleepEnabled = 1, false })
	b.floor()
	var top physics.Body
	for row := range 20 {
		for i := range 20 - row {
			x := (float32(i) - float32(19-row)/2) * 1.02
			top = b.body(physics.Dynamic, physics.V3(x, 0.5+float32(row), 0), vec.QuatIdentity, 1000,
				physics.BoxHalf(0.5, 0.5, 0.5))
		}
	}
	if b.err != nil {
		t.Fatal(b.err)
	}
	for range 600 {
		if err := b.world.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	if sunk := 19.5 - top.WorldCenter().Y; sunk > 0.5 {
		t.Errorf("the top has sunk by %.2f m", sunk)
	}
}
