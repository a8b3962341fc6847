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

// sinks is the way of the top of a tower of cubes in a second, as a part of an edge (m). Each cube is growth times as
// heavy as the one below.
func sinks(t *testing.T, edge, growth float32, count int, rate float32, subSteps int32) float32 {
	w := newTestWorld(t, func(d *WorldDef) {
		sleepless(d)
		d.Settings.SubSteps = subSteps
	})
	addBody(t, w, Static, V3(0, -edge, 0), BoxHalf(20*edge, edge, 20*edge))
	half, mass := V3(edge/2, edge/2, edge/2), 1000*edge*edge*edge
	var top Body
	for i := range count {
		top = addBody(t, w, Dynamic, V3(0, edge*(float32(i)+0.5), 0), BoxHalf(half.X, half.Y, half.Z))
		setBoxMass(top, mass, half)
		mass *= growth
	}
	start := top.Position()
	advance(t, w, rate, 1)
	return top.Position().Dist(start) / edge
}

// TestTowersStand: the top of a tower of cubes, each many times as heavy as the one below, sinks by at most 2 % of one.
func TestTowersStand(t *testing.T) {
	towers := []struct {
		growth float32
		count  int
	}{{1.05, 10}, {1.25, 10}, {1.5, 10}, {2, 10}, {3, 8}, {5, 6}, {7, 5}, {10, 4}, {17, 4}, {70, 3}, {5000, 2}}
	eachRate([]float32{50, 100, 400}, []int32{1, 4}, func(rate float32, subSteps int32) {
		for _, c := range towers {
			for _, edge := range []float32{0.1, 1, 10} {
				if d := sinks(t, edge, c.growth, c.count, rate, subSteps); !(d <= 0.02) {
					t.Errorf("× %v, cubes of %v m, %v Hz × %d: the top is %.3f cubes off",
						c.growth, edge, rate, subSteps, d)
				}
			}
		}
	})
}

// TestCubesOfAnySizeStand: ten cubes of a millimetre to ten metres on each other sink by at most 2 % of one, where
// gravity moves them by at most a tenth of one in the square of a sub-step; those of a millimetre by 3 %.
func TestCubesOfAnySizeStand(t *testing.T) {
	eachRate([]float32{60, 100, 144, 400, 1000}, []int32{1, 4}, func(rate float32, subSteps int32) {
		h := 1 / (rate * float32(subSteps))
		for _, edge := range []float32{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 10} {
			bound := float32(0.02)
			if edge == 0.001 {
				bound = 0.03
			}
			if float32(9.81*h*h) > 0.1*edge {
				continue
			}
			if d := sinks(t, edge, 1, 10, rate, subSteps); !(d <= bound) {
				t.Errorf("cubes of %v m, %v Hz × %d: the top is %.3f cubes off", edge, rate, subSteps, d)
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

// TestTallTowersRest: towers of equal cubes, put down or dropped by a twentieth of a cube each, are at rest after eight
// seconds: no cube moves faster than 2 mm/s.
func TestTallTowersRest(t *testing.T) {
	for _, rate := range []float32{60, 100} {
		for _, gap := range []float32{0, 0.05} {
			for _, count := range []int{20, 40} {
				if v := restless(t, count, gap, rate); !(v <= 0.002) {
					t.Errorf("%d cubes, gaps of %v, %v Hz: %.1f mm/s", count, gap, rate, 1000*v)
				}
			}
		}
	}
}

// restless is the speed (m/s) of the fastest cube of a tower in the ninth second.
func restless(t *testing.T, count int, gap, rate float32) (most float32) {
	w := newTestWorld(t, sleepless)
	addFloor(t, w)
	var cubes []Body
	for i := range count {
		y := 0.5 + gap + float32((1+gap)*float32(i))
		cubes = append(cubes, addBody(t, w, Dynamic, V3(0, y, 0), BoxHalf(0.5, 0.5, 0.5)))
	}
	advance(t, w, rate, 8)
	for range int(rate) {
		advance(t, w, rate, float64(1/rate))
		for _, b := range cubes {
			most = max(most, b.LinearVelocity().Len())
		}
	}
	return most
}
