package engine

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/null"
)

// Ten seconds at 60 Hz: a frame per refresh, a hundred ticks a second, nothing unaccounted for.
func TestLoopRunsOnDirectExecutor(t *testing.T) {
	b := newBench(t, false, nil)
	if err := b.runFor(t, 10*timestep.Second); err != nil {
		t.Fatal(err)
	}
	s := b.loop.Status()
	if s.Frames < 595 || s.Frames > 605 || b.surface.swaps != int(s.Frames) {
		t.Errorf("%d frames, %d swaps in 10 s, want 600", s.Frames, b.surface.swaps)
	}
	if s.Tick < 995 || s.Tick > 1003 {
		t.Errorf("%d ticks, want 1000", s.Tick)
	}
	if err := b.loop.Ledger().Check(); err != nil {
		t.Error(err)
	}
	if err := b.device.Errors(); err != nil {
		t.Error(err)
	}
	if s.RealTime < 0.99 || s.RealTime > 1.01 {
		t.Errorf("real-time factor %v", s.RealTime)
	}
}

// Without a window and without an executor the caller drives the frames.
func TestLoopHeadless(t *testing.T) {
	c := timestep.NewFakeClock(0)
	sim := newBallSim(3)
	l, err := NewLoop(LoopConfig{Clock: c, Simulation: sim})
	if err != nil {
		t.Fatal(err)
	}
	for range 301 {
		if err := l.Frame(); err != nil {
			t.Fatal(err)
		}
		c.Advance(timestep.Second / 144)
	}
	if got := uint64(300*(timestep.Second/144)) * 100 / uint64(timestep.Second); l.Status().Tick != got ||
		sim.records != 0 {
		t.Errorf("%d ticks, want %d; %d records", l.Status().Tick, got, sim.records)
	}
	if l.Run() == nil {
		t.Error("Run without a window")
	}
}

// The same frames give byte-equal device calls inline and on the render goroutine.
func TestDirectAndThreadedGiveEqualStreams(t *testing.T) {
	streams := [2][]byte{}
	for i, threaded := range []bool{false, true} {
		b := newBench(t, threaded, nil)
		b.device = nil
		dev := null.New(null.Options{Record: true})
		rc := renderer.Config{Open: dev.Open, Now: b.clock.Now}
		var ex renderer.Executor
		var err error
		if threaded {
			ex, err = renderer.NewThreaded(rc)
		} else {
			ex, err = renderer.NewDirect(rc)
		}
		if err != nil {
			t.Fatal(err)
		}
		sim := newBallSim(10)
		sim.mesh = triangle(t, ex)
		clock := timestep.NewFakeClock(timestep.Second)
		l, err := NewLoop(LoopConfig{Clock: clock, Executor: ex, Simulation: sim})
		if err != nil {
			t.Fatal(err)
		}
		for frame := range uint64(100) {
			if err := l.Frame(); err != nil {
				t.Fatal(err)
			}
			for wait := 0; ex.Counters().Drawn <= frame; wait++ {
				if wait > 10_000 {
					t.Fatalf("frame %d is never drawn", frame)
				}
				time.Sleep(50 * time.Microsecond)
			}
			clock.Advance(11 * timestep.Millisecond)
		}
		if err := ex.Close(timestep.Second); err != nil {
			t.Fatal(err)
		}
		if err := dev.Errors(); err != nil {
			t.Error(err)
		}
		streams[i] = dev.Stream()
		_ = b.exec.Close(timestep.Second)
	}
	if len(streams[0]) == 0 || !bytes.Equal(streams[0], streams[1]) {
		t.Errorf("streams of %d and %d bytes differ", len(streams[0]), len(streams[1]))
	}
}

// The state of the world depends on the input and the ticks only: not on the refresh rate, the
// thread mode, resizes, pauses of the render side.
func TestSimulationIsIndependentOfDrawing(t *testing.T) {
	type result struct {
		inputs string
		hash   uint64
	}
	var want result
	for i, period := range []int64{timestep.Second / 60, timestep.Second / 144, timestep.Second / 30,
		timestep.Second / 240} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			b.surface.period = period
			b.sim.n = 5
			cfg.Strategy = "interpolate-raw"
		})
		next := timestep.Second + 50*timestep.Millisecond
		r := rand.New(rand.NewPCG(1, 1))
		key := int32(0)
		b.window.script = func(w *fakeWindow, now int64) {
			for next <= now && key < 40 {
				key++
				w.in.PushStamped(input.Event{Kind: input.EventKey, Code: key, Time: next})
				next += 10*timestep.Millisecond + r.Int64N(70*timestep.Millisecond)
			}
		}
		for b.loop.Status().Tick < 400 {
			if b.window.in == nil {
				b.window.Attach(b.loop.Inbox(), nil)
			}
			b.loop.wait()
			if err := b.loop.Frame(); err != nil {
				t.Fatal(err)
			}
		}
		var hash uint64
		var again chaosWorld
		events := map[uint64][]input.Event{}
		for _, in := range b.sim.inputs {
			var tick uint64
			var code int32
			if _, err := fmt.Sscanf(in, "%d:%d", &tick, &code); err != nil {
				t.Fatal(err)
			}
			events[tick] = append(events[tick], input.Event{S: float32(code)})
		}
		for tick := uint64(1); tick <= 400; tick++ {
			hash = again.tick(events[tick])
		}
		got := result{strings.Join(b.sim.inputs, " "), hash}
		if i == 0 {
			want = got
			if len(b.sim.inputs) < 30 {
				t.Fatalf("only %d inputs", len(b.sim.inputs))
			}
		} else if got != want {
			t.Errorf("period %d ns: inputs %s\nwant %s", period, got.inputs, want.inputs)
		}
		_ = b.exec.Close(timestep.Second)
	}
}

// A session with input is recorded and replayed through the loop, at another frame rate.
func TestLoopRecordsAndReplays(t *testing.T) {
	var file bytes.Buffer
	w, err := record.NewRecorder(&file, record.SceneInfo{Scene: "balls", Hz: 100}, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) { cfg.Recorder = w })
	key := int32(0)
	b.window.script = func(win *fakeWindow, now int64) {
		if key < 100 {
			key++
			win.in.Push(input.Event{Kind: input.EventKey, Code: key})
		}
		if key == 50 {
			_ = b.loop.SetRate(150)
		}
	}
	if err := b.runFor(t, 3*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rec, err := record.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	part := rec.First()
	lengths := 0
	for i := range part.Inputs {
		if part.Inputs[i].Event.Kind == input.EventTickLength {
			lengths++
		}
	}
	if lengths != 2 || len(part.Inputs) < 100 {
		t.Errorf("%d tick lengths (want 2) in %d inputs", lengths, len(part.Inputs))
	}
	p := record.NewPlayer(part)
	again := newBench(t, false, func(b *bench, cfg *LoopConfig) {
		b.surface.period = timestep.Second / 75
		cfg.Player = p
	})
	again.window.script = func(win *fakeWindow, now int64) {
		if p.Done(again.loop.Status().Tick) {
			win.closed = true
		}
	}
	if err := again.loop.Run(); err != nil {
		t.Fatal(err)
	}
	// the replay may run past the end by the ticks of its last frame
	if n := len(b.sim.hashes); len(again.sim.hashes) < n || !slices.Equal(again.sim.hashes[:n], b.sim.hashes) {
		t.Errorf("%d ticks replayed, %d recorded, with other hashes", len(again.sim.hashes), n)
	}
	part.Digests[10] ^= 1
	spoiled := newBench(t, false, func(b *bench, cfg *LoopConfig) { cfg.Player = record.NewPlayer(part) })
	if err := spoiled.runFor(t, timestep.Second); err == nil ||
		!strings.Contains(err.Error(), "leaves the recording at tick 11") {
		t.Errorf("a wrong hash: %v", err)
	}
}

// TestEndLeavesEventsOut: after the end of the program is asked for, in the middle of events or by one of them, nobody
// gets the other events, and the frame has no ticks and no picture.
func TestEndLeavesEventsOut(t *testing.T) {
	for _, quit := range []bool{false, true} {
		b := newBench(t, false, nil)
		handled := 0
		b.sim.onInput = func(*input.Event) {
			if handled++; handled == 2 && quit {
				b.loop.Quit()
			} else if handled == 2 {
				b.window.closed = true
			}
		}
		for range 5 {
			b.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: 7})
		}
		b.clock.Advance(timestep.Second)
		if err := b.loop.Run(); err != nil {
			t.Fatal(err)
		}
		if handled != 2 || len(b.sim.ticks) > 0 || b.sim.records > 0 {
			t.Errorf("by an event %v: %d events, %d ticks, %d pictures", quit, handled, len(b.sim.ticks), b.sim.records)
		}
	}
}

func TestLoopPausedIsIdle(t *testing.T) {
	b := newBench(t, false, nil)
	b.loop.Virtual().SetPaused(true)
	if err := b.runFor(t, 20*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if b.window.waits > 60 || b.sim.records > 3 {
		t.Errorf("%d waits and %d frames in 20 paused seconds", b.window.waits, b.sim.records)
	}
	if len(b.sim.ticks) != 0 {
		t.Errorf("%d ticks while paused", len(b.sim.ticks))
	}
	// input is drawn at once, world input waits for a single step
	b.window.closed = false
	b.window.script = nil
	b.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: 7})
	for range 3 {
		if err := b.loop.Frame(); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.sim.inputs) != 0 {
		t.Errorf("world input %v while paused", b.sim.inputs)
	}
	b.loop.Virtual().Step(1)
	if err := b.loop.Frame(); err != nil {
		t.Fatal(err)
	}
	if len(b.sim.ticks) != 1 || len(b.sim.inputs) != 1 {
		t.Errorf("single step: ticks %v, input %v", b.sim.ticks, b.sim.inputs)
	}
	if err := b.loop.Ledger().Check(); err != nil {
		t.Error(err)
	}
}

func TestLoopRedrawWhilePaused(t *testing.T) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) { b.sim.redraw = 100 * timestep.Millisecond })
	b.loop.Virtual().SetPaused(true)
	if err := b.runFor(t, 10*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if b.sim.records < 90 || b.sim.records > 105 {
		t.Errorf("%d frames in 10 s, asked for one every 100 ms", b.sim.records)
	}
}

func TestLoopMinimised(t *testing.T) {
	for _, pause := range []bool{false, true} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) { cfg.PauseMinimised = pause })
		b.window.hidden = true
		b.window.width, b.window.height = 0, 0
		if err := b.runFor(t, 10*timestep.Second); err != nil {
			t.Fatal(err)
		}
		want := 1000
		if pause {
			want = 0
		}
		if n := len(b.sim.ticks); n < want-3 || n > want+3 || b.sim.records != 0 {
			t.Errorf("pause %v: %d ticks, %d frames of a hidden window", pause, n, b.sim.records)
		}
		if limit := map[bool]int{false: 1010, true: 30}[pause]; b.window.waits > limit {
			t.Errorf("pause %v: woke %d times in 10 s", pause, b.window.waits)
		}
		if err := b.loop.Ledger().Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestLoopUnfocused(t *testing.T) {
	for _, c := range []struct {
		mode                           Background
		minFrames, maxFrames, minTicks int
	}{{BackgroundFull, 590, 610, 990}, {BackgroundSlow, 290, 310, 990}, {BackgroundPause, 0, 2, 0}} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) { cfg.Background = c.mode })
		b.window.blurred = true
		if err := b.runFor(t, 10*timestep.Second); err != nil {
			t.Fatal(err)
		}
		if b.sim.records < c.minFrames || b.sim.records > c.maxFrames || len(b.sim.ticks) < c.minTicks {
			t.Errorf("mode %d: %d frames, %d ticks in 10 s", c.mode, b.sim.records, len(b.sim.ticks))
		}
		if c.mode == BackgroundPause && len(b.sim.ticks) > 0 {
			t.Errorf("%d ticks without focus", len(b.sim.ticks))
		}
	}
}

// A driver that does not wait for the display is found out within half a second, and the
// software limit takes over.
func TestLoopVsyncIgnored(t *testing.T) {
	for _, refresh := range []int64{60_000, 0} { // 0: the system does not know its display
		vsyncIgnored(t, refresh)
	}
}

func vsyncIgnored(t *testing.T, refresh int64) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) { b.surface.ignore = true })
	b.window.refresh = refresh
	found := int64(0)
	b.window.script = func(w *fakeWindow, now int64) {
		if found == 0 && b.loop.Status().VsyncIgnored {
			found = now - timestep.Second
			b.sim.records = 0
		}
	}
	if err := b.runFor(t, 10*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if found == 0 || found > timestep.Second/2 {
		t.Errorf("found after %d ns", found)
	}
	if n := b.sim.records; n < 580 || n > 620 {
		t.Errorf("%d frames in 10 s under the software limit of 60 Hz", n)
	}
	t.Logf("found after %.1f ms; %d frames in the rest of 10 s", float64(found)/1e6, b.sim.records)
}

// Frame limits hold to 0.01 % on average.
func TestLoopFrameLimit(t *testing.T) {
	for _, fps := range []int64{60, 144, 500, 900} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			cfg.Vsync = renderer.VsyncOff
			cfg.LimitMilli = fps * 1000
		})
		if err := b.runFor(t, 10*timestep.Second); err != nil {
			t.Fatal(err)
		}
		got := float64(b.sim.records-1) / 10
		if got < float64(fps)*0.998 || got > float64(fps)*1.002 {
			t.Errorf("limit %d: %.2f frames a second", fps, got)
		}
	}
}

// While the system holds the event loop the callbacks draw.
func TestLoopReentrantFrames(t *testing.T) {
	b := newBench(t, false, nil)
	nested := 0
	b.window.script = func(w *fakeWindow, now int64) {
		if nested == 0 {
			before := b.sim.records
			for range 50 { // a resize that lasts 50 callbacks
				nested++
				w.width = 200 + nested
				w.clock.Advance(10 * timestep.Millisecond)
				w.frame()
			}
			if got := b.sim.records - before; got < 45 {
				t.Errorf("%d frames drawn in 50 callbacks", got)
			}
		}
	}
	if err := b.runFor(t, 2*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if n := len(b.sim.ticks); n < 195 || n > 203 {
		t.Errorf("%d ticks in 2 s", n)
	}
	if err := b.device.Errors(); err != nil {
		t.Error(err)
	}
}

// A title bar held for ten seconds is clamped, not made up for.
func TestLoopLongStallIsClamped(t *testing.T) {
	b := newBench(t, false, nil)
	stalled := false
	b.window.script = func(w *fakeWindow, now int64) {
		if !stalled && now > 2*timestep.Second {
			stalled = true
			w.clock.Advance(10 * timestep.Second)
		}
	}
	if err := b.runFor(t, 12*timestep.Second); err != nil {
		t.Fatal(err)
	}
	l := b.loop.Ledger()
	if l.Clamped < 9*timestep.Second || len(b.sim.ticks) > 235 {
		t.Errorf("clamped %d ns, %d ticks", l.Clamped, len(b.sim.ticks))
	}
	if err := l.Check(); err != nil {
		t.Error(err)
	}
}

// Costly ticks: speed sinks, frames stay short, nothing spirals.
func TestLoopOverload(t *testing.T) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
		b.sim.clock, b.sim.tickNs = b.clock, 12*timestep.Millisecond
		b.surface.period = 4 * timestep.Millisecond
		cfg.Vsync = renderer.VsyncOff
		cfg.Strategy = "interpolate-raw"
	})
	b.surface.interval = 0
	var worst int64
	b.window.script = func(w *fakeWindow, now int64) {
		if now > 3*timestep.Second {
			worst = max(worst, b.loop.Status().FrameNs)
		}
		w.clock.Advance(4 * timestep.Millisecond) // drawing
	}
	if err := b.runFor(t, 20*timestep.Second); err != nil {
		t.Fatal(err)
	}
	s := b.loop.Status()
	t.Logf("real-time factor %.3f, longest frame %.1f ms, dropped %d ticks", s.RealTime, float64(worst)/1e6, s.Dropped)
	if s.RealTime < 0.77 || worst > 64200*timestep.Microsecond {
		t.Errorf("real-time factor %.3f, longest frame %d ns", s.RealTime, worst)
	}
	if err := b.loop.Ledger().Check(); err != nil {
		t.Error(err)
	}
}

// A render side that never returns stops the ticks when it is given up, not before, and the exit does not wait for it.
func TestLoopRenderHang(t *testing.T) {
	var stalls []renderer.Health
	b := newBench(t, true, func(b *bench, cfg *LoopConfig) {
		b.surface.hangFrom = 2
		b.surface.block = make(chan struct{})
		b.surface.period = 0
		cfg.OnStall = func(h renderer.Health) { stalls = append(stalls, h) }
	})
	// real time passes between the frames, so that the render goroutine gets to its hang
	var waited time.Time
	b.window.onWait = func() {
		time.Sleep(20 * time.Microsecond)
		waited = time.Now()
	}
	err := b.runFor(t, 50*timestep.Second)
	if !errors.Is(err, ErrDriverHung) || strings.Count(err.Error(), ErrDriverHung.Error()) != 1 {
		t.Errorf("error %v, want ErrDriverHung once", err)
	}
	if d := time.Since(waited); d > 4*time.Second {
		t.Errorf("exit took %v", d)
	}
	if n := len(b.sim.ticks); n < 2900 || n > 3200 {
		t.Errorf("%d ticks until the driver was given up after 30 s", n)
	}
	if len(stalls) != 2 || stalls[0].State != renderer.StateStalled || stalls[1].State != renderer.StateDead ||
		!strings.Contains(stalls[0].Stacks, "goroutine") {
		t.Errorf("%d stalls told", len(stalls))
	}
	close(b.surface.block)
}

// Time stands until the first picture is there, however long that takes, and the first picture is that of the
// beginning.
func TestFirstPictureIsTheBeginning(t *testing.T) {
	for _, vsync := range []renderer.Vsync{renderer.VsyncOn, renderer.VsyncOff} {
		var first renderer.Present
		b := newBench(t, true, func(b *bench, cfg *LoopConfig) {
			b.surface.hangFrom = 1
			b.surface.block = make(chan struct{})
			b.surface.period = 0
			cfg.Vsync = vsync
			cfg.OnPresent = func(p *renderer.Present) {
				if first.ID == 0 {
					first = *p
				}
			}
		})
		b.window.onWait = func() { time.Sleep(20 * time.Microsecond) }
		open := false
		b.window.script = func(_ *fakeWindow, now int64) {
			if !open && now > 13*timestep.Second {
				if n := len(b.sim.ticks); n > 0 {
					t.Errorf("vsync %v: %d ticks before the first picture", vsync, n)
				}
				open = true
				close(b.surface.block)
			}
		}
		if err := b.runFor(t, 20*timestep.Second); err != nil {
			t.Fatal(err)
		}
		if first.ID != 1 || first.Tick != 0 || len(b.sim.ticks) < 400 {
			t.Errorf("vsync %v: the first picture is number %d of step %d, %d ticks in all", vsync, first.ID,
				first.Tick, len(b.sim.ticks))
		}
	}
}

func TestLoopPanicsBecomeErrors(t *testing.T) {
	for _, c := range []struct {
		what string
		mess func(*bench)
		want string
	}{
		{"tick", func(b *bench) { b.sim.boom = "tick" }, "the world fell over"},
		{"record", func(b *bench) { b.sim.boom = "record" }, "the painter fell over"},
		{"swap", func(b *bench) { b.surface.boom = true }, "the driver fell over"},
		{"callback", func(b *bench) {
			b.window.script = func(w *fakeWindow, now int64) {
				b.sim.boom = "tick"
				w.clock.Advance(timestep.Second / 10)
				w.frame()
			}
		}, "the world fell over"},
	} {
		b := newBench(t, true, nil)
		b.window.onWait = func() { time.Sleep(50 * time.Microsecond) }
		c.mess(b)
		before := runtime.NumGoroutine()
		err := b.runFor(t, 100*timestep.Second)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), ".go:") {
			t.Errorf("%s: error without panic or stack: %.200v", c.what, err)
		}
		var pe *PanicError
		if c.what != "swap" && (!errors.As(err, &pe) || pe.Value != c.want) {
			t.Errorf("%s: %T", c.what, err)
		}
		if strings.Count(fmt.Sprint(err), c.want) > 2 {
			t.Errorf("%s: said more than once: %v", c.what, err)
		}
		if n := goroutinesLeft(before); n > before {
			t.Errorf("%s: %d goroutines, %d before", c.what, n, before)
		}
	}
}

func TestLoopErrorsComeOut(t *testing.T) {
	b := newBench(t, false, nil)
	b.sim.err = errors.New("disk full")
	if err := b.runFor(t, timestep.Second); err == nil || !strings.Contains(err.Error(), "engine: tick 1: disk full") {
		t.Errorf("%v", err)
	}
	b = newBench(t, true, nil)
	b.surface.fail = errors.New("context lost")
	b.window.onWait = func() { time.Sleep(50 * time.Microsecond) }
	if err := b.runFor(t, 100*timestep.Second); err == nil || strings.Count(err.Error(), "context lost") != 1 {
		t.Errorf("%v", err)
	}
}

// goroutinesLeft is the number of goroutines, after those that have said that they end, but are not gone yet, had a
// second to go.
func goroutinesLeft(want int) int {
	for end := time.Now().Add(time.Second); runtime.NumGoroutine() > want && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	return runtime.NumGoroutine()
}

// A hundred starts and ends leave no goroutine behind.
func TestLoopLeavesNothingBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		b := newBench(t, true, nil)
		b.window.onWait = func() { runtime.Gosched() }
		if err := b.runFor(t, 50*timestep.Millisecond); err != nil {
			t.Fatal(err)
		}
		if meshes, textures := b.device.Live(); meshes != 0 || textures != 0 {
			t.Fatalf("%d meshes, %d textures left", meshes, textures)
		}
	}
	if n := goroutinesLeft(before); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}

func TestLoopFramesDoNotAllocate(t *testing.T) {
	for _, threaded := range []bool{false, true} {
		b := newBench(t, threaded, func(b *bench, cfg *LoopConfig) { b.sim.keep = false })
		b.window.Attach(b.loop.Inbox(), nil)
		b.sim.x, b.sim.v, b.sim.n = make([]float32, 1000), make([]float32, 1000), 1000
		b.sim.v[3] = 1
		// the render goroutine gets on
		b.window.onWait = func() { time.Sleep(20 * time.Microsecond) }
		step := func() {
			b.loop.wait()
			b.loop.Inbox().Push(input.Event{Kind: input.EventMouseMove})
			if err := b.loop.Frame(); err != nil {
				t.Fatal(err)
			}
		}
		for range 300 {
			step()
		}
		if n := testing.AllocsPerRun(500, step); n != 0 {
			t.Errorf("threaded %v: %v allocations per frame", threaded, n)
		}
		if b.sim.records < 50 {
			t.Errorf("only %d frames", b.sim.records)
		}
		_ = b.exec.Close(timestep.Second)
	}
}

func TestLoopSwitchesStrategyWithoutAJump(t *testing.T) {
	b := newBench(t, false, nil)
	names := timestep.StrategyNames()
	r := rand.New(rand.NewPCG(1, 4))
	lastTick := uint64(0)
	b.window.script = func(w *fakeWindow, now int64) {
		tick := b.loop.Status().Tick
		if tick < lastTick || tick > lastTick+30 {
			t.Fatalf("tick went from %d to %d", lastTick, tick)
		}
		lastTick = tick
		if r.IntN(20) == 0 {
			if err := b.loop.SetStrategy(names[r.IntN(len(names))]); err != nil {
				t.Fatal(err)
			}
			if got := b.loop.Status().Tick; got != tick {
				t.Fatalf("switching moved the tick from %d to %d", tick, got)
			}
		}
	}
	if err := b.runFor(t, 30*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if err := b.loop.Ledger().Check(); err != nil {
		t.Error(err)
	}
	if b.loop.SetStrategy("nonsense") == nil {
		t.Error("accepted an unknown strategy")
	}
}

func TestNewLoopRefuses(t *testing.T) {
	c, s := timestep.NewFakeClock(0), newBallSim(1)
	for i, cfg := range []LoopConfig{
		{}, {Clock: c}, {Clock: c, Simulation: s, Hz: -1}, {Clock: c, Simulation: s, Strategy: "x"},
		{Clock: c, Simulation: s, LimitMilli: -1},
	} {
		if _, err := NewLoop(cfg); err == nil {
			t.Errorf("configuration %d accepted", i)
		}
	}
}
