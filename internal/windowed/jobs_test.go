package windowed

import (
	"encoding/csv"
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
		if strings.HasPrefix(line, "click ") {
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

// TestJobs carries out three jobs of tuning as scripts in the real window: each ends with the right value.
func TestJobs(t *testing.T) {
	needsXdotool(t)
	program, home := buildSandbox(t), t.TempDir()
	t.Run("a van tips over", func(t *testing.T) { keepVanUpright(t, program, home) })
	t.Run("a stack jitters", func(t *testing.T) { findSubSteps(t, program, home) })
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
