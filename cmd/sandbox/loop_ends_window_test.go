//go:build cgo && linux && !wayland

package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/engine/timestep"
	"tumble/internal/cli"
)

// endsIn is how long a program may take to end after it was asked to.
const endsIn = 300 * time.Millisecond

// endings are the ways to end a window.
var endings = []string{"Ctrl+Q", "SIGINT", "SIGTERM", "close"}

// A real window ends within 0.3 s of Ctrl+Q, SIGINT, SIGTERM and the button of its frame, with every strategy and with
// steps that cost 1 to 1000 % of their length. TUMBLE_SOAK=1 tries all of them, every change some.
func TestEveryLoopEndsInTheWindow(t *testing.T) {
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no ", tool)
		}
	}
	display, _ := startDisplay(t)
	number, worst := 0, time.Duration(0)
	for i, strategy := range timestep.StrategyNames() {
		for j, percent := range []int{1, 100, 120, 400, 1000} {
			for k, by := range endings {
				number++
				// the sample has every ending, and both loops without a limit
				sample := j == 4 && k == (i/6+i%6)%len(endings) && (i%6 == 0 || strategy == "callback" ||
					strategy == "two-timers")
				if soaked(0, 1) == 0 && !sample {
					continue
				}
				// a busy machine is late now and then, a loop that does not look is late always
				best := endOfWindow(t, display, strategy, percent, by)
				for again := 0; again < 4 && (best.took > best.limit() || best.fault != ""); again++ {
					if next := endOfWindow(t, display, strategy, percent, by); next.fault == "" {
						best = next
					}
				}
				if best.took > best.limit() || best.fault != "" {
					t.Errorf("%s with steps of %d %%, %s: ended after %v on a machine %.1f times slower: %s",
						strategy, percent, by, best.took, best.slow, best.fault)
				}
				worst = max(worst, time.Duration(float64(best.took)/best.slow))
			}
		}
	}
	t.Logf("the last of the windows ended %v after it was asked to (%d combinations)", worst, number)
}

// windowEnd is how a window ended.
type windowEnd struct {
	took  time.Duration
	slow  float64 // how many times longer than alone a computation took then
	fault string
}

// limit is the time in which it has to end: the steps of --slow take as much processor time as they say.
func (e *windowEnd) limit() time.Duration { return time.Duration(float64(endsIn) * e.slow) }

// slowness is how many times longer than alone a computation takes, with all that runs beside it.
func slowness() float64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used := func() time.Duration {
		var r syscall.Rusage
		_ = syscall.Getrusage(1, &r) // RUSAGE_THREAD
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	begin, before := time.Now(), used()
	for used()-before < 50*time.Millisecond {
	}
	return max(float64(time.Since(begin))/float64(used()-before), 1)
}

// endOfWindow opens a window whose steps cost so many per cent of their length, ends it, and returns how.
func endOfWindow(t *testing.T, display, strategy string, percent int, by string) windowEnd {
	t.Helper()
	slow := time.Duration(percent) * 100 * time.Microsecond
	w := startWindow(t, display, 0, 16, "box", "--loop", strategy, "--slow", slow.String())
	onDisplay := func(args ...string) (string, error) {
		cmd := exec.Command("xdotool", args...)
		cmd.Env = append(cmd.Environ(), "DISPLAY=:"+display)
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	var window uint64
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s: no window: %s", strategy, &w.errs)
		}
		text, err := onDisplay("search", "--name", "^Tumble")
		if window, _ = strconv.ParseUint(text, 10, 32); err != nil || window == 0 {
			continue
		}
		// the window that was found may be the one before, which is going
		if _, err := onDisplay("mousemove", "20", "20", "windowfocus", text); err == nil {
			break
		}
	}
	// time in which a loop falls behind
	time.Sleep(700 * time.Millisecond)
	slowed := slowness()
	asked, code := time.Now(), 0
	var err error
	switch by {
	case "Ctrl+Q":
		_, err = onDisplay("key", "ctrl+q")
	case "SIGINT":
		err, code = w.Process.Signal(syscall.SIGINT), cli.ExitInterrupted
	case "SIGTERM":
		err, code = w.Process.Signal(syscall.SIGTERM), cli.ExitTerminated
	case "close":
		err = askToClose(display, uint32(window))
	}
	if err != nil {
		t.Fatal(err)
	}
	done := time.AfterFunc(10*time.Second, func() { _ = w.Process.Kill() })
	_ = w.Wait()
	end := windowEnd{took: time.Since(asked), slow: slowed}
	done.Stop()
	end.slow = max(end.slow, slowness())
	if got := w.ProcessState.ExitCode(); got != code {
		end.fault = fmt.Sprintf("code %d, want %d: %s", got, code, &w.errs)
	}
	return end
}
