package solve

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// randomJoints adds ball joints and hinges of all sorts between random bodies.
func randomJoints(s *Solver, g *graph.Graph, seed int64, count int) {
	r := rand.New(rand.NewSource(seed))
	f := func() float32 { return float32(2*r.Float64() - 1) }
	v := func() vec.Vec3 { return vec.V3(f(), f(), f()) }
	quat := func() vec.Quat {
		if r.Intn(4) == 0 {
			return vec.QuatIdentity
		}
		return vec.Quat{X: f(), Y: f(), Z: f(), W: f() + 0.1}.Norm()
	}
	for range count {
		a, b := int32(r.Intn(len(s.Sims))), int32(r.Intn(len(s.Sims)))
		if a == b {
			a = joint.World
		}
		if s.Sims[b].InvMass == 0 {
			continue
		}
		j := joint.Joint{
			Kind: joint.BallJoint, BodyA: a, BodyB: b, Target: quat()}
		// frames that meet, or nearly: others tear everything apart
		frame := vec.Transform{P: s.Sims[b].Center.Add(v().Mul(0.3)), Q: quat()}
		j.FrameA, j.FrameB = frame, s.Sims[b].Transform.InvMul(frame)
		if a != joint.World {
			j.FrameA = s.Sims[a].Transform.InvMul(frame)
		}
		if r.Intn(2) == 0 {
			j.FrameB.P = j.FrameB.P.Add(v().Mul(0.01))
			j.FrameB.Q = j.FrameB.Q.Mul(vec.QuatAxisAngle(v().Norm(), 0.3*f()))
		}
		if r.Intn(3) == 0 {
			j.Kind = joint.HingeJoint
		}
		if j.Kind == joint.BallJoint {
			if r.Intn(2) == 0 {
				j.Axes[0].Flags, j.Axes[0].Upper = joint.AxisLimit, float32(r.Float64())
			}
			if r.Intn(2) == 0 {
				d := &j.Angular
				d.Hertz, d.DampingRatio = float32(r.Intn(3)*2), float32(r.Float64())
				d.MaxSpring, d.MaxMotor = float32(r.Intn(2)*10), float32(r.Intn(3)*5)
				if r.Intn(2) == 0 {
					d.Velocity = v()
				}
			}
		}
		axis := &j.Axes[0]
		if j.Kind == joint.BallJoint {
			axis = &j.Axes[1]
		}
		axis.Flags = joint.AxisFlags(r.Intn(16))
		axis.Hertz, axis.DampingRatio, axis.Target, axis.MaxSpring = 1+float32(r.Intn(3)), float32(r.Float64()), f(),
			float32(r.Intn(2)*20)
		axis.Lower, axis.Upper = -float32(r.Float64()), float32(r.Float64())
		axis.Speed, axis.MaxForce, axis.Friction = f(), float32(r.Intn(3)*5), float32(r.Intn(3)*5)
		index := int32(len(s.Joints))
		s.Joints = append(s.Joints, j)
		g.AddJoint(index, a, b, a != joint.World && s.Sims[a].InvMass > 0, true)
	}
}

// jointedBodies returns a solver over bodies near each other that ball joints and hinges of all sorts
// hold together.
func jointedBodies(seed int64, count int) (*Solver, *graph.Graph) {
	s, g := randomSolver(seed, 3*count)
	s.Manifolds = nil
	*g = graph.Graph{}
	for i := range s.Sims {
		sim := &s.Sims[i]
		sim.Transform.P = sim.Transform.P.Mul(0.02)
		sim.Moved()
	}
	for i := range s.States {
		if i%3 == 1 {
			// zeros of both signs come out of this
			s.States[i].W = vec.Vec3{}
		}
	}
	randomJoints(s, g, seed, count)
	return s, g
}

// TestJointKernelsGiveTheSameBits compares whole steps with joints of all sorts.
func TestJointKernelsGiveTheSameBits(t *testing.T) {
	if !kernel.HaveVector() {
		t.Skip("no vector kernels here")
	}
	steps := 0
	for seed := int64(1); seed <= 60; seed++ {
		steps += sameJoints(t, seed, int(10+seed*5%200), 0.01, 4)
	}
	if steps < 200 {
		t.Errorf("only %d of 240 steps were compared", steps)
	}
}

// FuzzJointKernels searches for joints on which the kernels differ.
func FuzzJointKernels(f *testing.F) {
	if !kernel.HaveVector() {
		f.Skip("no vector kernels here")
	}
	f.Add(int64(1), 40, float32(0.01), uint8(4))
	f.Fuzz(func(t *testing.T, seed int64, joints int, dt float32, subSteps uint8) {
		if joints < 1 || joints > 200 || !(dt > 1e-6) || dt > 1 {
			return
		}
		sameJoints(t, seed, joints, dt, int32(1+subSteps%8))
	})
}

// sameJoints returns how many steps it compared.
func sameJoints(t *testing.T, seed int64, count int, dt float32, subSteps int32) int {
	t.Helper()
	s, g := jointedBodies(seed, count)
	set := kernel.DefaultSettings()
	set.DirectJoints = seed%4 == 0
	p := kernel.NewParams(set, dt, subSteps)
	c := s.clone()
	c.Scalar = true
	for i := range 4 {
		s.Begin(g, p)
		s.Step()
		c.Begin(g, p)
		c.Step()
		for k := range c.Joints {
			if h := c.Joints[k].Held; !(h[0]*h[0]+h[1]*h[1]+h[2]*h[2] < 1e12) {
				// torn apart: what is not a number need not be the same in both
				return i
			}
		}
		sameBits(t, "vector against scalar", s, c)
		for k := range s.Joints {
			if a, b := impulsesOf(&s.Joints[k]), impulsesOf(&c.Joints[k]); a != b {
				t.Fatalf("seed %d, step %d, joint %d of kind %d:\n%v\n%v in Go", seed, i, k, s.Joints[k].Kind, a, b)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d, step %d", seed, i)
		}
	}
	return 4
}

// jointImpulses are all results of a joint.
type jointImpulses struct {
	held          [joint.MaxRows]float32
	pull, brake   vec.Vec3
	axes          [2][4]float32
	force, torque vec.Vec3
}

func impulsesOf(j *joint.Joint) (x jointImpulses) {
	x.held, x.pull, x.brake = j.Held, j.Angular.SpringImpulse, j.Angular.MotorImpulse
	for i := range x.axes {
		a := &j.Axes[i]
		x.axes[i] = [4]float32{a.SpringImpulse, a.MotorImpulse, a.LowerImpulse, a.UpperImpulse}
	}
	x.force, x.torque = j.Force, j.Torque
	return x
}
