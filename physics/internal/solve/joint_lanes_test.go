package solve

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// throughRows makes a solver go through the general rows of its only joint instead of a lane.
func (s *Solver) throughRows() {
	for i := range s.layout.list {
		s.layout.list[i] = 0
	}
	s.layout.units = append(s.layout.units[:0], 0)
}

// swinging is a pair of bodies held by one joint of a random sort, the first of them fixed in every
// third case.
func swinging(seed int64) *tinyWorld {
	r := rand.New(rand.NewSource(seed))
	f := func(s float32) float32 { return s * float32(2*r.Float64()-1) }
	v := func(s float32) vec.Vec3 { return vec.V3(f(s), f(s), f(s)) }
	w := newTiny()
	w.Scalar = true
	// the general path has masses along the axes of the start of the step: in short steps these agree
	w.dt, w.subSteps = 0.001, 2
	w.settings.DirectJoints = false
	a := joint.World
	if seed%3 > 0 {
		w.box(at(0.3, 10, 0.1), 2+f(1), vec.V3(0.3, 0.2, 0.4))
		w.state(1).W = v(1)
		a = 1
	}
	w.box(at(-0.3, 9.8, 0), 2+f(1), vec.V3(0.25, 0.3, 0.2))
	b := a + 1
	if a == joint.World {
		b = 1
	}
	w.state(b).W = v(2)
	kind := joint.BallJoint
	if seed%2 == 0 {
		kind = joint.HingeJoint
	}
	j := w.joint(kind, a, b, vec.Transform{P: vec.V3(f(0.1), 9.9+f(0.1), f(0.1)),
		Q: vec.QuatAxisAngle(v(1).Norm(), f(3))})
	axis := &j.Axes[0]
	if kind == joint.BallJoint {
		// where the z axes agree the cone has no axis
		j.FrameB.Q = j.FrameB.Q.Mul(vec.QuatAxisAngle(vec.V3(f(1), 1, 0).Norm(), 0.15))
	}
	if kind == joint.BallJoint {
		if r.Intn(2) == 0 {
			j.Axes[0].Flags, j.Axes[0].Upper = joint.AxisLimit, 0.2+float32(0.1*r.Float64())
		}
		j.Target = vec.QuatIdentity
		if r.Intn(2) == 0 {
			j.Angular.Hertz, j.Angular.DampingRatio = 1+float32(4*r.Float64()), float32(r.Float64())
		}
		if r.Intn(2) == 0 {
			j.Angular.MaxMotor, j.Angular.Velocity = float32(2*r.Float64()), v(1)
		}
		axis = &j.Axes[1]
	}
	axis.Flags = joint.AxisFlags(r.Intn(16))
	axis.Hertz, axis.DampingRatio, axis.Target = 1+float32(4*r.Float64()), float32(r.Float64()), f(0.2)
	axis.Lower, axis.Upper = -float32(0.2*r.Float64()), float32(0.2*r.Float64())
	axis.Speed, axis.MaxForce, axis.Friction = f(1), float32(2*r.Float64()), float32(r.Float64())
	return w
}

// TestLanesAgreeWithGeneralRows: a ball joint or hinge in a lane, solved on three numbers, moves its
// bodies as one whose options and held rows are solved one by one.
func TestLanesAgreeWithGeneralRows(t *testing.T) {
	lanes := 0
	for seed := int64(1); seed <= 200; seed++ {
		w, general := swinging(seed), swinging(seed)
		var push, pushed vec.Vec3 // mean forces
		for range 100 {
			w.step()
			general.Begin(&general.graph, kernel.NewParams(general.settings, general.dt, general.subSteps))
			general.throughRows()
			general.Step()
			push = push.MulAdd(0.01, w.Joints[0].Force)
			pushed = pushed.MulAdd(0.01, general.Joints[0].Force)
		}
		if w.LaneCount() == 1 {
			lanes++
		}
		for i := range w.Sims {
			a, b := &w.Sims[i], &general.Sims[i]
			angle := a.Transform.Q.Mul(b.Transform.Q.Conj()).Angle()
			if d := a.Center.Dist(b.Center); d > 2e-3 || angle > 1e-2 {
				t.Errorf("seed %d, joint of kind %d, flags %b, body %d: %g m and %g rad apart",
					seed, w.Joints[0].Kind, w.Joints[0].Axes[0].Flags, i, d, angle)
			}
		}
		if d := push.Sub(pushed).Len(); d > 0.5+float32(0.03*pushed.Len()) {
			t.Errorf("seed %d: mean force %v, %v by the general path", seed, push, pushed)
		}
	}
	if lanes != 200 {
		t.Errorf("%d of 200 joints had a lane", lanes)
	}
}
