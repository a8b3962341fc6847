package physics

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// kilometre (m) is how far from the origin of the world the rows are built.
const kilometre = 1000

// newTruthAway is newTruth a kilometre away in a random direction.
func newTruthAway(t *testing.T, seed, number uint64) *truth {
	c := newTruth(t, seed, number)
	dice := rand.New(rand.NewPCG(seed, number+1<<32))
	axis := V3(float32(dice.NormFloat64()), float32(dice.NormFloat64()), float32(dice.NormFloat64())).Norm()
	c.built = axis.Mul(kilometre)
	return c
}

// within reports whether a result of a row is within its tolerance, or within what it reaches.
func (c *truthRow) within(want, got float64) (off float64, ok bool) {
	off = math.Abs(got - want)
	if !c.absolute && want != 0 {
		off /= math.Abs(want)
	}
	return off, off <= math.Max(c.tolerance, c.reached)
}

// longRope swings, and how far a jerk stretches it is chance: at most 0.08 % in 25 seeds at the origin, 0.5 % in 25
// built away from it.
const longRope = "rope by limits, 1:100"

// TestTruthShifted: every row built a kilometre from the origin keeps its tolerance once ShiftOrigin has brought the
// origin to it, the documented way to use worlds of that size. One seed; ten in soak.
func TestTruthShifted(t *testing.T) {
	seeds := uint64(1)
	if soak() {
		seeds = 10
	}
	for seed := truthSeed(t); seed < truthSeed(t)+seeds; seed++ {
		for i, c := range truthCases() {
			if c.name == longRope || testing.Short() && slices.Contains(longTruths, c.name) {
				continue
			}
			t.Run(c.workers+"/"+c.name, func(t *testing.T) {
				run := newTruthAway(t, seed, uint64(i))
				run.rebase = true
				want, got := c.run(run)
				if off, ok := c.within(want, got); !ok {
					t.Errorf("%s (seed %d): %.6g, want %.6g: off by %.3g, tolerance %.2g", run.setup, seed, got, want,
						off, c.tolerance)
				}
			})
		}
	}
}

// nearby are the workers whose rows need less than 0.06 mm, or motion of less than that in a sub-step, and hold only
// near the origin.
var nearby = []string{"spring", "size", "machine", "joint", "sleep", "rotation", "limit"}

// TestTruthFarAway: contacts, friction and impacts keep the tolerances of their rows a kilometre from the origin, too,
// without a shift.
func TestTruthFarAway(t *testing.T) {
	seeds := uint64(1)
	if soak() {
		seeds = 10
	}
	compared := 0
	for seed := truthSeed(t); seed < truthSeed(t)+seeds; seed++ {
		for i, c := range truthCases() {
			if slices.Contains(nearby, c.workers) || slices.Contains(longTruths, c.name) {
				continue
			}
			compared++
			t.Run(c.workers+"/"+c.name, func(t *testing.T) {
				run := newTruthAway(t, seed, uint64(i))
				want, got := c.run(run)
				if off, ok := c.within(want, got); !ok {
					t.Errorf("%s (seed %d): %.6g, want %.6g: off by %.3g, tolerance %.2g", run.setup, seed, got, want,
						off, c.tolerance)
				}
			})
		}
	}
	if compared < 60 {
		t.Errorf("only %d rows", compared)
	}
}
