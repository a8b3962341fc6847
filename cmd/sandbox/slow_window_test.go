//go:build cgo && linux && !wayland

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/internal/app/journal"
	"tumble/internal/cli"
)

// scriptedWindow is a window that takes lines of a script, and its answers.
type scriptedWindow struct {
	*openWindow
	lines   io.WriteCloser
	answers *bufio.Scanner
}

// scriptWindow opens a window that takes lines.
func scriptWindow(t *testing.T, display string, args ...string) *scriptedWindow {
	t.Helper()
	w := &scriptedWindow{openWindow: newWindow(t, display, 0, 256, append(args, "--script", "-")...)}
	out, err := w.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if w.lines, err = w.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	w.answers = bufio.NewScanner(out)
	w.start(t)
	return w
}

// windowState is the answer of a window.
type windowState struct {
	Scene       string
	Step, Shown uint64
}

// say sends a line and returns the state after it, if the answer has one.
func (w *scriptedWindow) say(t *testing.T, line string) (state windowState) {
	t.Helper()
	if _, err := fmt.Fprintln(w.lines, line); err != nil {
		t.Fatal(err)
	}
	if !w.answers.Scan() {
		t.Fatalf("no answer to %s: %s", line, &w.errs)
	}
	var answer struct {
		Error string
		State any
	}
	answer.State = &state
	if err := json.Unmarshal(w.answers.Bytes(), &answer); err != nil || answer.Error != "" {
		t.Fatalf("%s: %v %s", line, err, answer.Error)
	}
	return state
}

// until asks for the state until it is as wanted.
func (w *scriptedWindow) until(t *testing.T, limit time.Duration, wanted func(windowState) bool) (state windowState) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < limit; time.Sleep(50 * time.Millisecond) {
		state = w.say(t, "state")
		if wanted(state) {
			return state
		}
	}
	t.Errorf("%+v after %v", state, limit)
	return state
}

// left are the traces of a session that did not end well.
func (w *openWindow) left(t *testing.T) (list []string) {
	t.Helper()
	for _, pattern := range []string{"*", "Tumble/*", "state/tumble/reports/*"} {
		files, err := filepath.Glob(filepath.Join(w.Dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.Contains(f, "rescued") || strings.Contains(f, "crash") || strings.Contains(f, "reports") {
				list = append(list, f)
			}
		}
	}
	for _, l := range journal.Leftovers(w.journal()) {
		if l.Crashed {
			list = append(list, "the journal of a crash")
		}
	}
	return list
}

// startTime bounds how long a window takes to show a scene on a machine with much else to do.
const startTime = time.Minute

// A window whose pictures take long runs, shows what it can, opens another scene and quits with 0 soon after the
// picture in progress. It leaves nothing of a session that ended badly, and a program that was stopped meanwhile has no
// stall.
func TestSlowWindow(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	number, _ := startDisplay(t)
	delays := []time.Duration{200 * time.Millisecond, time.Second, 3 * time.Second, 10 * time.Second}
	for _, delay := range delays[:soaked(2, len(delays))] {
		for _, vsync := range []string{"on", "off"} {
			t.Run(fmt.Sprint(delay, " ", vsync), func(t *testing.T) {
				w := scriptWindow(t, number, "pyramid36", "--slow-draw", delay.String(), "--vsync", vsync)
				before := w.say(t, "state")
				if before.Shown == 0 && before.Step > 0 {
					t.Errorf("step %d before the first picture", before.Step)
				}
				w.say(t, "open box")
				if delay < time.Second {
					stopped(t, w.openWindow, 6*time.Second)
				}
				opened := w.until(t, startTime+4*delay, func(s windowState) bool {
					return s.Scene == "box" && s.Step > 0 && s.Shown > before.Shown
				})
				// a machine with much else to do draws no picture as quickly as the display would take it
				w.until(t, startTime+8*delay, func(s windowState) bool { return s.Shown >= opened.Shown+2 })
				w.say(t, "quit")
				ended := time.Now()
				err := w.Wait()
				if took := time.Since(ended); err != nil || took > delay+3*time.Second {
					t.Errorf("ended after %v: %v, %s", took, err, &w.errs)
				}
				if list := w.left(t); len(list) > 0 || w.errs.Len() > 0 {
					t.Errorf("left %v, said %s", list, &w.errs)
				}
			})
		}
	}
}

// stopped stops a window for a while.
func stopped(t *testing.T, w *openWindow, d time.Duration) {
	t.Helper()
	if err := w.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(d)
	if err := w.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
}

// A device without any progress ends the program with its own code. The world that is there is saved, not the one of
// the start, the stall is in one report, and the next session knows of a crash.
func TestDeadDevice(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	number, _ := startDisplay(t)
	w := scriptWindow(t, number, "pyramid36", "--driver-timeout", "6s", "--slow-draw", "100s")
	w.say(t, "open box")
	err := w.Wait()
	if code := w.ProcessState.ExitCode(); code != cli.ExitDriverHung {
		t.Errorf("code %d, want %d: %v %s", code, cli.ExitDriverHung, err, &w.errs)
	}
	if list := w.left(t); !strings.Contains(strings.Join(list, " "), "Tumble/tumble-box-rescued.json") ||
		len(list) != 4 {
		t.Errorf("left %v; %s", list, &w.errs)
	}
}

// On a simulated display slow drawing costs no simulated time: loops beside each other show how they differ and nothing
// of the machine.
func TestSimulatedDisplay(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	number, _ := startDisplay(t)
	w := scriptWindow(t, number, "box", "--display", "60", "--loop", "frame-locked", "--quality", "least")
	before := w.say(t, "state")
	w.say(t, "sleep 0.5")
	after := w.say(t, "state")
	pictures, steps := after.Shown-before.Shown, after.Step-before.Step
	if pictures < 30 || pictures > 33 || steps != pictures {
		t.Errorf("%d pictures and %d steps in half a second", pictures, steps)
	}
	w.say(t, "quit")
	if err := w.Wait(); err != nil || w.errs.Len() > 0 {
		t.Errorf("%v, %s", err, &w.errs)
	}
}
