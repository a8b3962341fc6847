package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/record"
)

// writeInputs writes a recording of inputs, as the window does.
func writeInputs(t *testing.T, rec *record.Recording) string {
	t.Helper()
	data, err := rec.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "inputs.tumble")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRecordedScene holds that a recording opens no file that its user did not name.
func TestRecordedScene(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "scene.gltf")
	mustSandbox(t, "sim", "box", "--steps", "0", "--save", "0:"+elsewhere)
	rec := &record.Recording{Info: record.SceneInfo{Scene: elsewhere, Hz: 100}, HashFrom: 1, Hashes: []uint64{0}}
	path := writeInputs(t, rec)
	code, _, errs := sandbox(t, "replay", path)
	if code != exitInput || !strings.Contains(errs, "--scene") {
		t.Errorf("a scene in another folder: code %d, %q", code, errs)
	}
	// the scene is opened and simulated: the made-up hash of its first step is noticed
	for _, args := range [][]string{{"replay", path, "--scene", elsewhere}} {
		if code, _, errs := sandbox(t, args...); code != exitFailed || !strings.Contains(errs, "leaves the recording") {
			t.Errorf("%v: code %d, %q", args, code, errs)
		}
	}
	rec.Info.Scene = filepath.Join(filepath.Dir(elsewhere), "..", filepath.Base(filepath.Dir(elsewhere)), "scene.gltf")
	beside := filepath.Join(filepath.Dir(elsewhere), "beside.tumble")
	data, err := rec.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(beside, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := sandbox(t, "replay", beside); code != exitFailed || !strings.Contains(errs, "leaves the recording") {
		t.Errorf("a scene beside the recording: code %d, %q", code, errs)
	}
}

// TestRecordingWithoutEnd holds that inputs and hashes at steps that nobody will live to see end with a
// clear word.
func TestRecordingWithoutEnd(t *testing.T) {
	far := input.TickEvent{Tick: 1 << 60}
	far.Event.Kind = input.EventKey
	for _, c := range []struct {
		rec  record.Recording
		says string
	}{
		{record.Recording{Inputs: []input.TickEvent{far}}, "no hash of a step"},
		{record.Recording{HashFrom: 1 << 60, Hashes: []uint64{0}}, "must be 0 or 1"},
		{record.Recording{Inputs: []input.TickEvent{far}, HashFrom: 1, Hashes: []uint64{0}}, "after the last step, 1, are left out"},
	} {
		c.rec.Info = record.SceneInfo{Scene: "box", Hz: 100}
		code, _, errs := sandbox(t, "replay", writeInputs(t, &c.rec))
		if code == 0 || !strings.Contains(errs, c.says) {
			t.Errorf("code %d, %q, want %q", code, errs, c.says)
		}
	}
}
