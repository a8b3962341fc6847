package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"tumble/engine/record"
	"tumble/internal/cli"
)

// TestReplayJSON reads the outcome of an equal and of a differing replay as a program would.
func TestReplayJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.tumble")
	mustSandbox(t, "sim", "pyramid36", "--steps", "12", "--record", path)
	var equal replayReport
	if err := json.Unmarshal([]byte(mustSandbox(t, "replay", path, "--json")), &equal); err != nil {
		t.Fatal(err)
	}
	if !equal.Equal || !equal.Whole || len(equal.Runs) == 0 || equal.Runs[0].Steps != 12 ||
		equal.Runs[0].Scene != "pyramid36" || equal.Difference != nil {
		t.Errorf("%+v", equal)
	}

	wrong := &record.Part{Info: record.SceneInfo{Scene: "box", Hz: 100}, FirstTick: 1, Digests: []uint64{0}}
	code, out, _ := sandbox(t, "replay", "--json", writeInputs(t, filepath.Join(t.TempDir(), "inputs.tumble"), wrong))
	var differs replayReport
	if err := json.Unmarshal([]byte(out), &differs); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	if code != cli.ExitFailed || differs.Equal || differs.Difference == nil || differs.Difference.Text == "" {
		t.Errorf("code %d: %+v", code, differs)
	}

	// a file that cannot be read has no outcome
	if code, out, _ := sandbox(t, "replay", "--json", filepath.Join(t.TempDir(), "none.tumble")); code !=
		cli.ExitInput || out != "" {
		t.Errorf("code %d: %q", code, out)
	}
}
