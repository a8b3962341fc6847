package pose

import (
	"math/rand/v2"
	"os"
	"testing"

	"tumble/engine/timestep"
	"tumble/physics/vec"
	"tumble/renderer"
)

func poseAt(x float32) vec.Transform {
	return vec.Transform{P: vec.V3(x, 0, 0), Q: vec.QuatIdentity}
}

func (s *Store) drawnX(t *testing.T, slot int32, gen uint32, alpha float32) (float32, bool) {
	t.Helper()
	s.Blend(timestep.Interpolate, alpha)
	p, ok := s.Render(slot, gen)
	return p.P.X, ok
}

func TestPosesInterpolateOneTickBehind(t *testing.T) {
	s := NewStore(4)
	if err := s.Spawn(0, 1, poseAt(0)); err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n <= 5; n++ {
		s.BeginTick(n, 0.01)
		s.Move(0, 1, poseAt(float32(n-1)), poseAt(float32(n)), vec.Vec3{})
		s.EndTick()
		if x, _ := s.drawnX(t, 0, 1, 0.25); x != float32(n-1)+0.25 {
			t.Errorf("tick %d alpha .25: drawn at %v", n, x)
		}
	}
	// the body stops: it is drawn at its last pose, whatever alpha
	s.BeginTick(6, 0.01)
	s.EndTick()
	if x, _ := s.drawnX(t, 0, 1, 0.25); x != 5 {
		t.Errorf("at rest: drawn at %v, want 5", x)
	}
	if s.Moving() != 0 {
		t.Errorf("%d bodies move", s.Moving())
	}
	w, _ := s.World(0, 1)
	l, _ := s.LastWorld(0, 1)
	if w != l || w != poseAt(5) {
		t.Errorf("world %v, last world %v", w, l)
	}
}

func TestPosesModes(t *testing.T) {
	s := NewStore(1)
	_ = s.Spawn(0, 1, poseAt(0))
	s.BeginTick(1, 0.01)
	s.Move(0, 1, poseAt(0), poseAt(1), vec.Vec3{})
	s.EndTick()
	for _, c := range []struct {
		mode timestep.Mode
		want float32
	}{{timestep.Interpolate, 0.5}, {timestep.Latest, 1}, {timestep.Extrapolate, 1.5}} {
		s.Blend(c.mode, 0.5)
		if p, _ := s.Render(0, 1); p.P.X != c.want {
			t.Errorf("mode %d: %v, want %v", c.mode, p.P.X, c.want)
		}
	}
}

// The preview of a body is gone with the next blend, even if only the preview moved the body.
func TestOverrideLastsForOneBlend(t *testing.T) {
	s := NewStore(2)
	for i := range int32(2) {
		_ = s.Spawn(i, 1, poseAt(5))
	}
	s.BeginTick(1, 0.01)
	s.Move(0, 1, poseAt(5), poseAt(6), vec.Vec3{})
	s.EndTick()
	for range 2 {
		s.Blend(timestep.Latest, 0)
		s.Override(0, 1, poseAt(7))
		s.Override(1, 1, poseAt(8))
		s.Override(1, 2, poseAt(9)) // another generation: not there
		a, _ := s.Render(0, 1)
		b, _ := s.Render(1, 1)
		if a.P.X != 7 || b.P.X != 8 {
			t.Errorf("drawn at %v and %v, want 7 and 8", a.P.X, b.P.X)
		}
		s.Blend(timestep.Interpolate, 0.5)
		a, _ = s.Render(0, 1)
		b, _ = s.Render(1, 1)
		if a.P.X != 5.5 || b.P.X != 5 {
			t.Errorf("drawn at %v and %v after the next blend, want 5.5 and 5", a.P.X, b.P.X)
		}
	}
}

func TestExtrapolationHoldsBodiesInContact(t *testing.T) {
	s := NewStore(2)
	for i := range int32(2) {
		_ = s.Spawn(i, 1, poseAt(0))
	}
	s.BeginTick(1, 0.01)
	for i := range int32(2) {
		s.Move(i, 1, poseAt(0), poseAt(1), vec.Vec3{})
		s.SetTouching(i, 1, i == 1)
	}
	s.EndTick()
	s.Blend(timestep.ExtrapolateHold, 0.5)
	free, _ := s.Render(0, 1)
	held, _ := s.Render(1, 1)
	if free.P.X != 1.5 || held.P.X != 1 {
		t.Errorf("in flight %v, want 1.5; in contact %v, want 1", free.P.X, held.P.X)
	}
}

func TestSpawnTeleportDespawnHaveNoStreak(t *testing.T) {
	s := NewStore(1)
	s.BeginTick(1, 0.01)
	_ = s.Spawn(3, 7, poseAt(100))
	s.Move(3, 7, poseAt(100), poseAt(101), vec.Vec3{})
	s.EndTick()
	if x, ok := s.drawnX(t, 3, 7, 0.5); !ok || x != 100.5 {
		t.Errorf("born: drawn at %v %v, want 100.5", x, ok)
	}
	// a teleport the store was not told of: the simulation's start pose differs
	s.BeginTick(2, 0.01)
	s.Move(3, 7, poseAt(500), poseAt(501), vec.Vec3{})
	s.EndTick()
	if x, _ := s.drawnX(t, 3, 7, 0.5); x != 500.5 {
		t.Errorf("moved by hand: drawn at %v, want 500.5", x)
	}
	// one it was told of, between ticks
	if !s.Teleport(3, 7, poseAt(-9)) || s.Teleport(3, 6, poseAt(0)) {
		t.Error("teleport of the wrong generation or not of the right one")
	}
	if x, _ := s.drawnX(t, 3, 7, 0.9); x != -9 {
		t.Errorf("teleported: drawn at %v", x)
	}
	s.BeginTick(3, 0.01)
	s.Move(3, 7, poseAt(-9), poseAt(-8), vec.Vec3{})
	s.Despawn(3, 7)
	s.EndTick()
	if x, ok := s.drawnX(t, 3, 7, 0.5); !ok || x != -8.5 {
		t.Errorf("removed in this tick: drawn at %v %v, want -8.5", x, ok)
	}
	s.BeginTick(4, 0.01)
	s.EndTick()
	if _, ok := s.drawnX(t, 3, 7, 0.5); ok || s.Ghosts() != 0 {
		t.Error("a removed body is drawn after the picture has caught up")
	}
	if s.Spawn(-1, 0, poseAt(0)) == nil {
		t.Error("accepted a negative slot")
	}
	_ = s.Spawn(3, 8, poseAt(0))
	if s.Spawn(3, 8, poseAt(0)) == nil {
		t.Error("accepted the same generation twice")
	}
}

// bodyModel is a body of the property test with its whole history.
type bodyModel struct {
	slot      int32
	gen       uint32
	x         float32
	history   map[uint64]span // tick → motion within that tick
	lastTick  uint64          // the tick in which it was removed, 0 = alive
	firstTick uint64
}

type span struct{ from, to float32 }

// Random lives: at every moment every body must be drawn on the motion of the tick that is on
// show, and nowhere else: no streak from an old place, no early vanishing, no afterlife.
func TestRandomLifecycles(t *testing.T) {
	seeds, want := uint64(40), 30_000
	if os.Getenv("TUMBLE_SOAK") == "1" {
		seeds, want = 1200, 1_000_000
	}
	lives := 0
	for seed := range seeds {
		lives += lifecycles(t, seed, 400)
	}
	t.Logf("%d lives", lives)
	if lives < want {
		t.Errorf("only %d lives, want %d", lives, want)
	}
}

func lifecycles(t *testing.T, seed uint64, ticks uint64) (lives int) {
	r := rand.New(rand.NewPCG(seed, 99))
	s := NewStore(1)
	gens := make([]uint32, 16)
	var alive, dead []*bodyModel
	inUse := make([]*bodyModel, len(gens))
	spawn := func(n uint64) {
		slot := int32(r.IntN(len(gens)))
		if inUse[slot] != nil {
			return
		}
		gens[slot]++
		b := &bodyModel{slot: slot, gen: gens[slot], x: float32(r.IntN(1000)), firstTick: n, history: map[uint64]span{}}
		inUse[slot] = b
		alive = append(alive, b)
		if err := s.Spawn(slot, b.gen, poseAt(b.x)); err != nil {
			t.Fatal(err)
		}
		lives++
	}
	for n := uint64(1); n <= ticks; n++ {
		s.BeginTick(n, 0.01)
		for range r.IntN(8) {
			spawn(n)
		}
		keep := alive[:0]
		for _, b := range alive {
			from := b.x
			if r.IntN(12) == 0 { // somebody puts it elsewhere
				b.x = float32(r.IntN(1000))
				from = b.x
				if r.IntN(2) == 0 {
					s.Teleport(b.slot, b.gen, poseAt(b.x))
				} else {
					s.Move(b.slot, b.gen, poseAt(b.x), poseAt(b.x), vec.Vec3{})
				}
			}
			if r.IntN(3) > 0 {
				b.x += float32(r.IntN(5)) - 2
				s.Move(b.slot, b.gen, poseAt(from), poseAt(b.x), vec.Vec3{})
			}
			b.history[n] = span{from, b.x}
			if r.IntN(4) == 0 {
				b.lastTick = n
				inUse[b.slot] = nil
				dead = append(dead, b)
				s.Despawn(b.slot, b.gen)
				continue
			}
			keep = append(keep, b)
		}
		alive = keep
		for range r.IntN(3) { // a slot used again in the very tick it fell free
			before := len(alive)
			spawn(n)
			if len(alive) > before {
				b := alive[len(alive)-1]
				b.history[n] = span{b.x, b.x}
			}
		}
		s.EndTick()
		for range r.IntN(3) {
			alpha := r.Float32()
			s.Blend(timestep.Interpolate, alpha)
			for _, b := range alive {
				checkDrawn(t, s, b, n, alpha, true)
			}
			for _, b := range dead {
				checkDrawn(t, s, b, n, alpha, b.lastTick == n)
			}
		}
		if len(dead) > 200 {
			dead = dead[100:]
		}
	}
	return lives
}

func checkDrawn(t *testing.T, s *Store, b *bodyModel, n uint64, alpha float32, visible bool) {
	t.Helper()
	got, ok := s.Render(b.slot, b.gen)
	if ok != visible {
		t.Fatalf("tick %d: slot %d generation %d (born %d, removed %d) drawn: %v, want %v", n, b.slot, b.gen,
			b.firstTick, b.lastTick, ok, visible)
	}
	if !visible {
		return
	}
	h := b.history[n]
	want := poseAt(h.from).P.Lerp(poseAt(h.to).P, alpha).X
	if h.from == h.to {
		want = h.to
	}
	if vec.Abs(got.P.X-want) > 1e-3 {
		t.Fatalf("tick %d alpha %v: slot %d generation %d drawn at %v, want %v of %+v", n, alpha, b.slot, b.gen,
			got.P.X, want, h)
	}
}

// The sparse store must equal one that copies everything.
func TestPosesAgainstFullCopy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	const n = 50
	s := NewStore(n)
	prev, cur := make([]float32, n), make([]float32, n)
	for i := range int32(n) {
		_ = s.Spawn(i, 1, poseAt(0))
	}
	for tick := uint64(1); tick < 500; tick++ {
		copy(prev, cur)
		s.BeginTick(tick, 0.01)
		for i := range int32(n) {
			if r.IntN(4) == 0 {
				cur[i] = r.Float32()
				s.Move(i, 1, poseAt(prev[i]), poseAt(cur[i]), vec.Vec3{})
			}
		}
		s.EndTick()
		if r.IntN(3) == 0 {
			continue // several ticks in a frame
		}
		s.Blend(timestep.Interpolate, 0.5)
		for i := range int32(n) {
			w, _ := s.World(i, 1)
			l, _ := s.LastWorld(i, 1)
			p, _ := s.Render(i, 1)
			want := poseAt(prev[i]).P.Lerp(poseAt(cur[i]).P, 0.5).X
			if w.P.X != cur[i] || l.P.X != prev[i] || vec.Abs(p.P.X-want) > 1e-6 {
				t.Fatalf("tick %d body %d: world %v last %v render %v, want %v %v %v", tick, i, w.P.X, l.P.X, p.P.X,
					cur[i], prev[i], want)
			}
		}
	}
}

func TestNodes(t *testing.T) {
	p, s := NewStore(4), NewNodeStore(1)
	quarter := vec.QuatAxisAngle(vec.V3(0, 1, 0), 1.5707963)
	_ = p.Spawn(0, 1, vec.Transform{P: vec.V3(1, 2, 3), Q: quarter})
	_ = p.Spawn(1, 1, poseAt(5))
	a, err := s.Add(Node{Slot: 0, Gen: 1, Local: poseAt(2), Scale: vec.V3(1, 2, 3), Mesh: 4})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := s.Add(Node{Slot: 1, Gen: 1, Local: vec.TransformIdentity, Scale: vec.V3(1, 1, 1)})
	if _, err := s.Add(Node{}); err == nil {
		t.Error("accepted a zero rotation")
	}
	p.Blend(timestep.Interpolate, 0)
	s.Update(p)
	m, ok := s.RenderAt(0)
	// local x of the body points along −z after the quarter turn about y
	if !ok || vec.Abs(m.XT-1) > 1e-6 || vec.Abs(m.ZT-1) > 1e-6 || vec.Abs(m.YY-2) > 1e-6 || vec.Abs(m.XZ-3) > 1e-5 {
		t.Errorf("render transform %+v", m)
	}
	if w, ok := s.World(a, p); !ok || vec.Abs(w.P.Z-1) > 1e-6 {
		t.Errorf("world %v", w)
	}
	p.Despawn(0, 1)
	p.Blend(timestep.Interpolate, 0)
	s.Update(p)
	if s.Len() != 2 {
		t.Error("the node of a removed body went before the picture caught up")
	}
	p.BeginTick(1, 0.01)
	p.EndTick()
	s.Update(p)
	if s.Len() != 1 || s.Has(a) || !s.Has(b) || s.At(0).Slot != 1 {
		t.Errorf("%d nodes left", s.Len())
	}
	if !s.SetLocal(b, poseAt(1), vec.V3(1, 1, 1)) || s.SetLocal(a, poseAt(1), vec.V3(1, 1, 1)) || !s.Remove(b) ||
		s.Remove(b) || s.Len() != 0 {
		t.Error("ids do not follow the nodes")
	}
	c, _ := s.Add(Node{Slot: 1, Gen: 1, Local: vec.TransformIdentity, Scale: vec.V3(1, 1, 1)})
	if s.Has(a) || s.Has(b) || !s.Has(c) {
		t.Error("an old id names a new node")
	}
	s.Clear()
	if s.Len() != 0 || s.Has(c) {
		t.Error("nodes after Clear")
	}
}

// movingScene has n bodies with a node each, all moving.
func movingScene(n int) (*Store, *NodeStore, func(tick uint64)) {
	p, s := NewStore(n), NewNodeStore(n)
	r := rand.New(rand.NewPCG(2, 2))
	from, to := make([]vec.Transform, n), make([]vec.Transform, n)
	for i := range n {
		to[i] = vec.Transform{P: vec.V3(r.Float32(), r.Float32(), r.Float32()),
			Q: vec.Quat{X: r.Float32(), Y: r.Float32(), Z: r.Float32(), W: 1}.Norm()}
		_ = p.Spawn(int32(i), 1, to[i])
		_, _ = s.Add(Node{Slot: int32(i), Gen: 1, Local: vec.TransformIdentity, Scale: vec.V3(1, 1, 1)})
	}
	spin := vec.V3(3, 5, 1)
	return p, s, func(tick uint64) {
		p.BeginTick(tick, 0.01)
		for i := range n {
			from[i] = to[i]
			to[i] = vec.Transform{P: from[i].P.Add(vec.V3(.01, 0, 0)), Q: from[i].Q.Integrate(spin.Mul(0.01))}
			p.Advance(int32(i), 1, to[i], spin)
		}
		p.EndTick()
	}
}

func TestPosesDoNotAllocate(t *testing.T) {
	p, s, tick := movingScene(1000)
	n := uint64(0)
	list, finish, out := writeAll(s)
	step := func() {
		n++
		tick(n)
		p.Blend(timestep.Interpolate, 0.3)
		s.Update(p)
		s.WriteInstances(list, finish, out)
	}
	step()
	step()
	if a := testing.AllocsPerRun(100, step); a != 0 {
		t.Errorf("%v allocations per tick and frame", a)
	}
}

// writeAll says that every node is drawn, in its order.
func writeAll(s *NodeStore) ([]renderer.Placed, []renderer.Finish, []renderer.Instance) {
	list := make([]renderer.Placed, s.Len())
	for i := range list {
		list[i] = renderer.Placed{Part: int32(i), At: int32(i)}
	}
	return list, make([]renderer.Finish, s.Len()), make([]renderer.Instance, s.Len())
}

func BenchmarkBlendAndWrite10000(b *testing.B) {
	p, s, tick := movingScene(10_000)
	tick(1)
	list, finish, out := writeAll(s)
	b.ReportAllocs()
	alpha := float32(0)
	for b.Loop() {
		alpha = 0.3 - alpha
		p.Blend(timestep.Interpolate, alpha)
		s.Update(p)
		s.WriteInstances(list, finish, out)
	}
}

func BenchmarkTickCopy10000(b *testing.B) {
	_, _, tick := movingScene(10_000)
	n := uint64(0)
	for b.Loop() {
		n++
		tick(n)
	}
}
