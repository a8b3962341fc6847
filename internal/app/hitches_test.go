package app

import (
	"encoding/json"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/capture"
	"tumble/internal/app/session"
	"tumble/renderer"
)

// coreCounters says that the main thread had a core, less the stolen time.
type coreCounters struct {
	clock  *timestep.FakeClock
	stolen int64
	now    diagnose.Counters
}

func (w *coreCounters) CPU() int64                { return w.clock.Now() - w.stolen }
func (w *coreCounters) Read(e *diagnose.Counters) { *e = w.now; e.CPU = w.CPU() }

func (w *coreCounters) LockWait() int64 { return 0 }

// block keeps the main thread from running for a time.
func (w *coreCounters) block(ns int64) {
	w.clock.Advance(ns)
	w.stolen += ns
}

func (w *coreCounters) steal(ns int64) {
	w.block(ns)
	w.now.Delay += ns
}

// hitchRig is the application whose clock moves by the cost that the test gives to each part of a frame.
type hitchRig struct {
	*rig
	counters *coreCounters
	surface  *slowSurface
	reading  int64 // what each reading of the clock by the physics costs: there are some between the stages of a step
	inStep   func()
	folder   string
	found    []diagnose.Hitch
}

// slowSurface is a surface whose next swap hangs.
type slowSurface struct {
	clock *timestep.FakeClock
	hang  int64
}

func (s *slowSurface) MakeCurrent() error          { return nil }
func (s *slowSurface) DetachCurrent() error        { return nil }
func (s *slowSurface) SetSwapInterval(_ int) error { return nil }
func (s *slowSurface) SwapBuffers() error {
	s.clock.Advance(s.hang)
	s.hang = 0
	return nil
}

func newHitchRig(t *testing.T, scene string) *hitchRig {
	t.Helper()
	h := &hitchRig{folder: t.TempDir()}
	h.rig = newRig(t, scene, func(cfg *engine.LoopConfig, o *Options) {
		clock := cfg.Clock.(*timestep.FakeClock)
		h.counters, h.surface = &coreCounters{clock: clock}, &slowSurface{clock: clock}
		cfg.Counters = h.counters
		o.Clock = func() int64 {
			clock.Advance(h.reading)
			if f := h.inStep; f != nil {
				h.inStep = nil
				f()
			}
			return clock.Now()
		}
		o.Hitches = capture.HitchOptions{Folder: h.folder, Cooldown: timestep.Second / 2}
		cfg.OnHitch = func(x diagnose.Hitch) {
			h.found = append(h.found, x)
			h.app.Hitch(x)
		}
	}, func(rc *renderer.Config) { rc.Surface = h.surface })
	h.reading = 2 * timestep.Microsecond
	h.run(60)
	return h
}

// captures waits for the writer and lists the folders.
func (h *hitchRig) captures() []string {
	h.t.Helper()
	h.app.box.Flush()
	list, err := filepath.Glob(filepath.Join(h.folder, "hitch-*"))
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// captured is the cause in hitch.json.
type captured struct {
	Cause struct{ Kind, Text string } `json:"verdict"`
}

func (h *hitchRig) info(dir string) (info captured) {
	h.t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "hitch.json"))
	if err != nil {
		h.t.Fatal(err)
	}
	if err := json.Unmarshal(data, &info); err != nil {
		h.t.Fatal(err)
	}
	return info
}

// Every kind of hitch is captured and named, twenty times each.
func TestHitchBoxNamesTheCause(t *testing.T) {
	slow := func(h *hitchRig, ns int64) {
		// the clock is read more than twenty times in a step
		h.reading = ns / 20
	}
	for _, c := range []struct {
		name, scene, kind, says string
		inject                  func(h *hitchRig, ns int64)
	}{
		{"slow step", "pyramid36", "step", "outside of the physics", func(h *hitchRig, ns int64) {
			h.app.bad = diagnose.NewBadMachine(tickingClock{h.clock})
			h.app.bad.SetStepDelay(ns)
		}},
		{"slow stage", "box", "step", "ms of it ", slow},
		{"one huge island", "pyramid210", "island", "of 210 bodies", func(h *hitchRig, ns int64) {
			h.app.send(h.loop.World(), &input.Event{Time: h.clock.Now()}, session.WakeCommand())
			h.run(1)
			slow(h, ns)
		}},
		{"collector", "pyramid36", "collector", "garbage collector", func(h *hitchRig, ns int64) {
			h.inStep = func() {
				h.counters.block(ns)
				h.counters.now.Cycles++
				h.counters.now.Pauses += 2
				h.counters.now.PauseNs += timestep.Millisecond / 10
				h.counters.now.CollectorNs += ns
			}
		}},
		{"stolen core", "pyramid36", "descheduled", "there was no core for", func(h *hitchRig, ns int64) {
			h.inStep = func() { h.counters.steal(ns) }
		}},
		{"blocked swap", "pyramid36", "swap", "swap was blocked", func(h *hitchRig, ns int64) { h.surface.hang = ns }},
		{"slow recording", "pyramid36", "record", "recording the frame", func(h *hitchRig, ns int64) {
			h.app.show.Contacts = true
			h.recordNs = ns
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHitchRig(t, c.scene)
			defer h.close()
			r := rand.New(rand.NewPCG(5, 6))
			for range 20 {
				h.found = h.found[:0]
				c.inject(h, 40*timestep.Millisecond+r.Int64N(60*timestep.Millisecond))
				h.run(1)
				h.reading, h.recordNs = 2*timestep.Microsecond, 0
				h.app.bad = diagnose.NewBadMachine(h.clock)
				h.run(4)
				h.app.box.Flush()
				h.run(60 + r.IntN(30))
				if len(h.found) != 1 {
					t.Errorf("%d hitches: %v", len(h.found), h.found)
				}
			}
			dirs := h.captures()
			right := 0
			for _, dir := range dirs {
				info := h.info(dir)
				if info.Cause.Kind == c.kind && strings.Contains(info.Cause.Text, c.says) {
					right++
				} else {
					t.Errorf("%+v", info.Cause)
				}
			}
			if right != 20 || len(dirs) != 20 {
				t.Errorf("%d of %d captures named %s", right, len(dirs), c.kind)
			}
			if len(dirs) > 0 {
				t.Log(h.info(dirs[0]).Cause.Text)
			}
		})
	}
}

// tickingClock goes on by a microsecond with each reading.
type tickingClock struct{ *timestep.FakeClock }

func (c tickingClock) Now() int64 {
	c.Advance(timestep.Microsecond)
	return c.FakeClock.Now()
}

// A capture holds everything, and the step in it can be done again with the same work.
func TestHitchCaptureCanBeDoneAgain(t *testing.T) {
	h := newHitchRig(t, "pyramid36")
	defer h.close()
	// things that a capture has to keep: a body in the hand, a changed parameter, bodies that were made
	h.point(highest(h.dynamic()))
	h.button(input.MouseLeft, input.Press, input.ModControl)
	h.move(300, 100)
	h.key(input.KeySpace, 0)
	h.app.send(h.loop.World(), &input.Event{Time: h.clock.Now()}, session.SetCommand("gravity.y", -5))
	h.run(150)
	if _, _, held := h.app.session.Held(); !held {
		t.Fatal("no body is held")
	}
	h.move(340, 80)
	h.key(key('X'), 0)
	h.reading = timestep.Millisecond / 4
	h.run(1)
	h.reading = 2 * timestep.Microsecond
	h.run(5)
	dirs := h.captures()
	if len(dirs) != 1 {
		t.Fatalf("%d captures of %v", len(dirs), h.found)
	}
	for _, name := range []string{"hitch.json", "journal.tumble", "frames.csv", "steps.csv", "picture.png",
		"verdict.txt"} {
		if info, err := os.Stat(filepath.Join(dirs[0], name)); err != nil || info.Size() < 40 {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := os.Open(filepath.Join(dirs[0], "picture.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if cfg, err := png.DecodeConfig(f); err != nil || cfg.Width != 640 {
		t.Errorf("picture: %v %v", cfg, err)
	}
	ticks, err := os.ReadFile(filepath.Join(dirs[0], "steps.csv"))
	if err != nil || strings.Count(string(ticks), "\n") < 100 {
		t.Errorf("%d lines of ticks, %v", strings.Count(string(ticks), "\n"), err)
	}
	if head, _, _ := strings.Cut(string(ticks), "\n"); !strings.HasPrefix(head, "step,dt,commands,names,") ||
		!strings.Contains(string(ticks), ",1,grab,") || !strings.Contains(string(ticks), ",1,set,") {
		t.Errorf("steps.csv does not name the commands: %s", head)
	}
	r, err := capture.OpenHitch(dirs[0], 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Session.World().Close()
	if err := r.To(r.Step); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := r.Again(h.clock.Now); err != nil {
			t.Fatal(err)
		}
		if err := r.Same(); err != nil {
			t.Error(err)
		}
	}
	shots := 0
	for _, b := range r.Session.World().Bodies(nil) {
		if b.Name() == "shot" {
			shots++
		}
	}
	if body, _, held := r.Session.Held(); !held || shots != 1 || r.Session.World().Settings().Gravity.Y != -5 {
		t.Errorf("after doing it again: holding %v, %d shots, gravity %v", body, shots,
			r.Session.World().Settings().Gravity)
	}
	// the state after the step is that of the window after the same step
	for h.app.session.Run.StepCount < r.Session.Run.StepCount {
		h.run(1)
	}
	if err := r.To(r.Keyframe); err == nil {
		t.Error("went back before the keyframe")
	}
	if err := r.To(r.Step + 100000); err == nil {
		t.Error("went beyond the capture")
	}
}

// The step that is done again gives the state that the run had.
func TestHitchStateIsExact(t *testing.T) {
	h := newHitchRig(t, "pyramid36")
	defer h.close()
	h.move(320, 180)
	h.key(input.KeySpace, 0)
	h.run(130)
	hashes := map[uint64]uint64{}
	box := h.app.box
	h.reading = timestep.Millisecond
	for i := range 8 {
		h.run(1)
		if i == 0 {
			h.reading = 2 * timestep.Microsecond
		}
		hashes[h.loop.Status().Tick] = h.app.session.World().Hash()
	}
	dirs := h.captures()
	if len(dirs) != 1 {
		t.Fatalf("%d captures, %d missed", len(dirs), box.Missed())
	}
	r, err := capture.OpenHitch(dirs[0], 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Session.World().Close()
	compared := 0
	for tick := r.Keyframe + 1; tick <= h.loop.Status().Tick; tick++ {
		if err := r.To(tick); err != nil {
			t.Fatal(err)
		}
		want, ok := hashes[tick]
		if !ok || tick > r.Step {
			// input after the capture is not in it
			continue
		}
		if _, err := r.Again(h.clock.Now); err != nil {
			t.Fatal(err)
		}
		compared++
		if got := r.Session.World().Hash(); got != want {
			t.Errorf("tick %d: hash %016x, want %016x", tick, got, want)
		}
	}
	if compared == 0 {
		t.Error("nothing compared")
	}
}

// Damaged captures are refused with the name of the file.
func TestDamagedCaptures(t *testing.T) {
	h := newHitchRig(t, "box")
	defer h.close()
	h.run(20)
	h.reading = timestep.Millisecond
	h.run(1)
	h.reading = 0
	h.run(5)
	dirs := h.captures()
	if len(dirs) != 1 {
		t.Fatalf("%d captures", len(dirs))
	}
	for _, name := range []string{"hitch.json", "journal.tumble"} {
		path := filepath.Join(dirs[0], name)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range [][]byte{nil, data[:len(data)/2], append([]byte("xx"), data...)} {
			if err := os.WriteFile(path, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			if r, err := capture.OpenHitch(dirs[0], 1, nil); err == nil || !strings.Contains(err.Error(), name) {
				if r != nil {
					r.Session.World().Close()
				}
				t.Errorf("%s of %d bytes: %v", name, len(bad), err)
			}
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Captures stop when the disk budget is used up, and rest between two.
func TestHitchBudgetAndCooldown(t *testing.T) {
	h := newHitchRig(t, "box")
	defer h.close()
	restart := func(o capture.HitchOptions) {
		t.Helper()
		h.app.box.Stop()
		o.Folder = h.folder
		if err := h.app.box.Start(o); err != nil {
			t.Fatal(err)
		}
		h.run(2)
	}
	restart(capture.HitchOptions{Cooldown: 3600 * timestep.Second})
	provoke := func() {
		h.reading = timestep.Millisecond
		h.run(1)
		h.reading = 0
		h.run(8)
		h.app.box.Flush()
		h.run(2)
	}
	provoke()
	provoke()
	if n := len(h.captures()); n != 1 || h.app.box.Missed() != 1 {
		t.Errorf("%d captures within the cooldown, %d missed", n, h.app.box.Missed())
	}
	restart(capture.HitchOptions{MaxBytes: 1})
	provoke()
	if n := len(h.captures()); n != 1 || h.app.box.On() {
		t.Errorf("%d captures beyond the budget", n)
	}
}

// Watching costs no memory per frame once it is warm.
func TestHitchBoxDoesNotAllocate(t *testing.T) {
	h := newHitchRig(t, "pyramid36")
	defer h.close()
	h.run(500)
	if n := testing.AllocsPerRun(200, func() { h.run(1) }); n > 0 {
		t.Errorf("%v allocations per frame", n)
	}
}

// The execution trace of a capture is one that the tools can read.
func TestHitchTrace(t *testing.T) {
	h := newHitchRig(t, "box")
	defer h.close()
	h.app.box.Stop()
	if err := h.app.box.Start(capture.HitchOptions{Folder: h.folder, Trace: true}); err != nil {
		t.Fatal(err)
	}
	h.run(30)
	time.Sleep(50 * time.Millisecond)
	h.reading = timestep.Millisecond
	h.run(1)
	h.reading = 0
	h.run(5)
	dirs := h.captures()
	if len(dirs) != 1 {
		t.Fatalf("%d captures", len(dirs))
	}
	data, err := os.ReadFile(filepath.Join(dirs[0], "trace.out"))
	if err != nil || len(data) < 1000 || !strings.HasPrefix(string(data), "go 1.") {
		t.Errorf("trace of %d bytes: %v", len(data), err)
	}
}
