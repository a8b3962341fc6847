//go:build cgo && linux && !wayland

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tumble/internal/cli"
)

// TestDisplayLost takes the X server away from a window that records, soon and later: the program says so, ends with
// the code of a missing display, and the recording is whole.
func TestDisplayLost(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	for _, wait := range []time.Duration{1500 * time.Millisecond, 3 * time.Second} {
		t.Run(wait.String(), func(t *testing.T) { loseDisplay(t, wait, errDisplayLost.Error()) })
	}
}

// TestDisplayLostEarly takes the X server away while the window is made, where GLFW read through null pointers in one
// of ten: the program ends in the same way. Earlier than that there is no connection yet, and nothing to save but the
// recording.
func TestDisplayLostEarly(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("no Xvfb")
	}
	for wait := 20 * time.Millisecond; wait < 200*time.Millisecond; wait += 15 * time.Millisecond {
		t.Run(wait.String(), func(t *testing.T) { loseDisplay(t, wait, errDisplayLost.Error(), "no display") })
	}
}

// loseDisplay takes the X server away some time after the world was made. The program has to say one of some words.
func loseDisplay(t *testing.T, wait time.Duration, words ...string) {
	number, server := startDisplay(t)
	folder := t.TempDir()
	recording := filepath.Join(folder, "run.tumble")
	args := []string{"run", "pyramid36", "--record", recording, "--output", folder, "--width", "320", "--height", "240"}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), asProgram+"="+strings.Join(args, "\n"), "DISPLAY=:"+number,
		"LIBGL_ALWAYS_SOFTWARE=1",
		"XDG_CONFIG_HOME="+folder, "XDG_STATE_HOME="+folder, "HOME="+folder)
	var errs strings.Builder
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// the file that is written is there as soon as the world exists; a second later the window draws
	for deadline := time.Now().Add(30 * time.Second); !cli.IsFile(recording + ".part"); time.Sleep(
		10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("no recording: %s", &errs)
		}
	}
	time.Sleep(wait)
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	said := func(word string) bool { return strings.Contains(errs.String(), word) }
	if code := cmd.ProcessState.ExitCode(); code != cli.ExitNoDisplay || !slices.ContainsFunc(words, said) {
		t.Fatalf("code %d, want %d; says %q", code, cli.ExitNoDisplay, &errs)
	}
	if out := mustSandbox(t, "replay", recording); !strings.Contains(out, "all equal") {
		t.Errorf("the recording: %s", out)
	}
	if saved, _ := filepath.Glob(filepath.Join(folder, "tumble-pyramid36-*")); said(errDisplayLost.Error()) &&
		len(saved) != 1 {
		t.Errorf("saved states: %v", saved)
	}
}

// startDisplay starts an X server of its own and returns its number.
func startDisplay(t *testing.T) (number string, server *exec.Cmd) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	server = exec.CommandContext(t.Context(), "Xvfb", "-displayfd", "3", "-screen", "0", "640x480x24", "-noreset")
	server.ExtraFiles = []*os.File{write}
	err = server.Start()
	write.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	lines := bufio.NewScanner(read)
	if !lines.Scan() {
		t.Fatal("the X server does not start")
	}
	return strings.TrimSpace(lines.Text()), server
}
