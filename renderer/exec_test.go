package renderer_test

import (
	"bytes"
	"errors"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/null"
)

// surface is a window that remembers what was asked of it.
type surface struct {
	current   atomic.Bool
	swaps     atomic.Int64
	intervals []int
	noTear    bool          // the driver has no adaptive synchronisation
	swap      func() error  // called in SwapBuffers
	hold      chan struct{} // if set, a swap takes one token
}

func (s *surface) MakeCurrent() error {
	if s.current.Swap(true) {
		return errors.New("the context is current already")
	}
	return nil
}

func (s *surface) DetachCurrent() error {
	if !s.current.Swap(false) {
		return errors.New("the context is not current")
	}
	return nil
}

func (s *surface) SwapBuffers() error {
	s.swaps.Add(1)
	if s.hold != nil {
		<-s.hold
	}
	if s.swap != nil {
		return s.swap()
	}
	return nil
}

func (s *surface) SetSwapInterval(i int) error {
	if s.noTear && i < 0 {
		return errors.New("no swap_control_tear")
	}
	s.intervals = append(s.intervals, i)
	return nil
}

const second = int64(time.Second)

var triangle = renderer.MeshDesc{Label: "triangle", Vertices: make([]renderer.Vertex, 3), Indices: []uint32{0, 1, 2}}

// script records frame k of a session that uses everything a packet can hold.
type script struct {
	rng    *rand.Rand
	meshes []renderer.Mesh
	atlas  renderer.Texture
	pixels []byte
}

func newScript(t testing.TB, r *renderer.Resources, seed int64) *script {
	s := &script{rng: rand.New(rand.NewSource(seed)), pixels: make([]byte, 16)}
	for range 5 {
		m, err := r.CreateMesh(triangle)
		if err != nil {
			t.Fatal(err)
		}
		s.meshes = append(s.meshes, m)
	}
	var err error
	s.atlas, err = r.CreateTexture(renderer.TextureDesc{Width: 64, Height: 64, Format: renderer.TextureR8})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *script) frame(t testing.TB, r *renderer.Resources, p *renderer.Packet, bodies int) {
	p.Header.Width, p.Header.Height = 640, 360
	p.View.ViewProj = mgl32.Ident4()
	p.View.Shadow.Cascades = 3
	p.Environment = renderer.DefaultEnvironment()
	p.DrawSky()
	p.DrawGround()
	for i, m := range s.meshes {
		first, instances := p.AddInstances(bodies / len(s.meshes))
		for j := range instances {
			instances[j] = renderer.Instance{Affine: renderer.Affine{XT: float32(i), YT: float32(j)},
				Color: renderer.Hex(0xff8800)}
			instances[j].SetPose(float32(i), 1, float32(j), 0, 0, 0, 1, 1, 1, 1)
		}
		n := uint32(len(instances))
		p.DrawMesh(m, first, n/2, float32(s.rng.Intn(100)), 0)
		p.DrawMesh(m, first+n/2, n-n/2, 0, renderer.DrawShadowOnly)
		p.DrawMeshBlended(m, first, 1, float32(s.rng.Intn(100)), 0)
	}
	p.DrawOutline(s.meshes[0], 0, 1)
	for i := range 40 {
		p.AddLine(renderer.DepthMode(i/20), 0, renderer.Line{BX: float32(i), Width: 2})
		p.AddPoint(renderer.DepthHint, renderer.Point{X: float32(i), Size: 5})
	}
	for i := range 60 {
		clip := renderer.Rect{X1: int16(100 + i/20), Y1: 100}
		p.AddQuad(i%3, clip, s.atlas, renderer.Quad{X1: 10, Y1: 10, U1: 8, V1: 8, Kind: renderer.QuadCoverage})
	}
	p.AddTriangles(1, renderer.Rect{}, renderer.Texture{}, make([]renderer.Vertex2D, 3), []uint32{0, 1, 2})
	p.AddLine2D(1, renderer.Rect{}, renderer.Line{BX: 1, Width: 1})
	s.pixels[0]++
	if err := r.UpdateTexture(s.atlas, renderer.TextureUpdate{Width: 4, Height: 4, Pixels: s.pixels}); err != nil {
		t.Fatal(err)
	}
}

// churn replaces a mesh now and then.
func (s *script) churn(t testing.TB, r *renderer.Resources) {
	i := s.rng.Intn(len(s.meshes))
	if !r.DestroyMesh(s.meshes[i]) {
		t.Fatal("a living mesh cannot be destroyed")
	}
	var err error
	if s.meshes[i], err = r.CreateMesh(triangle); err != nil {
		t.Fatal(err)
	}
}

// finish closes an executor when it has drawn what waits.
func finish(e renderer.Executor) error {
	if t, ok := e.(*renderer.Threaded); ok {
		t.Drain(20 * second)
	}
	return e.Close(20 * second)
}

// play runs the script in order and returns the stream of calls.
func play(t *testing.T, e renderer.Executor, dev *null.Device, frames int) []byte {
	s := newScript(t, e.Resources(), 7)
	for k := range frames {
		if k%3 == 2 {
			s.churn(t, e.Resources())
		}
		p := e.WaitAcquire(renderer.InOrder, 20*second)
		if p == nil {
			t.Fatalf("no packet for frame %d: %v", k, e.Err())
		}
		s.frame(t, e.Resources(), p, 50)
		if k%10 == 5 {
			p.Header.Flags |= renderer.FrameCapture
		}
		if k%7 == 3 {
			p.Header.Width = 0
		}
		p.Header.Tick = uint64(k)
		e.Submit(p)
	}
	if err := finish(e); err != nil {
		t.Fatal(err)
	}
	if err := dev.Errors(); err != nil {
		t.Fatal(err)
	}
	return dev.Stream()
}

func TestExecutorsMakeTheSameCalls(t *testing.T) {
	const frames = 200
	one := null.New(null.Options{Record: true})
	direct, err := renderer.NewDirect(renderer.Config{Open: one.Open, Surface: &surface{}})
	if err != nil {
		t.Fatal(err)
	}
	want := play(t, direct, one, frames)
	two := null.New(null.Options{Record: true})
	s := &surface{}
	threaded, err := renderer.NewThreaded(renderer.Config{Open: two.Open, Surface: s})
	if err != nil {
		t.Fatal(err)
	}
	got := play(t, threaded, two, frames)
	// a destruction may come one packet later when the queue was looked at before it was full, so
	// equality here also says that tags decide and not timing
	if !bytes.Equal(got, want) {
		t.Errorf("streams of %d and %d bytes differ", len(got), len(want))
	}
	if c := one.Counts(); c.Frames == 0 || c.Frames == frames || c.ReadBacks == 0 || c.MeshesDestroyed < 10 {
		t.Errorf("the script is too small: %+v", c)
	}
	if s.current.Load() {
		t.Error("the context is still current after Close")
	}
}

func TestCastersAreMerged(t *testing.T) {
	dev := null.New(null.Options{})
	e, err := renderer.NewDirect(renderer.Config{Open: dev.Open})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := e.Resources().CreateMesh(triangle)
	p := e.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = 4, 4
	p.View.Shadow.Cascades = 2
	first, instances := p.AddInstances(10)
	clear(instances)
	p.DrawMesh(m, first, 4, 0, 0)
	p.DrawMesh(m, first+4, 6, 0, renderer.DrawShadowOnly)
	e.Submit(p)
	var r renderer.Present
	if !e.Poll(&r) || r.Stats.Draws != 3 || dev.Counts().Instances != 2*10+4 {
		t.Errorf("draws %d, want one per cascade and one; %d instances, want 24", r.Stats.Draws, dev.Counts().Instances)
	}
	if err := errors.Join(dev.Errors(), e.Close(second)); err != nil {
		t.Error(err)
	}
}

// with Newest, a picture that waits is replaced, its input is booked on the one that replaces
// it, and no resource is lost
func TestNewestWins(t *testing.T) {
	dev := null.New(null.Options{})
	s := &surface{hold: make(chan struct{})}
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: s})
	if err != nil {
		t.Fatal(err)
	}
	submit := func(input int64, flags renderer.FrameFlags) {
		p := e.Acquire(renderer.Newest)
		if p == nil {
			t.Fatal("no packet")
		}
		if _, err := e.Resources().CreateMesh(triangle); err != nil {
			t.Fatal(err)
		}
		p.Header.Width, p.Header.Height, p.Header.OldestInput, p.Header.Flags = 8, 8, input, flags
		e.Submit(p)
	}
	submit(0, 0)
	for s.swaps.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	submit(500, 0)
	submit(400, 0)
	submit(600, renderer.FrameCapture)
	if p := e.Acquire(renderer.Newest); p != nil {
		t.Error("a packet that asks for a capture could be replaced")
	}
	if p := e.Acquire(renderer.InOrder); p != nil {
		t.Error("in order, a packet was given while one waits")
	}
	close(s.hold)
	if err := finish(e); err != nil {
		t.Fatal(err)
	}
	var ids []uint64
	var r renderer.Present
	for e.Poll(&r) {
		ids = append(ids, r.ID)
	}
	if len(ids) != 2 || ids[0] != 1 || ids[1] != 4 || r.OldestInput != 400 {
		t.Errorf("packets %v drawn, the last with input %d; want 1, 4 and input 400", ids, r.OldestInput)
	}
	if c := e.Counters(); c.Dropped != 2 || c.Drawn != 2 {
		t.Errorf("%+v, want 2 dropped and 2 drawn", c)
	}
	if n := dev.Counts().MeshesCreated; n != 4 {
		t.Errorf("%d of 4 meshes made", n)
	}
	var c renderer.Capture
	if !e.TakeCapture(&c) || c.ID != 4 || c.Width != 8 || len(c.Pixels) != 256 || e.TakeCapture(&c) {
		t.Errorf("capture of packet %d, %dx%d", c.ID, c.Width, c.Height)
	}
}

func TestVsyncSwitches(t *testing.T) {
	dev := null.New(null.Options{})
	s := &surface{noTear: true}
	e, err := renderer.NewDirect(renderer.Config{Open: dev.Open, Surface: s})
	if err != nil {
		t.Fatal(err)
	}
	var changes []bool
	for _, h := range []struct {
		v     renderer.Vsync
		epoch uint32
	}{{renderer.VsyncOn, 0}, {renderer.VsyncOn, 0}, {renderer.VsyncOff, 0}, {renderer.VsyncAdaptive, 0},
		{renderer.VsyncAdaptive, 1}} {
		p := e.Acquire(renderer.InOrder)
		p.Header.Width, p.Header.Height, p.Header.Vsync, p.Header.SurfaceEpoch = 4, 4, h.v, h.epoch
		e.Submit(p)
		var r renderer.Present
		e.Poll(&r)
		changes = append(changes, r.VsyncChanged)
	}
	want := []int{1, 0, 1, 1}
	if len(s.intervals) != len(want) {
		t.Fatalf("intervals %v, want %v", s.intervals, want)
	}
	for i := range want {
		if s.intervals[i] != want[i] {
			t.Fatalf("intervals %v, want %v", s.intervals, want)
		}
	}
	if !changes[0] || changes[1] || !changes[2] || !changes[3] || changes[4] {
		t.Errorf("changes reported %v", changes)
	}
	if n, _ := e.Problem(); n != 0 {
		t.Errorf("%d problems", n)
	}
}

func TestMinimisedSwapsNothing(t *testing.T) {
	dev := null.New(null.Options{})
	s := &surface{}
	e, err := renderer.NewDirect(renderer.Config{Open: dev.Open, Surface: s})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = e.Resources().CreateMesh(triangle)
	p := e.Acquire(renderer.InOrder)
	e.Submit(p)
	var r renderer.Present
	if !e.Poll(&r) || r.Swapped || s.swaps.Load() != 0 || dev.Counts().Frames != 0 || dev.Counts().MeshesCreated != 1 {
		t.Errorf("%d swaps and %d frames of size zero, %d meshes", s.swaps.Load(), dev.Counts().Frames,
			dev.Counts().MeshesCreated)
	}
}

func TestPanicBecomesError(t *testing.T) {
	dev := null.New(null.Options{})
	s := &surface{swap: func() error { panic("the driver fell over") }}
	woken := make(chan struct{}, 1)
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: s, Wake: func() { woken <- struct{}{} }})
	if err != nil {
		t.Fatal(err)
	}
	p := e.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = 4, 4
	e.Submit(p)
	for e.Err() == nil {
		e.ArmWake()
		if e.Err() != nil {
			break
		}
		select {
		case <-woken:
		case <-time.After(20 * time.Second):
			t.Fatal("the main thread was not woken")
		}
	}
	if msg := e.Err().Error(); !strings.Contains(msg, "the driver fell over") ||
		!strings.Contains(msg, "exec_test.go") {
		t.Errorf("error without message or stack: %v", msg)
	}
	if e.Acquire(renderer.Newest) != nil {
		t.Error("a packet was given after the end")
	}
	if err := finish(e); err == nil || s.current.Load() {
		t.Errorf("Close: %v, context current %v", err, s.current.Load())
	}
}

// a driver that never comes back must not take the program with it
func TestHungSwap(t *testing.T) {
	e, s := holdSwap(t, renderer.Config{StallAfter: 1000})
	if p := e.WaitAcquire(renderer.InOrder, second/100); p != nil {
		t.Error("a packet was given while one waits")
	}
	look := func(now int64, visible bool, want renderer.State, stacks bool) {
		h := e.Watch(now, visible)
		if h.State != want || strings.Contains(h.Stacks, "SwapBuffers") != stacks {
			t.Errorf("at %d, visible %v: state %v, want %v; %d bytes of stacks", now, visible, h.State, want,
				len(h.Stacks))
		}
		if stacks && h.Phase != renderer.PhaseSwap {
			t.Errorf("it hangs in %v", h.Phase)
		}
	}
	look(0, true, renderer.StateQuick, false)
	look(2000, false, renderer.StateQuick, false)
	look(2500, true, renderer.StateQuick, false)
	look(3000, true, renderer.StateStalled, true)
	look(9000, true, renderer.StateStalled, false)
	// nobody watched in the hour after that
	look(3600*second, true, renderer.StateStalled, false)
	for k := range int64(28) {
		look(3601*second+k*second, true, renderer.StateStalled, false)
	}
	look(3629*second, true, renderer.StateDead, true)
	if err := e.Close(second / 100); !errors.Is(err, renderer.ErrHung) {
		t.Errorf("Close: %v, want ErrHung", err)
	}
	close(s.hold)
	if err := finish(e); err != nil {
		t.Error(err)
	}
}

// TestStarvedDriver: a program whose threads wait for a core has no dead driver, however its waits end. A driver that
// had its cores is given up after DeadAfter.
func TestStarvedDriver(t *testing.T) {
	const tick, dead = second / 10, 30 * second
	for name, c := range map[string]struct {
		lacked func(look int) int64 // what is told at each look (ns)
		want   renderer.State
	}{
		"hung":             {func(int) int64 { return 0 }, renderer.StateDead},
		"a busy program":   {func(int) int64 { return tick / 10 }, renderer.StateDead},
		"starved":          {func(int) int64 { return tick * 99 / 100 }, renderer.StateQuick},
		"starved at times": {func(look int) int64 { return int64(look%50/49) * 50 * tick }, renderer.StateQuick},
	} {
		t.Run(name, func(t *testing.T) {
			looks := 0
			delays := func() func() int64 {
				return func() int64 { looks++; return c.lacked(looks) }
			}
			e, s := holdSwap(t, renderer.Config{DeadAfter: dead, Delays: delays})
			e.Watch(0, true)
			var h renderer.Health
			for now := tick; now <= 34*second && h.State != renderer.StateDead; now += tick {
				h = e.Watch(now, true)
			}
			if h.State != c.want {
				t.Errorf("state %v, want %v, after %d ns without progress", h.State, c.want, h.Still)
			}
			// with its cores back the program finds a driver that does not return
			c.lacked = func(int) int64 { return 0 }
			for now := 35 * second; now <= 66*second; now += tick {
				h = e.Watch(now, true)
			}
			if h.State != renderer.StateDead {
				t.Errorf("state %v, %d ns without progress, after the cores are back", h.State, h.Still)
			}
			close(s.hold)
			if err := finish(e); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCloseOfAStarvedDriver: Close is patient with a program that waits for a core, and with no other.
func TestCloseOfAStarvedDriver(t *testing.T) {
	for _, starved := range []bool{false, true} {
		lacked := int64(0)
		if starved {
			lacked = second / 20
		}
		e, s := holdSwap(t, renderer.Config{Delays: func() func() int64 { return func() int64 { return lacked } }})
		time.AfterFunc(time.Second, func() { close(s.hold) })
		if err := e.Close(second / 2); errors.Is(err, renderer.ErrHung) == starved {
			t.Errorf("starved %v: Close: %v", starved, err)
		}
		if err := finish(e); err != nil {
			t.Error(err)
		}
	}
}

// holdSwap opens an executor whose first swap does not return before the channel of the surface is closed, with a
// second picture waiting.
func holdSwap(t *testing.T, config renderer.Config) (*renderer.Threaded, *surface) {
	dev := null.New(null.Options{})
	s := &surface{hold: make(chan struct{})}
	config.Open, config.Surface = dev.Open, s
	e, err := renderer.NewThreaded(config)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p := e.WaitAcquire(renderer.InOrder, 20*second)
		p.Header.Width, p.Header.Height = 4, 4
		e.Submit(p)
		for s.swaps.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
	}
	return e, s
}

// slowDevice takes its time for each draw.
type slowDevice struct {
	*null.Device
	begun chan struct{} // closed at the first draw
	draws atomic.Int64
}

func (d *slowDevice) Draw(o renderer.Op, w renderer.Draw) {
	if d.draws.Add(1) == 1 {
		close(d.begun)
	}
	time.Sleep(2 * time.Millisecond)
	d.Device.Draw(o, w)
}

// TestCloseLeavesOutDraws: the end of the program waits for the draw in progress, not for the others, unless
// the picture is read back.
func TestCloseLeavesOutDraws(t *testing.T) {
	for _, kept := range []bool{false, true} {
		dev, s := &slowDevice{Device: null.New(null.Options{}), begun: make(chan struct{})}, &surface{}
		e, err := renderer.NewThreaded(renderer.Config{Open: func() (renderer.Device, error) { return dev, nil },
			Surface: s})
		if err != nil {
			t.Fatal(err)
		}
		p := e.WaitAcquire(renderer.InOrder, 20*second)
		p.Header.Width, p.Header.Height = 640, 360
		if kept {
			p.Header.Flags |= renderer.FrameCapture
		}
		const all = 2000
		for range all {
			p.DrawSky()
		}
		e.Submit(p)
		<-dev.begun
		if err := errors.Join(e.Close(20*second), dev.Errors()); err != nil {
			t.Fatal(err)
		}
		var picture renderer.Capture
		drawn, swaps, captured := dev.draws.Load(), s.swaps.Load(), e.TakeCapture(&picture)
		if whole := drawn == all; whole != kept || captured != kept || (swaps > 0) != kept {
			t.Errorf("read back %v: %d of %d draws, %d swaps, captured %v", kept, drawn, all, swaps, captured)
		}
	}
}

func TestOpenFails(t *testing.T) {
	s := &surface{}
	fail := func() (renderer.Device, error) { return nil, errors.New("OpenGL is too old") }
	if _, err := renderer.NewThreaded(renderer.Config{Open: fail, Surface: s}); err == nil ||
		!strings.Contains(err.Error(), "too old") {
		t.Errorf("threaded: %v", err)
	}
	if _, err := renderer.NewDirect(renderer.Config{Open: fail, Surface: s}); err == nil ||
		!strings.Contains(err.Error(), "too old") {
		t.Errorf("direct: %v", err)
	}
	if s.current.Load() {
		t.Error("the context is still current")
	}
}

// at most one frame is in the hands of the device: the next is not begun before its fence
func TestOneFrameInFlight(t *testing.T) {
	var reached atomic.Uint64
	dev := null.New(null.Options{Fences: func(f renderer.Fence) bool {
		time.Sleep(time.Millisecond)
		return uint64(f) <= reached.Load()
	}})
	s := &surface{}
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: s})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		p := e.WaitAcquire(renderer.InOrder, 20*second)
		p.Header.Width, p.Header.Height = 4, 4
		e.Submit(p)
	}
	for s.swaps.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	if n := s.swaps.Load(); n != 1 {
		t.Errorf("%d frames swapped while the first is not finished", n)
	}
	reached.Store(10)
	if err := finish(e); err != nil {
		t.Error(err)
	}
	if n := s.swaps.Load(); n != 2 {
		t.Errorf("%d frames swapped, want 2", n)
	}
}

func TestStartStopLeaksNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		dev := null.New(null.Options{})
		s := &surface{}
		e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: s})
		if err != nil {
			t.Fatal(err)
		}
		p := e.Acquire(renderer.InOrder)
		p.Header.Width, p.Header.Height = 4, 4
		e.Submit(p)
		if err := errors.Join(finish(e), dev.Errors()); err != nil {
			t.Fatal(err)
		}
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

// both threads at full speed with resources coming and going; for the race detector
func TestThreadedUnderLoad(t *testing.T) {
	frames := 3000
	if os.Getenv("TUMBLE_SOAK") != "" {
		frames = 100_000
	}
	dev := null.New(null.Options{})
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: &surface{}})
	if err != nil {
		t.Fatal(err)
	}
	s := newScript(t, e.Resources(), 3)
	var r renderer.Present
	last := uint64(0)
	for k := 0; k < frames; {
		if s.rng.Intn(10) == 0 {
			s.churn(t, e.Resources())
		}
		h := renderer.Handover(k / 100 % 2)
		p := e.WaitAcquire(h, 20*second)
		if p == nil {
			t.Fatal("no packet within 20 s")
		}
		if s.rng.Intn(20) == 0 {
			e.Abandon(p)
			continue
		}
		s.frame(t, e.Resources(), p, 20)
		e.Submit(p)
		k++
		for e.Poll(&r) {
			if r.ID <= last {
				t.Fatalf("packet %d after packet %d", r.ID, last)
			}
			last = r.ID
		}
	}
	meshes, textures := e.Resources().Live()
	if err := errors.Join(finish(e), dev.Errors()); err != nil {
		t.Fatal(err)
	}
	c, n := e.Counters(), dev.Counts()
	if c.Drawn+c.Dropped != uint64(frames) {
		t.Errorf("%d drawn and %d dropped of %d", c.Drawn, c.Dropped, frames)
	}
	if n.TextureUpdates < frames || n.MeshesCreated-n.MeshesDestroyed != meshes ||
		n.TexturesCreated-n.TexturesDestroyed != textures {
		t.Errorf("%+v, with %d meshes and %d textures live", n, meshes, textures)
	}
}

func TestNoAllocations(t *testing.T) {
	dev := null.New(null.Options{})
	e, err := renderer.NewDirect(renderer.Config{Open: dev.Open, Surface: &surface{}})
	if err != nil {
		t.Fatal(err)
	}
	s := newScript(t, e.Resources(), 1)
	var r renderer.Present
	var c renderer.Capture
	frame := func() {
		p := e.Acquire(renderer.InOrder)
		s.frame(t, e.Resources(), p, 1000)
		p.Header.Flags |= renderer.FrameCapture
		e.Submit(p)
		e.Poll(&r)
		e.TakeCapture(&c)
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(100, frame); n != 0 {
		t.Errorf("%v allocations per frame", n)
	}
	if err := dev.Errors(); err != nil {
		t.Error(err)
	}
}

func TestNoAllocationsThreaded(t *testing.T) {
	dev := null.New(null.Options{})
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: &surface{}, Wake: func() {}})
	if err != nil {
		t.Fatal(err)
	}
	s := newScript(t, e.Resources(), 1)
	var r renderer.Present
	frame := func() {
		p := e.Acquire(renderer.InOrder)
		if p == nil {
			runtime.Gosched()
			return
		}
		s.frame(t, e.Resources(), p, 1000)
		e.Submit(p)
		e.ArmWake()
		e.Poll(&r)
		e.Watch(0, true)
	}
	for e.Counters().Drawn < 20 {
		frame()
	}
	if n := testing.AllocsPerRun(2000, frame); n != 0 {
		t.Errorf("%v allocations per frame", n)
	}
	if err := errors.Join(finish(e), dev.Errors()); err != nil {
		t.Error(err)
	}
}

// bad resource calls come back as errors and do not reach the device
func TestResourceErrors(t *testing.T) {
	var r renderer.Resources
	for _, d := range []renderer.MeshDesc{
		{},
		{Vertices: make([]renderer.Vertex, 3), Indices: []uint32{0, 1}},
		{Vertices: make([]renderer.Vertex, 3), Indices: []uint32{0, 1, 3}},
	} {
		if _, err := r.CreateMesh(d); err == nil {
			t.Errorf("mesh %+v was accepted", d)
		}
	}
	for _, d := range []renderer.TextureDesc{
		{}, {Width: 4}, {Width: 1 << 20, Height: 1}, {Width: 2, Height: 2, Pixels: make([]byte, 15)},
	} {
		if _, err := r.CreateTexture(d); err == nil {
			t.Errorf("texture %+v was accepted", d)
		}
	}
	x, err := r.CreateTexture(renderer.TextureDesc{Width: 4, Height: 4, Format: renderer.TextureR8})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range []renderer.TextureUpdate{
		{}, {X: 3, Width: 2, Height: 1, Pixels: make([]byte, 2)}, {Width: 2, Height: 2, Pixels: make([]byte, 3)},
		{X: -1, Width: 2, Height: 2, Pixels: make([]byte, 4)},
	} {
		if err := r.UpdateTexture(x, u); err == nil {
			t.Errorf("update %+v was accepted", u)
		}
	}
	if !r.DestroyTexture(x) || r.DestroyTexture(x) || r.DestroyTexture(renderer.Texture{}) ||
		r.DestroyMesh(renderer.Mesh{}) {
		t.Error("destroying: once and only what exists")
	}
	if err := r.UpdateTexture(x, renderer.TextureUpdate{Width: 1, Height: 1, Pixels: []byte{1}}); err == nil {
		t.Error("an update of a destroyed texture was accepted")
	}
	if w, h := r.TextureSize(x); w != 0 || h != 0 {
		t.Error("a destroyed texture has a size")
	}
}
