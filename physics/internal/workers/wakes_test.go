package workers

import (
	"sync/atomic"
	"testing"
	"time"
)

// Every wake-up of a parked worker is measured, and none without a clock.
func TestWakes(t *testing.T) {
	withProcs(t, func(t *testing.T, p *Pool) {
		if p.Size() < 2 {
			return
		}
		begin := time.Now()
		p.Govern(func() int64 { return int64(time.Since(begin)) + 1 })
		var done atomic.Int64
		work := func(int, *Stage, int32, int32, int32) {
			time.Sleep(time.Millisecond)
			done.Add(1)
		}
		settle(t, "parked workers", func() bool { return int(p.parked.Load()) == p.Size()-1 })
		if err := p.Run(work, []Stage{{Count: 64, Grain: 1}}); err != nil {
			t.Fatal(err)
		}
		var count, ns, most int64
		settle(t, "wake-ups", func() bool {
			c, n, m := p.TakeWakes()
			count, ns, most = count+c, ns+n, max(most, m)
			return int(count) >= 1
		})
		if ns <= 0 || most <= 0 || most > ns {
			t.Errorf("%d wake-ups took %d ns, the longest %d ns", count, ns, most)
		}
		p.Govern(nil)
		settle(t, "parked workers", func() bool { return int(p.parked.Load()) == p.Size()-1 })
		p.TakeWakes()
		if err := p.Run(work, []Stage{{Count: 64, Grain: 1}}); err != nil {
			t.Fatal(err)
		}
		if c, _, _ := p.TakeWakes(); c != 0 {
			t.Errorf("%d wake-ups measured without a clock", c)
		}
	})
}
