//go:build cgo && linux

package windowed

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/engine/window"
	appcapture "tumble/internal/app/capture"
	appsession "tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/renderer"
)

// The captures of hitches in a real window on the real clock. They need minutes of a machine that does nothing
// else, so they run with TUMBLE_SOAK only:
//
//	xvfb-run -a -s "-screen 0 1280x720x24 -noreset" env LIBGL_ALWAYS_SOFTWARE=1 TUMBLE_SOAK=1 TUMBLE_HITCHES=20 \
//	  TUMBLE_QUIET=10m go test -count=1 -timeout 1h -v -run 'TestProvokedHitches|TestQuiet' ./internal/windowed

// hitchCooldown is the rest between two captures in these tests.
const hitchCooldown = timestep.Second / 2

// hitchTime is how long a provoked hitch lasts at least, and mostHitchTime how long at most.
const (
	hitchTime     = 100 * time.Millisecond
	mostHitchTime = 800 * time.Millisecond
)

// hitchOver is how many times longer a provoked hitch is than the time that the machine itself takes from a frame
// now and then.
const hitchOver = 5

// hitchWindow is drawn quickly by a processor.
var hitchWindow = window.Options{Width: 320, Height: 180}

// watched is the application with its black box on, and the means to provoke hitches.
type watched struct {
	*session
	bad      *diagnose.BadMachine
	counters diagnose.CounterSource
	clock    timestep.Clock
	folder   string
	found    []diagnose.Hitch
	kernel   *kernel
	// lacks are the counts of the kernel over the frames of the hitches
	lacks map[uint64]lack
	// hang (ns) is how long the next swap blocks
	hang atomic.Int64
	// in the next tick, and in the next recording
	inTick, inRecord func()
	read             map[string]bool
}

// hangingSurface is a surface whose next swap blocks when it is told to.
type hangingSurface struct {
	renderer.Surface
	hang *atomic.Int64
}

func (s *hangingSurface) SwapBuffers() error {
	if ns := s.hang.Swap(0); ns > 0 {
		time.Sleep(time.Duration(ns))
	}
	return s.Surface.SwapBuffers()
}

// capture has the contents of a folder of the black box.
type capture struct {
	Cause   struct{ Kind, Text string } `json:"verdict"`
	Trigger string
	Frame   uint64
	FrameMs float64 `json:"frame_ms"`
	PartMs  float64 `json:"part_ms"`
}

// watchHitches opens the window as the program does, with vertical synchronisation and the flight recorder on.
func watchHitches(t *testing.T, change func(*setup)) *watched {
	w := &watched{session: &session{t: t}, counters: diagnose.NewCounterSource(), clock: timestep.RealClock(),
		folder: t.TempDir(), read: map[string]bool{},
		kernel: newKernel(t), lacks: map[uint64]lack{}}
	w.bad = diagnose.NewBadMachine(w.clock)
	t.Cleanup(w.bad.Close)
	w.prepare = func(with *setup) {
		with.app.Bad = w.bad
		// Where the processor draws, better pictures, or as many as it can draw, take all cores by themselves,
		// and each lacks one now and then. At this rate a third of two cores is busy.
		with.app.Quality, _ = stage.FindQuality("least")
		with.loop.LimitMilli = 30_000
		with.app.Hitches = appcapture.HitchOptions{Folder: w.folder, Cooldown: hitchCooldown, MaxBytes: 1 << 40,
			Trace: true}
		with.drawing.CPU = w.bad.ProgramTime
		with.drawing.Surface = &hangingSurface{with.drawing.Surface, &w.hang}
		with.loop.Vsync = renderer.VsyncOn
		with.loop.OnHitch = func(h diagnose.Hitch) {
			w.found = append(w.found, h)
			w.kernel.read(h.Time)
			// the drawing that is judged may have begun a frame before
			w.lacks[h.Frame] = w.kernel.since(h.Time - h.FrameNs - w.loop.NewestSample().Draw)
			w.app.Hitch(h)
		}
		if change != nil {
			change(with)
		}
	}
	return w
}

// instrument lets the test act within ticks and recordings.
func (w *watched) instrument() {
	once := func(f *func()) func() {
		return func() {
			if g := *f; g != nil {
				*f = nil
				g()
			}
		}
	}
	w.spy.ticked, w.spy.recorded = once(&w.inTick), once(&w.inRecord)
}

// explained reports whether the counters of the kernel account for at least half of the time that a capture names:
// for time without a core, with the delay of a thread and the time that the host stole, which is not in that delay;
// for anything else with the stolen time alone, which looks like work to the program.
func (w *watched) explained(c *capture) (l lack, ok bool) {
	l = w.lacks[c.Frame]
	lacked := l.steal
	if c.Cause.Kind == diagnose.CauseScheduler.String() {
		lacked += l.delay
	}
	return l, float64(lacked) >= c.PartMs*1e6/2
}

// least is how long a provoked hitch has to last on this machine: several times what frames lack or what their drawing
// takes longer now and then.
func (w *watched) least() time.Duration {
	var frames [128]diagnose.FrameSample
	n := w.loop.FrameSamples(frames[:])
	var stalls, draws []int64
	for i := range frames[:n] {
		s := &frames[i]
		stalls, draws = append(stalls, max(s.StepStall+s.RecordStall+s.Late, s.DrawLate)), append(draws, s.Draw)
	}
	slices.Sort(stalls)
	slices.Sort(draws)
	at := n - 1 - n/20
	return min(max(hitchTime, hitchOver*time.Duration(max(stalls[at], draws[at]-draws[n/2]))), mostHitchTime)
}

// captures reads the folders that are new and removes them.
func (w *watched) captures() (list []capture) {
	dirs, _ := filepath.Glob(filepath.Join(w.folder, "hitch-*"))
	slices.Sort(dirs)
	for _, dir := range dirs {
		if w.read[dir] {
			continue
		}
		w.read[dir] = true
		data, err := os.ReadFile(filepath.Join(dir, "hitch.json"))
		var c capture
		if err == nil {
			err = json.Unmarshal(data, &c)
		}
		text, e := os.ReadFile(filepath.Join(dir, "verdict.txt"))
		if err != nil || e != nil || strings.TrimSpace(string(text)) != c.Cause.Text {
			w.t.Errorf("%s: %v, %v: %q against %q", dir, err, e, text, c.Cause.Text)
		}
		for _, name := range []string{"journal.tumble", "frames.csv", "steps.csv", "trace.out", "picture.png"} {
			_ = os.Remove(filepath.Join(dir, name))
		}
		list = append(list, c)
	}
	return list
}

// busy works for a time, not counting that in which the thread has no core.
func (w *watched) busy(d time.Duration) {
	for end := w.counters.CPU() + int64(d); w.counters.CPU() < end; {
	}
}

// heap is the load of the collector: nodes of a list in an order that no cache likes.
type heap struct {
	next, other *heap
}

// largeHeap returns a heap over which a cycle of the collector takes at least so long.
func largeHeap(least time.Duration) (all []*heap) {
	for n := 1 << 20; ; n *= 2 {
		for len(all) < n {
			all = append(all, &heap{})
		}
		for i, h := range all {
			h.next, h.other = all[(i*7919+1)%len(all)], all[(i*104729+1)%len(all)]
		}
		runtime.GC()
		begin := time.Now()
		runtime.GC()
		if time.Since(begin) >= least || n >= 1<<23 {
			return all
		}
	}
}

// provocation makes one kind of hitch.
type provocation struct {
	name, scene, kind, says string
	change                  func(*setup)
	// inject is called between two frames, after at the first capture or in the end
	inject func(w *watched)
	after  func(w *watched)
	ready  func(w *watched) bool
}

func provocations() []provocation {
	var ballast []*heap
	return []provocation{
		{name: "slow step", scene: "pyramid36", kind: "step", says: "outside of the physics", inject: func(w *watched) {
			w.bad.SetStepDelay(int64(w.least()))
			// the tick is the one whose end takes the delay
			w.inTick = func() { w.inTick = func() { w.bad.SetStepDelay(0) } }
		}, after: func(w *watched) { w.bad.SetStepDelay(0) }},
		{name: "one huge island", scene: "pyramid1275", kind: "island", says: "of 1275 bodies",
			change: func(with *setup) {
				with.config.Settings.SubSteps, with.config.Settings.SleepTime = 24, 0.2
			}, ready: func(w *watched) bool {
				return w.app.Session().World().Counters().AwakeBodies == 0
			}, inject: func(w *watched) {
				e := appsession.WakeCommand()
				e.Time = w.clock.Now()
				if err := w.loop.World().Push(e); err != nil {
					w.t.Error(err)
				}
			}},
		{name: "collector", scene: "pyramid36", kind: "collector", says: "garbage collector", inject: func(w *watched) {
			if ballast == nil {
				ballast = largeHeap(hitchTime / 2)
			}
			w.inTick = runtime.GC
		}},
		{name: "stolen core", scene: "pyramid36", kind: "descheduled", says: "there was no core for",
			inject: func(w *watched) {
				w.bad.SetHogs(4 * runtime.NumCPU())
			}, after: func(w *watched) { w.bad.SetHogs(0) }},
		{name: "blocked swap", scene: "pyramid36", kind: "swap", says: "swap was blocked", inject: func(w *watched) {
			w.hang.Store(int64(2 * w.least()))
		}},
		{name: "slow recording", scene: "pyramid36", kind: "record", says: "recording the frame",
			inject: func(w *watched) {
				least := w.least()
				w.inRecord = func() { w.busy(least) }
			}},
	}
}

// hitchCount is how often each kind is provoked.
func hitchCount(t *testing.T) int {
	text := os.Getenv("TUMBLE_HITCHES")
	if text == "" {
		return 20
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal("TUMBLE_HITCHES: ", err)
	}
	return n
}

// Every kind of hitch is captured and named correctly, each time.
func TestProvokedHitches(t *testing.T) {
	if !soak() {
		t.Skip("set TUMBLE_SOAK=1 to provoke hitches in the real window")
	}
	count := hitchCount(t)
	for _, p := range provocations() {
		t.Run(p.name, func(t *testing.T) { p.provoke(t, count) })
	}
}

// calmFrames are how many frames have to pass between two hitches: what is usual must be known again, and the rest
// after a capture be over.
const calmFrames = 90

// patience is how long a capture of a provoked hitch may take to arrive on the disk.
const patience = 20 * time.Second

// mostSpoilt is how many turns of a kind the machine may spoil.
const mostSpoilt = 20

// tally counts what became of the turns of a provocation.
type tally struct {
	*provocation
	exchanges, right, spoilt int
	// captures that nobody asked for: those that say that there was no core, as the kernel does, and others
	explained, strange int
}

// unasked takes the captures between two turns.
func (y *tally) unasked(w *watched, fresh []capture) {
	for i := range fresh {
		c := &fresh[i]
		l, ok := w.explained(c)
		if ok {
			y.explained++
		} else {
			y.strange++
		}
		w.t.Logf("unasked: %s: %s (frame of %.1f ms; %v)", c.Trigger, c.Cause.Text, c.FrameMs, l)
	}
}

// tallyUp takes the first capture of a turn. Where the machine itself took more from the frame than the provoked hitch,
// the larger cause has to be named, and the turn is taken again.
func (y *tally) tallyUp(w *watched, c *capture) {
	l, stolen := w.explained(c)
	switch {
	case c.Cause.Kind == y.kind && strings.Contains(c.Cause.Text, y.says):
		y.right++
		if y.right == 1 {
			w.t.Log(c.Cause.Text)
		}
	case stolen && c.Cause.Kind == diagnose.CauseScheduler.String() && y.spoilt < mostSpoilt:
		y.spoilt++
		y.exchanges--
		w.t.Logf("spoilt: %s: %s (%v)", c.Trigger, c.Cause.Text, l)
	default:
		w.t.Errorf("turn %d: named %s by %s: %s (frame of %.1f ms; %v)", y.exchanges, c.Cause.Kind, c.Trigger,
			c.Cause.Text, c.FrameMs, l)
	}
}

func (p *provocation) provoke(t *testing.T, count int) {
	w, y := watchHitches(t, p.change), tally{provocation: p}
	injected, calm, last, since := time.Time{}, uint64(0), time.Time{}, time.Now()
	// on a machine that is never calm the rest after a capture has to do
	due := func(frame uint64) bool {
		return frame > max(calm, calmFrames) || time.Since(since) > patience &&
			time.Since(last) > 2*time.Duration(hitchCooldown)
	}
	w.run(p.scene, hitchWindow, func(s *session, frame uint64) {
		if w.spy.ticked == nil {
			w.instrument()
		}
		w.kernel.read(w.clock.Now())
		fresh := w.captures()
		if injected.IsZero() {
			y.unasked(w, fresh)
			if len(fresh) > 0 {
				calm, last = frame+calmFrames, time.Now()
			}
			switch {
			case y.exchanges == count:
				s.loop.Quit()
			case due(frame) && (p.ready == nil || p.ready(w)):
				y.exchanges++
				injected = time.Now()
				w.found = w.found[:0]
				p.inject(w)
			}
			return
		}
		if len(w.found) > 0 && p.after != nil {
			p.after(w)
		}
		if len(fresh) == 0 && time.Since(injected) < patience {
			return
		}
		if p.after != nil {
			p.after(w)
		}
		if len(fresh) == 0 {
			t.Errorf("turn %d: no capture within %v; hitches %v", y.exchanges, patience, w.found)
		} else {
			y.tallyUp(w, &fresh[0])
		}
		injected, calm, last, since = time.Time{}, frame+calmFrames, time.Now(), time.Now()
	})
	t.Logf(
		"%d of %d named %s, %d more spoilt by the machine; captures that nobody asked for: "+
			"%d say that there was no core, as the kernel does; %d others",
		y.right, count, p.kind, y.spoilt, y.explained, y.strange)
}

// quietTime is how long TestQuiet watches.
func quietTime(t *testing.T) time.Duration {
	text := os.Getenv("TUMBLE_QUIET")
	if text == "" {
		return 10 * time.Minute
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal("TUMBLE_QUIET: ", err)
	}
	return d
}

// Nothing is captured while nothing happens. On a machine that other programs load, or whose host takes its cores away,
// captures that say so are right if the counters of the kernel say so too: they are counted apart.
func TestQuiet(t *testing.T) {
	if !soak() {
		t.Skip("set TUMBLE_SOAK=1 to watch a quiet window")
	}
	w := watchHitches(t, nil)
	length, begin := quietTime(t), time.Now()
	explained, alarms := 0, 0
	w.run("windmill", hitchWindow, func(s *session, frame uint64) {
		w.kernel.read(w.clock.Now())
		fresh := w.captures()
		for i := range fresh {
			c := &fresh[i]
			l, ok := w.explained(c)
			text := fmt.Sprintf("after %.0f s: %s: %s (frame of %.1f ms; %v)", time.Since(begin).Seconds(), c.Trigger,
				c.Cause.Text, c.FrameMs, l)
			if ok {
				explained++
				t.Log(text)
			} else {
				alarms++
				t.Error("false alarm ", text)
			}
		}
		if time.Since(begin) > length {
			s.loop.Quit()
		}
	})
	t.Logf("%d false alarms in %v, %d frames; %d captures of time without a core that the kernel counted as well",
		alarms, length, w.loop.Status().Frames, explained)
}
