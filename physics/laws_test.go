package physics

import (
	"math"
	"testing"
)

// eachRate calls f for rates (Hz) and sub-steps.
func eachRate(rates []float32, subSteps []int32, f func(rate float32, subSteps int32)) {
	for _, rate := range rates {
		for _, n := range subSteps {
			f(rate, n)
		}
	}
}

// advance steps a world of a rate (Hz) for some seconds.
func advance(t *testing.T, w *World, rate float32, seconds float64) {
	t.Helper()
	for range int(seconds*float64(rate) + 0.5) {
		if err := w.Step(1 / rate); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTowersStand: the top of a tower of cubes, each many times as heavy as the one below, sinks by at most 2 % of one.
func TestTowersStand(t *testing.T) {
	eachRate([]float32{50, 100, 400}, []int32{1, 4, 16}, func(rate float32, subSteps int32) {
		for _, c := range []struct {
			growth float32
			count  int
		}{{10, 4}, {17, 4}, {70, 3}, {5000, 2}} {
			for _, edge := range []float32{0.1, 1, 10} {
				w := newTestWorld(t, func(d *WorldDef) {
					sleepless(d)
					d.Settings.SubSteps = subSteps
				})
				addBody(t, w, Static, V3(0, -edge, 0), BoxHalf(20*edge, edge, 20*edge))
				half, mass := V3(edge/2, edge/2, edge/2), 1000*edge*edge*edge
				var top Body
				for i := range c.count {
					top = addBody(t, w, Dynamic, V3(0, edge*(float32(i)+0.5), 0), BoxHalf(half.X, half.Y, half.Z))
					setBoxMass(top, mass, half)
					mass *= c.growth
				}
				start := top.Position()
				advance(t, w, rate, 1)
				if d := top.Position().Dist(start); !(d <= 0.02*edge) {
					t.Errorf("× %v, cubes of %v m, %v Hz × %d: the top is %.3f cubes off",
						c.growth, edge, rate, subSteps, d/edge)
				}
			}
		}
	})
}

// TestFramesThatMove: a heavy box on a light one stands on a floor that moves as it does on one at rest. The rounding
// of positions leaves 1.2 mm a second with 16 sub-steps.
func TestFramesThatMove(t *testing.T) {
	half := V3(0.5, 0.5, 0.5)
	eachRate([]float32{50, 100, 400, 1000}, []int32{1, 4}, func(rate float32, subSteps int32) {
		for _, c := range []struct{ heavy, speed float32 }{{2, 3}, {10, 3}, {100, 3}, {100, 10}, {100, 30}} {
			var positions [2]Vec3
			for k := range positions {
				w := newTestWorld(t, func(d *WorldDef) {
					sleepless(d)
					d.Settings.SubSteps = subSteps
				})
				v := V3(float32(k)*c.speed, 0, 0)
				floor := addBody(t, w, Kinematic, V3(0, -1, 0), BoxHalf(20, 1, 20))
				below := addBody(t, w, Dynamic, V3(0, 0.5, 0), BoxHalf(half.X, half.Y, half.Z))
				above := addBody(t, w, Dynamic, V3(0.1, 1.5, 0), BoxHalf(half.X, half.Y, half.Z))
				setBoxMass(below, 1, half)
				setBoxMass(above, c.heavy, half)
				for _, b := range []Body{floor, below, above} {
					b.SetLinearVelocity(v)
				}
				advance(t, w, rate, 1)
				positions[k] = above.Position().Sub(floor.Position())
			}
			if d := positions[0].Dist(positions[1]); d > 1e-3 {
				t.Errorf("%v kg on 1 kg, %v m/s, %v Hz × %d: %.2f mm apart, %v and %v",
					c.heavy, c.speed, rate, subSteps, 1000*d, positions[0], positions[1])
			}
		}
	})
}

// TestSeeSawsTip: two boxes that stand on the ends of a plank on a hinge turn it as gravity makes them, within 2 %,
// however little heavier one is. The time is that in which the heavier one falls by some centimetres.
func TestSeeSawsTip(t *testing.T) {
	const time, arm, side, thick, g = 0.1, 1.7, 0.1, 0.05, 9.81
	eachRate([]float32{100, 400, 1000}, []int32{4, 16}, func(rate float32, subSteps int32) {
		for _, ratio := range []float32{1.02, 1.2, 2, 10} {
			for _, plankMass := range []float32{1, 10, 1000} {
				w := newTestWorld(t, func(d *WorldDef) {
					sleepless(d)
					d.Settings.SubSteps = subSteps
				})
				plank := addBody(t, w, Dynamic, V3(0, 1, 0), BoxHalf(2, thick, 0.3))
				setBoxMass(plank, plankMass, V3(2, thick, 0.3))
				h := DefaultHingeJointDef()
				h.Connect(Body{}, plank, Transform{P: V3(0, 1, 0), Q: QuatIdentity})
				j, err := w.CreateHingeJoint(h)
				must(t, j, err)
				torque, inertia := 0.0, float64(plankMass)*(2*2+thick*thick)/3
				for _, b := range []struct{ x, mass float32 }{{-arm, 1}, {arm, ratio}} {
					box := addBody(t, w, Dynamic, V3(b.x, 1+thick+side, 0), BoxHalf(side, side, side))
					setBoxMass(box, b.mass, V3(side, side, side))
					torque -= float64(b.mass*b.x) * g
					inertia += float64(b.mass) * (arm*arm + (thick+side)*(thick+side) + side*side*2/3)
				}
				advance(t, w, rate, time)
				want := torque / inertia * time
				if off := float64(plank.AngularVelocity().Z)/want - 1; math.Abs(off) > 0.02 {
					t.Errorf("%v to 1 on %v kg, %v Hz × %d: off by %.2g %% of %.3g rad/s",
						ratio, plankMass, rate, subSteps, 100*off, want)
				}
			}
		}
	})
}
