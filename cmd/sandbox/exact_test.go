package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/physics/vec"
)

// A run that was saved goes on with the hashes of the run that was not, with other workers, too.
func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	start, half := filepath.Join(dir, "start.tumble"), filepath.Join(dir, "half.tumble")
	for _, scene := range []string{"tumbler", "gears"} {
		set := []string{"--set", "gravity.y=-5"}
		args := append([]string{"sim", scene, "--steps", "60", "--hash", "-", "--save", "0:" + start, "--save",
			"25:" + half}, set...)
		want := strings.Fields(mustSandbox(t, args...))
		if len(want) != 60 {
			t.Fatalf("%s: %d hashes", scene, len(want))
		}
		for from, file := range map[int]string{0: start, 25: half} {
			got := strings.Fields(mustSandbox(t, "sim", scene, "--steps", "60", "--hash", "-", "--load", file,
				"--workers", "3"))
			if !slices.Equal(got, want[from:]) {
				t.Errorf("%s: loaded at step %d: %d hashes, the first differs: %v", scene, from, len(got),
					len(got) > 0 && got[0] != want[from])
			}
		}
		// a parameter on the command line counts more than that of the file
		other := strings.Fields(mustSandbox(t, "sim", scene, "--steps", "60", "--hash", "-", "--load", half, "--set",
			"gravity.y=-9"))
		if slices.Equal(other, want[25:]) {
			t.Errorf("%s: --set after --load has no effect", scene)
		}
	}
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"sim box --load " + half, "a state of scene gears, not of box", cli.ExitInput},
		{"sim gears --load " + filepath.Join(dir, "none"), "no such file", cli.ExitInput},
		{"replay " + half, "a saved state, not a recording", cli.ExitInput},
		{"sim box --save 5", "must be STEP:FILE", cli.ExitUsage},
		{"sim box --save 5:a --save 5:b", "saved to a already", cli.ExitUsage},
		{"sim box --steps 3 --save 5:" + filepath.Join(dir, "late"), "the run ended at step 3", cli.ExitUsage},
		{"sim gears --load " + half + " --save 3:x", "the run begins at step 25", cli.ExitUsage},
		{"sim gears --load " + half + " --check", "--check", cli.ExitUsage},
		{"sim box --stage-hashes", "--record", cli.ExitUsage},
		{"sim box --steps 3 --save 2:" + dir + "/no/such/folder", "no such file", cli.ExitOutput},
	} {
		if code, _, errs := sandbox(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%s: code %d, %q, want %d, %q", c.args, code, errs, c.code, c.says)
		}
	}
	damaged, err := os.ReadFile(half)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		text := slices.Clone(damaged)
		text[len(text)*i/12]++
		if err := os.WriteFile(half, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if code, _, errs := sandbox(t, "sim", "gears", "--load", half); code != cli.ExitInput ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("byte %d/12 changed: code %d, %q", i, code, errs)
		}
	}
}

func TestReplaySeek(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.tumble")
	all := strings.Fields(mustSandbox(t, "sim", "driving", "--steps", "90", "--hash", "-", "--record", path,
		"--stage-hashes"))
	for _, workers := range []string{"1", "4"} {
		if got := strings.Fields(mustSandbox(t, "replay", path, "--hash", "-", "--workers",
			workers)); !slices.Equal(got, all) {
			t.Errorf("%s workers: the hashes of the replay are not those of the run", workers)
		}
		got := strings.Fields(mustSandbox(t, "replay", path, "--seek", "80,40,5,79,0,1", "--hash", "-", "--workers",
			workers))
		want := []string{all[79], all[39], all[4], all[78], "", all[0]}
		if len(got) != len(want) {
			t.Fatalf("%d hashes: %v", len(got), got)
		}
		for i := range want {
			if want[i] != "" && got[i] != want[i] {
				t.Errorf("%s workers: place %d: hash %s, want %s", workers, i, got[i], want[i])
			}
		}
	}
	if out := mustSandbox(t, "replay", path); !strings.Contains(out, "90 steps") {
		t.Errorf("replay says %q", out)
	}
	inputs := filepath.Join(t.TempDir(), "inputs.tumble")
	writeRecording(t, inputs, 20, false)
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"replay " + path + " --seek 91", "has the steps 0 to 90", cli.ExitUsage},
		{"replay " + path + " --seek 3,x", `"x" is no step`, cli.ExitUsage},
		{"replay " + path + " --workers 1000", "--workers", cli.ExitUsage},
		{"replay " + inputs + " --seek 3", "holds inputs only", cli.ExitInput},
	} {
		if code, _, errs := sandbox(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%s: code %d, %q, want %d, %q", c.args, code, errs, c.code, c.says)
		}
	}
}

// The recording of a session, with inputs, a rebuilt scene and calls, replays both ways.
func TestSessionRecordingHasItsWorld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.tumble")
	writeSession(t, path, 50)
	for _, workers := range []string{"1", "2"} {
		out := mustSandbox(t, "replay", path, "--workers", workers)
		if !strings.Contains(out, "50 steps, ") || !strings.Contains(out, "inputs, 50 digests compared, all equal") {
			t.Errorf("replay says %q", out)
		}
		got := strings.Fields(mustSandbox(t, "replay", path, "--workers", workers, "--seek", "40,20,31,30,0,1",
			"--hash", "-"))
		all := strings.Fields(mustSandbox(t, "replay", path, "--hash", "-"))
		if len(got) != 6 || len(all) != 50 || got[0] != all[39] || got[1] != all[19] || got[2] != all[30] ||
			got[3] != all[29] || got[5] != all[0] {
			t.Errorf("sought hashes %v", got)
		}
	}
}

// writeSession records a session as the window does.
func writeSession(t *testing.T, path string, steps uint64) {
	t.Helper()
	s, err := session.Open(record.SceneInfo{Scene: "pyramid36", Hz: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, closeRecording, err := openRecording(path, s)
	if err != nil {
		t.Fatal(err)
	}
	for tick := uint64(1); tick <= steps; tick++ {
		var events []input.Event
		switch tick {
		case 10:
			events = []input.Event{session.ShootCommand(vec.V3(0, 3, 10), vec.V3(0, 1, -30), 0.4)}
		case 31:
			events = []input.Event{session.RestartCommand()}
		}
		for i := range events {
			if err := w.Input(tick, &events[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Tick(events); err != nil {
			t.Fatal(err)
		}
		if err := w.Tick(tick, s.Digest()); err != nil {
			t.Fatal(err)
		}
	}
	if err := closeRecording(); err != nil {
		t.Fatal(err)
	}
}
