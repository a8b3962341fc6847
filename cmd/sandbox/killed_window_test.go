//go:build cgo && linux && !wayland

package main

import (
	"math/rand/v2"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A window that is killed, or ended by a signal, leaves a journal that replays, and can be replayed as one recording.
func TestJournalOfAKilledWindow(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	random := rand.New(rand.NewPCG(6, 1))
	number, _ := startDisplay(t)
	kinds := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		kinds = append(kinds, syscall.SIGHUP)
	}
	for round := range soaked(len(kinds), 100) {
		folder := t.TempDir()
		state := filepath.Join(folder, "state")
		c := asSandbox(t, "run", "mixed_rain", "--width", "320", "--height", "240")
		c.Dir = folder
		c.Env = append(c.Env, "DISPLAY=:"+number, "LIBGL_ALWAYS_SOFTWARE=1", "XDG_CONFIG_HOME="+folder, "XDG_STATE_HOME="+state, "HOME="+folder)
		var errs strings.Builder
		c.Stderr = &errs
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		parts := func() []string {
			list, _ := filepath.Glob(filepath.Join(state, "tumble", "journal", "*", "000001.tumble*"))
			return list
		}
		for deadline := time.Now().Add(30 * time.Second); len(parts()) == 0 && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(2*time.Second + time.Duration(random.Int64N(int64(time.Second))))
		kind := kinds[round%len(kinds)]
		if err := c.Process.Signal(kind); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		if len(parts()) != 1 {
			t.Fatalf("%v: %v, %s", kind, parts(), &errs)
		}
		if stepsOf(t, parts()[0]) == 0 {
			t.Errorf("%v: no step", kind)
		}
		t.Setenv("XDG_STATE_HOME", state)
		if out := mustSandbox(t, "replay", "--last"); !strings.Contains(out, "all equal") {
			t.Errorf("%v: %s", kind, out)
		}
	}
}
