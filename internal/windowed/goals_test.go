//go:build cgo && linux

package windowed

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"slices"
	"syscall"
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/renderer"
)

// The goals that need a window. They are printed beside what was measured. Other programs on the same processor change
// the figures: on a machine that is busy only gross failures fail.

// tiny is a window in which drawing costs next to nothing.
var tiny = window.Options{Width: 64, Height: 64}

// cpuTime is the processor time of the program so far.
func cpuTime() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// slowness is how many times longer than alone a computation takes, with all that runs beside it.
func slowness() float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begin, before := time.Now(), threadTime()
	for threadTime()-before < 50*time.Millisecond {
	}
	return max(float64(time.Since(begin))/float64(threadTime()-before), 1)
}

// threadTime is the processor time of the calling thread.
func threadTime() time.Duration {
	var r syscall.Rusage
	_ = syscall.Getrusage(1, &r) // RUSAGE_THREAD
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// limit is the goal, or, on a machine that has much else to do, what only a gross failure exceeds.
func limit(t *testing.T, goal, gross float64) float64 {
	if slow := slowness(); slow > 1.1 {
		t.Logf("a computation takes %.2f times as long as alone: limit %g, goal %g", slow, gross, goal)
		return gross
	}
	return goal
}

// settle and watch are the times before and of a measurement of idleness.
func settle() time.Duration {
	if soak() {
		return 2 * time.Second
	}
	return 700 * time.Millisecond
}

func watch() time.Duration { return 2 * settle() }

// idle lets the window settle until no frame has been drawn for a while and returns the share of a core used in
// the time after.
func idle(t *testing.T, o window.Options, paused bool) float64 {
	t.Helper()
	var from time.Time
	var cpu time.Duration
	share := math.NaN()
	begin, drawn := time.Now(), uint64(0)
	run(t, "pyramid36", o, func(s *session, frame uint64) {
		if s.window.every != nil {
			return
		}
		s.loop.Virtual().SetPaused(paused)
		s.window.every = func() {
			if n := s.exec.Counters().Drawn; n != drawn && from.IsZero() {
				drawn, begin = n, time.Now()
			}
			switch {
			case from.IsZero() && time.Since(begin) > settle():
				from, cpu = time.Now(), cpuTime()
			case !from.IsZero() && time.Since(from) > watch():
				share = 100 * float64(cpuTime()-cpu) / float64(time.Since(from))
				s.loop.Quit()
			}
		}
	})
	return share
}

func TestGoalIdle(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	paused := idle(t, window.Options{Width: 320, Height: 180}, true)
	t.Logf("goal: <= 1 %% of a core paused; measured: %.2f %%", paused)
	if !(paused <= limit(t, 1, 10)) {
		t.Error("the paused window is not idle")
	}
}

// A window that is hidden draws nothing; here it is hidden after its first frame.
func TestGoalHidden(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	share, drawn := math.NaN(), uint64(0)
	begin := time.Now()
	var from time.Time
	var cpu time.Duration
	run(t, "pyramid36", tiny, func(s *session, frame uint64) {
		if s.window.every != nil {
			return
		}
		s.loop.Virtual().SetPaused(true)
		s.window.hide = true
		s.window.every = func() {
			switch {
			case from.IsZero() && time.Since(begin) > settle():
				from, cpu, drawn = time.Now(), cpuTime(), s.loop.Status().Frames
			case !from.IsZero() && time.Since(from) > watch():
				share = 100 * float64(cpuTime()-cpu) / float64(time.Since(from))
				drawn = s.loop.Status().Frames - drawn
				s.loop.Quit()
			}
		}
	})
	t.Logf("goal: <= 0.3 %% of a core minimised; measured: %.2f %%", share)
	if !(share <= limit(t, .3, 10)) || drawn > 0 {
		t.Errorf("%.2f %% of a core and %d frames while nothing can be seen", share, drawn)
	}
}

func TestGoalLimiterPrecision(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for _, fps := range []int64{60, 144, 500} {
		var stamps []time.Time
		run(t, "box", tiny, func(s *session, frame uint64) {
			if frame == 1 {
				if err := s.loop.Limiter().SetRate(1000 * fps); err != nil {
					s.t.Error(err)
				}
				s.app.Show().Shadows, s.app.Show().Interface = false, false
			}
			if frame > 20 {
				stamps = append(stamps, time.Now())
			}
			s.loop.Redraw()
			if int64(frame) > 20+fps {
				s.loop.Quit()
			}
		})
		n := len(stamps) - 1
		mean := stamps[n].Sub(stamps[0]).Seconds() / float64(n)
		var sum float64
		for i := range n {
			d := stamps[i+1].Sub(stamps[i]).Seconds() - mean
			sum += d * d
		}
		off := 100 * (1/mean/float64(fps) - 1)
		gaps := make([]float64, n)
		for i := range gaps {
			gaps[i] = 1000 * stamps[i+1].Sub(stamps[i]).Seconds()
		}
		slices.Sort(gaps)
		t.Logf(
			"%d frames a second: goal: mean within 0.01 %%, sigma <= 0.5 ms; measured: mean %+.3f %%, sigma %.3f ms, "+
				"median frame %.3f ms",
			fps, off, 1000*math.Sqrt(sum/float64(n)), gaps[n/2])
		// a hitch is made up for, which raises the mean a little; without a limit these frames
		// come several times as fast
		if off > 25 {
			t.Errorf("%.0f %% faster than the limit", off)
		}
	}
}

func TestGoalVsyncNotHonoured(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	var begin time.Time
	found := time.Duration(0)
	frames, cpu, own, loop := uint64(0), time.Duration(0), time.Duration(0), 0.0
	run(t, "box", tiny, func(s *session, frame uint64) {
		s.app.Show().Shadows, s.app.Show().Interface = false, false
		if frame == 1 {
			s.loop.SetVsync(renderer.VsyncOn)
		}
		if frame == 2 {
			begin = time.Now()
		}
		s.loop.Redraw()
		if found == 0 && s.loop.Status().VsyncIgnored {
			found, frames, cpu, own = time.Since(begin), frame, cpuTime(), threadTime()
		}
		if frame > 2 && (found > 0 && time.Since(begin) > found+2*time.Second || time.Since(begin) > 10*time.Second) {
			if found > 0 {
				seconds := (time.Since(begin) - found).Seconds()
				loop = 100 * (threadTime() - own).Seconds() / seconds
				t.Logf(
					"then %.0f frames a second with %.0f %% of a core, of which the main thread, "+
						"that is all but drawing by the processor, %.1f %% (goal: < 30 %%)",
					float64(frame-frames)/seconds, 100*(cpuTime()-cpu).Seconds()/seconds, loop)
			}
			s.loop.Quit()
		}
	})
	if found == 0 {
		t.Log("swaps wait on this display: nothing to detect")
		return
	}
	t.Logf("goal: vsync that is not honoured found within 0.5 s; measured: %.3f s", found.Seconds())
	if found.Seconds() > limit(t, .5, 5) {
		t.Error("too late")
	}
	if loop > limit(t, 30, 60) {
		t.Error("the limit costs more than the goal")
	}
}

// Pointer motion sent by another process: the stamp has to lie between the start and the end of that process,
// but for the time until the main thread is woken.
func TestGoalEventStamps(t *testing.T) {
	tool, err := exec.LookPath("xdotool")
	if err != nil || testing.Short() {
		t.Skip("no xdotool, or short")
	}
	type sent struct{ from, to int64 }
	clock := timestep.RealClock()
	var all []sent
	var stamps []int64
	const moves = 60
	done := make(chan struct{})
	run(t, "box", window.Options{Width: 320, Height: 180}, func(s *session, frame uint64) {
		if s.window.every != nil {
			return
		}
		s.loop.Virtual().SetPaused(true)
		s.spy.heard = func(e *input.Event) {
			if e.Kind == input.EventMouseMove {
				stamps = append(stamps, e.Time)
			}
		}
		go func() {
			defer close(done)
			time.Sleep(500 * time.Millisecond)
			for i := range moves {
				from := clock.Now()
				_ = exec.Command(tool, "mousemove", fmt.Sprint(20+3*i), fmt.Sprint(40+i)).Run()
				all = append(all, sent{from, clock.Now()})
				time.Sleep(time.Duration(7+i%13) * time.Millisecond)
			}
			s.window.PostEmptyEvent()
		}()
		s.window.every = func() {
			select {
			case <-done:
				s.loop.Quit()
			default:
			}
		}
	})
	<-done
	var late []float64
	for _, m := range all {
		for _, at := range stamps {
			if at >= m.from && at < m.to+int64(20*time.Millisecond) {
				late = append(late, math.Max(0, float64(at-m.to)/1e6))
				break
			}
		}
	}
	if len(late) < moves/2 {
		t.Skipf("only %d of %d motions arrived: the pointer is not over the window", len(late), moves)
	}
	slices.Sort(late)
	p50, p99 := late[len(late)/2], late[len(late)*99/100]
	t.Logf(
		"goal: stamps within 0.5 ms, p99; measured: at most %.3f ms after the sender had ended, "+
			"median %.3f (%d motions)", p99, p50, len(late))
	// a stamp made when the queue is looked at would be half a frame late in the middle, on an idle machine too;
	// how late the slowest are is up to other programs
	if p50 > limit(t, .5, 8) {
		t.Error("stamps are made late")
	}
}

// The whole program stands still for two seconds.
func TestGoalStopSignal(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	var before, after uint64
	var clamped int64
	worst := 0
	stopped := time.Time{}
	run(t, "pyramid36", tiny, func(s *session, frame uint64) {
		s.loop.Redraw()
		if frame == 30 {
			cmd := exec.Command("sh", "-c", fmt.Sprintf("kill -STOP %d; sleep 2; kill -CONT %d", os.Getpid(),
				os.Getpid()))
			if err := cmd.Start(); err != nil {
				s.t.Error(err)
			}
			go func() { _ = cmd.Wait() }()
			before, stopped = s.loop.Status().Tick, time.Now()
		}
		if frame > 30 {
			worst = max(worst, s.loop.Status().Steps)
		}
		if !stopped.IsZero() && time.Since(stopped) > 3*time.Second {
			after, clamped = s.loop.Status().Tick, s.loop.Ledger().Clamped
			s.loop.Quit()
		}
	})
	t.Logf(
		"goal: a stall costs the clamp (250 ms) and is over in one frame; measured: at most %d ticks in a frame, "+
			"%.0f ms clamped, %d ticks in 3 s",
		worst, float64(clamped)/1e6, after-before)
	if worst > 26 || clamped < int64(1500*time.Millisecond) {
		t.Error("not as expected")
	}
}

func TestGoalGarbageCollection(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	sample := []metrics.Sample{{Name: "/sched/pauses/total/gc:seconds"}, {Name: "/gc/heap/allocs:objects"}}
	var from, to *metrics.Float64Histogram
	var allocated uint64
	var seen [2]uint64
	run(t, "pyramid36", tiny, func(s *session, frame uint64) {
		s.loop.Redraw()
		switch {
		case frame == 100:
			metrics.Read(sample)
			h := sample[0].Value.Float64Histogram()
			from = &metrics.Float64Histogram{Counts: slices.Clone(h.Counts), Buckets: h.Buckets}
			allocated, seen[0] = sample[1].Value.Uint64(), frame
		case frame == 400:
			metrics.Read(sample)
			allocated, seen[1] = sample[1].Value.Uint64()-allocated, frame
		case frame > 400 && frame%40 == 0:
			runtime.GC()
		case frame == 810:
			metrics.Read(sample)
			to = sample[0].Value.Float64Histogram()
			s.loop.Quit()
		}
	})
	worst := 0.0
	for i := range to.Counts {
		if to.Counts[i] > from.Counts[i] {
			worst = to.Buckets[i+1]
		}
	}
	t.Logf(
		"goal: pauses of the collector < 100 us; measured: < %.0f us in 10 collections; "+
			"%.2f allocations a frame in %d frames of the window (goal 0)",
		1e6*worst, float64(allocated)/float64(seen[1]-seen[0]), seen[1]-seen[0])
	if worst > limit(t, .002, .2) {
		t.Error("long pauses")
	}
}
