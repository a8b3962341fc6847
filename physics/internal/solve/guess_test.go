package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// dice makes random numbers that are spread evenly, or over the orders of magnitude.
type dice struct{ *rand.Rand }

func (d dice) vector(size float32) vec.Vec3 {
	f := func() float32 { return float32(size * (2*d.Float32() - 1)) }
	return vec.V3(f(), f(), f())
}

func (d dice) size(low, high float64) float32 { return float32(low * math.Pow(high/low, d.Float64())) }

// island makes a world of so many bodies of any masses, sizes and poses, with forces on some, that are weighed
// together.
func (d dice) island(count int) *tinyWorld {
	w := newTiny()
	cubes, twisted := d.IntN(2) == 0, d.IntN(10) == 0
	for range count {
		q := vec.QuatAxisAngle(d.vector(1).Norm(), 6*d.Float32())
		half := vec.V3(d.size(0.01, 2), d.size(0.01, 2), d.size(0.01, 2))
		if cubes { // rotation about any axis has the same energy, which the bound meets exactly
			half = vec.V3(half.X, half.X, half.X)
		}
		body := w.box(vec.Transform{P: d.vector(100), Q: q}, d.size(1e-3, 1e4), half)
		sim := &w.Sims[body]
		if !cubes && d.IntN(2) == 0 { // an inertia that is not diagonal in the axes of the body
			sim.SetMass(sim.Mass, sim.LocalInertia.RotateTensor(q), vec.Vec3{})
		}
		if d.IntN(4) == 0 {
			sim.Force = d.vector(float32(100 * sim.Mass))
		}
		if twisted {
			sim.Torque = d.vector(float32(1000 * sim.Mass))
		}
		w.Weighed = append(w.Weighed, body)
	}
	return w
}

// TestTameBoundIsSafe: what the cheap bound calls tame, the weighing of all bodies does, too, in random islands at and
// around the energy that divides them. It also has to be of use: most guesses with half of that energy are tame to it.
func TestTameBoundIsSafe(t *testing.T) {
	d := dice{rand.New(rand.NewPCG(7, 21))}
	tame, calm, half := 0, 0, 0
	for trial := range 20000 {
		count := 1 + d.IntN(12)
		if trial%500 == 0 {
			count = 2000
		}
		w := d.island(count)
		speed, spin := d.size(1e-3, 100), d.size(1e-3, 100)
		for _, body := range w.Awake {
			st := w.state(body)
			st.V, st.W = d.vector(speed), d.vector(spin)
		}
		w.Begin(&w.graph, kernel.NewParams(w.settings, w.dt, w.subSteps))
		w.runAll(w.Opening())
		w.measureEnergy()
		if len(w.energyBounds.list) != 1 {
			t.Fatal(len(w.energyBounds.list), " bounds")
		}
		moved := d.size(1e-6, 1)
		for _, body := range w.Awake {
			st := w.state(body)
			st.DP = d.vector(moved)
			st.DQ = vec.QuatAxisAngle(d.vector(1).Norm(), d.Float32())
			st.V, st.W = d.vector(speed), d.vector(spin)
		}
		// how far from the border, from rounding to a part
		share := 1 + float64(d.size(1e-8, 0.5))*float64(1-2*d.IntN(2))
		if d.IntN(4) == 0 {
			half, share = half+1, 0.5
		}
		w.reach(share)
		mayBe, wild := w.mayBeWild(0), w.wildGuess(0)
		if wild && !mayBe {
			now, work, _ := w.EnergyAndWork(w.energyBounds.of(0))
			t.Fatalf("trial %d, %d bodies: %v J, %v J before and %v of work, at %v of the border", trial, count, now,
				w.energyBounds.list[0].energy, work, share)
		}
		if !mayBe {
			tame++
			if share == 0.5 {
				calm++
			}
		}
	}
	t.Logf("%d tame, %d of %d with half the energy", tame, calm, half)
	if tame < 5000 || calm < half/2 {
		t.Errorf("%d are tame, of those with half the energy %d of %d", tame, calm, half)
	}
}

// reach scales the velocities of the one bound so that its energy comes to a share of the wild energy.
func (w *tinyWorld) reach(share float64) {
	bodies := w.energyBounds.of(0)
	now, work, _ := w.EnergyAndWork(bodies)
	most := wildGain * max(w.energyBounds.list[0].energy+work, 0)
	f := float32(math.Sqrt(share * most / now))
	for _, body := range w.Awake {
		st := w.state(body)
		st.V, st.W = st.V.Mul(f), st.W.Mul(f)
	}
}
