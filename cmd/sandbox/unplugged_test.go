//go:build cgo && linux && !wayland

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestUnpluggedDisplay takes the only monitor from a window, as one and in full screen, and gives it back, again and
// again: the window goes on and ends as always.
func TestUnpluggedDisplay(t *testing.T) {
	for _, program := range []string{"Xvfb", "xrandr"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("no " + program)
		}
	}
	number, _ := startDisplay(t)
	w := newWindow(t, number, 0, 256, "pyramid36", "--script", "-")
	in, err := w.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := w.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.start(t)
	answers := bufio.NewScanner(out)
	line := func(text string) (step uint64) {
		t.Helper()
		if _, err := io.WriteString(in, text+"\n"); err != nil || !answers.Scan() {
			t.Fatalf("%s: no answer, %v: %s", text, err, &w.errs)
		}
		var a struct {
			Error string
			State struct{ Step uint64 }
		}
		if err := json.Unmarshal(answers.Bytes(), &a); err != nil || a.Error != "" {
			t.Fatalf("%s: %v, %s", text, err, answers.Text())
		}
		return a.State.Step
	}
	goesOn := func(when string) {
		t.Helper()
		before := line("state")
		for deadline := time.Now().Add(30 * time.Second); line("state") <= before; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: the window stands still at step %d: %s", when, before, &w.errs)
			}
		}
	}
	monitor := func(arg string) {
		// it cannot make the screen smaller than the monitor, and says so
		_, _ = exec.CommandContext(t.Context(), "xrandr", "--display", ":"+number, "--output", "screen",
			arg).CombinedOutput()
	}
	goesOn("at first")
	for range 2 {
		for _, before := range []string{"state", "fullscreen"} {
			line(before)
			goesOn(before)
			monitor("--off")
			goesOn("unplugged after " + before)
			line("fullscreen")
			goesOn("full screen without a monitor")
			line("fullscreen")
			monitor("--auto")
			goesOn("plugged in again")
		}
	}
	monitor("--off")
	w.end(t, syscall.SIGTERM)
	if steps, _ := w.check(t); steps == 0 {
		t.Error("no step")
	}
}
