package renderer

import (
	"fmt"
	"math/rand"
	"sync/atomic"
	"testing"
)

// modelDevice checks, for every packet drawn, that exactly the resources are there that the packet was
// recorded with, in the version of the moment of recording or a later one.
type modelDevice struct {
	meshes   map[Mesh]bool
	textures map[Texture]byte // the newest pixel
	uploads  int
	err      error
}

func (d *modelDevice) fail(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if d.err == nil {
		d.err = err
	}
	return err
}

func (d *modelDevice) Info() Info { return Info{} }
func (d *modelDevice) CreateMesh(h Mesh, _ *MeshDesc) error {
	for m := range d.meshes {
		if m.index == h.index {
			return d.fail("mesh %v made over %v", h, m)
		}
	}
	d.meshes[h] = true
	d.uploads++
	return nil
}
func (d *modelDevice) DestroyMesh(h Mesh) error {
	if !d.meshes[h] {
		return d.fail("mesh %v destroyed, not there", h)
	}
	delete(d.meshes, h)
	return nil
}
func (d *modelDevice) CreateTexture(h Texture, t *TextureDesc) error {
	for m := range d.textures {
		if m.index == h.index {
			return d.fail("texture %v made over %v", h, m)
		}
	}
	d.textures[h] = t.Pixels[0]
	d.uploads++
	return nil
}
func (d *modelDevice) UpdateTexture(h Texture, u *TextureUpdate) error {
	old, ok := d.textures[h]
	if !ok {
		return d.fail("texture %v updated, not there", h)
	}
	if u.Pixels[0] != old+1 {
		return d.fail("texture %v updated from %d to %d", h, old, u.Pixels[0])
	}
	d.textures[h] = u.Pixels[0]
	d.uploads++
	return nil
}
func (d *modelDevice) DestroyTexture(h Texture) error {
	if _, ok := d.textures[h]; !ok {
		return d.fail("texture %v destroyed, not there", h)
	}
	delete(d.textures, h)
	return nil
}
func (d *modelDevice) BeginFrame(*Packet) error             { return nil }
func (d *modelDevice) BeginPass(Pass, int)                  {}
func (d *modelDevice) Draw(Op, Draw)                        {}
func (d *modelDevice) EndPass()                             {}
func (d *modelDevice) EndFrame() error                      { return nil }
func (d *modelDevice) ReadPixels([]byte, int, int) error    { return nil }
func (d *modelDevice) Fence() Fence                         { return 0 }
func (d *modelDevice) WaitFence(Fence, int64) (bool, error) { return true, nil }
func (d *modelDevice) Close() error                         { return nil }

// expectation holds the facts that the main thread knew when it recorded a packet.
type expectation struct {
	meshes   []Mesh
	textures map[Texture]byte
}

// world is the whole model: both sides of the protocol as state machines that are advanced one
// atomic transition at a time in random order.
type world struct {
	t        *testing.T
	rng      *rand.Rand
	q        *packetQueue
	progress atomic.Uint64
	res      *Resources
	dev      *modelDevice
	expect   map[uint64]expectation
	meshes   []Mesh
	textures map[Texture]byte
	order    []Texture

	recording *Packet
	drawing   *Packet
	executed  bool
	inOrder   []uint64 // submitted in order and not yet drawn
	uploads   int
	last      uint64
	captures  map[uint64]bool
	handover  Handover
}

func (w *world) mutate() {
	switch w.rng.Intn(5) {
	case 0:
		if len(w.meshes) < 20 {
			m, err := w.res.CreateMesh(MeshDesc{Vertices: make([]Vertex, 3), Indices: []uint32{0, 1, 2}})
			if err != nil {
				w.t.Fatal(err)
			}
			w.meshes = append(w.meshes, m)
			w.uploads++
		}
	case 1:
		if n := len(w.meshes); n > 0 {
			i := w.rng.Intn(n)
			m := w.meshes[i]
			w.meshes = append(w.meshes[:i], w.meshes[i+1:]...)
			if !w.res.DestroyMesh(m) || w.res.DestroyMesh(m) {
				w.t.Fatalf("destroy of mesh %v: must succeed once", m)
			}
		}
	case 2:
		if len(w.order) < 10 {
			x, err := w.res.CreateTexture(TextureDesc{Width: 1, Height: 1, Format: TextureR8, Pixels: []byte{7}})
			if err != nil {
				w.t.Fatal(err)
			}
			w.order, w.textures[x] = append(w.order, x), 7
			w.uploads++
		}
	case 3:
		if n := len(w.order); n > 0 {
			x := w.order[w.rng.Intn(n)]
			w.textures[x]++
			u := TextureUpdate{Width: 1, Height: 1, Pixels: []byte{w.textures[x]}}
			if err := w.res.UpdateTexture(x, u); err != nil {
				w.t.Fatal(err)
			}
			w.uploads++
		}
	default:
		if n := len(w.order); n > 0 {
			i := w.rng.Intn(n)
			x := w.order[i]
			w.order = append(w.order[:i], w.order[i+1:]...)
			delete(w.textures, x)
			if !w.res.DestroyTexture(x) {
				w.t.Fatalf("destroy of texture %v failed", x)
			}
		}
	}
}

// mainStep is one step of the main thread.
func (w *world) mainStep() {
	switch k := w.rng.Intn(10); {
	case k < 4:
		w.mutate()
	case w.recording == nil:
		if w.rng.Intn(20) == 0 {
			w.handover ^= 1
		}
		p := w.q.acquire(w.handover)
		if p == nil {
			word := w.q.state.Load()
			waiting := find(word, slotQueued)
			if waiting < 0 || w.handover == Newest && w.q.packets[waiting].Header.Flags&FrameCapture == 0 {
				w.t.Fatalf("no packet in states %#x", word)
			}
			return
		}
		w.recording, w.res.recording = p, p.Header.ID
	case k == 9:
		w.q.abandon(w.recording)
		w.recording, w.res.recording = nil, 0
	default:
		p := w.recording
		id := p.Header.ID
		e := expectation{append([]Mesh(nil), w.meshes...), map[Texture]byte{}}
		for x, v := range w.textures {
			e.textures[x] = v
		}
		w.expect[id] = e
		if w.rng.Intn(8) == 0 {
			p.Header.Flags |= FrameCapture
			w.captures[id] = true
		}
		dropped := w.q.dropped.Load()
		w.q.submit(p, 0)
		if w.q.dropped.Load() != dropped {
			old := w.inOrder[len(w.inOrder)-1]
			if w.captures[old] {
				w.t.Fatalf("packet %d with a capture was dropped", old)
			}
			w.inOrder = w.inOrder[:len(w.inOrder)-1]
		}
		w.inOrder = append(w.inOrder, id)
		w.res.submitted, w.res.recording = id, 0
		w.recording = nil
	}
}

// renderStep is one step of the executor.
func (w *world) renderStep() {
	switch {
	case w.drawing == nil:
		p, _ := w.q.take()
		if p == nil {
			if len(w.inOrder) > 0 {
				w.t.Fatalf("packet %d is lost", w.inOrder[0])
			}
			return
		}
		w.drawing, w.executed = p, false
	case !w.executed:
		id := w.drawing.Header.ID
		if id != w.inOrder[0] || id <= w.last {
			w.t.Fatalf("packet %d drawn, %d due, %d before", id, w.inOrder[0], w.last)
		}
		w.inOrder, w.last = w.inOrder[1:], id
		delete(w.captures, id)
		w.res.execute(w.dev, id, func(err error) { w.t.Fatal(err) }, &w.progress)
		e := w.expect[id]
		for _, m := range e.meshes {
			if !w.dev.meshes[m] {
				w.t.Fatalf("packet %d: mesh %v is not there", id, m)
			}
		}
		for x, v := range e.textures {
			if got, ok := w.dev.textures[x]; !ok || got != v {
				w.t.Fatalf("packet %d: texture %v is %d (there %v), recorded with %d", id, x, got, ok, v)
			}
		}
		for k := range w.expect {
			if k <= id {
				delete(w.expect, k)
			}
		}
		w.executed = true
	default:
		w.q.release(w.drawing)
		w.drawing = nil
	}
}

// TestModel advances both sides of the hand-over in random order: every packet is drawn once and
// in order or replaced by a newer one, no upload is lost, nothing is destroyed early, and
// resources are never newer than the packet that is drawn.
func TestModel(t *testing.T) {
	steps, seeds := 1_000_000, 8
	if testing.Short() {
		steps = 100_000
	}
	dropped := uint64(0)
	for seed := range seeds {
		w := &world{
			t: t, rng: rand.New(rand.NewSource(int64(seed))), q: &packetQueue{}, res: &Resources{},
			dev:      &modelDevice{meshes: map[Mesh]bool{}, textures: map[Texture]byte{}},
			textures: map[Texture]byte{}, expect: map[uint64]expectation{}, captures: map[uint64]bool{},
		}
		// the share of steps that each side gets differs between seeds
		share := 1 + seed
		for range steps / seeds {
			if w.rng.Intn(9) < share {
				w.mainStep()
			} else {
				w.renderStep()
			}
		}
		// everything comes out in the end
		if w.recording != nil {
			w.q.abandon(w.recording)
		}
		for w.drawing != nil || w.q.inFlight() {
			w.renderStep()
		}
		w.res.execute(w.dev, ^uint64(0), func(err error) { t.Fatal(err) }, &w.progress)
		if w.dev.uploads != w.uploads {
			t.Errorf("seed %d: %d uploads made, %d executed", seed, w.uploads, w.dev.uploads)
		}
		if len(w.dev.meshes) != len(w.meshes) || len(w.dev.textures) != len(w.order) {
			t.Errorf("seed %d: %d meshes and %d textures live, the device has %d and %d",
				seed, len(w.meshes), len(w.order), len(w.dev.meshes), len(w.dev.textures))
		}
		if w.last < 100 {
			t.Errorf("seed %d: the last packet is %d: the model has not been exercised", seed, w.last)
		}
		dropped += w.q.dropped.Load()
	}
	if dropped < 1000 {
		t.Errorf("%d packets dropped: the model has not been exercised", dropped)
	}
}

func TestSortOps(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for c := range 300 {
		n := rng.Intn(400)
		mask := Key(rng.Uint64())
		if c%3 == 0 {
			mask &= 0xf0000000000000f0
		}
		ops := make([]Op, n)
		for i := range ops {
			ops[i] = Op{Key: Key(rng.Uint64()) & mask, Draw: uint32(i)}
		}
		sorted := sortOps(append([]Op(nil), ops...), make([]Op, n))
		seen := map[uint32]bool{}
		for i, o := range sorted {
			if o != ops[o.Draw] || seen[o.Draw] {
				t.Fatalf("case %d: op %d is not one of the given or twice there", c, i)
			}
			seen[o.Draw] = true
			if i > 0 && (sorted[i-1].Key > o.Key || sorted[i-1].Key == o.Key && sorted[i-1].Draw > o.Draw) {
				t.Fatalf("case %d: op %d is out of order", c, i)
			}
		}
		if len(sorted) != n {
			t.Fatalf("case %d: %d of %d ops", c, len(sorted), n)
		}
	}
}

func TestKeyFields(t *testing.T) {
	k := stateKey(PassOutline, 5, 3, Mesh{index: 9}, Texture{index: 4}, 77)
	if k.Pass() != PassOutline || k.Layer() != 5 {
		t.Errorf("state key: pass %v layer %d", k.Pass(), k.Layer())
	}
	near, far := farKey(PassTransparent, 0, 1.5, Mesh{}), farKey(PassTransparent, 0, 900, Mesh{index: 65535})
	if far >= near {
		t.Errorf("far things must come first: %#x, %#x", uint64(far), uint64(near))
	}
	if behind := farKey(PassTransparent, 0, -2, Mesh{}); behind <= near {
		t.Errorf("things behind the eye come last: %#x, %#x", uint64(behind), uint64(near))
	}
	a, b := sequenceKey(PassUI, 2, 9), sequenceKey(PassUI, 3, 1)
	if a >= b {
		t.Errorf("layers come before the sequence: %#x, %#x", uint64(a), uint64(b))
	}
}

// a slab that was huge once gives its memory back, and not too soon
func TestSlabShrinks(t *testing.T) {
	p := &Packet{}
	p.reset(1)
	p.AddInstances(100_000)
	peak := cap(p.Instances)
	for i := range shrinkFrames - 1 {
		p.reset(uint64(2 + i))
		p.AddInstances(10)
		if cap(p.Instances) != peak {
			t.Fatalf("shrunk after %d frames", i)
		}
	}
	for i := range 20 * shrinkFrames {
		p.reset(uint64(i))
		p.AddInstances(10)
	}
	if c := cap(p.Instances); c > 2*shrinkFloor {
		t.Errorf("capacity %d after a long time with 10 instances", c)
	}
	if got := p.Peaks().Instances; got != 100_000 {
		t.Errorf("peak %d, want 100000", got)
	}
}

func TestGenerationsWrap(t *testing.T) {
	p := &handlePool{}
	i, _ := p.acquire()
	p.generations[i] = ^uint32(0)
	p.retire(i)
	p.recycle(i)
	if _, g := p.acquire(); g != 1 {
		t.Errorf("generation %d after the largest, want 1", g)
	}
}
