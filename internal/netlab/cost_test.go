package netlab

import (
	"testing"
	"time"

	"tumble/engine/nettime"
	"tumble/physics"
	"tumble/physics/scenes"
)

// rain is a world of 300 awake bodies.
type rain struct{ run *scenes.Run }

func newRain(tb testing.TB) *rain {
	s, _ := scenes.Find("mixed_rain")
	run, err := s.New(s.WorldDef(), scenes.Values{"count": 300})
	if err != nil {
		tb.Fatal(err)
	}
	for range 150 {
		if err := run.Advance(60); err != nil {
			tb.Fatal(err)
		}
	}
	for _, b := range run.Bodies {
		b.SetAllowSleep(false)
		b.SetAwake(true)
	}
	return &rain{run}
}

// rainState is a saved state of the rain.
type rainState struct {
	world physics.Snapshot
	run   scenes.RunState
}

func (w *rain) Save(s *rainState) error { s.run.Take(w.run); return w.run.World.Snapshot(&s.world) }

func (w *rain) Load(s *rainState) error {
	if err := w.run.World.Restore(&s.world); err != nil {
		return err
	}
	s.run.Give(w.run)
	return nil
}

func (w *rain) Step([]nettime.Input) error { return w.run.Advance(60) }

func (w *rain) Hash() uint64 { return w.run.World.Hash() }

// rolling is a session that goes back by eight ticks each time, all of them again predicted but the first.
func rolling(tb testing.TB) (w *rain, back func()) {
	w = newRain(tb)
	s, err := nettime.NewSession(nettime.World[rainState](w), nettime.SessionDef{Players: 2, Depth: 8})
	if err != nil {
		tb.Fatal(err)
	}
	n := uint64(0)
	return w, func() {
		for {
			if ok, err := s.Advance(nettime.Input{}); err != nil {
				tb.Fatal(err)
			} else if !ok {
				break
			}
		}
		n++
		s.Take(1, n, nettime.Input{byte(n)})
		if steps, err := s.Correct(); err != nil || steps != 8 {
			tb.Fatal(steps, err)
		}
	}
}

// A rollback allocates nothing once its states have their size.
func TestRollbackAllocatesNothing(t *testing.T) {
	w, back := rolling(t)
	for range 120 {
		back()
	}
	if allocs := testing.AllocsPerRun(10, back); allocs > 0 {
		t.Errorf("%v allocations in a rollback of 8 ticks with %d bodies", allocs, len(w.run.Bodies))
	}
}

// BenchmarkRollback prints by how much nine steps in which eight are a rollback are dearer than nine steps.
func BenchmarkRollback(b *testing.B) {
	w, back := rolling(b)
	for range 120 {
		back()
	}
	var state rainState
	_ = w.Save(&state)
	var rolled, plain time.Duration
	for range b.N {
		began := time.Now()
		back()
		rolled += time.Since(began)
		began = time.Now()
		for range 9 {
			_ = w.run.Advance(60)
		}
		plain += time.Since(began)
		_ = w.Load(&state)
	}
	b.ReportMetric(float64(rolled)/float64(plain), "rollback/steps")
	b.ReportMetric(float64(plain.Microseconds())/float64(9*b.N), "µs/step")
}
