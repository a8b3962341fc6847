package windowed

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSweepInTheWindow sweeps a parameter by a line of a script: the window goes on meanwhile, the page is written, and
// the same study by the command line has the same rows already.
func TestSweepInTheWindow(t *testing.T) {
	program, dir := buildSandbox(t), t.TempDir()
	d := drive(t, program, dir, "card_house")
	d.line("set substeps 6")
	d.line("sweep material.friction 0.2 0.9 6 120")
	a := d.until("the sweep ends", func(a drivenAnswer) bool { return strings.HasPrefix(a.State.Message, "sweep") })
	if !strings.Contains(a.State.Message, "6 cells") {
		t.Fatalf("the window says %q", a.State.Message)
	}
	d.settle()
	d.picture("sweep")
	study := filepath.Join(dir, "tumble-card_house-material-friction.toml")
	text, err := os.ReadFile(study)
	if err != nil || !strings.Contains(string(text), `"substeps" = 6`) {
		t.Errorf("%v: %s", err, text)
	}
	if page, err := os.ReadFile(strings.TrimSuffix(study, ".toml") + ".html"); err != nil ||
		!strings.Contains(string(page), "material.friction") {
		t.Errorf("the page: %v", err)
	}
	out, err := exec.Command(program, "sweep", study).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "0 cells simulated, 6 known before") {
		t.Errorf("the same command by hand: %v, %s", err, out)
	}
	// a study that is stopped keeps its rows
	d.line("sweep material.friction 0.2 0.9 200 1000")
	d.line("sweep-stop")
	d.until("the sweep is stopped",
		func(a drivenAnswer) bool { return strings.HasPrefix(a.State.Message, "sweep stopped") })
}
