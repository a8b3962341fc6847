package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// TestControlTables holds that sim drives actuators by a table, and that a wrong one is refused with its place.
func TestControlTables(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	scene := write("a.xml", `<mujoco><option gravity="0 0 0"/><worldbody><body name="b">
<joint name="slide" type="slide"/>
<geom size=".1"/></body></worldbody><actuator><position name="The Lift=1" joint="slide" kp="500" kv="100"/></actuator>
</mujoco>`)
	table := write("c.csv", "time,The Lift=1\n0,0\n1,0.5\n")
	for _, args := range [][]string{{}, {"--ctrl", table}, {"--set", `actuator("The Lift=1")=0.5`}} {
		words := append([]string{"sim", scene, "--steps", "400", "--break", "body('b').y > 0.49"}, args...)
		code, _, errs := sandbox(t, words...)
		if moved := code == cli.ExitFailed && strings.Contains(errs, "break: step"); moved != (len(args) > 0) {
			t.Errorf("%q: code %d: %s", args, code, errs)
		}
	}
	for text, want := range map[string]string{
		"time,lit\n0,0\n": `column "lit"`, "lift\n0\n": "the first of them time",
		"time,The Lift=1\n0,x\n":      "line 2: The Lift=1",
		"time,The Lift=1\n1,0\n1,1\n": "line 3: time 1 s",
	} {
		code, _, errs := sandbox(t, "sim", scene, "--ctrl", write("bad.csv", text))
		if code != cli.ExitInput || !strings.Contains(errs, want) {
			t.Errorf("%q: code %d, %s", text, code, errs)
		}
	}
}
