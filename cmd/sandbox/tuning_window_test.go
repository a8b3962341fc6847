//go:build linux && cgo

package main

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tumble/engine/window"
	"tumble/internal/app/session"
	"tumble/internal/app/userfile"
	"tumble/internal/capsule"
	"tumble/internal/cli"
)

// state makes a capsule with its key and returns the changed parameters in it.
func (o *operator) state() map[string]any {
	o.t.Helper()
	_, parameters := o.saved()
	return parameters
}

func (o *operator) saved() (string, map[string]any) {
	o.t.Helper()
	o.do("mousemove", "300", "250")
	path := o.made(".capsule", func() { o.do("key", "ctrl+k") })
	c, err := capsule.Open(path)
	if err != nil {
		o.t.Fatal(err)
	}
	var preset session.Preset
	if err := userfile.Decode(c.Preset, &preset); err != nil {
		o.t.Fatal(err)
	}
	return path, preset.Parameters
}

// look keeps a screenshot for the reader of the test: set TUMBLE_PICTURES to a folder.
func (o *operator) look(name string) {
	o.t.Helper()
	o.do("mousemove", "300", "250")
	path := o.made(".png", func() { o.do("key", "F12") })
	if folder := os.Getenv("TUMBLE_PICTURES"); folder != "" {
		data, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644)
		}
		if err != nil {
			o.t.Error(err)
		}
	}
}

// clipboard is the text that the program has copied.
func (o *operator) clipboard() string {
	o.t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	w, err := window.Open(window.Options{Title: "clipboard", Hidden: true})
	if err != nil {
		o.t.Fatal(err)
	}
	defer w.Destroy()
	return w.Clipboard()
}

// checkState compares the changed parameters with those that are wanted.
func (o *operator) checkState(when string, want map[string]any) {
	o.t.Helper()
	if got := o.state(); fmt.Sprint(got) != fmt.Sprint(want) {
		o.t.Errorf("%s: changed are %v, want %v", when, got, want)
	}
}

// TestTuningInTheRealWindow drives a tuning session with keys and mouse: friction is found by typing, changed,
// compared as A and B and in three members of a trial, measured, exported, kept, copied as Go, and made a test. Each
// step is checked by the output of the program.
func TestTuningInTheRealWindow(t *testing.T) {
	o := newOperator(t, "pyramid36", "--vsync", "off", "--quality", "least")
	// find friction by typing, change it, see it marked
	o.click("1050", "78")
	o.do("type", "--delay", "40", "friction")
	o.do("key", "Escape")
	o.look("search")
	o.field("1180", "126", "0.5")
	o.click("1174", "78")
	o.look("changed")
	o.checkState("friction was typed", map[string]any{"material.friction": 0.5})
	// A and B: the world goes on
	o.do("mousemove", "300", "250", "key", "t")
	o.field("1180", "104", "0.7")
	o.checkState("B", map[string]any{"material.friction": 0.7})
	o.do("mousemove", "300", "250", "key", "t")
	o.pause(2)
	o.look("a-and-b")
	o.checkState("back at A", map[string]any{"material.friction": 0.5})
	o.compareAndKeep()
	o.checkState("the second member was kept", map[string]any{"material.friction": 0.4})
	o.copyGo(map[string]string{"material.friction": "m.Friction = 0.4"})
	o.testCapsule()
	o.quit()
}

// compareAndKeep compares three frictions, watches energy and penetration, exports the curves and keeps the second
// member.
func (o *operator) compareAndKeep() {
	o.t.Helper()
	o.do("mousemove", "300", "250", "key", "shift+m")
	o.pause(2)
	for _, y := range []string{"325", "418"} {
		o.click("100", "523")
		o.pause(1)
		o.click("75", y)
		o.pause(1)
	}
	o.do("mousemove", "300", "250", "key", "shift+y")
	o.pause(2)
	o.click("300", "523")
	o.do("type", "--delay", "40", "material.friction = 0.05, 0.4, 0.9")
	o.do("key", "Return")
	o.pause(4)
	o.look("trial")
	// the tab of the meters is beside that of the trial
	o.click("40", "485")
	o.click("428", "523") // in one plot
	o.pause(4)
	o.look("plots")
	path := o.made(".csv", func() { o.click("884", "523") })
	o.checkCurves(path)
	o.click("100", "485")
	o.pause(1)
	o.click("684", "682")
	o.pause(2)
	o.look("kept")
}

// checkCurves reads the exported curves: energy and penetration of a pyramid at rest.
func (o *operator) checkCurves(path string) {
	o.t.Helper()
	f, err := os.Open(path)
	if err != nil {
		o.t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) < 20 || strings.Join(rows[0],
		",") != "step,time [s],energy.total [J],penetration.max [m]" {
		o.t.Fatalf("%v: %d rows, %v", err, len(rows), rows[:min(1, len(rows))])
	}
	last := rows[len(rows)-1]
	energy, _ := strconv.ParseFloat(last[2], 64)
	depth, _ := strconv.ParseFloat(last[3], 64)
	if want := 1000 * 9.81 * rowsHeight; math.Abs(energy-want) > 0.02*want || depth < 0 || depth > 0.01 {
		o.t.Errorf("energy %v J, want %v; penetration %v m", energy, want, depth)
	}
}

// rowsHeight (m) is the sum of the heights of the centres of the boxes of the pyramid: 8 at 0.5 m, 7 at 1.5 m and so
// on.
const rowsHeight = 8*0.5 + 7*1.5 + 6*2.5 + 5*3.5 + 4*4.5 + 3*5.5 + 2*6.5 + 1*7.5

// copyGo copies the parameters as Go and compiles that.
func (o *operator) copyGo(want map[string]string) {
	o.t.Helper()
	o.click("1150", "193")
	o.pause(2)
	text := o.clipboard()
	for key, line := range want {
		if !strings.Contains(text, line) {
			o.t.Errorf("%s is not in\n%s", key, text)
		}
	}
	file := filepath.Join(o.folder, "tuned.go")
	source := "package main\n\nimport \"tumble/physics\"\n\nfunc main() {\n" +
		"\tw, err := physics.NewWorld(physics.DefaultWorldDef())\n" +
		"\tif err == nil {\n\t\terr = Tune(w)\n\t}\n\tif err != nil {\n\t\tpanic(err)\n\t}\n}\n\n" + text
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		o.t.Fatal(err)
	}
	if out, err := exec.Command("go", "run", file).CombinedOutput(); err != nil {
		o.t.Errorf("the copied Go does not run: %v\n%s\n%s", err, out, source)
	}
}

// testCapsule makes a capsule and tests it, with bounds that it keeps and with bounds that it does not.
func (o *operator) testCapsule() {
	o.t.Helper()
	path, _ := o.saved()
	report := filepath.Join(o.folder, "report.xml")
	for below, wanted := range map[string]int{"0.01": 0, "1e-9": cli.ExitFailed} {
		code, out, errs := sandbox(o.t, "test", path, "--measure", "penetration.max", "--below", below, "--junit",
			report)
		if code != wanted {
			o.t.Errorf("below %s: code %d\n%s%s", below, code, out, errs)
		}
		data, err := os.ReadFile(report)
		if err != nil || xml.Unmarshal(data, new(struct{})) != nil ||
			!strings.Contains(string(data), "penetration.max") {
			o.t.Errorf("the report: %v\n%s", err, data)
		}
	}
}
