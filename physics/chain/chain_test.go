package chain_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics"
	"tumble/physics/chain"
	"tumble/physics/vec"
)

// arm makes a chain of 2 to 6 links on the world, hinges and some sliders in any directions.
func arm(t *testing.T, r *rand.Rand) (*physics.World, *chain.Chain) {
	t.Helper()
	def := physics.DefaultWorldDef()
	w, err := physics.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	var last physics.Body
	var list []physics.Coordinate
	at := physics.Vec3{}
	along := physics.Vec3{}
	for range 2 + r.IntN(5) {
		along = direction(r).Mul(0.2 + 0.4*r.Float32())
		bodyDef := physics.DefaultBodyDef()
		bodyDef.Type, bodyDef.Position, bodyDef.AllowSleep = physics.Dynamic, at.Add(along.Mul(0.5)), false
		b, err := w.CreateBody(bodyDef)
		if err != nil {
			t.Fatal(err)
		}
		m := 0.5 + 3*r.Float32()
		i := m * along.Len2() / 12
		b.SetMassData(physics.MassData{Mass: m, Inertia: vec.Diag(physics.V3(i, 1.1*i, 1.2*i))})
		var j physics.Joint
		if r.IntN(4) == 0 {
			d := physics.DefaultSliderJointDef()
			d.ConnectLine(last, b, at, direction(r))
			j, err = w.CreateJoint(&d)
		} else {
			d := physics.DefaultHingeJointDef()
			d.ConnectAxis(last, b, at, direction(r))
			d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, -2.5, 2.5
			j, err = w.CreateJoint(&d)
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, j.At(0))
		last, at = b, at.Add(along)
	}
	c, err := chain.New(physics.Transform{P: along.Mul(0.5), Q: vec.QuatIdentity}, list...)
	if err != nil {
		t.Fatal(err)
	}
	return w, c
}

func direction(r *rand.Rand) physics.Vec3 {
	return physics.V3(float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())).Norm()
}

// TestJacobianIsTheDerivative of the tip.
func TestJacobianIsTheDerivative(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		_, c := arm(t, r)
		q := c.Positions()
		for i := range q {
			q[i] = 2*r.Float32() - 1
		}
		linear, angular := c.Jacobian(q)
		for i := range q {
			const h = 1e-2
			low, high := append([]float32(nil), q...), append([]float32(nil), q...)
			low[i] -= h
			high[i] += h
			a, b := c.Tip(low), c.Tip(high)
			if v := b.P.Sub(a.P).Mul(0.5 / h); v.Dist(linear[i]) > 1e-3 {
				t.Errorf("seed %d, coordinate %d: %v, by differences %v", seed, i, linear[i], v)
			}
			if w := b.Q.Mul(a.Q.Conj()).RotationVector().Mul(0.5 / h); w.Dist(angular[i]) > 1e-3 {
				t.Errorf("seed %d, coordinate %d: rotates by %v, by differences %v", seed, i, angular[i], w)
			}
		}
	}
}

// TestTorquesAccelerate: a chain under the torques of inverse dynamics has the accelerations that were asked for.
func TestTorquesAccelerate(t *testing.T) {
	const dt, short = 1e-3, 1e-4
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		w, c := arm(t, r)
		list := c.Coordinates()
		// let it get speed
		for range 100 {
			for _, x := range list {
				if err := x.ApplyForce(float32(2 * r.NormFloat64())); err != nil {
					t.Fatal(err)
				}
			}
			step(t, w, dt)
		}
		want, before := make([]float32, len(list)), make([]float32, len(list))
		scale := 5.0
		for i := range want {
			want[i], before[i] = float32(5*r.NormFloat64()), list[i].Rate()
			scale = math.Max(scale, math.Pow(float64(before[i]), 2))
		}
		for i, f := range c.Torques(want) {
			if err := list[i].ApplyForce(f); err != nil {
				t.Fatal(err)
			}
		}
		step(t, w, short)
		for i := range want {
			if got := (list[i].Rate() - before[i]) / short; math.Abs(float64(got-want[i])) > 0.05*scale {
				t.Errorf("seed %d, coordinate %d of %d: %.4g, asked for %.4g", seed, i, len(list), got, want[i])
			}
		}
	}
}

func step(t *testing.T, w *physics.World, dt float32) {
	t.Helper()
	if err := w.Step(dt); err != nil {
		t.Fatal(err)
	}
}

// TestGravityHolds: a chain under the torques that bear its weight stays where it is.
func TestGravityHolds(t *testing.T) {
	for seed := range uint64(20) {
		w, c := arm(t, rand.New(rand.NewPCG(seed, 3)))
		list, began := c.Coordinates(), c.Tip(nil).P
		for range 1000 {
			for i, f := range c.Gravity() {
				if err := list[i].ApplyForce(f); err != nil {
					t.Fatal(err)
				}
			}
			step(t, w, 1e-3)
		}
		// without them it falls by metres
		if d := c.Tip(nil).P.Dist(began); d > 0.02 {
			t.Errorf("seed %d: the tip sank by %.3g m in a second", seed, d)
		}
	}
}

// TestReach: a pose that the chain has for some coordinates is reached from others, within the limits.
func TestReach(t *testing.T) {
	tried, failed := 0, 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		_, c := arm(t, r)
		list := c.Coordinates()
		goal, from := c.Positions(), c.Positions()
		for i := range goal {
			goal[i] = 2*r.Float32() - 1
			from[i] = goal[i] + 0.6*(2*r.Float32()-1)
		}
		want := c.Tip(goal)
		got, err := c.ReachPose(want, from)
		tried++
		if err != nil {
			failed++
			continue
		}
		if at := c.Tip(got); at.P.Dist(want.P) > 1e-5 || at.Q.InvMul(want.Q).RotationVector().Len() > 1e-4 {
			t.Errorf("seed %d: at %v instead of %v", seed, at, want)
		}
		for i, x := range list {
			if lower, upper, ok := x.Limits(); ok && (got[i] < lower || got[i] > upper) {
				t.Errorf("seed %d: coordinate %d is %g", seed, i, got[i])
			}
		}
	}
	if failed > tried/20 {
		t.Errorf("%d of %d poses were not reached", failed, tried)
	}
	_, c := arm(t, rand.New(rand.NewPCG(1, 5)))
	if q, err := c.Reach(physics.V3(50, 0, 0), nil); err == nil || c.Tip(q).P.Len() > 50 {
		t.Errorf("a point far away: %v", err)
	}
}

// TestChainsAreChecked: coordinates that do not carry each other, and those of other joints, are refused.
func TestChainsAreChecked(t *testing.T) {
	_, c := arm(t, rand.New(rand.NewPCG(2, 6)))
	list := c.Coordinates()
	for name, bad := range map[string][]physics.Coordinate{
		"none": nil, "twice": {list[0], list[0]}, "stale": {{}}, "backwards": {list[1], list[0]},
		"axis": {list[0].At(3)},
	} {
		if _, err := chain.New(vec.TransformIdentity, bad...); err == nil {
			t.Errorf("%s: was taken", name)
		}
	}
}
