package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// dampedArm builds a horizontal arm of links of 2 kg and 1 m on dampers (N·m·s/rad).
func dampedArm(t *testing.T, w *World, links int, damping, limit float32) (joints []Joint, list []Body) {
	t.Helper()
	var before Body
	for i := range links {
		b := addBody(t, w, Dynamic, V3(float32(i)+1, 0, 0), Sphere{Radius: 0.01})
		b.Shapes(nil)[0].SetFilter(Filter{})
		b.SetMassData(MassData{Mass: 2, Inertia: vec.Diag(V3(1e-4, 1e-4, 1e-4))})
		j := hinge(t, w, before, b, V3(float32(i), 0, 0), V3(0, 0, 1), func(d *HingeJointDef) {
			d.Axis.Damping = damping
			if limit > 0 {
				d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, -limit, limit
			}
		})
		before = b
		joints, list = append(joints, j), append(list, b)
	}
	return joints, list
}

// TestDampersHoldChains: dampers of 10⁵ N·m·s between links whose own moments are a ten-thousandth of those of
// their loads give way as the weight makes them, and add no energy.
func TestDampersHoldChains(t *testing.T) {
	const links, damping, seconds = 5, 1e5, 3
	w := newTestWorld(t, sleepless)
	joints, list := dampedArm(t, w, links, damping, 0)
	least, rise := energyOf(w, list...), 0.0
	for range 100 * seconds {
		run(t, w, 0.01)
		e := energyOf(w, list...)
		rise, least = max(rise, e-least), min(e, least)
	}
	if rise > 1e-3*2*9.81*links*links {
		t.Errorf("the arm gains %.3g J", rise)
	}
	for i, j := range joints {
		torque := 0.0
		for k := i; k < links; k++ {
			torque += 2 * 9.81 * float64(k-i+1)
		}
		angle := j.At(0).Position()
		if want := torque * seconds / damping; math.Abs(math.Abs(float64(angle))/want-1) > 0.02 {
			t.Errorf("hinge %d gives way by %.4g rad, want %.4g", i, angle, want)
		}
	}
}

// TestDampersOfChainsAreThoseAskedFor: what dampers have taken from an arm that swings is at 100 steps a second what it
// is at 1600.
func TestDampersOfChainsAreThoseAskedFor(t *testing.T) {
	var lost [2]float64
	for i, hertz := range [2]int{100, 1600} {
		w := newTestWorld(t, sleepless)
		_, list := dampedArm(t, w, 3, 5, 0)
		start := energyOf(w, list...)
		for range hertz {
			if err := w.Step(1 / float32(hertz)); err != nil {
				t.Fatal(err)
			}
		}
		lost[i] = start - energyOf(w, list...)
	}
	if math.Abs(lost[0]/lost[1]-1) > 0.01 || lost[1] < 10 {
		t.Errorf("dampers take %.4g J in large steps, %.4g J in small ones", lost[0], lost[1])
	}
}

// TestDampedLimitsGoOn: limits with a damper on their axis stop an arm, and a copy of the world goes on as the world
// does.
func TestDampedLimitsGoOn(t *testing.T) {
	w := newTestWorld(t, sleepless)
	joints, list := dampedArm(t, w, 4, 2, 0.3)
	least, rise, most := energyOf(w, list...), 0.0, float32(0)
	var s Snapshot
	var want uint64
	for k := range 300 {
		if k == 57 {
			if err := w.Snapshot(&s); err != nil {
				t.Fatal(err)
			}
		}
		run(t, w, 0.01)
		if k == 120 {
			want = w.Hash()
		}
		e := energyOf(w, list...)
		rise, least = max(rise, e-least), min(e, least)
		for _, j := range joints {
			angle := j.At(0).Position()
			most = max(most, abs(angle))
		}
	}
	// limits alone gain 1.2 J, of 314 J, as they take back what the arm sank
	if rise > 1.2 || most > 0.31 {
		t.Errorf("the arm gains %.3g J, and its hinges turn by up to %.3g rad", rise, most)
	}
	if err := w.Restore(&s); err != nil {
		t.Fatal(err)
	}
	for k := 57; k <= 120; k++ {
		run(t, w, 0.01)
	}
	if w.Hash() != want {
		t.Error("a copy of the world goes on in another way")
	}
}
