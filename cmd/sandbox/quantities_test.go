package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tumble/internal/meter"
	"tumble/internal/sweep"
)

// thingsFile has a thing of every kind: a box on the floor, a hinge with limits, a car on wheels, sensors of one
// value and of several.
const thingsFile = `<mujoco><option timestep="0.01"/><worldbody><geom name="ground" type="plane" size="20 20 .1"/>
<body name="crate" pos="0 0 0.5"><freejoint/><geom type="box" size=".5 .5 .5"/><site name="s"/></body>
<body name="arm" pos="4 0 2"><joint name="elbow" type="hinge" axis="0 1 0" limited="true" range="-90 90" damping="1"/>
<geom type="capsule" size="0.05 0.3" pos="0.3 0 0"/></body>
<body name="drawer" pos="8 0 2"><joint name="rail" type="slide" axis="1 0 0"/><geom type="box" size=".1 .1 .1"/></body>
</worldbody><sensor><velocimeter name="v" site="s"/>
<framequat name="q" objtype="site" objname="s"/><touch name="t" site="s"/></sensor></mujoco>`

// quantitiesOfPage are the rows of docs/quantities.md: the key, and whether it can be set.
func quantitiesOfPage(t *testing.T) (keys []string, settable map[string]bool) {
	t.Helper()
	page, err := os.ReadFile("../../docs/quantities.md")
	if err != nil {
		t.Fatal(err)
	}
	if mustSandbox(t, "meters", "--markdown") != string(page) {
		t.Error("docs/quantities.md is not what sandbox meters writes: run go generate ./cmd/sandbox")
	}
	settable = map[string]bool{}
	form := ""
	for _, line := range strings.Split(string(page), "\n") {
		switch {
		case strings.HasPrefix(line, "## "):
			form = ""
		case strings.HasPrefix(line, "`"):
			form = strings.Split(line, "`")[1]
		}
		fields := strings.Split(line, "|")
		if len(fields) < 5 || !strings.HasPrefix(fields[1], " `") {
			continue
		}
		first := ""
		for i, cell := range strings.Split(fields[1], ",") {
			// the components that follow the first one are a letter each
			key := strings.Trim(cell, " `")
			if i == 0 {
				first = form + key
				key = first
			} else {
				key = first[:strings.LastIndex(first, ".")] + key
			}
			keys, settable[key] = append(keys, key), strings.TrimSpace(fields[3]) == "set"
		}
	}
	if len(keys) < 150 {
		t.Fatalf("%d quantities", len(keys))
	}
	return keys, settable
}

// named puts the names of a scene in the place of those of the page.
func named(key string) (scene, expression string) {
	sensor := "v"
	switch {
	case strings.HasSuffix(key, ".value"):
		sensor = "t"
	case strings.HasSuffix(key, ".w"):
		sensor = "q"
	}
	joint := "arm"
	if strings.HasSuffix(key, ".displacement") {
		joint = "drawer"
	}
	scene = "things.xml"
	if strings.HasPrefix(key, "wheel") {
		scene = "driving"
	}
	return scene, strings.NewReplacer(`contact("NAME", "NAME")`, `contact("crate", "world")`, `bodies("NAME", "NAME")`,
		`bodies("crate", "arm")`,
		`joint("NAME")`, fmt.Sprintf("joint(%q)", joint), `wheel("NAME")`, `wheel("wheel[2]")`, `sensor("NAME")`,
		fmt.Sprintf("sensor(%q)", sensor),
		`"NAME"`, `"crate"`).Replace(key)
}

// TestQuantitiesOfThePage walks over the table of docs/quantities.md and uses each quantity by its words in a meter,
// a condition, a metric and a guard rail of a sweep, a fit, and a test of a capsule; what is marked as settable is
// set by a study.
func TestQuantitiesOfThePage(t *testing.T) {
	dir := t.TempDir()
	write := writerIn(t, dir)
	write("things.xml", thingsFile)
	keys, settable := quantitiesOfPage(t)
	of := map[string][]string{}
	for _, key := range keys {
		scene, expression := named(key)
		of[scene] = append(of[scene], expression)
		if settable[key] {
			if _, err := meter.FindSetting(expression); err != nil {
				t.Errorf("%s: %v", key, err)
			}
		}
	}
	for scene, list := range of {
		path := scene
		if strings.HasSuffix(scene, ".xml") {
			path = filepath.Join(dir, scene)
		}
		table := measuredBy(t, path, dir, list)
		conditionsOf(t, path, list)
		sweepsOf(t, scene, dir, list, table)
		capsulesOf(t, path, dir, list)
	}
}

// measuredBy measures quantities with sim, and returns the values after the last step.
func measuredBy(t *testing.T, scene, dir string, list []string) []float64 {
	t.Helper()
	file := filepath.Join(dir, "measured.csv")
	mustSandbox(t, "sim", scene, "--steps", "4", "--hz", "100", "--measure", strings.Join(list, ","), "--measure-out",
		file)
	rows := readCSV(t, file)
	if len(rows) != 5 || len(rows[0]) != len(list)+2 {
		t.Fatalf("%d rows of %d columns for %d quantities", len(rows), len(rows[0]), len(list))
	}
	var out []float64
	for i, expression := range list {
		if name, _, _ := strings.Cut(rows[0][i+2], " ["); name != expression {
			t.Errorf("column %s, want %s", rows[0][i+2], expression)
		}
		out = append(out, numberIn(rows[4][i+2]))
	}
	return out
}

// conditionsOf breaks at a condition over each quantity that always holds: true or no number at all.
func conditionsOf(t *testing.T, scene string, list []string) {
	t.Helper()
	for _, expression := range list {
		text := "not (" + expression + " < -1e30)"
		if isTruth(expression) {
			text = expression + " or not " + expression
		}
		if code, _, errs := sandbox(t, "sim", scene, "--steps", "1", "--hz", "100", "--break", text); code != 1 ||
			!strings.Contains(errs, "break: step 1") {
			t.Errorf("--break %s: code %d: %s", text, code, errs)
		}
	}
}

// sweepsOf measures quantities as metrics of a study whose one cell is the run that sim measured, breaks a guard
// rail, and follows them in a fit.
func sweepsOf(t *testing.T, scene, dir string, list []string, want []float64) {
	t.Helper()
	study := fmt.Sprintf("scene = %q\nsteps = 4\n[set]\n\"loop.hertz\" = 100\n[[parameter]]\nkey = \"gravity.x\"\n",
		scene)
	metrics, follow := study+"values = [0.0]\n", study+"range = [-0.1, 0.1]\n[design]\nkind = \"random\"\ncells = 1\n"
	var names []string
	for i, expression := range list {
		if strings.HasPrefix(expression, "cost.") {
			continue // a study refuses wall times
		}
		metrics += fmt.Sprintf("[[metric]]\nname = \"m%d\"\nmeter = '%s'\nreduce = \"last\"\n", i, expression)
		if !isTruth(expression) {
			metrics += fmt.Sprintf("[[guard]]\nname = \"g%d\"\nbreaks = '%s > 1e30'\n", i, expression)
		}
		follow += fmt.Sprintf("[[fit.follow]]\ncolumn = \"m%d\"\nquantity = '%s'\ndeviation = 1\n", i, expression)
		names = append(names, fmt.Sprintf("m%d", i))
	}
	write := writerIn(t, dir)
	path := write("metrics.toml", metrics)
	planned, err := sweep.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	row := planned.Simulate(t.Context(), sweep.Job{Values: planned.Values(0)})
	if row.State != sweep.Fine {
		t.Fatalf("%s: %s", row.State, row.Reason)
	}
	for k, name := range names {
		i, _ := strconv.Atoi(name[1:])
		if got := float64(row.Metrics[k]); got != want[i] && !(math.IsNaN(got) && math.IsNaN(want[i])) {
			t.Errorf("the sweep has %s = %g, sim %g", list[i], got, want[i])
		}
	}
	data := "time [s]," + strings.Join(names, ",") + "\n"
	for _, at := range []string{"0.01", "0.02"} {
		data += at + strings.Repeat(",0", len(names)) + "\n"
	}
	if out := mustSandbox(t, "fit", write("follow.toml", follow), "--data", write("follow.csv",
		data)); !strings.Contains(out, "gravity.x") {
		t.Errorf("fit: %s", out)
	}
}

// capsulesOf holds each quantity to bounds that it cannot leave, and finds that it leaves others.
func capsulesOf(t *testing.T, scene, dir string, list []string) {
	t.Helper()
	capsule := filepath.Join(dir, "moment.capsule")
	mustSandbox(t, "sim", scene, "--steps", "4", "--hz", "100", "--save", "4:"+capsule)
	for _, expression := range list {
		// what is no number is out of all bounds: here that it is looked for and has a value, or none, is enough
		code, out, errs := sandbox(t, "test", capsule, "--measure", expression, "--below", "1e30", "--steps", "2")
		if code > 1 || !strings.Contains(out, expression) {
			t.Errorf("test --measure %s: code %d: %s%s", expression, code, out, errs)
		}
	}
	both := list[0] + " < 1e30, not (" + list[0] + " < 1e30)"
	if code, out, _ := sandbox(t, "test", capsule, "--measure", both); code != 1 || !strings.Contains(out,
		"ok   "+list[0]+" < 1e30: holds") ||
		!strings.Contains(out, "FAIL not") {
		t.Errorf("bounds of their own: code %d: %s", code, out)
	}
	if code, out, _ := sandbox(t, "test", capsule, "--measure", list[0], "--above", "1e30"); code != 1 ||
		!strings.Contains(out, "FAIL") {
		t.Errorf("%s is above 1e30: code %d: %s", list[0], code, out)
	}
}

func readCSV(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// numberIn is the number of a field, no number for an empty one.
func numberIn(field string) float64 {
	if v, err := strconv.ParseFloat(field, 64); err == nil {
		return v
	}
	return math.NaN()
}

// isTruth reports whether a quantity is true or false.
func isTruth(expression string) bool {
	return strings.HasSuffix(expression, ").awake") || strings.HasSuffix(expression, ").touching")
}
