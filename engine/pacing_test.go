package engine

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/physics/vec"
	"tumble/renderer"
)

// halfSim moves two bodies symmetrically, one after the other, and lets the system break in
// between, as a window callback would.
type halfSim struct {
	t       *testing.T
	x       float32
	poses   *pose.Store
	window  *fakeWindow
	records int
}

func (s *halfSim) Input(*input.Event, *input.Queue) {}

func (s *halfSim) Tick(t timestep.TickTime, _ []input.Event) error {
	old := s.x
	s.x += t.Dt
	s.poses.Move(0, 1, halfPose(old), halfPose(s.x), vec.Vec3{})
	s.window.frame()
	s.poses.Move(1, 1, halfPose(-old), halfPose(-s.x), vec.Vec3{})
	return nil
}

func (s *halfSim) Poses(*pose.Store) {}

func (s *halfSim) Record(f *Frame) error {
	s.records++
	a, okA := f.Poses.Render(0, 1)
	b, okB := f.Poses.Render(1, 1)
	if okA != okB || a.P.X != -b.P.X {
		s.t.Fatalf("frame %d shows one body at %v and its twin at %v", s.records, a.P.X, b.P.X)
	}
	return nil
}

// A half-updated world cannot be drawn, not even by a callback in the middle of a tick.
func TestHalfUpdatedWorldIsNotDrawn(t *testing.T) {
	sim := &halfSim{t: t}
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) { cfg.Simulation = sim })
	sim.poses, sim.window = b.loop.Poses(), b.window
	if err := b.runFor(t, 3*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if sim.records < 150 {
		t.Errorf("only %d frames", sim.records)
	}
}

// Any rate from 10 to 1000 Hz and any speed to 10x at run time: time goes on without a jump.
func TestLoopRateAndSpeedChanges(t *testing.T) {
	b := newBench(t, false, nil)
	r := rand.New(rand.NewPCG(12, 12))
	lastShown := int64(math.MinInt64)
	b.window.script = func(w *fakeWindow, now int64) {
		shown := b.loop.frame.Show.Shown
		if b.loop.status.Frames == 0 {
			return
		}
		if shown < lastShown {
			t.Fatalf("the shown moment went back from %d to %d", lastShown, shown)
		}
		lastShown = shown
		switch r.IntN(60) {
		case 0:
			if err := b.loop.SetRate(10 + r.Int64N(991)); err != nil {
				t.Fatal(err)
			}
		case 1:
			if err := b.loop.Virtual().SetSpeed(r.Int64N(101), 10); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.loop.Ledger().Check(); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.runFor(t, 60*timestep.Second); err != nil {
		t.Fatal(err)
	}
}

// The late start makes the picture newer without missing refreshes.
func TestLoopJustInTime(t *testing.T) {
	age := func(on bool) (mean float64, frames uint64) {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			b.sim.clock, b.sim.tickNs = b.clock, timestep.Millisecond
		})
		b.loop.SetJustInTime(on)
		n := 0
		begun := map[uint64]int64{}
		b.window.script = func(w *fakeWindow, now int64) {
			begun[b.loop.Status().Frames] = b.loop.frame.Now
			p := b.loop.Status().LastPresent
			if at, ok := begun[p.ID]; ok && now > 5*timestep.Second {
				mean += float64(p.SwapEnd - at)
				n++
				delete(begun, p.ID)
			}
		}
		if err := b.runFor(t, 20*timestep.Second); err != nil {
			t.Fatal(err)
		}
		return mean / float64(n) / 1e6, b.loop.Status().Frames
	}
	early, framesEarly := age(false)
	late, framesLate := age(true)
	t.Logf("from the start of a frame to its refresh: %.2f ms, just in time %.2f ms", early, late)
	if late > early/2 || framesLate < framesEarly-30 {
		t.Errorf("just in time: %.2f ms after %.2f, %d frames after %d", late, early, framesLate, framesEarly)
	}
}

// latency injects events at random moments and measures the mean time to the refresh that is the first
// to show, of a body, the whole of the tick with the event, and of the camera, which follows
// the newest input, any frame begun after it (ms).
func latency(t *testing.T, just bool, strategy string) (body, camera float64) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
		b.sim.clock, b.sim.tickNs = b.clock, 500*timestep.Microsecond
		cfg.Strategy = strategy
	})
	b.loop.SetJustInTime(just)
	r := rand.New(rand.NewPCG(3, 33))
	type probe struct {
		at           int64
		body, camera bool // seen
	}
	var open []probe
	var sums [2]float64
	var counts [2]int
	var frames uint64
	next := 3 * timestep.Second
	b.window.script = func(w *fakeWindow, now int64) {
		if st := b.loop.Status(); st.Frames != frames { // a frame has been drawn and, with this executor, shown
			frames = st.Frames
			show, begun := b.loop.frame.Show.Shown, b.loop.frame.Now
			state := b.loop.runner.State()
			zero := begun - state.Time - state.LeftOver // simulated time 0 on the clock
			keep := open[:0]
			for _, p := range open {
				tickEnd := ((p.at-zero)*100/timestep.Second + 1) * timestep.Second / 100
				for i, seen := range []*bool{&p.body, &p.camera} {
					if !*seen && (i == 0 && show >= tickEnd || i == 1 && begun >= p.at) {
						*seen = true
						sums[i] += float64(b.surface.lastSwap-p.at) / 1e6
						counts[i]++
					}
				}
				if !p.body || !p.camera {
					keep = append(keep, p)
				}
			}
			open = keep
		}
		for next <= now {
			open = append(open, probe{at: next})
			next += 20*timestep.Millisecond + r.Int64N(60*timestep.Millisecond)
		}
	}
	if err := b.runFor(t, 60*timestep.Second); err != nil {
		t.Fatal(err)
	}
	return sums[0] / float64(counts[0]), sums[1] / float64(counts[1])
}

// From an event at a random moment to the refresh that shows its effect, on a simulated 60 Hz display
// with one frame in flight and ticks of 100 Hz that cost half a millisecond.
func TestLatencyModel(t *testing.T) {
	type figures struct{ body, camera float64 }
	var got []figures
	for _, c := range []struct {
		just     bool
		strategy string
	}{{false, "interpolate"}, {true, "interpolate"}, {true, "extrapolate"}} {
		body, camera := latency(t, c.just, c.strategy)
		t.Logf("just in time %v, %s: body %.1f ms, camera %.1f ms", c.just, c.strategy, body, camera)
		got = append(got, figures{body, camera})
	}
	early, late, ahead := got[0], got[1], got[2]
	if late.body > early.body-10 || late.camera > early.camera-10 || late.camera > 12 {
		t.Errorf("just in time: %+v after %+v", late, early)
	}
	if d := late.body - ahead.body; d < 8 || d > 12 {
		t.Errorf("interpolation costs %.1f ms, want a tick of 10", d)
	}
}

// Vsync switched on and off: the shown moment never goes back, the clock locks again within 60 frames, and
// no time is lost.
func TestLoopVsyncToggle(t *testing.T) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) { b.sim.keep, cfg.LimitMilli = false, 500_000 })
	next, toggles, since := 2*timestep.Second, 0, uint64(0)
	last, worst := int64(math.MinInt64), uint64(0)
	b.window.script = func(w *fakeWindow, now int64) {
		s := b.loop.Status()
		if s.Frames == 0 {
			return
		}
		if shown := b.loop.frame.Show.Shown; shown < last {
			t.Fatalf("at %d: the shown moment went back from %d to %d", now, last, shown)
		} else {
			last = shown
		}
		if on := b.loop.Vsync() == renderer.VsyncOn; on && since > 0 && s.Lock == timestep.LockHeld {
			worst = max(worst, s.Frames-since)
			since = 0
		}
		if now > next {
			next += timestep.Second
			toggles++
			if b.loop.Vsync() == renderer.VsyncOn {
				if since > 0 {
					t.Fatalf("not locked again after %d frames", s.Frames-since)
				}
				b.loop.SetVsync(renderer.VsyncOff)
				since = 0
			} else {
				b.loop.SetVsync(renderer.VsyncOn)
				since = s.Frames
			}
		}
	}
	if err := b.runFor(t, 30*timestep.Second); err != nil {
		t.Fatal(err)
	}
	l := b.loop.Ledger()
	t.Logf("%d switches; locked again after at most %d frames; clamped %d ns, dropped %d", toggles, worst, l.Clamped,
		l.Dropped)
	if worst == 0 || worst > 60 || l.Clamped != 0 || l.Dropped != 0 {
		t.Errorf("locked after %d frames, clamped %d ns, dropped %d ticks", worst, l.Clamped, l.Dropped)
	}
	if err := l.Check(); err != nil {
		t.Error(err)
	}
	if b.surface.interval != 1 && b.surface.interval != 0 {
		t.Errorf("swap interval %d", b.surface.interval)
	}
}

func halfPose(x float32) vec.Transform {
	return vec.Transform{P: vec.V3(x, 0, 0), Q: vec.QuatIdentity}
}

// TV-L8 through a loop: ticks of 33.3 ms that cost 30, drawing of 1 ms, no vsync. Of two frames one follows a tick and
// one follows a frame: nearly a whole tick of motion is seen within 2 ms, and next to none in the 30 ms after.
func TestTickCostShowsInTheLoop(t *testing.T) {
	var shown, seen []int64
	b := newBench(t, false, func(b *bench, c *LoopConfig) {
		c.Strategy, c.Hz, c.Vsync = "interpolate-raw", 30, renderer.VsyncOff
		b.sim.clock, b.sim.tickNs, b.sim.recordNs = b.clock, 30*timestep.Millisecond, timestep.Millisecond
		b.sim.onRecord = func() { shown = append(shown, b.loop.frame.Show.Shown) }
		c.OnPresent = func(p *renderer.Present) { seen = append(seen, p.DrawEnd) }
	})
	if err := b.runFor(t, 5*timestep.Second); err != nil {
		t.Fatal(err)
	}
	fast, slow := 0, 0
	for i := 10; i+1 < min(len(shown), len(seen)); i++ {
		motion, time := shown[i+1]-shown[i], seen[i+1]-seen[i]
		if motion > 25*timestep.Millisecond && time < 3*timestep.Millisecond {
			fast++
		}
		if motion < 6*timestep.Millisecond && time > 29*timestep.Millisecond {
			slow++
		}
	}
	t.Logf("%d frames, %d leaps, %d halts", len(seen), fast, slow)
	if fast < 50 || slow < 50 {
		t.Errorf("%d leaps and %d halts in 5 s, want about 150 of each", fast, slow)
	}
}

// restless is a window in which something happens every three milliseconds, as when a hand moves the mouse.
type restless struct{ *fakeWindow }

func (w restless) WaitEventsTimeout(ns int64) {
	w.fakeWindow.WaitEventsTimeout(min(ns, 3*timestep.Millisecond))
	w.in.Push(input.Event{Kind: input.EventMouseMove, X: float64(w.clock.Now())})
}

// A loop whose steps follow the frames takes them once for each picture: that a hand moves the mouse between two
// pictures makes the world neither faster nor finer.
func TestEventsBetweenFramesRunNoStep(t *testing.T) {
	for strategy, want := range map[string]float64{"frame-locked": 1, "variable": 1, "semi-fixed": 2, "whole-240": 4} {
		b := newBench(t, false, func(b *bench, c *LoopConfig) {
			c.Strategy, c.Vsync, c.LimitMilli, c.Window = strategy, renderer.VsyncOff, 60_000, restless{b.window}
		})
		if err := b.runFor(t, 5*timestep.Second); err != nil {
			t.Fatal(err)
		}
		frames, ticks := float64(b.loop.Status().Frames), float64(b.loop.Status().Tick)
		if math.Abs(ticks/frames-want) > .1 || frames < 250 {
			t.Errorf("%s: %.0f steps in %.0f frames, want %g in each", strategy, ticks, frames, want)
		}
	}
}
