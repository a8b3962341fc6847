package articulation

import (
	"testing"

	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// chain returns bodies of a chain of n links of 1 m, the first of which hangs in the world, with velocities that tear
// it apart, and its joints.
func chain(n int) (*motion.Bodies, []joint.Joint, *graph.Graph) {
	b, g := &motion.Bodies{}, &graph.Graph{}
	b.Sims, b.States = []motion.Sim{{Transform: vec.TransformIdentity}}, []kernel.State{kernel.StaticState}
	var joints []joint.Joint
	for i := range int32(n) {
		sim := motion.Sim{Transform: vec.Transform{P: vec.V3(float32(i)+0.5, 0, 0), Q: vec.QuatIdentity},
			StateIndex: i + 1}
		sim.SetMass(1+float32(i%3), vec.Diag(vec.V3(0.1, 0.2, 0.3)), vec.Vec3{})
		b.Sims = append(b.Sims, sim)
		b.Awake = append(b.Awake, i+1)
		b.States = append(b.States, kernel.NewState(vec.V3(0, float32(i%5)-2, 1), vec.V3(0.5, 0, float32(i%2)),
			sim.Flags))
		j := joint.Joint{Kind: joint.BallJoint, BodyA: i, BodyB: i + 1}
		if i == 0 {
			j.BodyA = joint.World
		}
		j.FrameA = vec.Transform{P: vec.V3(0.5, 0, 0), Q: vec.QuatIdentity}
		if i == 0 {
			j.FrameA.P = vec.Vec3{}
		}
		j.FrameB = vec.Transform{P: vec.V3(-0.5, 0, 0), Q: vec.QuatIdentity}
		joints = append(joints, j)
		g.AddJoint(i, j.BodyA, j.BodyB, i > 0, true)
	}
	return b, joints, g
}

// TestChainHoldsAfterOneSolve: all anchors of a chain of a hundred links meet after a single solve, however long it is.
func TestChainHoldsAfterOneSolve(t *testing.T) {
	for _, n := range []int{1, 2, 10, 100} {
		b, list, g := chain(n)
		b.BeginBodies(kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
		b.PrepareBodies(0, n)
		var joints joint.Solver
		var s Solver
		joints.Begin(b, list, nil)
		joints.Activate(g)
		s.Begin(b, &joints)
		s.Lay()
		if s.Count() != 1 {
			t.Fatalf("%d links: %d articulations", n, s.Count())
		}
		var units []int32
		units = joints.AppendUnits(units, joints.Active(), joints.Marks())
		joints.Prepare(units)
		s.Prepare(0, 1)
		s.Relax(0, 1)
		for i := range list {
			vb := b.States[i+1].V.Add(b.States[i+1].W.Cross(vec.V3(-0.5, 0, 0)))
			va := vec.Vec3{}
			if i > 0 {
				va = b.States[i].V.Add(b.States[i].W.Cross(vec.V3(0.5, 0, 0)))
			}
			if d := vb.Sub(va).Len(); d > 2e-3 {
				t.Errorf("%d links: joint %d still opens at %g m/s", n, i, d)
			}
		}
	}
}

// TestNetsStayIterative: a net that costs more than the limit is no articulation.
func TestNetsStayIterative(t *testing.T) {
	const side = 40
	b, _, g := chain(side * side)
	var list []joint.Joint
	*g = graph.Graph{}
	add := func(x, y int32) {
		index := int32(len(list))
		list = append(list, joint.Joint{Kind: joint.BallJoint, BodyA: x, BodyB: y})
		g.AddJoint(index, x, y, true, true)
	}
	for i := range int32(side * side) {
		if i%side > 0 {
			add(i, i+1)
		}
		if i >= side {
			add(i+1-side, i+1)
		}
	}
	b.BeginBodies(kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
	var joints joint.Solver
	var s Solver
	joints.Begin(b, list, nil)
	joints.Activate(g)
	s.Begin(b, &joints)
	s.Lay()
	if s.Count() != 0 || joints.Joint(0).SolvedDirectly() {
		t.Errorf("a net of %d joints makes %d articulations", len(list), s.Count())
	}
}
