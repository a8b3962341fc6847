package renderer_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tumble/renderer"
	"tumble/renderer/null"
)

// lender is a surface that knows which goroutine has its context, a device that insists on it, and a clock
// that only swaps move.
type lender struct {
	*null.Device
	clock            atomic.Int64
	threaded, inline int64 // ns a frame takes on either side
	main             string

	mu     sync.Mutex
	holder string
	wrong  []string

	submitted  uint64
	gate       sync.Mutex              // held, swaps of the render goroutine wait
	detach     func() error            // called before the context is detached
	attach     func(onMain bool) error // called before it is made current
	swap       func(onMain bool) error // called in a swap
	interval   int                     // the newest swap interval
	attachedBy map[bool]int            // how often it was made current on main, and elsewhere
}

// goroutine names the calling goroutine.
func goroutine() string {
	var b [64]byte
	name, _, _ := strings.Cut(string(b[:runtime.Stack(b[:], false)]), " [")
	return name
}

func newLender() *lender {
	l := &lender{Device: null.New(null.Options{Record: true}), threaded: 5e6, inline: 4e6, main: goroutine(),
		attachedBy: map[bool]int{}}
	l.clock.Store(5e9)
	return l
}

func (l *lender) complain(format string, args ...any) {
	l.mu.Lock()
	l.wrong = append(l.wrong, fmt.Sprintf(format, args...))
	l.mu.Unlock()
}

// check complains when the calling goroutine has no context.
func (l *lender) check(what string) (onMain bool) {
	me := goroutine()
	l.mu.Lock()
	holder := l.holder
	l.mu.Unlock()
	if holder != me {
		l.complain("%s by %s while the context is with %q", what, me, holder)
	}
	return me == l.main
}

func (l *lender) MakeCurrent() error {
	me := goroutine()
	if l.attach != nil {
		if err := l.attach(me == l.main); err != nil {
			return err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.holder != "" {
		return errors.New("the context is current on " + l.holder)
	}
	l.holder = me
	l.attachedBy[me == l.main]++
	return nil
}

func (l *lender) DetachCurrent() error {
	if l.detach != nil {
		if err := l.detach(); err != nil {
			return err
		}
	}
	me := goroutine()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.holder != me {
		return errors.New("the context is not current on " + me)
	}
	l.holder = ""
	return nil
}

func (l *lender) SwapBuffers() error {
	onMain := l.check("swap")
	if onMain {
		l.clock.Add(l.inline)
	} else {
		l.gate.Lock()
		l.clock.Add(l.threaded)
		l.gate.Unlock()
	}
	if l.swap != nil {
		return l.swap(onMain)
	}
	return nil
}

func (l *lender) SetSwapInterval(i int) error { l.check("swap interval"); l.interval = i; return nil }

func (l *lender) BeginFrame(p *renderer.Packet) error {
	l.check("frame")
	return l.Device.BeginFrame(p)
}

func (l *lender) CreateMesh(h renderer.Mesh, d *renderer.MeshDesc) error {
	l.check("mesh")
	return l.Device.CreateMesh(h, d)
}

func (l *lender) UpdateTexture(h renderer.Texture, u *renderer.TextureUpdate) error {
	l.check("texture")
	return l.Device.UpdateTexture(h, u)
}

func (l *lender) ReadPixels(dst []byte, w, h int) error {
	l.check("picture")
	return l.Device.ReadPixels(dst, w, h)
}

func (l *lender) Fence() renderer.Fence { l.check("fence"); return l.Device.Fence() }

func (l *lender) Close() error { l.check("close"); return l.Device.Close() }

// open starts an adaptive executor.
func (l *lender) open(t testing.TB, config renderer.Config) *renderer.Threaded {
	t.Helper()
	config.Surface, config.Now, config.Adaptive = l, l.clock.Load, true
	config.Open = func() (renderer.Device, error) { return l, nil }
	e, err := renderer.NewThreaded(config)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// end closes the executor and reports what was wrong.
func (l *lender) end(t testing.TB, e renderer.Executor) {
	t.Helper()
	if err := errors.Join(finish(e), l.Errors()); err != nil {
		t.Error(err)
	}
	if n, err := e.Problem(); n > 0 {
		t.Errorf("%d problems: %v", n, err)
	}
	for _, w := range l.wrong {
		t.Error(w)
	}
	if l.holder != "" {
		t.Error("the context is still current on ", l.holder)
	}
}

// submit hands over an empty frame in which the main thread worked for so long (ns).
func (l *lender) submit(t *testing.T, e renderer.Executor, work int64, v renderer.Vsync) {
	p := e.WaitAcquire(renderer.InOrder, 20*second)
	if p == nil {
		t.Fatalf("no packet: %v", e.Err())
	}
	p.Header.Width, p.Header.Height, p.Header.Vsync = 8, 8, v
	p.Header.RecordEnd = work
	l.submitted++
	e.Submit(p)
	var r renderer.Present
	for e.Poll(&r) {
	}
}

// reach draws frames until the context is with the wanted side.
func (l *lender) reach(t *testing.T, e *renderer.Threaded, holder uint32) {
	t.Helper()
	for range 1000 {
		// nothing waits behind a swap that waits
		for e.Counters().Drawn < l.submitted {
			time.Sleep(10 * time.Microsecond)
		}
		if e.Holder() == renderer.HeldByRender && holder != renderer.HeldByRender {
			// the render goroutine cannot finish the frame with which it is asked
			l.gate.Lock()
			l.submit(t, e, 0, renderer.VsyncOff)
			asked := e.Holder() == renderer.AskedBack
			if asked && holder == renderer.AskedBack {
				return
			}
			l.gate.Unlock()
			for asked && e.Holder() != renderer.OnTheTable {
				time.Sleep(time.Millisecond)
			}
		} else {
			l.submit(t, e, 0, renderer.VsyncOff)
		}
		if e.Holder() == holder {
			return
		}
	}
	t.Fatalf("the context is with %d, want %d", e.Holder(), holder)
}

// The context goes over and back as often as the work of the main thread asks for it, with frames of every size,
// pictures and resources that come and go, and the calls are those of an executor that draws inline.
func TestContextGoesInBothDirections(t *testing.T) {
	const frames, phase = 2000, 250
	play := func(e renderer.Executor, l *lender) (stream []byte, inline int, sizes map[int]bool) {
		s := newScript(t, e.Resources(), 7)
		sizes = map[int]bool{}
		var c renderer.Capture
		var r renderer.Present
		for k := range frames {
			if k%3 == 2 {
				s.churn(t, e.Resources())
			}
			p := e.WaitAcquire(renderer.InOrder, 20*second)
			if p == nil {
				t.Fatalf("no packet for frame %d: %v", k, e.Err())
			}
			s.frame(t, e.Resources(), p, 20)
			p.Header.Vsync, p.Header.Tick = renderer.VsyncOff, uint64(k)
			p.Header.Width = int32(100 + k%phase)
			if k%97 == 50 {
				p.Header.Flags |= renderer.FrameCapture
			}
			if k%41 == 40 {
				p.Header.Width = 0
			}
			if k/phase%2 == 1 {
				p.Header.RecordEnd = 3e6
			}
			e.Submit(p)
			for e.Poll(&r) {
				if r.Inline {
					inline++
				}
			}
			for e.TakeCapture(&c) {
				sizes[c.Width] = true
			}
		}
		l.end(t, e)
		return l.Stream(), inline, sizes
	}
	one := newLender()
	direct, err := renderer.NewDirect(renderer.Config{Open: func() (renderer.Device, error) { return one, nil },
		Surface: one, Now: one.clock.Load})
	if err != nil {
		t.Fatal(err)
	}
	want, all, pictures := play(direct, one)
	two := newLender()
	e := two.open(t, renderer.Config{})
	got, inline, sizes := play(e, two)
	if !bytes.Equal(got, want) {
		t.Errorf("streams of %d and %d bytes differ", len(got), len(want))
	}
	if all < frames-1 || inline < frames/5 || inline > frames*4/5 {
		t.Errorf("%d of %d frames drawn by the main thread, %d by the executor that does nothing else", inline, frames,
			all)
	}
	if c := e.Counters(); c.Handed < frames/phase/2 || c.Handed > frames/phase+2 {
		t.Errorf("the context was handed over %d times", c.Handed)
	}
	if n := two.attachedBy[true]; n < frames/phase/2-1 {
		t.Errorf("made current %d times on the main thread", n)
	}
	if len(sizes) == 0 || len(sizes) < len(pictures)-1 {
		t.Errorf("pictures of %d sizes, want %d", len(sizes), len(pictures))
	}
}

func TestCloseWhoeverHasTheContext(t *testing.T) {
	for _, holder := range []uint32{renderer.HeldByRender, renderer.AskedBack, renderer.OnTheTable,
		renderer.HeldByMain} {
		l := newLender()
		e := l.open(t, renderer.Config{})
		l.reach(t, e, holder)
		if holder == renderer.AskedBack {
			if p := e.Acquire(renderer.Newest); p != nil {
				t.Error("a packet was given while the context is on its way")
			}
			time.AfterFunc(20*time.Millisecond, l.gate.Unlock)
		}
		drawn := e.Counters()
		l.end(t, e)
		if holder == renderer.HeldByMain != drawn.Inline {
			t.Errorf("holder %d: the main thread draws: %v", holder, drawn.Inline)
		}
		if n := l.Counts().Frames; uint64(n) != e.Counters().Drawn {
			t.Errorf("holder %d: %d frames on the device, %d drawn", holder, n, e.Counters().Drawn)
		}
	}
}

// with vertical synchronisation the render goroutine draws from the first frame on
func TestVsyncBringsTheContextBack(t *testing.T) {
	l := newLender()
	e := l.open(t, renderer.Config{})
	l.reach(t, e, renderer.HeldByMain)
	l.swap = func(onMain bool) error {
		if onMain {
			return errors.New("a swap waits for the display on the main thread")
		}
		return nil
	}
	for range 200 {
		l.submit(t, e, 0, renderer.VsyncOn)
	}
	if e.Counters().Inline {
		t.Error("the main thread draws")
	}
	l.end(t, e)
	if l.interval != 1 {
		t.Errorf("swap interval %d", l.interval)
	}
}

func TestFaultsWhileTheMainThreadDraws(t *testing.T) {
	for name, c := range map[string]struct {
		swap func(bool) error
		want []string
		left int // meshes: after a panic nothing is asked of the device any more
	}{
		"error": {func(bool) error { return errors.New("the display is gone") }, []string{"the display is gone"}, 0},
		"panic": {func(bool) error { panic("the driver fell over") },
			[]string{"the driver fell over", "handoff_test.go"}, 1},
	} {
		l := newLender()
		e := l.open(t, renderer.Config{})
		if _, err := e.Resources().CreateMesh(triangle); err != nil {
			t.Fatal(err)
		}
		l.reach(t, e, renderer.HeldByMain)
		l.swap = c.swap
		l.submit(t, e, 0, renderer.VsyncOff)
		for _, text := range c.want {
			if err := e.Err(); err == nil || !strings.Contains(err.Error(), text) {
				t.Fatalf("%s: %v, want %q in it", name, err, text)
			}
		}
		if e.Acquire(renderer.Newest) != nil {
			t.Errorf("%s: a packet was given after the end", name)
		}
		if err := finish(e); err == nil || !strings.Contains(err.Error(), c.want[0]) {
			t.Errorf("%s: Close: %v", name, err)
		}
		if l.holder != "" || len(l.wrong) > 0 {
			t.Errorf("%s: context with %q, %v", name, l.holder, l.wrong)
		}
		if meshes, _ := l.Live(); meshes != c.left {
			t.Errorf("%s: %d meshes are left, want %d", name, meshes, c.left)
		}
	}
}

// a driver that makes the context current on one thread only leaves it with the render goroutine
func TestContextThatStays(t *testing.T) {
	l := newLender()
	l.attach = func(onMain bool) error {
		if onMain {
			return errors.New("not on this thread")
		}
		return nil
	}
	e := l.open(t, renderer.Config{})
	for range 400 {
		l.submit(t, e, 0, renderer.VsyncOff)
	}
	if n, err := e.Problem(); n != 1 || !strings.Contains(err.Error(), "not on this thread") {
		t.Errorf("%d problems, %v", n, err)
	}
	if err := finish(e); err != nil || e.Counters().Drawn != 400 || l.holder != "" || len(l.wrong) > 0 {
		t.Errorf("%v, %d frames drawn, context with %q, %v", err, e.Counters().Drawn, l.holder, l.wrong)
	}
}

func TestContextThatDoesNotComeBack(t *testing.T) {
	l := newLender()
	e := l.open(t, renderer.Config{})
	l.reach(t, e, renderer.HeldByMain)
	l.attach = func(onMain bool) error { return errors.New("the context is lost") }
	l.submit(t, e, 0, renderer.VsyncOn)
	if err := finish(e); err == nil || !strings.Contains(err.Error(), "the context is lost") {
		t.Errorf("Close: %v", err)
	}
	if len(l.wrong) > 0 {
		t.Error(l.wrong)
	}
}

// a swap that does not return is noticed on whichever thread it hangs, and so is a context that is not given up
func TestStallsWhileTheContextIsLent(t *testing.T) {
	l := newLender()
	e := l.open(t, renderer.Config{StallAfter: second / 1000})
	l.reach(t, e, renderer.HeldByMain)
	l.swap = func(bool) error {
		for range 20 {
			l.clock.Add(second / 3)
			time.Sleep(10 * time.Millisecond)
		}
		return nil
	}
	l.submit(t, e, 0, renderer.VsyncOff)
	l.swap = nil
	if h := e.Watch(l.clock.Load(), true); h.State != renderer.StateStalled ||
		!strings.Contains(h.Stacks, "SwapBuffers") {
		t.Errorf("no stall with stacks: %+v", h)
	}
	if h := e.Watch(l.clock.Load(), true); h.Stacks != "" {
		t.Errorf("the same stall twice: %+v", h)
	}
	l.end(t, e)

	// a main thread that never comes back is told of where it does not hang
	dead := make(chan renderer.Health)
	l = newLender()
	e = l.open(t, renderer.Config{StallAfter: second / 1000, DeadAfter: 5 * second,
		OnDead: func(h renderer.Health) { dead <- h }})
	l.reach(t, e, renderer.HeldByMain)
	l.swap = func(bool) error {
		for {
			l.clock.Add(second / 3)
			select {
			case h := <-dead:
				if h.State != renderer.StateDead || h.Phase != renderer.PhaseSwap ||
					!strings.Contains(h.Stacks, "SwapBuffers") {
					t.Errorf("told of %+v", h)
				}
				return nil
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
	l.submit(t, e, 0, renderer.VsyncOff)
	l.swap = nil
	l.end(t, e)

	l = newLender()
	e = l.open(t, renderer.Config{StallAfter: second})
	l.reach(t, e, renderer.AskedBack)
	release := make(chan struct{})
	l.detach = func() error { <-release; return nil }
	drawn := e.Counters().Drawn
	l.gate.Unlock()
	for e.Counters().Drawn < drawn {
		time.Sleep(time.Millisecond)
	}
	for now := int64(0); ; now += 2 * second {
		if h := e.Watch(now, true); h.State == renderer.StateStalled {
			if !strings.Contains(h.Stacks, "DetachCurrent") {
				t.Errorf("no stall with stacks: %+v", h)
			}
			break
		}
		time.Sleep(10 * time.Millisecond)
		if now > 1000*second {
			t.Fatal("a context that is not given up is not noticed")
		}
	}
	if err := e.Close(second / 100); !errors.Is(err, renderer.ErrHung) {
		t.Errorf("Close: %v, want ErrHung", err)
	}
	close(release)
}

// everything at once and at full speed; for the race detector
func TestHandoffUnderLoad(t *testing.T) {
	frames := 6000
	if os.Getenv("TUMBLE_SOAK") != "" {
		frames = 300_000
	}
	dev := null.New(null.Options{})
	s := &surface{}
	var clock atomic.Int64
	clock.Store(5e9)
	s.swap = func() error { clock.Add(5e6); return nil }
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: s, Now: clock.Load, Wake: func() {},
		Adaptive: true, StallAfter: 1 << 60})
	if err != nil {
		t.Fatal(err)
	}
	script := newScript(t, e.Resources(), 3)
	rng := rand.New(rand.NewSource(4))
	var r renderer.Present
	last, inline, work, vsync := uint64(0), 0, int64(0), renderer.VsyncOff
	for k := 0; k < frames; {
		if rng.Intn(10) == 0 {
			script.churn(t, e.Resources())
		}
		if rng.Intn(200) == 0 {
			work, vsync = 2e6*rng.Int63n(2), renderer.Vsync(rng.Intn(2))
			clock.Add(second)
		}
		p := e.WaitAcquire(renderer.Handover(k/100%2), 20*second)
		if p == nil {
			t.Fatal("no packet within 20 s")
		}
		if rng.Intn(20) == 0 {
			e.Abandon(p)
			continue
		}
		script.frame(t, e.Resources(), p, 20)
		p.Header.RecordEnd, p.Header.Vsync = work, vsync
		e.Submit(p)
		e.ArmWake()
		if h := e.Watch(clock.Load(), true); h.State >= renderer.StateStalled {
			t.Fatal(h)
		}
		k++
		for e.Poll(&r) {
			if r.ID <= last {
				t.Fatalf("packet %d after packet %d", r.ID, last)
			}
			last = r.ID
			if r.Inline {
				inline++
			}
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
	if n.MeshesCreated-n.MeshesDestroyed != meshes || n.TexturesCreated-n.TexturesDestroyed != textures {
		t.Errorf("%+v, with %d meshes and %d textures live", n, meshes, textures)
	}
	if inline == 0 || inline == frames || c.Handed < 2 {
		t.Errorf("%d of %d frames by the main thread, the context handed over %d times", inline, frames, c.Handed)
	}
	if count, err := e.Problem(); count > 0 || s.current.Load() {
		t.Errorf("%d problems: %v; context current %v", count, err, s.current.Load())
	}
}

func TestNoAllocationsOnHandoff(t *testing.T) {
	dev := null.New(null.Options{})
	s := &surface{}
	var clock atomic.Int64
	clock.Store(5e9)
	s.swap = func() error { clock.Add(5e6); return nil }
	e, err := renderer.NewThreaded(renderer.Config{Open: dev.Open, Surface: s, Now: clock.Load, Adaptive: true})
	if err != nil {
		t.Fatal(err)
	}
	script := newScript(t, e.Resources(), 1)
	var r renderer.Present
	frame := func() {
		p := e.WaitAcquire(renderer.InOrder, 20*second)
		script.frame(t, e.Resources(), p, 1000)
		p.Header.Vsync = renderer.VsyncOff
		e.Submit(p)
		for e.Poll(&r) {
		}
		e.Watch(clock.Load(), true)
	}
	for !e.Counters().Inline {
		frame()
	}
	if n := testing.AllocsPerRun(500, frame); n != 0 || !e.Counters().Inline {
		t.Errorf("%v allocations per frame, by the main thread %v", n, e.Counters().Inline)
	}
	if err := errors.Join(finish(e), dev.Errors()); err != nil {
		t.Error(err)
	}
}
