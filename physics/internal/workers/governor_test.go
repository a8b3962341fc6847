package workers

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
)

// rig runs steps on a made-up machine on which a step alone takes 1 ms and a shared one a given
// factor of it, both with noise.
type rig struct {
	pool *Pool
	r    *rand.Rand
	now  atomic.Int64 // workers read it as well
	// base is the sum of the times that the steps would have taken alone.
	base int64
}

func newRig(t *testing.T) *rig {
	t.Helper()
	old := runtime.GOMAXPROCS(2)
	g := &rig{pool: New(2), r: rand.New(rand.NewPCG(1, 2))}
	t.Cleanup(func() {
		g.pool.Close()
		runtime.GOMAXPROCS(old)
	})
	g.pool.Govern(func() int64 { return g.now.Load() })
	return g
}

// run makes steps and returns their time over that of the same steps alone.
func (g *rig) run(t *testing.T, steps int, factor, noise float64) float64 {
	t.Helper()
	from, base := g.now.Load(), g.base
	nothing := func(int, *Stage, int32, int32, int32) {}
	for range steps {
		g.pool.BeginStep()
		if err := g.pool.For(nothing, 4, 1); err != nil {
			t.Fatal(err)
		}
		cost := 1e6 * (1 + noise*(g.r.Float64()-0.5))
		g.base += int64(cost)
		if g.pool.governor.alone == g.pool.governor.probing {
			cost *= factor
		}
		g.now.Add(int64(cost))
		g.pool.EndStep()
	}
	return float64(g.now.Load()-from) / float64(g.base-base)
}

// TestGovernor holds the cost against the better of the two ways, with noise and through changes
// of the load of the machine.
func TestGovernor(t *testing.T) {
	g := newRig(t)
	for _, c := range []struct {
		factor, noise, most float64
	}{
		{0.55, 0.2, 0.57}, {1.7, 0.2, 1.05}, {0.55, 0.2, 0.57}, {3, 0.4, 1.05}, {0.6, 0.4, 0.63}, {1.2, 0.2, 1.03},
		{1.0, 0.3, 1.02},
	} {
		result := g.run(t, 200, c.factor, c.noise)
		settled := g.run(t, 3000, c.factor, c.noise)
		t.Logf("factor %.2f: %.3f in the first 200 steps, then %.3f", c.factor, result, settled)
		if settled > c.most {
			t.Errorf("factor %v: steps take %v of those alone, want at most %v", c.factor, settled, c.most)
		}
		if limit := max(1, c.factor); result > limit*1.02 {
			t.Errorf("factor %v: %v in the first 200 steps", c.factor, result)
		}
	}
}

// TestGovernorOff holds that steps without anything to share teach nothing, and that a pool without
// a clock shares.
func TestGovernorOff(t *testing.T) {
	g := newRig(t)
	for range 1000 {
		g.pool.BeginStep()
		g.now.Add(1000)
		g.pool.EndStep()
	}
	if g.pool.governor.usual != 0 || g.pool.governor.alone {
		t.Error("learned from empty steps")
	}
	g.run(t, 500, 2, 0)
	if !g.pool.governor.alone {
		t.Error("shares at twice the time")
	}
	g.pool.Govern(nil)
	if g.run(t, 500, 2, 0) != 2 {
		t.Error("a pool without a clock does not share")
	}
}
