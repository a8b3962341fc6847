//go:build cgo && linux && !wayland

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// lab --goals --window measures a window and ends; every line has its measure or its reason.
func TestGoalsOfAWindow(t *testing.T) {
	if soaked(0, 1) == 0 {
		t.Skip("set TUMBLE_SOAK=1: it takes half a minute")
	}
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	display, _ := startDisplay(t)
	cmd := asSandbox(t, "lab", "--goals", "--window", "--frames", "600")
	folder := t.TempDir()
	cmd.Env = append(cmd.Env, "DISPLAY=:"+display, "LIBGL_ALWAYS_SOFTWARE=1", "XDG_CONFIG_HOME="+folder, "HOME="+folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	for _, want := range []string{"window: residual of the ledger", "load while paused", "end of the window",
		"trivial frames: render goroutine"} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "MISSED") && !strings.Contains(line, "MISSED: ") {
			t.Errorf("missed for no reason: %s", line)
		}
	}
}
