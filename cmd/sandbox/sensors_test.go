package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// TestSensorsAsMeters holds that the sensors of a file are listed and measured, and that a wrong name lists the others.
func TestSensorsAsMeters(t *testing.T) {
	folder := t.TempDir()
	file := writerIn(t, folder)("fall.xml", `<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
<body name="ball" pos="0 0 3"><freejoint/><geom size="0.1"/><site name="s" euler="90 0 0"/></body></worldbody>
<sensor><velocimeter name="fall" site="s"/><framepos name="at" objtype="site" objname="s"/><touch name="floor" site="s"/></sensor></mujoco>`)
	if code, out, errs := sandbox(t, "meters", file); code != 0 || !strings.Contains(out, `sensor("fall").y`) ||
		!strings.Contains(out, `sensor("floor").value`) {
		t.Errorf("meters: code %d\n%s%s", code, out, errs)
	}
	table := filepath.Join(folder, "out.csv")
	if code, _, errs := sandbox(t, "sim", file, "--steps", "50", "--hz", "100", "--measure",
		`sensor("fall").y, sensor("at").z`, "--measure-out", table); code != 0 {
		t.Fatalf("sim: code %d: %s", code, errs)
	}
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	last := strings.Split(lines[len(lines)-1], ",")
	// 0.5 s of falling along the axis y of the site, which points upwards: the site is rotated about x
	speed, err1 := strconv.ParseFloat(last[2], 64)
	height, err2 := strconv.ParseFloat(last[3], 64)
	if err1 != nil || err2 != nil || !strings.Contains(lines[0], "m/s") {
		t.Fatalf("the table is %q ... %q", lines[0], last)
	}
	if d := speed + 0.5*9.81; d > 0.01 || d < -0.01 {
		t.Errorf("the ball falls at %g m/s", -speed)
	}
	if d := height - (3 - 9.81/8); d > 0.02 || d < -0.02 {
		t.Errorf("the ball is at %g m", height)
	}
	for _, c := range []struct{ meter, word string }{
		{`sensor("none").x`, "there are fall, at, floor"}, {`sensor("floor").x`, "has the values value"},
		{`sensor("fall").speed`, "sensor has no speed; it has value, x, y, z, w"},
	} {
		if code, _, errs := sandbox(t, "sim", file, "--steps", "1", "--measure", c.meter); code != cli.ExitUsage ||
			!strings.Contains(errs, c.word) {
			t.Errorf("%s: code %d: %s", c.meter, code, errs)
		}
	}
}
