//go:build cgo && linux

package windowed

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/window"
	"tumble/internal/app"
	"tumble/renderer"
)

// The captures of hitches in a real window on the real clock. They need minutes of a machine that does nothing
// else, so they run with TUMBLE_SOAK only:
//
//	xvfb-run -a -s "-screen 0 1280x720x24 -noreset" env LIBGL_ALWAYS_SOFTWARE=1 TUMBLE_SOAK=1 TUMBLE_HITCHES=20 \
//	  TUMBLE_QUIET=10m go test -count=1 -timeout 1h -v -run 'TestProvokedHitches|TestQuiet' ./internal/windowed

// hitchCooldown is the rest between two captures in these tests.
const hitchCooldown = engine.Second / 2

// hitchTime is how long a provoked hitch lasts.
const hitchTime = 60 * time.Millisecond

// hitchWindow is drawn quickly by a processor.
var hitchWindow = window.Options{Width: 320, Height: 180}

// watched is the application with its black box on, and the means to provoke hitches.
type watched struct {
	*session
	bad     *engine.BadMachine
	witness engine.Witness
	clock   engine.Clock
	folder  string
	found   []engine.Hitch
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

// capture is what a folder of the black box says.
type capture struct {
	Verdict struct{ Kind, Text string }
	Trigger string
	FrameMs float64 `json:"frame_ms"`
	PartMs  float64 `json:"part_ms"`
}

// watchHitches opens the window as the program does, with vertical synchronisation and the flight recorder on.
func watchHitches(t *testing.T, change func(*setup)) *watched {
	w := &watched{session: &session{t: t}, witness: engine.NewWitness(), clock: engine.RealClock(), folder: t.TempDir(), read: map[string]bool{}}
	w.bad = engine.NewBadMachine(w.clock)
	t.Cleanup(w.bad.Close)
	w.prepare = func(with *setup) {
		with.app.Bad = w.bad
		with.app.Hitches = app.HitchOptions{Folder: w.folder, Cooldown: hitchCooldown, MaxBytes: 1 << 40, Trace: true}
		with.drawing.CPU = w.bad.ProgramTime
		with.drawing.Surface = &hangingSurface{with.drawing.Surface, &w.hang}
		with.loop.Vsync = renderer.VsyncOn
		with.loop.OnHitch = func(h engine.Hitch) {
			w.found = append(w.found, h)
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
		if err != nil || e != nil || strings.TrimSpace(string(text)) != c.Verdict.Text {
			w.t.Errorf("%s: %v, %v: %q against %q", dir, err, e, text, c.Verdict.Text)
		}
		for _, name := range []string{"keyframe.bin", "input.tumble", "frames.csv", "steps.csv", "trace.out", "picture.png"} {
			_ = os.Remove(filepath.Join(dir, name))
		}
		list = append(list, c)
	}
	return list
}

// busy works for a time, not counting that in which the thread has no core.
func (w *watched) busy(d time.Duration) {
	for end := w.witness.CPU() + int64(d); w.witness.CPU() < end; {
	}
}

// heap is what the collector has to mark: nodes of a list in an order that no cache likes.
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
			w.bad.SetStepDelay(int64(hitchTime))
			// the tick is the one whose end takes the delay
			w.inTick = func() { w.inTick = func() { w.bad.SetStepDelay(0) } }
		}, after: func(w *watched) { w.bad.SetStepDelay(0) }},
		{name: "one huge island", scene: "pyramid1275", kind: "island", says: "of 1275 bodies", change: func(with *setup) {
			with.config.Settings.SubSteps, with.config.Settings.SleepTime = 12, 0.2
		}, ready: func(w *watched) bool {
			return w.app.Session().World().Counters().AwakeBodies == 0
		}, inject: func(w *watched) {
			e := app.WakeCommand()
			e.Time = w.clock.Now()
			if err := w.loop.World().Push(e); err != nil {
				w.t.Error(err)
			}
		}},
		{name: "collector", scene: "pyramid36", kind: "collector", says: "garbage collector", inject: func(w *watched) {
			if ballast == nil {
				ballast = largeHeap(hitchTime)
			}
			w.inTick = runtime.GC
		}},
		{name: "stolen core", scene: "pyramid36", kind: "descheduled", says: "there was no core for", inject: func(w *watched) {
			w.bad.SetHogs(4 * runtime.NumCPU())
		}, after: func(w *watched) { w.bad.SetHogs(0) }},
		{name: "blocked swap", scene: "pyramid36", kind: "swap", says: "swap was blocked", inject: func(w *watched) {
			w.hang.Store(int64(2 * hitchTime))
		}},
		{name: "slow recording", scene: "pyramid36", kind: "record", says: "recording the frame", inject: func(w *watched) {
			w.inRecord = func() { w.busy(hitchTime) }
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
const calmFrames = 120

// patience is how long a capture of a provoked hitch may take to arrive on the disk.
const patience = 20 * time.Second

func (p *provocation) provoke(t *testing.T, count int) {
	w := watchHitches(t, p.change)
	turns, right, strange := 0, 0, 0
	injected, calm, last, since := time.Time{}, uint64(0), time.Time{}, time.Now()
	// on a machine that is never calm the rest after a capture has to do
	due := func(frame uint64) bool {
		return frame > max(calm, calmFrames) || time.Since(since) > patience && time.Since(last) > 2*time.Duration(hitchCooldown)
	}
	w.run(p.scene, hitchWindow, func(s *session, frame uint64) {
		if w.spy.ticked == nil {
			w.instrument()
		}
		fresh := w.captures()
		if injected.IsZero() {
			for _, c := range fresh {
				strange++
				t.Logf("unasked: %s: %s", c.Trigger, c.Verdict.Text)
			}
			if len(fresh) > 0 {
				calm, last = frame+calmFrames, time.Now()
			}
			switch {
			case turns == count:
				s.loop.Quit()
			case due(frame) && (p.ready == nil || p.ready(w)):
				turns++
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
		switch {
		case len(fresh) == 0:
			t.Errorf("turn %d: no capture within %v; hitches %v", turns, patience, w.found)
		case fresh[0].Verdict.Kind == p.kind && strings.Contains(fresh[0].Verdict.Text, p.says):
			right++
		default:
			t.Errorf("turn %d: named %s by %s: %s (frame of %.1f ms)", turns, fresh[0].Verdict.Kind, fresh[0].Trigger, fresh[0].Verdict.Text, fresh[0].FrameMs)
		}
		if right == 1 && len(fresh) > 0 {
			t.Log(fresh[0].Verdict.Text)
		}
		injected, calm, last, since = time.Time{}, frame+calmFrames, time.Now(), time.Now()
	})
	t.Logf("%d of %d named %s; %d captures that nobody asked for", right, count, p.kind, strange)
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

// Nothing is captured while nothing happens. On a machine that other programs load, captures that say so are right: the
// test names the cause of each.
func TestQuiet(t *testing.T) {
	if !soak() {
		t.Skip("set TUMBLE_SOAK=1 to watch a quiet window")
	}
	w := watchHitches(t, nil)
	length, begin := quietTime(t), time.Now()
	captures := 0
	w.run("windmill", hitchWindow, func(s *session, frame uint64) {
		for _, c := range w.captures() {
			captures++
			t.Errorf("after %.0f s: %s: %s (frame of %.1f ms)", time.Since(begin).Seconds(), c.Trigger, c.Verdict.Text, c.FrameMs)
		}
		if time.Since(begin) > length {
			s.loop.Quit()
		}
	})
	t.Logf("%d captures in %v, %d frames", captures, length, w.loop.Status().Frames)
}
