package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tumble/internal/cli"
)

const studyText = `scene = "card_house"
steps = 40
[[parameter]]
key = "material.friction"
range = [0.2, 0.9]
count = 4
[[parameter]]
key = 'body("body1").velocity.x'
values = [0.0, 0.5]
[[metric]]
meter = "penetration.max"
[[guard]]
name = "stands"
breaks = "drift.max > 0.05"
[repeat]
count = 2
velocity = 0.01
`

// TestSweep runs a study by the program itself, whole and in shares, and opens cells of it.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "sandbox.exe")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	study := filepath.Join(dir, "study.toml")
	if err := os.WriteFile(study, []byte(studyText), 0o666); err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return string(out)
	}
	if out := do("sweep", study, "--check"); !strings.Contains(
		out, "grid of 16 cells on card_house, 2 parameters, 1 metrics, 1 guard rails") {
		t.Errorf("--check says %q", out)
	}
	if out := do("sweep", study, "--workers", "2"); !strings.Contains(out, "16 cells simulated, 0 known before") {
		t.Errorf("sweep says %q", out)
	}
	if out := do("sweep", study); !strings.Contains(out, "0 cells simulated, 16 known before") {
		t.Errorf("the second sweep says %q", out)
	}
	rows := filepath.Join(dir, "rows")
	for _, shard := range []string{"0/3", "2/3", "1/3"} {
		do("sweep", study, "--shard", shard, "--out", rows)
	}
	do("sweep", "merge", rows)
	table := read(t, filepath.Join(dir, "study.out", "results.csv"))
	if read(t, filepath.Join(rows, "results.csv")) != table {
		t.Error("three shares give another table")
	}
	// the command of a cell repeats it to the last bit, with numbers of bodies and disturbances
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		fields := strings.Split(line, ",")
		hashes := strings.Fields(mustSandbox(t, "sim", "--cell", study+"#"+fields[0], "--hash", "-"))
		if len(hashes) != 40 || hashes[39] != fields[8] {
			t.Errorf("cell %s: hash %s, its row has %s", fields[0], hashes[len(hashes)-1], fields[8])
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestSweepUsage(t *testing.T) {
	dir := t.TempDir()
	study, bad := filepath.Join(dir, "study.toml"), filepath.Join(dir, "bad.toml")
	for name, text := range map[string]string{study: studyText, bad: "scene = 3\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"sweep", "STUDY.toml is missing", cli.ExitUsage},
		{"sweep " + study + " --shard 3/3", "--shard 3/3", cli.ExitUsage},
		{"sweep " + study + " --workers -1", "--workers -1", cli.ExitUsage},
		{"sweep " + dir + "/none.toml", "no such file", cli.ExitInput},
		{"sweep " + bad, "bad.toml:1:", cli.ExitInput},
		{"sweep merge " + dir, "no such file", cli.ExitInput},
		{"sweep jobs " + study + " pbs", "must be one of slurm", cli.ExitUsage},
		{"sweep jobs " + study + " slurm --shares 0", "0 shares", cli.ExitUsage},
		{"sim --cell " + study, "must be STUDY.toml#NUMBER", cli.ExitUsage},
		{"sim --cell " + study + "#16", "the cells 0 to 15", cli.ExitUsage},
		{"sim box --cell " + study + "#1", "has a scene of its own", cli.ExitUsage},
		{"sim --cell " + study + "#1 --record " + dir + "/r.tumble", "--record", cli.ExitUsage},
		{"sim", "SCENE|FILE is missing", cli.ExitUsage},
		{"run --cell " + study + "#1 --at -1", "--at -1", cli.ExitUsage},
		{"run box --at 3 --record " + dir + "/r.tumble", "--record does not go with --at", cli.ExitUsage},
	} {
		if code, _, errs := sandbox(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%s: code %d, %q, want %d, %q", c.args, code, errs, c.code, c.says)
		}
	}
	if out := mustSandbox(t, "sweep", "jobs", study, "slurm", "--shares", "4"); !strings.Contains(
		out, "#SBATCH --array=0-3") {
		t.Errorf("job file %s", out)
	}
}
