package solve

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// pyramid returns a solver and a graph for a pyramid of unit boxes with 4-point manifolds in
// the upper face of each support and the side face of each neighbour, without a narrow phase.
func pyramid(rows int, seed int64) (*Solver, *graph.Graph) {
	r := rand.New(rand.NewSource(seed))
	s, g := &Solver{}, &graph.Graph{}
	ground := motion.Sim{Transform: vec.TransformIdentity}
	ground.SetMass(0, vec.Mat3{}, vec.Vec3{})
	s.Sims = append(s.Sims, ground)
	s.States = append(s.States, kernel.StaticState)
	small := func(x float32) float32 { return float32(x * (r.Float32() - 0.5)) }
	index := func(row, col int) int32 { return s.Awake[row*rows-row*(row-1)/2+col] }
	for i := 0; i < rows; i++ {
		for j := 0; j < rows-i; j++ {
			sim := motion.Sim{Transform: vec.TransformIdentity, GravityScale: 1}
			sim.Transform.P = vec.V3(float32(1.02*float32(j))+float32(0.51*float32(i)), float32(i)+0.5, 0)
			sim.StateIndex = int32(len(s.States))
			sim.SetMass(1000, vec.Diag(vec.V3(1000./6, 1000./6, 1000./6)), vec.Vec3{})
			s.Awake = append(s.Awake, int32(len(s.Sims)))
			s.Sims = append(s.Sims, sim)
			s.States = append(s.States, kernel.NewState(vec.V3(small(.1), small(.1), small(.1)),
				vec.V3(small(.1), small(.1), small(.1)), sim.Flags))
		}
	}
	add := func(a, b int32, n vec.Vec3, half float32) {
		m := contact.Manifold{Normal: n, Count: 4, BodyA: a, BodyB: b, Friction: 0.6, SlidingFriction: 0.6}
		t := vec.V3(n.Y, n.X, 0)
		mid := s.Sims[b].Center.MulSub(0.5, n)
		if a != 0 && n.Y != 0 {
			mid = s.Sims[a].Center.Lerp(s.Sims[b].Center, 0.5)
		}
		for k := range m.Points {
			p := mid.MulAdd(half*float32(k&1*2-1), t).MulAdd(0.5*float32(k>>1*2-1), vec.V3(0, 0, 1))
			m.Points[k] = contact.ManifoldPoint{
				AnchorA: p.Sub(s.Sims[a].Center), AnchorB: p.Sub(s.Sims[b].Center),
				Separation: small(0.01), NormalImpulse: 5, ID: uint32(k),
			}
		}
		i := int32(len(s.Manifolds))
		s.Manifolds = append(s.Manifolds, m)
		g.AddContact(graph.Entry{Contact: i, Manifold: i, Count: 1}, a, b, a != 0, true)
	}
	for i := 0; i < rows; i++ {
		for j := 0; j < rows-i; j++ {
			b := index(i, j)
			if i == 0 {
				add(0, b, vec.V3(0, 1, 0), 0.5)
			} else {
				add(index(i-1, j), b, vec.V3(0, 1, 0), 0.25)
				add(index(i-1, j+1), b, vec.V3(0, 1, 0), 0.25)
			}
			if j > 0 {
				add(index(i, j-1), b, vec.V3(1, 0, 0), 0.5)
			}
		}
	}
	return s, g
}

func BenchmarkPasses(b *testing.B) {
	s, g := pyramid(100, 1)
	s.Begin(g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
	n := len(s.Manifolds)
	states := append([]kernel.State(nil), s.States...)
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			s.contacts.Prepare(s.contacts.Run(0, s.contacts.BlockCount()))
			copy(s.States, states)
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/manifold")
		})
	}
	stage := func(kind StageKind) func() {
		var list []Stage
		for _, x := range s.Stages() {
			if x.Kind == kind {
				list = append(list, x)
			}
		}
		if order[kind].when == inSubStep {
			list = list[:len(list)/int(s.SubSteps)]
		}
		return func() {
			copy(s.States, states)
			s.runAll(list)
		}
	}
	run("prepare", stage(StagePrepareContacts))
	run("warm", stage(StageWarmStart))
	run("solve", stage(StageSolve))
	run("relax", stage(StageRelax))
	run("store", stage(StageStoreContacts))
	run("velocities", stage(StageIntegrateVelocities))
	run("positions", stage(StageIntegratePositions))
	run("step", func() { copy(s.States, states); s.Step() })
}
