package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// TestMeasure writes a table of meters; the last line agrees with the state that --out writes.
func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "house.csv")
	mustSandbox(t, "sim", "card_house", "--steps", "30", "--every", "10", "--measure", "energy,speed.max",
		"--measure-out", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || len(rows) != 4 || rows[0][0] != "step" || rows[0][2] != "energy.kinetic [J]" ||
		rows[3][0] != "30" {
		t.Fatalf("%v %v", rows, err)
	}
	states := mustSandbox(t, "sim", "card_house", "--steps", "30", "--every", "30", "--out", "-")
	_, after, _ := strings.Cut(states, `"pe":`)
	potential, _, _ := strings.Cut(after, ",")
	want, err := strconv.ParseFloat(potential, 64)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := strconv.ParseFloat(rows[3][4], 64); err != nil || got != want {
		t.Errorf("potential energy %s, --out says %s", rows[3][4], potential)
	}
}

// TestBreak stops where a condition holds, says where and why, and saves the state there; a run goes on from it to the
// same end.
func TestBreak(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state.tumble")
	code, _, errs := sandbox(t, "sim", "box", "--break", "speed.max > 1", "--save", "break:"+state)
	if code != cli.ExitFailed || !strings.Contains(errs, "break: step 11: speed.max > 1: speed.max = 1.0") {
		t.Fatalf("code %d: %s", code, errs)
	}
	whole := mustSandbox(t, "sim", "box", "--steps", "50")
	rest := mustSandbox(t, "sim", "box", "--steps", "50", "--load", state)
	hash := func(s string) string { return s[strings.Index(s, "hash "):] }
	if hash(whole) != hash(rest) {
		t.Errorf("%s and %s", hash(whole), hash(rest))
	}
	if code, _, errs := sandbox(t, "sim", "box", "--steps", "20", "--break", "speed.max > 1000"); code != 0 {
		t.Errorf("a condition that never holds: code %d: %s", code, errs)
	}
	for _, c := range []struct{ args, word string }{
		{"sim box --break speed.max", "it is a number: a condition compares"},
		{"sim box --break body('nobody').y>1", "nobody"},
		{"sim box --save break:x.tumble", "goes with --break"},
		{"sim box --measure nosuch", "nosuch"},
		{"sim box --measure-out x.csv", "goes with --measure"},
		{"sim box --measure energy --measure-out x.parquet", ".csv"},
	} {
		if code, _, errs := sandbox(t, strings.Fields(c.args)...); code != cli.ExitUsage ||
			!strings.Contains(errs, c.word) {
			t.Errorf("%s: code %d: %s", c.args, code, errs)
		}
	}
}

// TestAdvice examines files: a healthy one gives none, one with a fault names it.
func TestAdvice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "house.gltf")
	mustSandbox(t, "sim", "pyramid36", "--steps", "0", "--save", "0:"+file)
	if out := mustSandbox(t, "validate", "--advice", "--quiet", file); out != "" {
		t.Errorf("advice for a healthy scene: %s", out)
	}
	mustSandbox(t, "sim", "heavy_on_light", "--steps", "0", "--save", "0:"+file)
	if out := mustSandbox(t, "validate", "--advice", "--quiet", file); !strings.Contains(out, "advice: density: ") {
		t.Errorf("advice for bodies of 100,000 kg/m³: %q", out)
	}
}

// TestAdviceMends finds planted faults in files of three formats, mends them, and finds nothing in its own files.
func TestAdviceMends(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct{ text, code string }{
		"robot.urdf": {`<robot name="r">
  <link name="base"><inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.4 0.4"/></geometry></collision></link>
  <link name="arm"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <joint name="elbow" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/>
    <limit lower="1" upper="1" effort="10" velocity="1"/></joint>
</robot>`, "empty-limits"},
		"pair.xml": {`<mujoco><worldbody>
  <geom type="plane" size="5 5 0.1"/>
  <body name="low" pos="0 0 0.5"><freejoint/><geom type="box" size="0.5 0.5 0.5"/></body>
  <body name="high" pos="0.1 0 1.1"><freejoint/><geom type="box" size="0.5 0.5 0.5"/></body>
</worldbody></mujoco>`, "overlap"},
	} {
		path, better := filepath.Join(folder, name), filepath.Join(folder, "better.gltf")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out := mustSandbox(t, "validate", "--mend", better, "--quiet", path); !strings.Contains(
			out, "advice: "+c.code+": ") || !strings.Contains(out, "; mended: ") {
			t.Errorf("%s: %s", name, out)
		}
		if out := mustSandbox(t, "validate", "--advice", "--quiet", better); out != "" {
			t.Errorf("%s: mended: %s", name, out)
		}
	}
	file, better := filepath.Join(folder, "heavy.gltf"), filepath.Join(folder, "mended.glb")
	mustSandbox(t, "sim", "heavy_on_light", "--steps", "0", "--save", "0:"+file)
	if out := mustSandbox(t, "validate", "--advice", file); !strings.Contains(
		out, "; --mend would give it the density of water") {
		t.Errorf("no fix is offered: %s", out)
	}
	mustSandbox(t, "validate", "--mend", better, file)
	if out := mustSandbox(t, "validate", "--advice", "--quiet", better); out != "" {
		t.Errorf("mended: %s", out)
	}
	if code, _, _ := sandbox(t, "validate", "--mend", "better.txt", file); code != cli.ExitUsage {
		t.Errorf("code %d", code)
	}
}

// TestMeasureInOtherFormats writes pictures and MCAP, and refuses other names.
func TestMeasureInOtherFormats(t *testing.T) {
	folder := t.TempDir()
	for name, head := range map[string]string{"a.png": "\x89PNG", "a.svg": "<svg", "a.mcap": "\x89MCAP0"} {
		path := filepath.Join(folder, name)
		code, _, errs := sandbox(t, "sim", "box", "--steps", "20", "--measure", "energy,speed", "--measure-out", path)
		if code != 0 {
			t.Fatal(errs)
		}
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), head) {
			t.Errorf("%s: %v %.20q", name, err, data)
		}
	}
	if code, _, _ := sandbox(t, "sim", "box", "--measure", "energy", "--measure-out", "a.xlsx"); code != cli.ExitUsage {
		t.Errorf("code %d", code)
	}
}
