//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/internal/cli"
)

// TestPipesAreRefused holds that no command waits for the other end of a pipe that it is to read, and none reads a
// folder.
func TestPipesAreRefused(t *testing.T) {
	folder := t.TempDir()
	write := writerIn(t, folder)
	study := write("study.toml", `scene = "box"
steps = 5
[[parameter]]
key = "gravity.y"
range = [-10.0, -9.0]
[design]
kind = "random"
cells = 1
[[fit.follow]]
column = "y"
quantity = 'body("body1").position.y'
`)
	pipe := func(ending string) string {
		t.Helper()
		name := filepath.Join(folder, "pipe"+ending)
		if err := syscall.Mkfifo(name, 0o644); err != nil {
			t.Skip("no pipes here")
		}
		return name
	}
	scene, table, recording, toml, script := pipe(".gltf"), pipe(".csv"), pipe(".tumble"), pipe(".toml"), pipe(".txt")
	for _, args := range [][]string{
		{"sim", scene}, {"validate", scene}, {"sim", "box", "--preset", toml}, {"sim", "box", "--load", scene},
		{"sim", "--cell", toml + "#0"},
		{"sweep", toml}, {"sweep", "worker", toml}, {"fit", study, "--data", table},
		{"fit", study, "--data", recording},
		{"replay", recording}, {"bench", "--compare", script}, {"lab", "--trace", script},
		{"test", pipe(".capsule"), "--measure", "speed.max", "--below", "1"},
		{"run", "box", "--script", script}, {"run", "box", "--script", folder}, {"sim", "box", "--preset", folder},
	} {
		done := make(chan int, 1)
		said := ""
		go func() {
			code, out, errs := sandbox(t, args...)
			said = out + errs
			done <- code
		}()
		select {
		case code := <-done:
			if code != cli.ExitInput || !strings.Contains(said, "is no regular file") {
				t.Errorf("sandbox %s: code %d: %s", strings.Join(args, " "), code, said)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("sandbox %s waits", strings.Join(args, " "))
		}
	}
}

// TestOneStandardOutput holds that two outputs do not mix in the standard output.
func TestOneStandardOutput(t *testing.T) {
	for _, args := range [][]string{
		{"sim", "box", "--steps", "2", "--hash", "-", "--events", "-"},
		{"sim", "box", "--steps", "2", "--hash", "-", "--events", "/dev/stdout"},
	} {
		if code, _, errs := sandbox(t, args...); code != cli.ExitUsage || !strings.Contains(errs, "standard output") {
			t.Errorf("sandbox %s: code %d: %s", strings.Join(args, " "), code, errs)
		}
	}
	// to nowhere as often as one likes
	if code, _, errs := sandbox(t, "sim", "box", "--steps", "2", "--hash", os.DevNull, "--events", os.DevNull); code !=
		0 {
		t.Errorf("two outputs to nowhere: code %d: %s", code, errs)
	}
}
