package pose

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/engine/timestep"
	"tumble/physics/vec"
	"tumble/renderer"
)

// Blending with the short way for small turns is that of BlendRotation, to the last bits of a float32.
func TestBlendAgainstBlendRotation(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	unit := func() vec.Quat {
		return vec.Quat{X: r.Float32() - .5, Y: r.Float32() - .5, Z: r.Float32() - .5, W: r.Float32() - .5}.Norm()
	}
	const dt = 0.01
	for n := range uint64(2000) {
		p := NewStore(1)
		a := vec.Transform{P: vec.V3(r.Float32(), 1, 2), Q: unit()}
		// from a standstill to many turns in a tick, and the same rotation with the other sign
		omega := vec.V3(r.Float32()-.5, r.Float32()-.5, r.Float32()-.5).Mul(
			[...]float32{0, 1e-3, 1, 20, 300, 2000}[n%6])
		b := vec.Transform{P: a.P.Add(vec.V3(0, r.Float32(), 0)), Q: a.Q.Integrate(omega.Mul(dt))}
		if n%2 == 1 {
			b.Q = b.Q.Neg()
		}
		_ = p.Spawn(0, 1, a)
		p.BeginTick(1, dt)
		p.Move(0, 1, a, b, omega)
		p.EndTick()
		for _, alpha := range []float32{0, 0.25, r.Float32(), 1, 1 + r.Float32(), 2} {
			p.Blend(timestep.Interpolate, alpha)
			got, _ := p.Render(0, 1)
			want := BlendRotation(a.Q, b.Q, omega, dt, alpha)
			if d := max(vec.Abs(got.Q.X-want.X), vec.Abs(got.Q.Y-want.Y), vec.Abs(got.Q.Z-want.Z),
				vec.Abs(got.Q.W-want.W)); d > 1.8e-7 {
				t.Fatalf("%v to %v at %v: %v, want %v", a.Q, b.Q, alpha, got.Q, want)
			}
			if got.P != a.P.Lerp(b.P, alpha) {
				t.Fatalf("position %v", got.P)
			}
		}
	}
}

// A store that writes only what has changed agrees with one that has just been made, whatever happens to the bodies.
func TestNodesAgainstFreshStore(t *testing.T) {
	const slots = 24
	r := rand.New(rand.NewPCG(3, 9))
	p, s, other := NewStore(slots), NewNodeStore(slots), NewStore(slots)
	gens := [slots]uint32{}
	rotate := func() vec.Quat { return vec.QuatAxisAngle(vec.AxisY, 3*r.Float32()) }
	at := func() vec.Transform {
		return vec.Transform{P: vec.V3(r.Float32(), r.Float32(), r.Float32()), Q: rotate()}
	}
	var ids []NodeID
	for tick := range uint64(3000) {
		p.BeginTick(tick, 0.01)
		for range 4 {
			slot := r.Int32N(slots)
			switch r.IntN(7) {
			case 0:
				gens[slot]++
				_ = p.Spawn(slot, gens[slot], at())
				local := vec.TransformIdentity
				if r.IntN(3) == 0 {
					local = at()
				}
				id, err := s.Add(Node{Slot: slot, Gen: gens[slot], Local: local, Scale: vec.V3(1, 2, 3)})
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, id)
			case 1:
				p.Despawn(slot, gens[slot])
			case 2:
				p.Teleport(slot, gens[slot], at())
			case 3:
				if len(ids) > 0 {
					s.SetLocal(ids[r.IntN(len(ids))], at(), vec.V3(1, 1, 1))
				}
			default:
				if now, ok := p.World(slot, gens[slot]); ok {
					p.Move(slot, gens[slot], now, at(), vec.V3(0, 100*r.Float32(), 0))
				}
			}
		}
		p.EndTick()
		for range r.IntN(3) {
			p.Blend(timestep.Mode(r.IntN(4)), r.Float32())
			if slot := r.Int32N(slots); r.IntN(4) == 0 {
				p.Override(slot, gens[slot], at())
			}
			if r.IntN(50) == 0 {
				// nodes that have followed other bodies in between
				s.poses = other
			}
			s.Update(p)
			compareNodes(t, p, s)
		}
		if r.IntN(400) == 0 {
			p.Reset(tick)
		}
	}
}

// compareNodes compares the nodes of a store with the poses, placed one by one and all together.
func compareNodes(t *testing.T, p *Store, s *NodeStore) {
	t.Helper()
	nodes, bounds := s.Drawn()
	var list []renderer.Placed
	for i := range nodes {
		if bounds[i].Radius >= 0 {
			list = append(list, renderer.Placed{Part: int32(i), At: int32(len(nodes) - 1 - i)})
		}
	}
	out := make([]renderer.Instance, len(nodes))
	s.WriteInstances(list, make([]renderer.Finish, s.Len()), out)
	for i := range nodes {
		n := &nodes[i]
		pose, ok := p.Render(n.Slot, n.Gen)
		got, seen := s.RenderAt(i)
		if ok != seen || ok != (bounds[i].Radius >= 0) {
			t.Fatalf("node %d visible: %v, radius %v, want %v", i, seen, bounds[i].Radius, ok)
		}
		if !ok {
			continue
		}
		if all := out[len(nodes)-1-i].Affine; all != got {
			t.Fatalf("node %d: alone at %+v, among others at %+v", i, got, all)
		}
		at, size := pose.Mul(s.locals[i]), s.scales[i]
		if b := bounds[i]; vec.V3(b.X, b.Y, b.Z).Dist(at.P) > 1e-6 || vec.V3(got.XT, got.YT, got.ZT) != vec.V3(b.X, b.Y,
			b.Z) {
			t.Fatalf("node %d: bound %v, origin %v %v %v, want %v", i, b, got.XT, got.YT, got.ZT, at.P)
		}
		// the columns are the axes of the node, as long as its sizes
		for _, c := range []struct{ got, want vec.Vec3 }{
			{vec.V3(got.XX, got.YX, got.ZX), at.Q.Rotate(vec.V3(size.x, 0, 0))},
			{vec.V3(got.XY, got.YY, got.ZY), at.Q.Rotate(vec.V3(0, size.y, 0))},
			{vec.V3(got.XZ, got.YZ, got.ZZ), at.Q.Rotate(vec.V3(0, 0, size.z))},
		} {
			if c.got.Dist(c.want) > 1e-5 {
				t.Fatalf("node %d: axis %v, want %v", i, c.got, c.want)
			}
		}
	}
}

// Nodes placed four at a time are those placed alone, to the bit, for any number of them in any order; one that
// rests is where it is, whatever the moment.
func TestWriteInstancesInFours(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	p, s, tick := movingScene(100)
	tick(1)
	rest := vec.Transform{P: vec.V3(1, 2, 3), Q: vec.Quat{X: .1, Y: .2, Z: .3, W: .4}.Norm()}
	_ = p.Spawn(100, 1, rest)
	if _, err := s.Add(Node{Slot: 100, Gen: 1, Local: vec.TransformIdentity, Scale: vec.V3(3, 2, 1)}); err != nil {
		t.Fatal(err)
	}
	finish := make([]renderer.Finish, s.Len())
	for i := range finish {
		k := uint32(i)
		finish[i] = renderer.Finish{Color: renderer.Color(3 * k), Material: 5 * k, Flags: renderer.InstanceFlags(7 * k),
			Stretch: float32(k)}
	}
	var still *Affine
	for n := range 100 {
		p.Blend(timestep.Interpolate, 2*r.Float32())
		s.Update(p)
		list, out := make([]renderer.Placed, 0, n), make([]renderer.Instance, n+3)
		for _, at := range r.Perm(n) {
			list = append(list, renderer.Placed{Part: int32(r.IntN(s.Len())), At: int32(at)})
		}
		want := slices.Clone(list)
		s.WriteInstances(list, finish, out)
		for i, w := range want {
			in := renderer.Instance{}
			in.Affine, _ = s.RenderAt(int(w.Part))
			in.SetFinish(&finish[w.Part])
			if out[w.At] != in {
				t.Fatalf("%d nodes, entry %d: %+v, want %+v", n, i, out[w.At], in)
			}
		}
		for _, extra := range out[n:] {
			if extra != (renderer.Instance{}) {
				t.Fatalf("%d nodes: written behind the last", n)
			}
		}
		a, _ := s.RenderAt(100)
		if still == nil {
			still = &a
		}
		if a != *still {
			t.Fatalf("at rest at %+v, before at %+v", a, *still)
		}
	}
}

// TestFixedNodes holds that a fixed node stays where it is while its body moves, and goes with it.
func TestFixedNodes(t *testing.T) {
	p := NewStore(4)
	var s NodeStore
	if err := p.Spawn(0, 1, vec.Transform{P: vec.V3(1, 2, 3), Q: vec.QuatAxisAngle(vec.AxisY, 1)}); err != nil {
		t.Fatal(err)
	}
	local := vec.Transform{P: vec.V3(4, 5, 6), Q: vec.QuatAxisAngle(vec.AxisX, 0.5)}
	id, err := s.Add(Node{Slot: 0, Gen: 1, Local: local, Scale: vec.V3(1, 1, 1), Radius: 1, Fixed: true})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 3 {
		p.Teleport(0, 1, vec.Transform{P: vec.V3(float32(k), 0, 7), Q: vec.QuatAxisAngle(vec.AxisZ, float32(k))})
		p.Blend(timestep.Interpolate, 0.5)
		s.Update(p)
		if now, ok := s.World(id, p); !ok || now != local {
			t.Errorf("step %d: a fixed node is at %v, %v, want %v", k, now, ok, local)
		}
		if b := s.bounds[0]; b.X != 4 || b.Y != 5 || b.Z != 6 || b.Radius != 1 {
			t.Errorf("step %d: it is drawn around %v", k, b)
		}
	}
	p.Despawn(0, 1)
	p.DropGhosts()
	p.Blend(timestep.Interpolate, 1)
	s.Update(p)
	if s.Has(id) {
		t.Error("a fixed node is there without its body")
	}
}
