package diagnose

import (
	"math"
	"runtime/metrics"
)

// Counters are running totals of the runtime and the system about the program. A total that a platform does not
// know stays 0.
type Counters struct {
	// CPU is the processor time of the calling thread (ns): wall time without it is time in which the
	// thread waited or had no core.
	CPU int64
	// System is the part of CPU that the kernel used, Delay how long the thread was ready and had no core (ns).
	System, Delay int64
	// MinorFaults counts pages that the kernel gave to the thread, MajorFaults pages that the kernel had to read first.
	MinorFaults, MajorFaults uint64
	// BlocksIn and BlocksOut are blocks of 512 bytes that the thread had read from disks or written to them.
	BlocksIn, BlocksOut uint64
	// Pauses counts the times the collector stopped the world, PauseNs is their time (ns, to a tenth).
	Pauses  uint64
	PauseNs int64
	// Cycles counts finished cycles of the collector, CollectorNs is their processor time.
	Cycles      uint64
	CollectorNs int64
	// Waits counts the waits of goroutines for a core, WaitNs is their time together (ns, to a tenth).
	Waits  uint64
	WaitNs int64
	// Allocated is in bytes, Objects counts allocations.
	Allocated, Objects uint64
}

// CounterSource reads the counters. It is called from the main thread, and must not allocate.
type CounterSource interface {
	// CPU is the processor time of the calling thread (ns), 0 if unknown.
	CPU() int64
	// Read fills in everything.
	Read(c *Counters)
	// LockWait is how long the main thread waited for locks since the last call (ns), 0 if unknown.
	LockWait() int64
}

// NewCounterSource returns the counters of this process.
func NewCounterSource() CounterSource {
	p := &processCounters{}
	for i, name := range counterMetrics {
		p.samples[i].Name = name
	}
	return p
}

// The metrics that are read.
const (
	metricPauses = iota
	metricWaits
	metricCycles
	metricBytes
	metricObjects
	metricCollector
	metricCount
)

var counterMetrics = [metricCount]string{
	metricPauses: "/sched/pauses/total/gc:seconds", metricWaits: "/sched/latencies:seconds",
	metricCycles: "/gc/cycles/total:gc-cycles", metricBytes: "/gc/heap/allocs:bytes",
	metricObjects:   "/gc/heap/allocs:objects",
	metricCollector: "/cpu/classes/gc/total:cpu-seconds",
}

type processCounters struct {
	delay   runDelay
	locks   lockWaits
	samples [metricCount]metrics.Sample
}

func (p *processCounters) CPU() int64 { return threadTime() }

func (p *processCounters) Read(c *Counters) {
	metrics.Read(p.samples[:])
	c.CPU, c.Delay = threadTime(), p.delay.delay()
	readThread(c)
	c.Pauses, c.PauseNs = total(&p.samples[metricPauses])
	c.Waits, c.WaitNs = total(&p.samples[metricWaits])
	c.Cycles = counter(&p.samples[metricCycles])
	if v := p.samples[metricCollector].Value; v.Kind() == metrics.KindFloat64 {
		c.CollectorNs = int64(v.Float64() * 1e9)
	}
	c.Allocated, c.Objects = counter(&p.samples[metricBytes]), counter(&p.samples[metricObjects])
}

func (p *processCounters) LockWait() int64 { return p.locks.since() }

func counter(s *metrics.Sample) uint64 {
	if s.Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return s.Value.Uint64()
}

// total sums a histogram of seconds up: how many entries, and their time in ns by the middle of the buckets.
func total(s *metrics.Sample) (n uint64, ns int64) {
	if s.Value.Kind() != metrics.KindFloat64Histogram {
		return 0, 0
	}
	h := s.Value.Float64Histogram()
	sum := 0.0
	for i, c := range h.Counts {
		if c == 0 {
			continue
		}
		n += c
		lo, hi := h.Buckets[i], h.Buckets[i+1]
		if math.IsInf(lo, -1) {
			lo = 0
		}
		if math.IsInf(hi, 1) {
			hi = lo
		}
		sum += float64(float64(c) * (lo + hi) / 2)
	}
	return n, int64(sum * 1e9)
}
