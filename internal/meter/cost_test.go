package meter

import (
	"slices"
	"testing"
	"time"
)

// costRounds is how many steps of mixed_rain are timed, each with a measurement of all meters and with one of none.
const costRounds = 120

// measureCosts steps mixed_rain with everything landed and returns the median times (s) of a step, of measuring all meters, and of
// measuring none after it.
func measureCosts(t testing.TB) (step, all, none float64) {
	r := run(t, "mixed_rain", 300)
	r.World.SetWorkers(1)
	meters, _ := Parse("all")
	watched, empty := NewSet(meters), NewSet(nil)
	out := watched.Measure(r.World, nil)
	var times [3][]float64
	for range costRounds {
		begin := time.Now()
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		stepped := time.Now()
		out = watched.Measure(r.World, out[:0])
		measured := time.Now()
		out = empty.Measure(r.World, out[:0])
		for i, d := range [3]time.Duration{stepped.Sub(begin), measured.Sub(stepped), time.Since(measured)} {
			times[i] = append(times[i], d.Seconds())
		}
	}
	for i := range times {
		slices.Sort(times[i])
	}
	middle := costRounds / 2
	return times[0][middle], times[1][middle], times[2][middle]
}

// BenchmarkCostOfMeters reports what all meters cost as a share of a step of mixed_rain, and what none costs.
func BenchmarkCostOfMeters(b *testing.B) {
	for b.Loop() {
		step, all, none := measureCosts(b)
		b.ReportMetric(step*1e3, "ms/step")
		b.ReportMetric(100*all/step, "%all")
		b.ReportMetric(100*none/step, "%none")
	}
}
