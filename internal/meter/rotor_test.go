package meter

import (
	"math"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// rotorChain hangs three boxes on hinges about z in a row, level at first, with springs and rotors of the hinges.
func rotorChain(t *testing.T, own physics.JointPassive, armature float32) *physics.World {
	t.Helper()
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	before := physics.Body{}
	for i := range 3 {
		def := physics.DefaultBodyDef()
		def.Type, def.AllowSleep, def.Position = physics.Dynamic, false, vec.V3(0.25+0.5*float32(i), 0, 0)
		b, _ := w.CreateBody(def)
		b.CreateShape(physics.BoxHalf(0.2, 0.05, 0.05), physics.DefaultShapeDef())
		d := physics.DefaultHingeJointDef()
		d.ConnectAxis(before, b, vec.V3(0.5*float32(i), 0, 0), vec.AxisZ)
		j, err := w.CreateHingeJoint(d)
		if err != nil || j.SetArmature(armature) != nil || j.SetPassive(own) != nil {
			t.Fatal(err)
		}
		before = b
	}
	return w
}

// TestRotorsAndSprings holds that a chain that falls keeps its total energy, with that of rotors and springs of joints,
// as well as one without them, that a rotor has ½·A·v² and a spring ½·k·x², and that both are the sums over the
// joints, whatever else is measured.
func TestRotorsAndSprings(t *testing.T) {
	for _, hertz := range []int{50, 100, 400} {
		off := [2]float64{}
		for i, armature := range [2]float32{0, 0.3} {
			own := physics.JointPassive{Stiffness: 100 * armature, Rest: 0.2}
			w := rotorChain(t, own, armature)
			start := measured(t, w)["energy.total"]
			for range 2 * hertz {
				if err := w.Step(1 / float32(hertz)); err != nil {
					t.Fatal(err)
				}
				got := measured(t, w)
				rotors, springs := 0.0, 0.0
				for _, j := range w.Joints(nil) {
					x, v := j.At(0).Position(), j.At(0).Rate()
					kinetic, stored := j.Energy()
					want := 0.5 * float64(armature) * float64(v) * float64(v)
					bent := 0.5 * float64(own.Stiffness) * math.Pow(float64(x-own.Rest), 2)
					if math.Abs(kinetic-want) > 1e-5*want || math.Abs(stored-bent) > 1e-5*bent {
						t.Fatalf("%d Hz: a joint keeps %g and %g J, not %g and %g", hertz, kinetic, stored, want, bent)
					}
					rotors, springs = rotors+kinetic, springs+stored
				}
				if r, s := got["energy.rotors"], got["energy.springs"]; r != rotors || s != springs {
					t.Fatalf("%d Hz: %g J and %g J, not %g and %g", hertz, r, s, rotors, springs)
				}
				off[i] = math.Max(off[i], math.Abs(got["energy.total"]-start))
			}
			all := measured(t, w)
			for _, key := range []string{"energy.rotors", "energy.springs", "energy.total"} {
				list, err := Parse(key)
				if err != nil {
					t.Fatal(err)
				}
				if alone := NewSet(list).Measure(w, Moment{}, nil)[0]; alone != all[key] {
					t.Errorf("%s alone is %g, with all meters %g", key, alone, all[key])
				}
			}
		}
		if !(off[1] <= off[0]) {
			t.Errorf("%d Hz: the energy is %.4g J off, without rotors and springs %.4g", hertz, off[1], off[0])
		}
	}
}
