package rigs

import (
	"testing"

	"tumble/physics/vec"
)

// TestTunedIsBuilt: a vehicle in use that is tuned has the numbers of one that was built so.
func TestTunedIsBuilt(t *testing.T) {
	for _, x := range VehicleTunables() {
		for _, share := range []float32{0, 0.1, 0.5, 1} {
			value := x.Min + float32(share*(x.Max-x.Min))
			w := newWorld(t)
			def := DefaultVehicleDef()
			tuned, err := NewVehicle(w, def)
			if err != nil {
				t.Fatal(err)
			}
			if err := def.Set(x.Key, value); err != nil {
				t.Fatalf("%s = %g is refused", x.Key, value)
			}
			def.Pose.P.X = 10
			built, err := NewVehicle(w, def)
			if err != nil {
				t.Fatal(err)
			}
			if err := tuned.Tune(x.Key, value); (err == nil) != x.Live {
				t.Errorf("%s = %g: %v, live %t", x.Key, value, err, x.Live)
			}
			if !x.Live {
				continue
			}
			for _, v := range []*Vehicle{tuned, built} {
				v.Drive(1, 0, 0)
			}
			if a, b := tuned.Chassis.MassData(), built.Chassis.MassData(); a != b {
				t.Errorf("%s = %g: the chassis has %+v, want %+v", x.Key, value, a, b)
			}
			for i := range tuned.Wheels {
				for axis := range 3 {
					if a, b := tuned.Joints[i].At(axis).Axis(), built.Joints[i].At(axis).Axis(); a != b {
						t.Errorf("%s = %g: axis %d of wheel %d is %+v, want %+v", x.Key, value, axis, i, a, b)
					}
				}
				friction := func(v *Vehicle) float32 { return v.Wheels[i].Shapes(nil)[0].Material().Friction }
				if a, b := friction(tuned), friction(built); a != b {
					t.Errorf("%s = %g: wheel %d has a friction of %g, want %g", x.Key, value, i, a, b)
				}
			}
		}
	}
}

// TestBadTunables: keys that there are not and values outside their range change nothing.
func TestBadTunables(t *testing.T) {
	def := DefaultVehicleDef()
	v, err := NewVehicle(newWorld(t), def)
	if err != nil {
		t.Fatal(err)
	}
	nan := vec.Sqrt(-1)
	for _, x := range VehicleTunables() {
		for _, bad := range []float32{x.Min - 1, x.Max + 1, nan} {
			if v.Tune(x.Key, bad) == nil || def.Set(x.Key, bad) == nil {
				t.Errorf("%s = %g is taken", x.Key, bad)
			}
		}
	}
	if v.Tune("wings", 1) == nil || def.Set("wings", 1) == nil {
		t.Error("a key that there is not is taken")
	}
	if v.def.Mass != 1200 || v.Chassis.Mass() != 1200 {
		t.Errorf("the chassis has %g kg", v.Chassis.Mass())
	}
}

// TestSpringIsTrueHertz: the chassis bounces at the frequency of the tunable, not at that of the wheel on its spring,
// which the joint has.
func TestSpringIsTrueHertz(t *testing.T) {
	for _, hertz := range []float32{1, 1.8, 3} {
		for _, mass := range []float32{600, 1200, 2400} {
			w := newWorld(t)
			def := DefaultVehicleDef()
			def.Set("spring", hertz)
			def.Set("damping", 0)
			def.Set("mass", mass)
			def.Pose.P.Y = 0.7
			v, err := NewVehicle(w, def)
			if err != nil {
				t.Fatal(err)
			}
			v.Chassis.SetLinearVelocity(vec.V3(0, 0.3, 0))
			const rate = 400
			first, last, n, before := float32(0), float32(0), 0, float32(0)
			for i := range 6 * rate {
				if err := w.Step(1.0 / rate); err != nil {
					t.Fatal(err)
				}
				speed := v.Chassis.LinearVelocity().Y
				if before < 0 && speed >= 0 {
					last = float32(i) - speed/(speed-before)
					if n++; n == 1 {
						first = last
					}
				}
				before = speed
			}
			if n < 3 {
				t.Fatalf("%g Hz, %g kg: it does not swing", hertz, mass)
			}
			got := float32(n-1) * rate / (last - first)
			t.Logf("%g Hz, %g kg: %.3f Hz", hertz, mass, got)
			if vec.Abs(got/hertz-1) > 0.01 {
				t.Errorf("%g kg on springs of %g Hz bounce at %.3f Hz", mass, hertz, got)
			}
		}
	}
}
