package diagnose

import (
	"runtime"
	"testing"
)

// The counters of the process see work, sleep, the collector and allocations.
func TestCounters(t *testing.T) {
	source := NewCounterSource()
	var a, b Counters
	source.Read(&a)
	for range 200 {
		garbage = make([]byte, 1<<16)
	}
	source.Read(&b)
	if b.Allocated-a.Allocated < 100<<16 || b.Objects-a.Objects < 200 {
		t.Errorf("%d bytes seen of %d", b.Allocated-a.Allocated, 200<<16)
	}
	runtime.GC()
	source.Read(&a)
	if a.Cycles == b.Cycles || a.Pauses < b.Pauses+2 || a.CollectorNs <= b.CollectorNs {
		t.Errorf("a cycle of the collector: %+v after %+v", a, b)
	}
	if n := testing.AllocsPerRun(100, func() { source.Read(&b) }); n > 0 {
		t.Errorf("%v allocations per reading", n)
	}
}

var garbage []byte

func BenchmarkCounters(b *testing.B) {
	source := NewCounterSource()
	var c Counters
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			source.Read(&c)
		}
	})
	b.Run("processor time", func(b *testing.B) {
		for b.Loop() {
			source.CPU()
		}
	})
}
