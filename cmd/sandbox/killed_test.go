//go:build unix

package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/engine/record"
)

// soaked is how many rounds a test has, in a soak and otherwise.
func soaked(rounds, soak int) int {
	if os.Getenv("TUMBLE_SOAK") == "1" {
		return soak
	}
	return rounds
}

// A run that is killed inside a write leaves half a record, which ends what is replayed and nothing else. The other end
// of the pipe takes its time, so that the program stands in a write.
func TestKilledInsideAWrite(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 3))
	cut := 0
	rounds := soaked(4, 100)
	for range rounds {
		folder := t.TempDir()
		pipe, path := filepath.Join(folder, "pipe"), filepath.Join(folder, "run.tumble")
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Skip(err)
		}
		c := asSandbox(t, "sim", "mixed_rain", "--steps", "1000000", "--record", pipe)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		from, err := os.Open(pipe)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		// what is left in the pipe is less than a record of the world
		if _, err := io.CopyN(&got, from, 40_000+random.Int64N(400_000)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond)
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&got, from); err != nil {
			t.Fatal(err)
		}
		_ = c.Wait()
		from.Close()
		if err := os.WriteFile(path, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		rec, err := record.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(rec.Calls.End().Reason, "ends inside") {
			cut++
		}
		steps := rec.Calls.Steps()
		rec.Close()
		if steps > 0 {
			stepsOf(t, path)
		}
	}
	if cut < rounds/2 {
		t.Errorf("%d of %d runs were killed inside a write", cut, rounds)
	}
}

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
