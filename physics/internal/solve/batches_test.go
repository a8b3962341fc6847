package solve

import (
	"math/rand"
	"slices"
	"testing"
	"unsafe"

	"tumble/physics/internal/solve/articulation"
	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// randomSolver returns a solver over contacts of all sorts between random pairs of bodies,
// with friction, rolling, restitution, belts, 1 to 4 points, kinematic and static bodies.
func randomSolver(seed int64, contacts int) (*Solver, *graph.Graph) {
	r := rand.New(rand.NewSource(seed))
	f := func(a, b float32) float32 { return a + float32((b-a)*r.Float32()) }
	v := func(s float32) vec.Vec3 { return vec.V3(f(-s, s), f(-s, s), f(-s, s)) }
	s, g := &Solver{Bounces: true}, &graph.Graph{}
	s.States = append(s.States, kernel.StaticState)
	bodies := contacts/2 + 3
	for i := 0; i < bodies; i++ {
		sim := motion.Sim{GravityScale: 1,
			Transform: vec.Transform{P: v(20), Q: vec.QuatAxisAngle(v(1).Norm(), f(-3, 3))}}
		sim.LocalCenter = v(0.1)
		switch i % 10 {
		case 0: // static
			sim.SetMass(0, vec.Mat3{}, vec.Vec3{})
			s.Sims = append(s.Sims, sim)
			continue
		case 1: // kinematic
			sim.SetMass(0, vec.Mat3{}, vec.Vec3{})
		case 2:
			sim.SetMass(f(1, 5), vec.Diag(vec.V3(2, 2, 2)), v(0.1))
		default:
			sim.SetMass(f(0.1, 50), vec.Diag(vec.V3(f(1, 2), f(1, 2), f(1, 2))), v(0.1))
		}
		sim.StateIndex = int32(len(s.States))
		s.Awake = append(s.Awake, int32(len(s.Sims)))
		s.Sims = append(s.Sims, sim)
		st := kernel.NewState(v(3), v(3), sim.Flags)
		s.States = append(s.States, st)
	}
	movable := func(i int32) bool { return s.Sims[i].InvMass > 0 }
	for len(s.Manifolds) < contacts {
		a, b := int32(r.Intn(bodies)), int32(r.Intn(bodies))
		if a == b || !movable(a) && !movable(b) {
			continue
		}
		m := contact.Manifold{
			Normal: v(1).Norm(), Count: int32(1 + r.Intn(4)), BodyA: a, BodyB: b,
			Friction: f(0, 1), SlidingFriction: f(0, 1), FrictionImpulse: v(0.5), TwistImpulse: f(-0.1, 0.1),
		}
		switch r.Intn(4) {
		case 0:
			m.RollingResistance = f(0, 0.1)
			m.RollingImpulse = v(0.1)
		case 1:
			m.Restitution = f(0, 1)
		case 2:
			m.SurfaceVelocity = v(1)
		}
		if r.Intn(2) == 0 {
			m.RadiusA, m.RadiusB = f(-0.1, 1), f(-0.1, 1)
		}
		for k := range m.Points[:m.Count] {
			m.Points[k] = contact.ManifoldPoint{AnchorA: v(1), AnchorB: v(1), Separation: f(-0.03, 0.03),
				NormalImpulse: f(0, 2)}
		}
		i := int32(len(s.Manifolds))
		s.Manifolds = append(s.Manifolds, m)
		g.AddContact(graph.Entry{Contact: i, Manifold: i, Count: 1}, a, b, movable(a), movable(b))
	}
	return s, g
}

// clone copies all state of a solver.
func (s *Solver) clone() *Solver {
	c := *s
	c.Sims, c.States, c.Awake = slices.Clone(s.Sims), slices.Clone(s.States), slices.Clone(s.Awake)
	c.Manifolds, c.Joints = slices.Clone(s.Manifolds), slices.Clone(s.Joints)
	// the rooms belong to the original
	c.contacts, c.joints, c.articulations, c.layout = contact.Solver{}, joint.Solver{}, articulation.Solver{}, layout{}
	c.stages, c.workers = nil, nil
	return &c
}

// blocks are those of the contacts in no island batch.
func (s *Solver) blocks() []kernel.Block { return s.contacts.Run(0, s.contacts.BlockCount()).Blocks }

// bytesOf is the memory of a slice, for comparing bits.
func bytesOf[T any](s []T) string {
	if len(s) == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0]))))
}

func sameBits(t *testing.T, what string, a, b *Solver) {
	t.Helper()
	if bytesOf(a.States) != bytesOf(b.States) {
		t.Errorf("%s: states differ", what)
	}
	if bytesOf(a.Manifolds) != bytesOf(b.Manifolds) {
		t.Errorf("%s: manifolds differ", what)
	}
	if bytesOf(a.Sims) != bytesOf(b.Sims) {
		t.Errorf("%s: sims differ", what)
	}
}

// TestLaneDoesNotMatter solves the same contacts packed in full blocks, in reverse order
// within each colour, and one per block.
func TestLaneDoesNotMatter(t *testing.T) {
	for seed := int64(1); seed <= 20; seed++ {
		s, g := randomSolver(seed, 150)
		p := kernel.NewParams(kernel.DefaultSettings(), 0.01, 4)
		reversed := s.clone()
		single := s.clone()
		s.Begin(g, p)
		s.Step()

		reversed.Begin(g, p)
		for _, b := range reversed.layout.batches {
			if b.Serial {
				continue
			}
			lanes := reversed.layout.lanes[b.Blocks.Begin*kernel.Width : b.Blocks.End*kernel.Width]
			n := len(lanes)
			for lanes[n-1] < 0 {
				n--
			}
			slices.Reverse(lanes[:n])
		}
		reversed.Step()
		sameBits(t, "reversed", s, reversed)

		single.Begin(g, p)
		var lanes []int32
		for i := range single.layout.batches {
			b := &single.layout.batches[i]
			begin := int32(len(lanes) / kernel.Width)
			for _, m := range single.layout.lanes[b.Blocks.Begin*kernel.Width : b.Blocks.End*kernel.Width] {
				if m >= 0 {
					lanes = append(lanes, m, -1, -1, -1, -1, -1, -1, -1)
				}
			}
			b.Blocks = kernel.Range{Begin: begin, End: int32(len(lanes) / kernel.Width)}
		}
		single.layout.lanes = lanes
		single.contacts.Lay(lanes, len(lanes)/kernel.Width)
		single.Step()
		sameBits(t, "one per block", s, single)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestRangesDoNotMatter cuts every stage in single indices, from the last to the first.
func TestRangesDoNotMatter(t *testing.T) {
	for seed := int64(1); seed <= 5; seed++ {
		s, g := randomSolver(seed, 150)
		p := kernel.NewParams(kernel.DefaultSettings(), 0.01, 4)
		c := s.clone()
		s.Begin(g, p)
		s.Step()
		c.Begin(g, p)
		backwards := func(stages []Stage) {
			for i := range stages {
				x := &stages[i]
				if x.Grain == 0 {
					c.RunStage(0, x.Kind, x.Batch, 0, x.Count)
					continue
				}
				for k := x.Count - 1; k >= 0; k-- {
					c.RunStage(0, x.Kind, x.Batch, k, k+1)
				}
			}
		}
		backwards(c.Opening())
		backwards(c.Stages())
		sameBits(t, "ranges", s, c)
	}
}

// TestEmptyLanesStayZero: lanes without a manifold and blocks without lanes produce no NaN,
// no impulse and no change of the static state.
func TestEmptyLanesStayZero(t *testing.T) {
	s, g := randomSolver(7, 61)
	s.Begin(g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
	s.Step()
	if s.States[0] != kernel.StaticState {
		t.Errorf("static state: %+v", s.States[0])
	}
	for i, b := range s.blocks() {
		for j := int(b.Lanes); j < kernel.Width; j++ {
			if b.A[j] != ^0 || b.B[j] != ^0 {
				t.Fatalf("block %d lane %d has bodies %d, %d", i, j, b.A[j], b.B[j])
			}
			for k := range b.Points {
				if b.Points[k].Impulse[j] != 0 || b.Points[k].Total[j] != 0 || b.Points[k].Mass[j] != 0 {
					t.Fatalf("block %d lane %d point %d has an impulse", i, j, k)
				}
			}
		}
	}
	// all lanes forced into use, all fields zero
	var zero kernel.Block
	zero.Lanes, zero.Count, zero.Has = kernel.Width, kernel.MaxPoints, kernel.HasRolling|kernel.HasRestitution
	for j := range zero.A {
		zero.A[j], zero.B[j] = ^0, ^0
	}
	before := zero
	blocks := []kernel.Block{zero}
	kernel.WarmStart(s.States, blocks, true)
	kernel.Solve(s.States, blocks, 400, 3, true)
	kernel.Relax(s.States, blocks, 400, true)
	s.contacts.Impacts(blocks, true, &contact.Blows{})
	if blocks[0] != before {
		t.Errorf("an empty block changed")
	}
}

// TestKinematicIsNotWritten: a body that impulses do not move keeps its velocity bit by bit.
func TestKinematicIsNotWritten(t *testing.T) {
	s, g := randomSolver(3, 200)
	before := slices.Clone(s.States)
	s.Begin(g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
	s.Step()
	for _, body := range s.Awake {
		sim := &s.Sims[body]
		if sim.InvMass > 0 {
			continue
		}
		a, b := before[sim.StateIndex], s.States[sim.StateIndex]
		if a.V != b.V || a.W != b.W {
			t.Errorf("kinematic body %d went from %v %v to %v %v", body, a.V, a.W, b.V, b.W)
		}
	}
}

func TestStepDoesNotAllocate(t *testing.T) {
	s, g := randomSolver(5, 300)
	p := kernel.NewParams(kernel.DefaultSettings(), 0.01, 4)
	s.Begin(g, p)
	if n := testing.AllocsPerRun(10, func() {
		s.Begin(g, p)
		s.Step()
	}); n != 0 {
		t.Errorf("%v allocations per step", n)
	}
}

// TestWarmStartHelps: the lowest ball of a column sinks less into the floor with it.
func TestWarmStartHelps(t *testing.T) {
	sink := func(warm bool) float32 {
		w := newTiny()
		w.settings.WarmStarting = warm
		w.cold = !warm
		for i := 0; i < 10; i++ {
			w.ball(vec.V3(0, 0.5+float32(i), 0), 1000, 0.5)
		}
		w.run(1)
		return 0.5 - w.Sims[1].Center.Y
	}
	cold, warm := sink(false), sink(true)
	t.Logf("sunk by %.5f m without, %.5f m with", cold, warm)
	if !(warm < cold) {
		t.Error("warm starting does not help")
	}
}

// TestLayersDoNotShareBodies: manifolds of one contact get batches of their own.
func TestLayersDoNotShareBodies(t *testing.T) {
	s, g := &Solver{Bounces: true}, &graph.Graph{}
	g.AddContact(graph.Entry{Contact: 0, Manifold: 0, Count: 3}, 1, 2, true, true)
	g.AddContact(graph.Entry{Contact: 1, Manifold: 3, Count: 1}, 3, 4, true, true)
	g.AddContact(graph.Entry{Contact: 2, Manifold: 4, Count: 2}, 5, 6, true, true)
	s.Manifolds = make([]contact.Manifold, 6)
	s.Begin(g, kernel.NewParams(kernel.DefaultSettings(), 0.01, 4))
	want := [][]int32{{0, 3, 4}, {1, 5}, {2}}
	if len(s.layout.batches) != len(want) {
		t.Fatalf("%d batches", len(s.layout.batches))
	}
	for i, b := range s.layout.batches {
		got := s.layout.lanes[b.Blocks.Begin*kernel.Width : b.Blocks.End*kernel.Width]
		if !slices.Equal(got[:len(want[i])], want[i]) || got[len(want[i])] != -1 {
			t.Errorf("batch %d: %v, want %v", i, got, want[i])
		}
	}
}

// TestStateIsOneCacheLine keeps the promise of the documentation.
func TestStateIsOneCacheLine(t *testing.T) {
	if n := unsafe.Sizeof(kernel.State{}); n != 64 {
		t.Errorf("a State has %d bytes", n)
	}
	t.Logf("a block has %d bytes, %d per contact; a manifold %d, a Sim %d",
		unsafe.Sizeof(kernel.Block{}), unsafe.Sizeof(kernel.Block{})/kernel.Width, unsafe.Sizeof(contact.Manifold{}),
		unsafe.Sizeof(motion.Sim{}))
}
