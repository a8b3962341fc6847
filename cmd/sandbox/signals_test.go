//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tumble/internal/cli"
)

// asProgram makes the test binary run as the program with the arguments that the variable holds.
const asProgram = "TUMBLE_SANDBOX_ARGS"

// busyDriver makes the test binary end as the program does whose driver is busy.
const busyDriver = "TUMBLE_BUSY_DRIVER"

func TestMain(m *testing.M) {
	if args, ok := os.LookupEnv(asProgram); ok {
		limitFiles(os.Getenv(fileLimit))
		finish(execute(cli.UntilSignal(), strings.Split(args, "\n"), cli.StandardOutput(), os.Stderr))
	}
	if _, ok := os.LookupEnv(busyDriver); ok {
		closed = []func(){func() { time.Sleep(time.Hour) }}
		finish(cli.ExitTerminated)
	}
	os.Exit(withState(m))
}

// withState runs the tests with a folder of their own for the files that the program keeps.
func withState(m *testing.M) int {
	folder, err := os.MkdirTemp("", "tumble-state-*")
	if err != nil {
		panic("sandbox: " + err.Error())
	}
	defer os.RemoveAll(folder)
	if err := os.Setenv("XDG_STATE_HOME", folder); err != nil {
		panic("sandbox: " + err.Error())
	}
	return m.Run()
}

// TestSignals ends a run by each signal: the exit code names it, and what was written and recorded
// until then is whole.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		signal syscall.Signal
		code   int
		says   string
	}{
		{syscall.SIGINT, cli.ExitInterrupted, "interrupted after"},
		{syscall.SIGTERM, cli.ExitTerminated, "terminated after"},
		{syscall.SIGHUP, cli.ExitHungUp, "hung up after"},
	} {
		if c.signal == syscall.SIGHUP && signal.Ignored(c.signal) {
			t.Log("a program that was started under nohup goes on after a hang-up")
			continue
		}
		recording := filepath.Join(t.TempDir(), "run.tumble")
		args := []string{"sim", "pyramid36", "--steps", "10000000", "--hash", "-", "--record", recording}
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), asProgram+"="+strings.Join(args, "\n"))
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// the first hashes say that it is under way
		lines := bufio.NewScanner(out)
		if !lines.Scan() {
			t.Fatalf("%v: no hash: %s", c.signal, &errs)
		}
		if err := cmd.Process.Signal(c.signal); err != nil {
			t.Fatal(err)
		}
		steps := 1
		for lines.Scan() {
			if len(lines.Text()) != 16 {
				t.Fatalf("%v: half a line %q", c.signal, lines.Text())
			}
			steps++
		}
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%v: code %d, want %d; says %q, want %q", c.signal, code, c.code, &errs, c.says)
		}
		if code, said, errs := sandbox(t, "replay", recording); code != 0 || !strings.Contains(said, "all equal") {
			t.Errorf("%v: the recording of %d steps: code %d: %s%s", c.signal, steps, code, said, errs)
		}
	}
}

// TestSignalWhileBuilding ends the program while it builds a scene that takes seconds.
func TestSignalWhileBuilding(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), asProgram+"=sim\nlarge_world\n--steps\n1")
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitInterrupted ||
		!strings.Contains(errs.String(), "while the scene large_world was built") {
		t.Errorf("code %d, says %q", code, &errs)
	}
}

// TestSweepSignals ends a sweep by each signal: it says how far it came, and the same command goes on to the rows of a
// sweep that nobody stopped.
func TestSweepSignals(t *testing.T) {
	dir := t.TempDir()
	program, study := filepath.Join(dir, "sandbox"), filepath.Join(dir, "study.toml")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text := strings.Replace(strings.Replace(studyText, "steps = 40", "steps = 1500", 1), "count = 2", "count = 8", 1)
	if err := os.WriteFile(study, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	sweep := func(out string) *exec.Cmd {
		return exec.CommandContext(t.Context(), program, "sweep", study, "--out", filepath.Join(dir, out))
	}
	if out, err := sweep("whole").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for sig, want := range map[syscall.Signal]struct {
		code int
		says string
	}{
		syscall.SIGINT:  {cli.ExitInterrupted, "interrupted after"},
		syscall.SIGTERM: {cli.ExitTerminated, "terminated after"},
		syscall.SIGHUP:  {cli.ExitHungUp, "hung up after"},
	} {
		if sig == syscall.SIGHUP && signal.Ignored(sig) {
			continue // started under nohup
		}
		var errs strings.Builder
		cmd := sweep(sig.String())
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cells := filepath.Join(dir, sig.String(), "cells.jsonl")
		for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			if info, err := os.Stat(cells); err == nil && info.Size() > 0 {
				break
			}
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != want.code || !strings.Contains(errs.String(), want.says) {
			t.Errorf("%v: code %d, says %q", sig, code, &errs)
		}
		if out, err := sweep(sig.String()).CombinedOutput(); err != nil ||
			strings.Contains(string(out), " 0 known before") {
			t.Errorf("%v: goes on: %v: %s", sig, err, out)
		}
		if read(t, filepath.Join(dir, sig.String(), "results.csv")) != read(
			t, filepath.Join(dir, "whole", "results.csv")) {
			t.Errorf("%v: other rows", sig)
		}
	}
}

// TestFullStandardOutput: a command whose output is lost says so and ends with the code of outputs that cannot be
// written.
func TestFullStandardOutput(t *testing.T) {
	for _, args := range []string{"scenes", "params", "controls", "meters", "version", "help", "completion\nbash",
		"sim\nbox\n--steps\n1", "sim\nbox\n--steps\n1\n--hash\n-"} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip(err)
		}
		var errs strings.Builder
		code := execute(t.Context(), strings.Split(args, "\n"), full, &errs)
		_ = full.Close()
		if code != cli.ExitOutput || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%q: code %d, want %d; says %q", args, code, cli.ExitOutput, &errs)
		}
	}
}

// TestRecordIntoARemovedFolder ends the run with 73 when the folder of its recording goes, long before its last step.
func TestRecordIntoARemovedFolder(t *testing.T) {
	folder := t.TempDir()
	part := filepath.Join(folder, "there", "x.tumble")
	if err := os.Mkdir(filepath.Dir(part), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := asSandbox(t, "sim", "mixed_rain", "--steps", "1000000", "--record", part)
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(part + ".part"); err == nil {
			break
		}
	}
	if err := os.RemoveAll(filepath.Dir(part)); err != nil {
		t.Skip(err)
	}
	timer := time.AfterFunc(60*time.Second, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitOutput || !strings.Contains(errs.String(), "was removed") {
		t.Errorf("code %d, want %d; says %q", code, cli.ExitOutput, &errs)
	}
}

// TestPipeIsNoRecording: a pipe without a writer is refused instead of waited for.
func TestPipeIsNoRecording(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.tumble")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{{"replay", pipe}, {"replay", "--repair", pipe}, {"sim", "box", "--load", pipe}} {
		if code, _, errs := sandbox(t, args...); code != cli.ExitInput ||
			!strings.Contains(errs, "is no regular file") {
			t.Errorf("%q: code %d, want %d; says %q", args, code, cli.ExitInput, errs)
		}
	}
}

// The end of the program does not wait for a driver, and has its code.
func TestEndBesideABusyDriver(t *testing.T) {
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), busyDriver+"=")
	begin := time.Now()
	_ = c.Run()
	if code, took := c.ProcessState.ExitCode(), time.Since(begin); code != cli.ExitTerminated || took < driverPatience {
		t.Errorf("code %d after %v", code, took)
	}
}
