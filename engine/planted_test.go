//go:build linux

package engine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/renderer"
	"tumble/renderer/null"
)

// plantTime is how long a planted hitch lasts.
const plantTime = 120 * time.Millisecond

// sleepyWindow is a window on the real clock. It waits in the kernel, as windows do: the counters of the main thread
// tell of a late wake-up.
type sleepyWindow struct {
	*fakeWindow
	ends [2]int // of the pipe that wakes it
}

func newSleepyWindow(t testing.TB) *sleepyWindow {
	w := &sleepyWindow{fakeWindow: newFakeWindow(timestep.NewFakeClock(0))}
	if err := syscall.Pipe2(w.ends[:], syscall.O_NONBLOCK|syscall.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = syscall.Close(w.ends[0]), syscall.Close(w.ends[1]) })
	return w
}

func (w *sleepyWindow) WaitEventsTimeout(ns int64) {
	var set syscall.FdSet
	set.Bits[w.ends[0]/64] |= 1 << (w.ends[0] % 64)
	limit := syscall.NsecToTimeval(ns)
	_, _ = syscall.Select(w.ends[0]+1, &set, nil, nil, &limit)
	w.PollEvents()
}

func (w *sleepyWindow) PollEvents() {
	var buf [64]byte
	_, _ = syscall.Read(w.ends[0], buf[:])
	w.poll()
}

func (w *sleepyWindow) PostEmptyEvent() { _, _ = syscall.Write(w.ends[1], []byte{0}) }

// heavyDevice is a device whose next frame takes long.
type heavyDevice struct {
	*null.Device
	next atomic.Int64
}

func (d *heavyDevice) EndFrame() error {
	if ns := d.next.Swap(0); ns > 0 {
		time.Sleep(time.Duration(ns))
	}
	return d.Device.EndFrame()
}

// realBench is a loop on the real clock with the counters of the process.
type realBench struct {
	t      testing.TB
	sim    *ballSim
	device *heavyDevice
	loop   *Loop
	source diagnose.CounterSource
	found  []diagnose.Hitch
	sample []diagnose.FrameSample
	each   func(frame uint64)
}

func newRealBench(t testing.TB) *realBench {
	diagnose.WatchLocks()
	t.Cleanup(func() { runtime.SetBlockProfileRate(0) })
	clock := timestep.RealClock()
	b := &realBench{t: t, sim: newBallSim(20), device: &heavyDevice{Device: null.New(null.Options{})},
		source: diagnose.NewCounterSource()}
	b.sim.keep = false
	window := newSleepyWindow(t)
	ex, err := renderer.NewThreaded(renderer.Config{
		Surface: &fakeSurface{clock: timestep.NewFakeClock(0)}, Now: clock.Now, Wake: window.PostEmptyEvent,
		Delays: diagnose.NewThreadDelays, CPU: diagnose.ProgramTime,
		Open: func() (renderer.Device, error) { return b.device, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	b.sim.mesh = triangle(t, ex)
	b.loop, err = NewLoop(LoopConfig{
		Clock: clock, Window: window, Executor: ex, Simulation: b.sim, Counters: b.source, Vsync: renderer.VsyncOff,
		LimitMilli: 60_000,
		OnHitch: func(h diagnose.Hitch) {
			b.found = append(b.found, h)
			b.sample = append(b.sample, *b.loop.NewestSample())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	window.script = func(*fakeWindow, int64) { b.each(b.loop.Status().Frames) }
	return b
}

// busy computes for a time.
func (b *realBench) busy(d time.Duration) {
	for end := b.source.CPU() + int64(d); b.source.CPU() < end; {
	}
}

// The plants, each done in a tick of the main thread.

func plantPages(b *realBench) {
	const size = 1 << 28
	begin := b.source.CPU()
	for b.source.CPU()-begin < int64(plantTime) {
		m, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			b.t.Fatal(err)
		}
		for i := 0; i < size && b.source.CPU()-begin < int64(plantTime); i += 1 << 12 {
			m[i] = 1
		}
		_ = syscall.Munmap(m)
	}
}

func plantDisk(b *realBench) {
	f, err := os.Create(filepath.Join(b.t.TempDir(), "disk"))
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 1<<14)
	for begin := time.Now(); time.Since(begin) < plantTime; {
		if _, err := f.Write(block); err != nil {
			b.t.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.t.Fatal(err)
		}
	}
}

func plantLock(b *realBench) {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		time.Sleep(plantTime)
		mu.Unlock()
	}()
	mu.Lock()
	//lint:ignore SA2001 the wait is all that is wanted
	mu.Unlock()
}

// affinity lets the calling thread run on some cores only and returns those before.
func affinity(set uint64) (was uint64) {
	syscall.RawSyscall(syscall.SYS_SCHED_GETAFFINITY, 0, 8, uintptr(unsafe.Pointer(&was)))
	syscall.RawSyscall(syscall.SYS_SCHED_SETAFFINITY, 0, 8, uintptr(unsafe.Pointer(&set)))
	return was
}

// The policies of sched_setscheduler(2).
const (
	policyOther = 0
	policyFirst = 1 // SCHED_FIFO: before all that else runs on this machine
)

// schedule sets the policy of the calling thread, where that is allowed.
func schedule(policy uintptr) {
	priority := int32(policy)
	syscall.RawSyscall(syscall.SYS_SCHED_SETSCHEDULER, 0, policy, uintptr(unsafe.Pointer(&priority)))
}

// otherPrograms are programs that want the first core all the time, when they run.
type otherPrograms []*exec.Cmd

func newOtherPrograms(t testing.TB) (list otherPrograms) {
	for range 4 {
		c := exec.Command("taskset", "1", "sh", "-c", "while :; do :; done")
		if err := c.Start(); err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
		list = append(list, c)
	}
	time.Sleep(time.Second)
	list.signal(syscall.SIGSTOP)
	return list
}

func (o otherPrograms) signal(s syscall.Signal) {
	for _, c := range o {
		_ = c.Process.Signal(s)
	}
}

// plant shares one core with them for as long as it takes to lack it for the time wanted.
func (o otherPrograms) plant(b *realBench) {
	was := affinity(1)
	defer affinity(was)
	schedule(policyOther)
	defer schedule(policyFirst)
	o.signal(syscall.SIGCONT)
	defer o.signal(syscall.SIGSTOP)
	for begin, used := time.Now(), b.source.CPU(); time.Since(begin)-time.Duration(b.source.CPU()-used) < plantTime; {
	}
}

// node is an object for the collector to mark.
type node struct{ a, b *node }

func largeHeap() []*node {
	all := make([]*node, 1<<21)
	for i := range all {
		all[i] = &node{}
	}
	for i, n := range all {
		n.a, n.b = all[(i*7919+1)%len(all)], all[(i*104729+1)%len(all)]
	}
	return all
}

type plant struct {
	name string
	want diagnose.Cause
	do   func(b *realBench)
}

func plants(others otherPrograms) []plant {
	return []plant{
		{"collection", diagnose.CauseCollector, func(*realBench) { runtime.GC() }},
		{"scheduling", diagnose.CauseScheduler, others.plant},
		{"page faults", diagnose.CausePageFaults, plantPages},
		{"slow draw", diagnose.CauseDraw, func(b *realBench) { b.device.next.Store(int64(plantTime)) }},
		{"slow step", diagnose.CauseStep, func(b *realBench) { b.busy(plantTime) }},
		{"disk", diagnose.CauseDisk, plantDisk},
		{"lock", diagnose.CauseLock, plantLock},
	}
}

// delayedBy reports whether kernel or runtime counted a missing core for most of the time of a hitch: other programs
// of the machine were busy, and the detector must say so.
func delayedBy(h *diagnose.Hitch, s *diagnose.FrameSample) bool {
	return h.Cause == diagnose.CauseScheduler && 2*max(s.Delay, s.Waits, s.DrawDelay, s.LateDelay) > h.Part
}

// foundFunc takes the hitch of round k and its sample.
type foundFunc func(k int, h *diagnose.Hitch, s *diagnose.FrameSample)

// run plants something in a tick, again and again, and hands over the first hitch of each round.
func (b *realBench) run(rounds int, name func(k int) string, do func(k int), found foundFunc) {
	k, next, waiting, planted := 0, uint64(90), time.Time{}, uint64(0)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	schedule(policyFirst)
	defer schedule(policyOther)
	b.each = func(frame uint64) {
		switch {
		case frame < next:
			b.found, b.sample = b.found[:0], b.sample[:0]
		case waiting.IsZero() && k == rounds:
			b.loop.Quit()
		case waiting.IsZero():
			waiting, planted = time.Now(), 0
			once(&b.sim.onTick, func() { planted = b.loop.Status().Tick + 1; do(k) })
		case len(b.found) > 0 && (planted == 0 || b.found[0].Tick < planted):
			// something else came first
			b.found, b.sample = b.found[1:], b.sample[1:]
		case len(b.found) > 0:
			found(k, &b.found[0], &b.sample[0])
			k, next, waiting = k+1, frame+45, time.Time{}
		case time.Since(waiting) > 20*time.Second:
			b.t.Errorf("%d, %s: no hitch", k, name(k))
			k, next, waiting = k+1, frame+45, time.Time{}
		}
	}
	if err := b.loop.Run(); err != nil {
		b.t.Fatal(err)
	}
}

// Of fifty planted hitches at least 42 are named, the rest are not known, and none is blamed on something that did not
// happen.
func TestPlantedHitches(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	ballast := largeHeap()
	b, kinds := newRealBench(t), plants(newOtherPrograms(t))
	const rounds = 50
	right, unknown, wrong, spoilt := 0, 0, 0, 0
	tally := map[string]string{}
	b.run(rounds, func(k int) string { return kinds[k%len(kinds)].name }, func(k int) { kinds[k%len(kinds)].do(b) },
		func(k int, h *diagnose.Hitch, s *diagnose.FrameSample) {
			p := kinds[k%len(kinds)]
			mark := "."
			switch {
			case h.Cause == p.want:
				right++
				mark = "+"
			case h.Cause == diagnose.CauseUnknown:
				unknown++
				mark = "?"
			case delayedBy(h, s):
				spoilt++
				mark = "s"
			default:
				wrong++
				mark = "!"
			}
			tally[p.name] += mark
			if mark != "+" {
				t.Logf("%d, %s: %v besides %v; %+v", k, p.name, h, h.Besides, *s)
			}
		})
	runtime.KeepAlive(ballast)
	var text strings.Builder
	for _, p := range kinds {
		fmt.Fprintf(&text, "%s %s; ", p.name, tally[p.name])
	}
	t.Logf("%d right, %d not known, %d wrong, %d in which the machine took more: %s", right, unknown, wrong, spoilt,
		text.String())
	if wrong > 0 || float64(right) < 42./50*float64(rounds-spoilt) || spoilt > rounds/2 {
		t.Errorf("%d right, %d not known, %d wrong", right, unknown, wrong)
	}
}

// A frame in which the main thread was held up by nothing that is counted is blamed on nothing.
func TestNothingIsBlamedWithoutACause(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	b := newRealBench(t)
	unknown := 0
	name, sleep := func(int) string { return "nothing" }, func(int) { time.Sleep(plantTime) }
	b.run(20, name, sleep, func(k int, h *diagnose.Hitch, s *diagnose.FrameSample) {
		switch {
		case h.Cause == diagnose.CauseUnknown:
			unknown++
		case delayedBy(h, s):
			t.Logf("%d: the machine took more: %v", k, h)
		default:
			t.Errorf("%d: blamed on %v: %v, %+v", k, h.Cause, h, *s)
		}
	})
	t.Logf("%d of 20 not known", unknown)
}
