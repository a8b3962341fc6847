package capacity

import (
	"context"
	"errors"
	"testing"
	"time"

	"tumble/engine/timestep"
)

// costly is a clock by which each step takes as long as it says: two readings belong to a step.
type costly struct {
	timestep.Clock
	now, step int64
}

func (c *costly) Now() int64 {
	c.now += c.step
	return c.now
}

// A machine that steps in no time runs as many as there are; one that never ends in time runs none; the progress rises.
func TestMeasure(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for _, c := range []struct {
		step int64
		all  bool
	}{{0, true}, {timestep.Second, false}} {
		last := 0.0
		o := Options{Hz: 100, Headroom: .3, Workers: 1}
		list, err := Measure(t.Context(), &costly{step: c.step}, o, func(part float64, what string) {
			if part < last || part > 1 || what == "" {
				t.Errorf("progress %v after %v: %q", part, last, what)
			}
			last = part
		})
		if err != nil || len(list) != len(kinds) {
			t.Fatalf("%d figures, %v", len(list), err)
		}
		for i := range list {
			if f := &list[i]; f.All != c.all || (f.Count > 0) != c.all {
				t.Errorf("steps of %d ns: %s", c.step, f.Text())
			}
		}
	}
}

// A run ends soon after it was told to, with the error of its context.
func TestCancel(t *testing.T) {
	woken := make(chan struct{}, 1000)
	r := Start(timestep.RealClock(), Options{Hz: 1, Headroom: 0, Workers: 1}, func() { woken <- struct{}{} })
	<-woken
	r.Cancel()
	for limit := time.After(20 * time.Second); !r.State().Ended; {
		select {
		case <-woken:
		case <-limit:
			t.Fatal("the run goes on")
		}
	}
	if s := r.State(); !errors.Is(s.Err, context.Canceled) || s.Figures != nil {
		t.Errorf("%d figures, %v", len(s.Figures), s.Err)
	}
}
