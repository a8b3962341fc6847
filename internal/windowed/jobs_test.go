package windowed

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// job carries out a script of testdata/jobs in the real window, and returns its answers and the window.
func job(t *testing.T, program, home, name string, args ...string) (answers []drivenAnswer, d *driven) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "jobs", name))
	if err != nil {
		t.Fatal(err)
	}
	d = drive(t, program, home, args...)
	clicks := 0
	for _, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if strings.HasPrefix(line, "click ") || strings.HasPrefix(line, "ctrl-click ") {
			clicks++
		}
		answers = append(answers, d.line(line))
	}
	t.Logf("%s: %d lines, %d clicks", name, len(answers), clicks)
	return answers, d
}

// results is the table that a script asked for last.
func results(t *testing.T, answers []drivenAnswer) *drivenTrial {
	t.Helper()
	for i := len(answers) - 1; i >= 0; i-- {
		if answers[i].Trial != nil {
			return answers[i].Trial
		}
	}
	t.Fatal("the script has no results")
	return nil
}

// TestJobs carries out four jobs of tuning as scripts in the real window: each ends with the right value.
func TestJobs(t *testing.T) {
	needsXdotool(t)
	program, home := buildSandbox(t), t.TempDir()
	t.Run("a van tips over", func(t *testing.T) { keepVanUpright(t, program, home) })
	t.Run("a stack jitters", func(t *testing.T) { findSubSteps(t, program, home) })
	t.Run("a throw tears a figure", func(t *testing.T) { findBadThrow(t, program, home) })
	t.Run("a frame is slow", func(t *testing.T) {
		answers, d := job(t, program, home, "slow.script", "pyramid36")
		before := d.state().State.Step
		if n := len(answers); n == 0 || before == 0 || before > 400 {
			t.Errorf("the slow frame leads to step %d", before)
		}
	})
}

// keepVanUpright compares A and B from the start; the preset and the command line have the values of B, and the command
// line the numbers of the table.
func keepVanUpright(t *testing.T, program, home string) {
	answers, d := job(t, program, home, "tips.script", "skid_pad")
	table := results(t, answers)
	row := table.Rows[0]
	if table.First != 0 || row.Best != 2 || *row.Values[0] < 1 || *row.Values[2] > .3 {
		t.Fatalf("from step %d: %+v", table.First, row)
	}
	steps := d.state().State.Step
	presets, _ := filepath.Glob(filepath.Join(home, "*", "presets", "*upright*"))
	if len(presets) == 0 {
		t.Error("there is no preset")
	}
	out, err := exec.Command(program, "sim", "skid_pad", "--steps", strconv.FormatUint(steps, 10),
		"--set", "scene.center_height=0.7", "--set", "scene.spring=1.8", "--set", "scene.anti_roll=8000",
		"--measure", `body("chassis").tilt`, "--measure-out", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := csv.NewReader(strings.NewReader(string(out))).ReadAll()
	most := 0.0
	for _, line := range lines[1:] {
		v, _ := strconv.ParseFloat(line[2], 64)
		most = max(most, v)
	}
	if math.Abs(most-*row.Values[2]) > 1e-9 {
		t.Errorf("the command line leans to %g rad, the trial to %g", most, *row.Values[2])
	}
}

// findBadThrow finds the throws that tear a knee with a tenth of the strength of the other joints, opens the first of
// them up to the step of the fault, and keeps it as a capsule whose test fails there, and holds with a strong knee.
func findBadThrow(t *testing.T, program, home string) {
	scene := []string{"ragdoll_pile", "--set", "scene.count=1", "--set", `joint("*").break_force=400000`,
		"--set", `joint("left calf").break_force=40000`}
	_, d := job(t, program, home, "throws.script", append(scene, "--no-journal=false")...)
	saved := func(a drivenAnswer) bool { return strings.Contains(a.State.Message, "saved") }
	a := d.until("the capsule is saved", saved)
	rows := mustRead(t, filepath.Join(home, "tumble-ragdoll_pile-start-variation.out", "results.csv"))
	cells, _ := csv.NewReader(strings.NewReader(rows)).ReadAll()
	first, throw, torn := uint64(math.MaxUint64), "", 0
	for _, cell := range cells[1:] {
		if cell[4] == "fine" {
			continue
		}
		torn++
		if step, _ := strconv.ParseUint(cell[len(cell)-1], 10, 64); step < first {
			first, throw = step, cell[3]
		}
	}
	if len(cells) != 1001 || torn == 0 || torn > 10 || a.State.Step != first || a.State.Joints != 12 {
		t.Fatalf("%d cells, %d torn, the first in step %d; the window shows step %d with %d joints", len(cells)-1, torn,
			first, a.State.Step, a.State.Joints)
	}
	capsules, _ := filepath.Glob(filepath.Join(home, "*.capsule"))
	if len(capsules) != 1 {
		t.Fatalf("capsules: %v", capsules)
	}
	out, err := exec.Command(program, "test", capsules[0], "--measure", "not (joints.broken > 0)").CombinedOutput()
	if want := fmt.Sprintf("does not hold after step %d", first); err == nil || !strings.Contains(string(out), want) {
		t.Errorf("the test of the capsule: %v, %s, want %q", err, out, want)
	}
	sim := append([]string{"sim"}, scene...)
	sim = append(sim, "--set", `joint("left calf").break_force=400000`, "--set", "start.variation="+throw,
		"--set", "start.velocity=5", "--set", "start.spin=5", "--steps", "100", "--break", "joints.broken > 0")
	if out, err := exec.Command(program, sim...).CombinedOutput(); err != nil {
		t.Errorf("the throw with a strong knee: %v, %s", err, out)
	}
}

func mustRead(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// findSubSteps finds four sub-steps after a beginning with one, which no row calls the best.
func findSubSteps(t *testing.T, program, home string) {
	answers, _ := job(t, program, home, "jitters.script", "pyramid210", "--set", "substeps=1")
	table := results(t, answers)
	won := map[int]int{}
	for _, row := range table.Rows {
		won[row.Best]++
	}
	if won[0] > 0 || won[1] > 0 || won[3] == 0 || won[2] > 0 {
		t.Errorf("rows won by %v: %+v", won, table.Rows)
	}
}
