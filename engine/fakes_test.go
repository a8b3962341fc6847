package engine

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"sync/atomic"
	"testing"

	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/null"
)

// fakeWindow is a window without a system: its waits move a fake clock, and a script says
// what happens when.
type fakeWindow struct {
	clock   *timestep.FakeClock
	in      *input.Inbox
	frame   func()
	script  func(w *fakeWindow, now int64)
	width   int
	height  int
	hidden  bool
	blurred bool
	closed  bool
	refresh int64
	waits   int
	slept   int64
	woken   atomic.Int64
	onWait  func()
}

func newFakeWindow(c *timestep.FakeClock) *fakeWindow {
	return &fakeWindow{clock: c, width: 320, height: 180, refresh: 60_000}
}

func (w *fakeWindow) Attach(in *input.Inbox, frame func()) { w.in, w.frame = in, frame }
func (w *fakeWindow) WaitEventsTimeout(ns int64) {
	w.waits++
	w.slept += ns
	w.clock.Advance(ns)
	w.poll()
}
func (w *fakeWindow) PollEvents() { w.clock.Advance(20 * timestep.Microsecond); w.poll() }
func (w *fakeWindow) poll() {
	if w.onWait != nil {
		w.onWait()
	}
	if w.script != nil {
		w.script(w, w.clock.Now())
	}
}
func (w *fakeWindow) PostEmptyEvent()                { w.woken.Add(1) }
func (w *fakeWindow) FramebufferSize() (int, int)    { return w.width, w.height }
func (w *fakeWindow) Size() (int, int)               { return w.width, w.height }
func (w *fakeWindow) SetSize(a, b int)               { w.width, w.height = a, b }
func (w *fakeWindow) ContentScale() (x, y float32)   { return 1, 1 }
func (w *fakeWindow) RefreshMilliHz() int64          { return w.refresh }
func (w *fakeWindow) ShouldClose() bool              { return w.closed }
func (w *fakeWindow) SetShouldClose(b bool)          { w.closed = b }
func (w *fakeWindow) Visible() bool                  { return !w.hidden }
func (w *fakeWindow) Focused() bool                  { return !w.blurred }
func (w *fakeWindow) SetTitle(string)                {}
func (w *fakeWindow) SetFullscreen(bool)             {}
func (w *fakeWindow) Fullscreen() bool               { return false }
func (w *fakeWindow) SetCursorShape(CursorShape)     {}
func (w *fakeWindow) SetCursorMode(CursorMode)       {}
func (w *fakeWindow) CursorPosition() (x, y float64) { return 0, 0 }
func (w *fakeWindow) Clipboard() string              { return "" }
func (w *fakeWindow) SetClipboard(string)            {}
func (w *fakeWindow) Dropped() []string              { return nil }
func (w *fakeWindow) Destroy()                       {}

var _ Window = (*fakeWindow)(nil)

// fakeSurface waits for the next refresh of a display on the fake clock when the interval is 1.
type fakeSurface struct {
	clock    *timestep.FakeClock
	interval int
	ignore   bool // vsync is ignored
	period   int64
	swaps    int
	lastSwap int64
	hang     int64 // of the next swap
	block    chan struct{}
	hangFrom int // the first swap that waits for block, counted from 1
	fail     error
	boom     bool
}

func (s *fakeSurface) MakeCurrent() error   { return nil }
func (s *fakeSurface) DetachCurrent() error { return nil }
func (s *fakeSurface) SetSwapInterval(i int) error {
	s.interval = i
	return nil
}
func (s *fakeSurface) SwapBuffers() error {
	s.swaps++
	if s.block != nil && s.swaps >= s.hangFrom {
		<-s.block
	}
	if s.boom {
		panic("the driver fell over")
	}
	s.clock.Advance(s.hang)
	s.hang = 0
	if s.interval != 0 && !s.ignore && s.period > 0 {
		now := s.clock.Now()
		s.clock.Set((now/s.period + 1) * s.period)
	}
	s.lastSwap = s.clock.Now()
	return s.fail
}

// ballSim is bodies in a box of air: motion that shows every mistake of time.
type ballSim struct {
	n        int
	x        []float32
	v        []float32
	ticks    []uint64
	hashes   []uint64 // after each of them
	inputs   []string
	records  int
	redraw   int64
	spawned  bool
	tickNs   int64
	recordNs int64
	clock    *timestep.FakeClock
	err      error
	boom     string
	onTick   func() // a mishap in a tick
	onInput  func(e *input.Event)
	onRecord func() // and in the recording of a frame
	mesh     renderer.Mesh
	hash     chaosWorld
	keep     bool
}

func newBallSim(n int) *ballSim {
	s := &ballSim{n: n, x: make([]float32, n), v: make([]float32, n), keep: true}
	for i := range n {
		s.v[i] = float32(i%7) - 3
	}
	return s
}

func (s *ballSim) Input(e *input.Event, world *input.Queue) {
	if s.onInput != nil {
		s.onInput(e)
	}
	if e.Kind == input.EventKey {
		_ = world.Push(input.Event{Kind: input.EventCommand, Time: e.Time, Code: e.Code, S: float32(e.Code)})
	}
}

func (s *ballSim) Tick(t timestep.TickTime, events []input.Event) error {
	if s.boom == "tick" {
		panic("the world fell over")
	}
	if s.clock != nil {
		s.clock.Advance(s.tickNs)
	}
	if s.onTick != nil {
		s.onTick()
	}
	if s.keep {
		s.ticks = append(s.ticks, t.N)
		for i := range events {
			s.inputs = append(s.inputs, fmt.Sprintf("%d:%d", t.N, events[i].Code))
		}
		s.hashes = append(s.hashes, s.hash.tick(events))
	}
	for i := range s.x {
		s.x[i] += float32(s.v[i] * t.Dt)
	}
	return s.err
}

func (s *ballSim) Poses(p *pose.Store) {
	dt := float32(0.01)
	for i := range s.x {
		start := vec.Transform{P: vec.V3(s.x[i]-float32(s.v[i]*dt), 0, 0), Q: vec.QuatIdentity}
		if !s.spawned {
			_ = p.Spawn(int32(i), 1, start)
		} else {
			start, _ = p.LastWorld(int32(i), 1)
		}
		p.Move(int32(i), 1, start, vec.Transform{P: vec.V3(s.x[i], 0, 0), Q: vec.QuatIdentity}, vec.Vec3{})
	}
	s.spawned = true
}

func (s *ballSim) Record(f *Frame) error {
	s.records++
	if s.recordNs > 0 {
		s.clock.Advance(s.recordNs)
	}
	if s.onRecord != nil {
		s.onRecord()
	}
	if s.boom == "record" {
		panic("the painter fell over")
	}
	first, in := f.Packet.AddInstances(s.n)
	for i := range in {
		t, _ := f.Poses.Render(int32(i), 1)
		in[i].SetPose(t.P.X, t.P.Y, t.P.Z, t.Q.X, t.Q.Y, t.Q.Z, t.Q.W, 1, 1, 1)
	}
	if !s.mesh.IsZero() {
		f.Packet.DrawMesh(s.mesh, first, uint32(s.n), 1, 0)
	}
	f.Packet.View.Near, f.Packet.View.Far = 0.1, 100
	if s.redraw > 0 {
		f.Redraw(s.redraw)
	}
	return nil
}

func (s *ballSim) Digest() uint64 { return s.hash.h }

func triangle(t testing.TB, ex renderer.Executor) renderer.Mesh {
	t.Helper()
	m, err := ex.Resources().CreateMesh(renderer.MeshDesc{
		Label: "triangle", Vertices: make([]renderer.Vertex, 3), Indices: []uint32{0, 1, 2},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bench is a loop with its fakes.
type bench struct {
	fences   atomic.Int64 // looks at the fence of a frame
	clock    *timestep.FakeClock
	window   *fakeWindow
	surface  *fakeSurface
	device   *null.Device
	sim      *ballSim
	loop     *Loop
	exec     renderer.Executor
	hitches  []diagnose.Hitch
	counters *fakeCounters
}

// fakeCounters says that the main thread had a core all the time, less the stolen time.
type fakeCounters struct {
	clock  *timestep.FakeClock
	stolen int64
	locked int64
	now    diagnose.Counters
}

func (w *fakeCounters) CPU() int64 { return w.clock.Now() - w.stolen }

func (w *fakeCounters) Read(e *diagnose.Counters) {
	*e = w.now
	e.CPU = w.CPU()
}

func (w *fakeCounters) LockWait() int64 {
	ns := w.locked
	w.locked = 0
	return ns
}

// block keeps the main thread from running for a time, for a reason that only the caller knows.
func (w *fakeCounters) block(ns int64) {
	w.clock.Advance(ns)
	w.stolen += ns
}

// steal takes the core away for a time.
func (w *fakeCounters) steal(ns int64) {
	w.clock.Advance(ns)
	w.stolen += ns
	w.now.Delay += ns
}

// collect is a cycle of the collector in which the program does not run for a time.
func (w *fakeCounters) collect(ns int64) {
	w.block(ns)
	w.now.Cycles++
	w.now.Pauses += 2
	w.now.PauseNs += 100 * timestep.Microsecond
	w.now.CollectorNs += ns
}

func newBench(t testing.TB, threaded bool, change func(*bench, *LoopConfig)) *bench {
	t.Helper()
	b := &bench{clock: timestep.NewFakeClock(timestep.Second), sim: newBallSim(20)}
	b.device = null.New(null.Options{Fences: func(renderer.Fence) bool {
		b.fences.Add(1)
		return true
	}})
	b.window = newFakeWindow(b.clock)
	b.surface = &fakeSurface{clock: b.clock, period: timestep.Second / 60}
	b.counters = &fakeCounters{clock: b.clock}
	cfg := LoopConfig{Clock: b.clock, Window: b.window, Simulation: b.sim, Counters: b.counters, CheckLedger: true}
	rc := renderer.Config{Surface: b.surface, Open: b.device.Open, Now: b.clock.Now, Wake: b.window.PostEmptyEvent}
	var err error
	if threaded {
		b.exec, err = renderer.NewThreaded(rc)
	} else {
		b.exec, err = renderer.NewDirect(rc)
	}
	if err != nil {
		t.Fatal(err)
	}
	cfg.Executor = b.exec
	b.sim.mesh = triangle(t, b.exec)
	if change != nil {
		change(b, &cfg)
	}
	b.loop, err = NewLoop(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// runFor runs until the fake clock has moved by ns.
func (b *bench) runFor(t testing.TB, ns int64) error {
	t.Helper()
	end := b.clock.Now() + ns
	script := b.window.script
	b.window.script = func(w *fakeWindow, now int64) {
		if script != nil {
			script(w, now)
		}
		if now >= end {
			w.closed = true
		}
	}
	return b.loop.Run()
}

// chaosWorld is a little simulation whose hash depends on every input and its tick.
type chaosWorld struct {
	x, v float32
	h    uint64
}

func (w *chaosWorld) tick(events []input.Event) uint64 {
	for i := range events {
		w.v += float32(events[i].S * 3)
	}
	w.v -= float32(0.01*w.x) + float32(0.001*float32(w.x*w.x*w.x))
	w.x += float32(0.01 * w.v)
	f := fnv.New64a()
	_ = binary.Write(f, binary.LittleEndian, []uint64{w.h, uint64(math.Float32bits(w.x)),
		uint64(math.Float32bits(w.v))})
	w.h = f.Sum64()
	return w.h
}
