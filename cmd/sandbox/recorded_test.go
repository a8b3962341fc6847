package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/record"
	"tumble/internal/cli"
	"tumble/physics"
)

// writeInputs writes a recording of inputs, as the window does.
func writeInputs(t *testing.T, path string, rec *record.Part) string {
	t.Helper()
	w, err := record.Create(path, rec.Info, physics.RecordOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range rec.Inputs {
		if err := w.Input(rec.Inputs[i].Tick, &rec.Inputs[i].Event); err != nil {
			t.Fatal(err)
		}
	}
	for i, digest := range rec.Digests {
		if err := w.Tick(rec.FirstTick+uint64(i), digest); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRecordedScene holds that a recording opens no file that its user did not name.
func TestRecordedScene(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "scene.gltf")
	mustSandbox(t, "sim", "box", "--steps", "0", "--save", "0:"+elsewhere)
	rec := &record.Part{Info: record.SceneInfo{Scene: elsewhere, Hz: 100}, FirstTick: 1, Digests: []uint64{0}}
	path := writeInputs(t, filepath.Join(t.TempDir(), "inputs.tumble"), rec)
	code, _, errs := sandbox(t, "replay", path)
	if code != cli.ExitInput || !strings.Contains(errs, "--scene") {
		t.Errorf("a scene in another folder: code %d, %q", code, errs)
	}
	// the scene is opened and simulated: the made-up hash of its first step is noticed
	for _, args := range [][]string{{"replay", path, "--scene", elsewhere}} {
		if code, _, errs := sandbox(t, args...); code != cli.ExitFailed ||
			!strings.Contains(errs, "leaves the recording") {
			t.Errorf("%v: code %d, %q", args, code, errs)
		}
	}
	rec.Info.Scene = filepath.Join(filepath.Dir(elsewhere), "..", filepath.Base(filepath.Dir(elsewhere)), "scene.gltf")
	beside := filepath.Join(filepath.Dir(elsewhere), "beside.tumble")
	writeInputs(t, beside, rec)
	if code, _, errs := sandbox(t, "replay", beside); code != cli.ExitFailed ||
		!strings.Contains(errs, "leaves the recording") {
		t.Errorf("a scene beside the recording: code %d, %q", code, errs)
	}
}

// TestRecordingOfNothing holds that a window that cannot be opened leaves the file that is to be recorded to.
func TestRecordingOfNothing(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	path := filepath.Join(t.TempDir(), "old.tumble")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := sandbox(t, "run", "box", "--record", path)
	if old, err := os.ReadFile(path); code != cli.ExitNoDisplay || string(old) != "old" {
		t.Errorf("code %d, %s; the old file is %q, %v", code, errs, old, err)
	}
}

// TestRecordingWithoutEnd holds that inputs and hashes at steps that nobody will live to see end with a
// clear word.
func TestRecordingWithoutEnd(t *testing.T) {
	far := input.TickEvent{Tick: 1 << 60}
	far.Event.Kind = input.EventKey
	for _, c := range []struct {
		rec  record.Part
		says string
	}{
		{record.Part{Inputs: []input.TickEvent{far}}, "no digest of a step"},
		{record.Part{FirstTick: 1 << 60, Digests: []uint64{0}}, "must be 0 or 1"},
		{record.Part{Inputs: []input.TickEvent{far}, FirstTick: 1, Digests: []uint64{0}},
			"after the last step, 1, are left out"},
	} {
		c.rec.Info = record.SceneInfo{Scene: "box", Hz: 100}
		code, _, errs := sandbox(t, "replay", writeInputs(t, filepath.Join(t.TempDir(), "inputs.tumble"), &c.rec))
		if code == 0 || !strings.Contains(errs, c.says) {
			t.Errorf("code %d, %q, want %q", code, errs, c.says)
		}
	}
}

// TestRecordedScenes: of several scenes of a recording the one that is given stands for the file of its name, wherever
// the recording has it, and no scene of the library is replaced by it.
func TestRecordedScenes(t *testing.T) {
	elsewhere := t.TempDir()
	one := filepath.Join(t.TempDir(), "one.gltf")
	two, moved := filepath.Join(elsewhere, "two.gltf"), filepath.Join(elsewhere, "moved.gltf")
	recording := filepath.Join(filepath.Dir(one), "a.tumble")
	for _, c := range []struct {
		scenes []string
		given  string
		want   string // after it, empty for refused
	}{
		{[]string{"box", "stack10"}, "", "box stack10"},
		{[]string{"box", one, "box"}, "", "box " + one + " box"},
		{[]string{"box", two}, "", ""},
		{[]string{"box", two, two}, two, "box " + two + " " + two},
		{[]string{"box", two, one}, moved, "box " + moved + " " + one},
		{[]string{one, two}, two, one + " " + two},
		{[]string{one, two}, moved, ""},
		{[]string{one, "box"}, moved, moved + " box"},
	} {
		rec := &record.Recording{Parts: make([]record.Part, len(c.scenes))}
		for i := range c.scenes {
			rec.Parts[i].Info.Scene = c.scenes[i]
		}
		err := allowScenes(rec, recording, c.given)
		have := ""
		for i := range rec.Parts {
			have = strings.TrimSpace(have + " " + rec.Parts[i].Info.Scene)
		}
		if (err == nil) != (c.want != "") || err == nil && have != c.want {
			t.Errorf("%q with %q: %q, %v; want %q", c.scenes, c.given, have, err, c.want)
		}
	}
}

// Steps that a recording does not have are refused before a window opens.
func TestStepsOfARecording(t *testing.T) {
	folder := t.TempDir()
	run, state := filepath.Join(folder, "run.tumble"), filepath.Join(folder, "state.tumble")
	mustSandbox(t, "sim", "box", "--steps", "20", "--record", run, "--save", "5:"+state)
	for _, c := range []struct {
		file, at, want string
	}{
		{run, "21", "--at 21: " + run + " has 20 steps"}, {state, "3", "is a saved state"},
		{run, "-1", "must be 0 to"},
	} {
		code, _, errs := sandbox(t, "run", c.file, "--at", c.at)
		if code != cli.ExitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%s --at %s: code %d, %q", c.file, c.at, code, errs)
		}
	}
}
