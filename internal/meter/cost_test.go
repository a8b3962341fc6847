package meter

import (
	"slices"
	"testing"
	"time"

	"tumble/physics/scenes"
)

// costRounds is how many steps of mixed_rain are timed in each of three equal worlds.
const costRounds = 240

// measureCosts steps mixed_rain with everything landed in three equal worlds one after the other: one that nobody looks
// at, one of which all meters are measured, and one of which none is. It returns the median time (s) of a step of the
// first, and the medians of how much longer the same steps of the others take with their measurements, as parts of it.
// That counts, too, what the solver does for a meter and the memory that measuring takes out of the cache.
func measureCosts(t testing.TB) (step, all, none float64) {
	meters, err := Parse("all")
	if err != nil {
		t.Fatal(err)
	}
	sets := [3]*Set{nil, NewSet(meters), NewSet(nil)}
	var runs [3]*scenes.Run
	var out []float64
	for i := range runs {
		runs[i] = run(t, "mixed_rain", 300)
		runs[i].World.SetWorkers(1)
		if sets[i] != nil {
			out = sets[i].Measure(runs[i].World, Moment{}, out[:0])
		}
	}
	var steps []float64
	var more [3][]float64
	for round := range costRounds {
		var took [3]float64
		for k := range runs {
			i := (k + round) % len(runs)
			begin := time.Now()
			if err := runs[i].Advance(0); err != nil {
				t.Fatal(err)
			}
			if sets[i] != nil {
				out = sets[i].Measure(runs[i].World, Moment{}, out[:0])
			}
			took[i] = time.Since(begin).Seconds()
		}
		steps = append(steps, took[0])
		for i := range more {
			more[i] = append(more[i], took[i]/took[0]-1)
		}
	}
	middle := func(list []float64) float64 {
		slices.Sort(list)
		return list[len(list)/2]
	}
	return middle(steps), middle(more[1]), middle(more[2])
}

// BenchmarkCostOfMeters reports what all meters cost as a share of a step of mixed_rain, and what none costs.
func BenchmarkCostOfMeters(b *testing.B) {
	for b.Loop() {
		step, all, none := measureCosts(b)
		b.ReportMetric(step*1e3, "ms/step")
		b.ReportMetric(100*all, "%all")
		b.ReportMetric(100*none, "%none")
	}
}
