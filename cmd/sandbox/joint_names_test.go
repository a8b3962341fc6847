package main

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const pendulums = `<mujoco><worldbody>
<body name="upper" pos="0 0 2"><joint name="shoulder" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/>
 <body name="lower" pos="1 0 0"><joint name="elbow" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body></body>
<body name="head" pos="0 3 2"><joint name="pan" axis="0 0 1"/><joint name="tilt" axis="0 1 0"/>
 <geom size=".05" pos=".1 0 .1"/></body>
</worldbody></mujoco>`

// TestJointNamesOfFiles: meters, --set and errors call joints as their file does, and the axes of several joints of a
// body by theirs.
func TestJointNamesOfFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arm.xml")
	if err := os.WriteFile(path, []byte(pendulums), 0o644); err != nil {
		t.Fatal(err)
	}
	out := mustSandbox(t, "sim", path, "--steps", "20", "--every", "20", "--set", `joint("elbow").friction=1e6`,
		"--measure", `joint("shoulder").angle,joint("lower").angle,joint("elbow").friction,joint("tilt").angle,`+
			`joint("pan").angle,max(joint("*o*").friction)`, "--measure-out", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	last := strings.Split(lines[len(lines)-1], ",")
	if len(last) != 8 {
		t.Fatalf("%s", out)
	}
	for i, moves := range map[int]bool{2: true, 3: false, 5: true, 6: false} {
		x, err := strconv.ParseFloat(last[i], 64)
		if err != nil || (math.Abs(x) > 0.01) != moves {
			t.Errorf("column %d is %s, moves %t", i, last[i], moves)
		}
	}
	if last[4] != "1e+06" && last[4] != "1000000" || last[7] != last[4] {
		t.Errorf("the elbow has a friction of %s, the largest is %s", last[4], last[7])
	}
	code, _, text := sandbox(t, "sim", path, "--steps", "1", "--measure", `joint("wrist").angle`)
	if code == 0 || !strings.Contains(text, "there are shoulder, elbow") {
		t.Errorf("code %d: %s", code, text)
	}
	out = mustSandbox(t, "__complete", "sim", path, "--set", `joint("sh`)
	if !strings.Contains(out, `joint("shoulder").hertz=`) {
		t.Errorf("completion: %s", out)
	}
}
