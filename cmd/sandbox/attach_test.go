package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tumble/internal/cli"
	"tumble/physics"
	"tumble/physics/debug"
)

// TestAttach: attach lists and completes the programs that show their worlds, and names none or several of a name.
func TestAttach(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if _, out, _ := sandbox(t, "attach"); !strings.Contains(out, "no program of this user") {
		t.Errorf("without a program: %q", out)
	}
	for _, name := range []string{"game", "robot", "robot"} {
		world, err := physics.NewWorld(physics.DefaultWorldDef())
		if err != nil {
			t.Fatal(err)
		}
		server, err := debug.Serve(world, debug.Options{Name: name, Allow: debug.Pause})
		if err != nil {
			t.Fatal(err)
		}
		defer server.Close()
	}
	code, out, errs := sandbox(t, "attach")
	pid := fmt.Sprint(os.Getpid())
	if code != 0 || strings.Count(out, pid) != 3 || !strings.Contains(out, "game") || !strings.Contains(out, "pause") {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
	for word, want := range map[string]string{
		"nobody": "no program of this name", "robot": "2 programs have this name: give a process number: " + pid,
	} {
		code, _, errs := sandbox(t, "attach", word)
		if code != cli.ExitInput || !strings.Contains(errs, want) {
			t.Errorf("attach %s: code %d, %q", word, code, errs)
		}
	}
	if _, out, _ := sandbox(t, "__complete", "attach", ""); !strings.Contains(out, "game") {
		t.Errorf("completed as %q", out)
	}
}
