//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/engine/record"
	"tumble/internal/cli"
)

// fileLimit is the size (bytes) that no file of the program may exceed, as on a full disk.
const fileLimit = "TUMBLE_FILE_LIMIT"

// limitFiles keeps files from growing beyond a number of bytes.
func limitFiles(text string) {
	limit, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		panic("sandbox: " + err.Error())
	}
}

// child starts the program with arguments.
func child(t *testing.T, limit int, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	c := asSandbox(t, args...)
	if limit > 0 {
		c.Env = append(c.Env, fmt.Sprintf("%s=%d", fileLimit, limit))
	}
	out := &bytes.Buffer{}
	c.Stdout, c.Stderr = out, out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, out
}

// stepsOf opens a recording, replays it with code 0 and returns its steps.
func stepsOf(t *testing.T, path string) int {
	t.Helper()
	rec, err := record.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if code, _, errs := sandbox(t, "replay", path); code != 0 {
		t.Fatalf("replay of %s: code %d, %s", path, code, errs)
	}
	return rec.Calls.Steps()
}

// A run that is killed or ended by a signal leaves a recording that opens and replays to its last step, and the old
// file until then. 5 runs of each kind, 200 in a soak.
func TestRecordingsOfInterruptedRuns(t *testing.T) {
	rounds := 5
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 200
	}
	random := randomDelays(7)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		replayed, oldest := 0, time.Duration(0)
		for round := range rounds {
			folder := t.TempDir()
			path := filepath.Join(folder, "run.tumble")
			if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
				t.Fatal(err)
			}
			c, out := child(t, 0, "sim", "mixed_rain", "--steps", "1000000", "--record", path)
			part := path + ".part"
			began := waitForFile(t, part, 3000)
			time.Sleep(random())
			if err := c.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			ended := time.Now()
			_ = c.Wait()
			if !began {
				t.Fatalf("no recording: %s", out)
			}
			if signal == syscall.SIGTERM {
				if code := c.ProcessState.ExitCode(); code != 143 {
					t.Errorf("code %d, %s", code, out)
				}
				replayed += stepsOf(t, path)
				continue
			}
			if old, err := os.ReadFile(path); err != nil || string(old) != "old" {
				t.Errorf("the old file is %q, %v", old, err)
			}
			info, err := os.Stat(part)
			if err != nil {
				t.Fatal(err)
			}
			oldest = max(oldest, ended.Sub(info.ModTime()))
			replayed += stepsOf(t, part)
			if round > 0 {
				continue
			}
			// mended it is whole; without the old file it gets the name
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if out := mustSandbox(t, "replay", "--repair", part); !strings.Contains(out, "mended") ||
				!strings.Contains(out, "is "+path+" now") {
				t.Errorf("repair says %q", out)
			}
			if out := mustSandbox(t, "replay", path); strings.Contains(out, "was not closed") {
				t.Errorf("replay says %q", out)
			}
		}
		t.Logf("%v: %d steps; at most the last %v are missing", signal, replayed, oldest)
		if oldest > 1250*time.Millisecond {
			t.Errorf("the last %v are missing", oldest)
		}
		if replayed < 20*rounds {
			t.Errorf("%v: %d steps in %d recordings", signal, replayed, rounds)
		}
	}
}

// A full disk ends the run with its recording, long before its last step; what was written replays.
func TestRecordingsOnAFullDisk(t *testing.T) {
	rounds := 3
	if os.Getenv("TUMBLE_SOAK") == "1" {
		rounds = 50
	}
	ended := regexp.MustCompile(`the run ended with its recording after (\d+) steps`)
	for round := range rounds {
		path := filepath.Join(t.TempDir(), "run.tumble")
		c, out := child(t, 300_000+round*3001, "sim", "mixed_rain", "--steps", "1000000", "--json", "--record", path)
		timer := time.AfterFunc(60*time.Second, func() { _ = c.Process.Kill() })
		_ = c.Wait()
		timer.Stop()
		if code := c.ProcessState.ExitCode(); code != cli.ExitOutput ||
			!strings.Contains(out.String(), "run.tumble.part") {
			t.Errorf("code %d, %s", code, out)
		}
		said := ended.FindStringSubmatch(out.String())
		if said == nil || strings.Contains(out.String(), `"hash"`) {
			t.Fatalf("the run went on: %s", out)
		}
		steps, _ := strconv.Atoi(said[1])
		if kept := stepsOf(t, path+".part"); kept == 0 || kept > steps {
			t.Errorf("%d steps in the recording of a run of %d", kept, steps)
		}
	}
}

// waitForFile waits until a file has so many bytes.
func waitForFile(t *testing.T, path string, size int64) bool {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() >= size {
			return true
		}
	}
	return false
}

// randomDelays returns times between 0 and 0.3 s.
func randomDelays(seed uint64) func() time.Duration {
	return func() time.Duration {
		seed = seed*6364136223846793005 + 1442695040888963407
		return time.Duration(seed>>33) % (300 * time.Millisecond)
	}
}
