package debug

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkStep steps three equal worlds in turn: one by itself, one served without a viewer, one with a viewer. It
// reports medians (ns), and the bytes that a step sends to the viewer.
func BenchmarkStep(b *testing.B) {
	for _, boxes := range []int{1, 5000} {
		b.Run(fmt.Sprintf("boxes=%d", boxes), func(b *testing.B) {
			names := []string{"alone-ns", "served-ns", "viewed-ns"}
			var steps [3]func(float32) error
			var took [3][]time.Duration
			var l *looker
			for i := range steps {
				w := newPile(b, boxes)
				settings := w.Settings()
				settings.SleepEnabled = false
				if err := w.SetSettings(settings); err != nil {
					b.Fatal(err)
				}
				if steps[i] = w.Step; i > 0 {
					s := serve(b, w, Options{})
					if steps[i] = s.Step; i == 2 {
						l = look(b, s)
					}
				} else if err := w.Step(dt); err != nil {
					b.Fatal(err)
				}
			}
			before := l.bytes.Load()
			for b.Loop() {
				for i := range steps {
					start := time.Now()
					if err := steps[i](dt); err != nil {
						b.Fatal(err)
					}
					took[i] = append(took[i], time.Since(start))
				}
			}
			b.ReportMetric(0, "ns/op")
			for i := range took {
				slices.Sort(took[i])
				b.ReportMetric(float64(took[i][len(took[i])/2]), names[i])
			}
			b.ReportMetric(float64(l.bytes.Load()-before)/float64(b.N), "bytes/step")
		})
	}
}

// A step without a viewer allocates nothing, as one of the world alone.
func TestNoViewerCostsNoMemory(t *testing.T) {
	w := newPile(t, 1)
	s := serve(t, w, Options{})
	step(t, s, 100)
	if n := testing.AllocsPerRun(100, func() { step(t, s, 1) }); n > 0 {
		t.Errorf("%v allocations in a step", n)
	}
	l := look(t, s)
	l.conn.Close()
	<-l.done
	eventually(t, "the viewer leaves", func() bool { return s.status().Viewers == 0 })
	step(t, s, 1)
	if err := w.Step(dt); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { step(t, s, 1) }); n > 0 {
		t.Errorf("%v allocations in a step after a viewer", n)
	}
}
