package windowed

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const slippery = `scene = "card_house"
steps = 120
[[parameter]]
key = "material.friction"
values = [0.2, 0.9]
[[guard]]
name = "stands"
breaks = "drift.max > 0.05"
stop = true
`

// TestCellOpensWhereItBroke: the window shows a cell of a study in the step in which its guard rail broke, paused, with
// the bits of a simulation without a window, and goes on from there.
func TestCellOpensWhereItBroke(t *testing.T) {
	program, dir := buildSandbox(t), t.TempDir()
	study := filepath.Join(dir, "study.toml")
	if err := os.WriteFile(study, []byte(slippery), 0o666); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(program, args...).Output()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return string(out)
	}
	do("sweep", study)
	table, err := os.ReadFile(filepath.Join(dir, "study.out", "results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")
	step, column := 0, -1
	for i, name := range strings.Split(lines[0], ",") {
		if strings.HasPrefix(name, "stands") {
			column = i
		}
	}
	if column < 0 {
		t.Fatalf("no column of the guard rail in %s", lines[0])
	}
	if step, err = strconv.Atoi(strings.Split(lines[1], ",")[column]); err != nil || step < 2 {
		t.Fatalf("the first cell broke at step %d, %v: %s", step, err, lines[1])
	}
	hashes := strings.Fields(do("sim", "--cell", study+"#0", "--hash", "-"))
	d := drive(t, program, dir, "--cell", study+"#0", "--at", strconv.Itoa(step))
	a := d.state().State
	if a.Step != uint64(step) || !a.Paused {
		t.Errorf("the window shows step %d, paused %t, want %d", a.Step, a.Paused, step)
	}
	if want := hashes[step-1]; a.Hash != want {
		t.Errorf("hash %s, without a window %s", a.Hash, want)
	}
	d.line("pause")
	d.until("it goes on", func(a drivenAnswer) bool { return !a.State.Paused && a.State.Step > uint64(step)+5 })
}
