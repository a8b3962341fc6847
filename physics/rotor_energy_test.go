package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// rotorChain hangs n rods of 0.4 m and 1 kg in a row from hinges about z, or from sliders along x in turn, level at
// first.
func rotorChain(t *testing.T, w *World, n int, slides bool) (joints []Joint) {
	t.Helper()
	before := Body{}
	for i := range n {
		b := addBody(t, w, Dynamic, V3(0.2+0.4*float32(i), 0, 0), BoxHalf(0.18, 0.03, 0.03))
		b.Shapes(nil)[0].SetFilter(Filter{})
		b.SetMassData(MassData{Mass: 1, Inertia: vec.Diag(V3(0.001, 0.014, 0.014))})
		at := V3(0.4*float32(i), 0, 0)
		if slides && i%2 == 1 {
			d := DefaultSliderJointDef()
			d.ConnectLine(before, b, at, vec.AxisX)
			j, err := w.CreateSliderJoint(d)
			joints = append(joints, must(t, j, err).Joint)
		} else {
			joints = append(joints, hinge(t, w, before, b, at, vec.AxisZ, nil))
		}
		before = b
	}
	return joints
}

// rotorRun lets a chain swing for 2 s, and returns how far its energy goes from that at first (J).
func rotorRun(t *testing.T, w *World, joints []Joint, hertz int, own JointPassive, armature, friction float32) float64 {
	t.Helper()
	w.KeepEnergyLedger(true)
	for _, j := range joints {
		a := j.At(0).Axis()
		a.Friction = friction
		if j.At(0).SetArmature(armature) != nil || j.At(0).SetPassive(own) != nil || j.At(0).SetAxis(a) != nil {
			t.Fatal("refused")
		}
	}
	off := 0.0
	for range 2 * hertz {
		oneStep(t, w, hertz)
		l, _ := w.EnergyLedger(nil)
		off = math.Max(off, math.Abs(l.Kinetic+l.Potential-l.Start))
	}
	l, _ := w.EnergyLedger(nil)
	room := 2e-6 * l.Exchanged
	if friction == 0 {
		room += l.Rounding // for chains that whip
	}
	if !(math.Abs(l.Error) <= room) {
		t.Errorf("%d Hz, armature %g, %+v, friction %g: the entries lack %.2g of %.4g J", hertz, armature, own,
			friction, l.Error, l.Exchanged)
	}
	return off
}

// TestRotorEnergy holds that rotors and passive springs are part of the energy in the ledger: a chain with them and
// without dampers keeps its energy as well as one without, and the entries of the ledger make up for all changes,
// those by friction, too.
func TestRotorEnergy(t *testing.T) {
	for setting := range 4 {
		slides, direct := setting&1 != 0, setting&2 != 0
		chain := func() (*World, []Joint) {
			w := newTestWorld(t, func(d *WorldDef) { sleepless(d); d.Settings.DirectJoints = direct })
			return w, rotorChain(t, w, 4, slides)
		}
		for _, hertz := range []int{50, 100, 400} {
			w, joints := chain()
			bound := rotorRun(t, w, joints, hertz, JointPassive{}, 0, 0)
			for _, c := range []struct{ armature, stiffness, friction float32 }{
				{0.2, 0, 0}, {5, 0, 0}, {0, 40, 0}, {0.2, 40, 0}, {0.2, 40, 2},
			} {
				w, joints := chain()
				own := JointPassive{Stiffness: c.stiffness, Rest: 0.1}
				off := rotorRun(t, w, joints, hertz, own, c.armature, c.friction)
				if direct && c.friction == 0 && off > bound {
					t.Errorf("slides %v, %d Hz, %+v: the energy is %.4g J off, without them %.4g", slides, hertz, c,
						off, bound)
				}
			}
		}
	}
}
