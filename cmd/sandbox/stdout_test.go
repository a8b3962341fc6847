//go:build cgo && linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
)

// printing are commands that print something, in a folder with a recording, a scene and a study.
var printing = []string{
	"scenes", "params", "controls", "meters", "version", "man", "help", "--version", "scenes --json",
	"completion bash", "completion zsh", "completion fish",
	"sim box --steps 1", "sim box --steps 10 --hash -", "sim pyramid36 --steps 10 --events -",
	"sim box --steps 5 --json",
	"sim pyramid36 --steps 100000000 --hash -", "replay in.tumble", "replay in.tumble --hash -",
	"replay in.tumble --json",
	"bench box --steps 2 --repeat 1 --workers 1", "bench box --steps 2 --repeat 1 --workers 1 --json -",
	"validate in.gltf", "validate in.gltf --json", "lab", "lab --json -",
	"sweep study.toml --check", "sweep study.toml --out rows", "lockstep box --steps 5",
	"rig", "rig pendulum --seconds .1",
}

// TestLostStandardOutput: what nobody can read ends a command with the code of outputs that cannot be written. A reader
// that has had enough is told nothing, a closed output is named.
func TestLostStandardOutput(t *testing.T) {
	folder := folderWithInputs(t)
	program := filepath.Join(folder, "sandbox")
	mustSandbox(t, "sim", "box", "--steps", "5", "--save", "5:"+filepath.Join(folder, "in.gltf"))
	lines := printing
	var helpOf func(c *cobra.Command)
	helpOf = func(c *cobra.Command) {
		lines = append(lines, strings.TrimPrefix(c.CommandPath()+" --help", "sandbox "))
		for _, sub := range c.Commands() {
			helpOf(sub)
		}
	}
	helpOf(newRoot(os.Stdout, os.Stderr))
	for i, line := range lines {
		if testing.Short() && i%8 != 0 {
			continue
		}
		c := exec.CommandContext(t.Context(), program, strings.Fields(line)...)
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = read.Close()
		var errs strings.Builder
		c.Dir, c.Stdout, c.Stderr = folder, write, &errs
		_ = c.Run()
		_ = write.Close()
		if code := c.ProcessState.ExitCode(); code != cli.ExitOutput || strings.Contains(errs.String(), "pipe") {
			t.Errorf("%s: nobody reads: code %d, want %d; says %q", line, code, cli.ExitOutput, &errs)
		}
		errs.Reset()
		c = exec.CommandContext(t.Context(), "/bin/sh", "-c", "exec ./sandbox "+line+" >&-")
		c.Dir, c.Stderr = folder, &errs
		_ = c.Run()
		said := strings.Contains(errs.String(), "standard output: write /dev/stdout: file already closed")
		if code := c.ProcessState.ExitCode(); code != cli.ExitOutput || !said {
			t.Errorf("%s: closed: code %d, want %d; says %q", line, code, cli.ExitOutput, &errs)
		}
	}
	// the null device is none that is lost, also as daemons open it
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	c := exec.CommandContext(t.Context(), program, "scenes")
	c.Stdout = null
	if err := c.Run(); err != nil {
		t.Errorf("to nowhere: %v", err)
	}
}

// TestLostStandardOutputKeepsFiles: a run whose hashes nobody reads any more ends its recording, which replays.
func TestLostStandardOutputKeepsFiles(t *testing.T) {
	recording := filepath.Join(t.TempDir(), "run.tumble")
	c := asSandbox(t, "sim", "pyramid36", "--steps", "100000000", "--hash", "-", "--record", recording)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != cli.ExitOutput {
		t.Errorf("code %d", code)
	}
	if code, said, errs := sandbox(t, "replay", recording); code != 0 || !strings.Contains(said, "all equal") {
		t.Errorf("its recording: code %d: %s%s", code, said, errs)
	}
}
