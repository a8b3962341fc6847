package workers

import (
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// sunk keeps the compiler from dropping the work.
var sunk atomic.Int64

// busy works for about n/2 ns.
//
//go:noinline
func busy(n int) {
	s := 0
	for i := range n {
		s += i ^ s
	}
	sunk.Store(int64(s))
}

// BenchmarkStep runs steps of 120 stages, as a solver with 4 sub-steps has them, of 8 blocks each.
// With hogs, as many other goroutines keep all cores busy: the machine gives less than two.
func BenchmarkStep(b *testing.B) {
	const stageCount, blocks = 120, 8
	for _, work := range []int{0, 20_000, 100_000} {
		for _, hogs := range []int{0, 1, 2} {
			for _, size := range []int{1, 2} {
				b.Run(fmt.Sprintf("ns=%d/hogs=%d/workers=%d", work, hogs, size), func(b *testing.B) {
					stages := make([]Stage, stageCount)
					for i := range stages {
						stages[i] = Stage{Kind: int32(i), Count: blocks, Grain: 1}
					}
					var quit atomic.Bool
					for range hogs {
						go func() {
							for !quit.Load() {
								busy(1000)
							}
						}()
					}
					defer quit.Store(true)
					p := New(size)
					defer p.Close()
					fn := func(int, *Stage, int32, int32, int32) { busy(work / blocks * 2) }
					b.ReportAllocs()
					for b.Loop() {
						if err := p.Run(fn, stages); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/stageCount, "ns/stage")
				})
			}
		}
	}
}

// BenchmarkOversubscribed runs more workers than there are cores.
func BenchmarkOversubscribed(b *testing.B) {
	for _, size := range []int{2, 4, 8} {
		b.Run(fmt.Sprintf("workers=%d", size), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(size))
			p := New(size)
			defer p.Close()
			stages := make([]Stage, 120)
			for i := range stages {
				stages[i] = Stage{Count: 16, Grain: 1}
			}
			fn := func(int, *Stage, int32, int32, int32) { busy(2500) }
			for b.Loop() {
				if err := p.Run(fn, stages); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/120, "ns/stage")
		})
	}
}

// BenchmarkSpin times the look-out for work before a worker parks.
func BenchmarkSpin(b *testing.B) {
	p := New(1)
	for b.Loop() {
		for range workerRounds {
			if p.closing.Load() || p.open.Load() != 0 {
				b.Fatal("work without a run")
			}
			pause()
		}
	}
}

// BenchmarkAgainstSerial alternates steps of one and of two workers with a calibration of the
// cores that the machine gives at that time, so that other load meets all alike. It reports
// medians: time of two workers over time of one, and the cores that two spinning goroutines got.
func BenchmarkAgainstSerial(b *testing.B) {
	for _, work := range []int{2_000, 20_000, 100_000} {
		b.Run(fmt.Sprintf("ns=%d", work), func(b *testing.B) {
			p := New(2)
			defer p.Close()
			stages := make([]Stage, 120)
			for i := range stages {
				stages[i] = Stage{Count: 8, Grain: 1}
			}
			fn := func(int, *Stage, int32, int32, int32) { busy(work / 4) }
			timed := func(run func(Func, []Stage) error) float64 {
				start := time.Now()
				if err := run(fn, stages); err != nil {
					b.Fatal(err)
				}
				return float64(time.Since(start))
			}
			long := max(120*work, 1_000_000)
			pair := []Stage{{Count: 2, Grain: 1}}
			spin := func(int, *Stage, int32, int32, int32) { busy(long) }
			var ratios, cores []float64
			for b.Loop() {
				serial := timed(p.RunSerial)
				ratios = append(ratios, timed(p.Run)/serial)
				start := time.Now()
				busy(long)
				one := float64(time.Since(start))
				start = time.Now()
				if err := p.Run(spin, pair); err != nil {
					b.Fatal(err)
				}
				cores = append(cores, 2*one/float64(time.Since(start)))
			}
			slices.Sort(ratios)
			slices.Sort(cores)
			b.ReportMetric(ratios[len(ratios)/2], "two/one")
			b.ReportMetric(ratios[len(ratios)*9/10], "two/one-p90")
			b.ReportMetric(cores[len(cores)/2], "cores")
		})
	}
}
