package mjcf

import (
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// TestBuiltHover holds that a program which drives the actuators of a built model before each of its own steps keeps a
// quadrotor at rest, that a control beyond its range ends there, and that the force is gone without the next call.
func TestBuiltHover(t *testing.T) {
	m := quad(t, 0, even())
	w, err := physics.NewWorld(m.WorldDef())
	if err != nil {
		t.Fatal(err)
	}
	built, err := m.Build(w)
	if err != nil {
		t.Fatal(err)
	}
	b, err := built.Body("x2")
	if err != nil {
		t.Fatal(err)
	}
	const dt = 1.0 / 100
	steps := func(n int, controls ...float32) {
		t.Helper()
		for range n {
			if controls != nil {
				err = built.Drive(controls)
			}
			if err == nil {
				err = w.Step(dt)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	steps(100, hover, hover, hover/2, hover/2, 0)
	if v := b.LinearVelocity().Len(); v > 1e-3 {
		t.Errorf("it moves with %g m/s", v)
	}
	steps(10, 1e3, 1e3, 1e3, 1e3, 0)
	rises := float32((4*13/1.325 - 9.81) * 10 * dt)
	if v := b.LinearVelocity().Y; vec.Abs(v-rises) > 0.05 {
		t.Errorf("it rises with %g m/s under the largest controls, not with %g", v, rises)
	}
	steps(10)
	falls := rises - 9.81*10*dt
	if v := b.LinearVelocity().Y; vec.Abs(v-falls) > 0.05 {
		t.Errorf("it moves with %g m/s without controls, not with %g", v, falls)
	}
	err = built.Drive([]float32{1})
	if err == nil || !strings.Contains(err.Error(), "5 actuators") {
		t.Errorf("one control of five: %v", err)
	}
}
