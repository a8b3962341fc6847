package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tumble/internal/cli"
)

const (
	oldRecording = "../../engine/record/testdata/version4.tumble"
	oldPoses     = "../../engine/record/testdata/version4.jsonl"
)

// The poses of a recording are written as they were.
func TestReplayWritesPoses(t *testing.T) {
	want, err := os.ReadFile(oldPoses)
	if err != nil {
		t.Fatal(err)
	}
	out := mustSandbox(t, "replay", oldRecording, "--seek", "0,45,90", "--poses", "-")
	if out != string(want) {
		t.Errorf("%.300s, want %.300s", out, want)
	}
	if code, _, errs := sandbox(t, "replay", oldRecording, "--seek", "91", "--poses", "-"); code != cli.ExitInput {
		t.Errorf("a step too far: code %d, %q", code, errs)
	}
	code, _, errs := sandbox(t, "replay", "../../engine/record/testdata/version3.tumble", "--poses", "-")
	if code != cli.ExitInput || !strings.Contains(errs, "holds no poses") {
		t.Errorf("a recording without: code %d, %q", code, errs)
	}
}

// A build whose solver differs says from which step on it computes otherwise, and shows what was.
func TestOtherSolverShowsOldRecording(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program anew")
	}
	folder := t.TempDir()
	const from = "physics/internal/solve/kernel/params.go"
	source, err := filepath.Abs(filepath.Join("../..", from))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	const before = "hertz, damping := s.ContactHertz, s.ContactDampingRatio"
	if !strings.Contains(string(text), before) {
		t.Fatalf("%s does not have %q", from, before)
	}
	other := filepath.Join(folder, "params.go")
	after := strings.Replace(before, "s.ContactHertz", "0.7*s.ContactHertz", 1)
	changed := strings.Replace(string(text), before, after, 1)
	overlay := filepath.Join(folder, "overlay.json")
	replaced := fmt.Sprintf(`{"Replace":{%q:%q}}`, source, other)
	for name, content := range map[string]string{other: changed, overlay: replaced} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(folder, "sandbox")
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// a recording of an older layout cannot be computed at all
	fresh := filepath.Join(folder, "fresh.tumble")
	mustSandbox(t, "sim", "pyramid36", "--steps", "90", "--record", fresh)
	for path, says := range map[string]string{fresh: "replay: step ", oldRecording: "replay: "} {
		out, err := exec.Command(program, "replay", path).CombinedOutput()
		said := string(out)
		const tells = "the poses of its 90 steps are there"
		if err == nil || !strings.Contains(said, says) || !strings.Contains(said, tells) {
			t.Errorf("%s: %v: %s", path, err, out)
		}
	}
	poses, err := exec.Command(program, "replay", oldRecording, "--seek", "0,45,90", "--poses", "-").Output()
	want, _ := os.ReadFile(oldPoses)
	if err != nil || string(poses) != string(want) {
		t.Errorf("%v: %.300s, want %.300s", err, poses, want)
	}
}
