package engine

import (
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// Blending with the short way for small turns is that of BlendRotation, to the last bits of a float32.
func TestBlendAgainstBlendRotation(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	unit := func() vec.Quat {
		return vec.Quat{X: r.Float32() - .5, Y: r.Float32() - .5, Z: r.Float32() - .5, W: r.Float32() - .5}.Norm()
	}
	const dt = 0.01
	for n := range uint64(2000) {
		p := NewPoseStore(1)
		a := vec.Transform{P: vec.V3(r.Float32(), 1, 2), Q: unit()}
		// from a standstill to many turns in a tick, and the same rotation with the other sign
		omega := vec.V3(r.Float32()-.5, r.Float32()-.5, r.Float32()-.5).Mul([...]float32{0, 1e-3, 1, 20, 300, 2000}[n%6])
		b := vec.Transform{P: a.P.Add(vec.V3(0, r.Float32(), 0)), Q: a.Q.Integrate(omega.Mul(dt))}
		if n%2 == 1 {
			b.Q = b.Q.Neg()
		}
		_ = p.Spawn(0, 1, a)
		p.BeginTick(1, dt)
		p.Move(0, 1, a, b, omega)
		p.EndTick()
		for _, alpha := range []float32{0, 0.25, r.Float32(), 1, 1 + r.Float32(), 2} {
			p.Blend(alpha)
			got, _ := p.Render(0, 1)
			want := BlendRotation(a.Q, b.Q, omega, dt, alpha)
			if d := max(vec.Abs(got.Q.X-want.X), vec.Abs(got.Q.Y-want.Y), vec.Abs(got.Q.Z-want.Z), vec.Abs(got.Q.W-want.W)); d > 1.8e-7 {
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
	p, s, other := NewPoseStore(slots), NewNodeStore(slots), NewPoseStore(slots)
	gens := [slots]uint32{}
	turn := func() vec.Quat { return vec.QuatAxisAngle(vec.AxisY, 3*r.Float32()) }
	at := func() vec.Transform {
		return vec.Transform{P: vec.V3(r.Float32(), r.Float32(), r.Float32()), Q: turn()}
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
			p.BlendMode(Mode(r.IntN(4)), r.Float32())
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

// compareNodes compares what a store has with what the poses say.
func compareNodes(t *testing.T, p *PoseStore, s *NodeStore) {
	t.Helper()
	d := s.Drawn()
	for i := range d.Nodes {
		n := &d.Nodes[i]
		pose, ok := p.Render(n.Slot, n.Gen)
		if ok != d.Visible[i] {
			t.Fatalf("node %d visible: %v, want %v", i, d.Visible[i], ok)
		}
		if !ok {
			continue
		}
		var want Affine
		at := pose
		if l := s.locals[i]; l != vec.TransformIdentity {
			at = pose.Mul(l)
		}
		place(&want, &at, &s.rides[i].scale)
		if d.Places[i] != want || d.Centers[i] != at.P {
			t.Fatalf("node %d: %+v at %v, want %+v", i, d.Places[i], d.Centers[i], want)
		}
	}
}
