package scenes

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tumble/physics"
)

// BenchmarkTwoWorkers runs a scene with one and with two workers side by side, a few steps of each in turn, and
// reports the time of one worker over that of two: of the whole run, and as the median of the turns beside which a
// spin before and after found at least 1.9 cores. With taskset it tells what the second worker costs where there is
// no core for it:
//
//	go test ./physics/scenes -run NoTest -bench TwoWorkers -benchtime 1x -cpu 2
//	taskset -c 1 go test ./physics/scenes -run NoTest -bench TwoWorkers/governed -benchtime 1x -cpu 2
//
// Governed worlds have a clock, as in the window, with which they find out whether sharing pays.
func BenchmarkTwoWorkers(b *testing.B) {
	for _, kind := range []struct {
		name  string
		clock physics.Clock
	}{{"shared", nil}, {"governed", func() int64 { return int64(time.Since(started)) }}} {
		b.Run(kind.name, func(b *testing.B) {
			for _, name := range []string{"large_pyramid", "convex_pile", "rain"} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						compareWorkers(b, name, kind.clock)
					}
				})
			}
		})
	}
}

var started = time.Now()

// round is a few steps with one and with two workers, and the cores that a spin beside them got.
type round struct{ one, two, cores float64 }

func compareWorkers(b *testing.B, name string, clock physics.Clock) {
	const roundTime = 60 * time.Millisecond
	s, ok := Find(name)
	if !ok {
		b.Fatal(name)
	}
	var runs [2]*Run
	for i := range runs {
		d := s.WorldDef()
		d.Workers, d.Clock = i+1, clock
		runs[i] = build(b, s, d, nil)
		advance(b, runs[i], 1)
	}
	runtime.GC()
	timed := func(r *Run, steps int) float64 {
		begin := time.Now()
		advance(b, r, steps)
		return float64(time.Since(begin))
	}
	var spin []round
	steps, cores := 1, spinCores()
	for left := s.Steps - 1; left >= steps; left -= steps {
		t := round{one: timed(runs[0], steps), two: timed(runs[1], steps)}
		after := spinCores()
		t.cores = min(cores, after)
		spin, cores = append(spin, t), after
		if one, two := runs[0].World.Hash(), runs[1].World.Hash(); one != two {
			b.Fatalf("%s: hash %x with one worker, %x with two", name, one, two)
		}
		steps = max(1, min(left-steps, int(float64(roundTime)*float64(steps)/t.one)))
	}
	reportRounds(b, spin)
}

func reportRounds(b *testing.B, spin []round) {
	var one, two float64
	var cores, calibrated []float64
	for _, t := range spin {
		one, two = one+t.one, two+t.two
		cores = append(cores, t.cores)
		if t.cores >= 1.9 {
			calibrated = append(calibrated, t.one/t.two)
		}
	}
	median := func(list []float64) float64 {
		if len(list) == 0 {
			return 0
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	b.ReportMetric(one/two, "one/two")
	b.ReportMetric(median(cores), "cores")
	b.ReportMetric(median(calibrated), "one/two-calibrated")
	b.ReportMetric(float64(len(calibrated)), "calibrated")
	b.ReportMetric(float64(len(spin)), "turns")
	b.ReportMetric(0, "ns/op")
}

// spinCores returns how many cores' worth of work two goroutines get done, against one alone.
func spinCores() float64 {
	alone := spin(1)
	return spin(2) / alone
}

// spin counts for a few milliseconds with n goroutines and returns the sum. Eight products at a time fill the core: a
// chain of one would not notice what else runs on it.
func spin(n int) float64 {
	const odd = 6364136223846793005
	sums := make([]uint64, n)
	var done sync.WaitGroup
	end := time.Now().Add(8 * time.Millisecond)
	for i := range sums {
		done.Go(func() {
			var a, b, c, d, e, f, g, h uint64
			count := uint64(0)
			for ; time.Now().Before(end); count++ {
				for k := range uint64(100) {
					a, b, c, d = a*odd+k, b*odd+k, c*odd+k, d*odd+k
					e, f, g, h = e*odd+k, f*odd+k, g*odd+k, h*odd+k
				}
			}
			sums[i] = count
			spun.Add(a ^ b ^ c ^ d ^ e ^ f ^ g ^ h)
		})
	}
	done.Wait()
	total := uint64(0)
	for _, c := range sums {
		total += c
	}
	return float64(total)
}

// spun keeps the compiler from dropping the work.
var spun atomic.Uint64
