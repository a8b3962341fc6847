package timestep

import "testing"

// standstills are how long nothing runs (ns): a debugger, a suspended machine, a window that is dragged.
var standstills = []int64{Second / 10, Second / 2, Second, 10 * Second, 60 * Second, 3600 * Second, 30 * 86400 * Second}

// TestNoLoopRacesOn: after a standstill, however long, a loop makes up for a quarter of a second, and one that deals
// with long frames itself for Standstill at most; ticks of whole microseconds and of 1/480 s may be a little more.
func TestNoLoopRacesOn(t *testing.T) {
	const frame, cost = Second / 60, 20 * Microsecond
	for _, name := range StrategyNames() {
		for _, still := range standstills {
			for _, hz := range []int64{60, 100} {
				r, err := NewRunner(name, hz)
				if err != nil {
					t.Fatal(err)
				}
				now := int64(1000)
				run := func(frames int, dt int64) (simulated float64) {
					for range frames {
						now += dt
						r.Begin(now)
						spent := int64(0)
						for {
							step, ok := r.Next(spent)
							if !ok {
								break
							}
							simulated += float64(step.Dt)
							spent += cost
							r.Ran(cost)
						}
						r.End()
					}
					return simulated
				}
				run(120, frame)
				steady := run(180, frame)
				most := float64(DefaultClamp)
				if r.set.Find(name).Info().OwnClamp {
					most = float64(Standstill)
				}
				if ran := run(1, still) + run(180, frame); ran > steady+1.2*min(most, float64(still))/1e9+0.02 {
					t.Errorf("%s at %d Hz simulates %.2f s within 3 s after %.1f s", name, hz, ran, float64(still)/1e9)
				}
			}
		}
	}
}

// TestNoStepIsTooLong: at any speed and after frames of any length no loop takes a step that a simulation refuses.
func TestNoStepIsTooLong(t *testing.T) {
	for _, name := range StrategyNames() {
		for _, speed := range []int64{1, 4, 16, 100, MaxSpeed} {
			for _, hz := range []int64{60, 1000} {
				r, err := NewRunner(name, hz)
				if err != nil {
					t.Fatal(err)
				}
				if err := r.Virtual().SetSpeed(speed, 1); err != nil {
					t.Fatal(err)
				}
				now := int64(1000)
				for _, frame := range append(standstills, Second/144, 3*Microsecond, Second/30) {
					now += frame
					r.Begin(now)
					for steps := 0; steps < 1000; steps++ {
						step, ok := r.Next(0)
						if !ok {
							break
						}
						if step.Dt < 1e-6 || step.Dt > 1 {
							t.Fatalf("%s at speed %d, a frame of %d ns: a step of %g s", name, speed, frame, step.Dt)
						}
						r.Ran(0)
					}
					r.End()
				}
			}
		}
	}
}
