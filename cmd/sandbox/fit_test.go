package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// TestFit measures a scene by sim, fits its gravity and velocity to the table, and simulates with the preset.
func TestFit(t *testing.T) {
	dir := t.TempDir()
	name := func(file string) string { return filepath.Join(dir, file) }
	write := func(file, text string) {
		t.Helper()
		if err := os.WriteFile(name(file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	study := `scene = "box"
steps = 20
[[parameter]]
key = "gravity.y"
range = [-20.0, -1.0]
[[parameter]]
key = 'body("body1").velocity.x'
range = [-3.0, 3.0]
[[parameter]]
key = "material.friction"
range = [0.0, 1.0]
[design]
kind = "random"
cells = 1
[[fit.follow]]
column = "y"
quantity = 'body("body1").position.y'
[[fit.follow]]
column = "x"
quantity = 'body("body1").position.x'
deviation = 0.01
`
	write("study.toml", study)
	text := "time [s],y [m],x [m]\n"
	for step := 1; step <= 20; step++ {
		// semi-implicit Euler with four sub-steps: xₙ = x₀ + g·h²·n(n+1)/2
		h, n := 0.0025, float64(4*step)
		text += fmt.Sprintf("%g,%g,%g\n", n*h, boxHeight(t)-6*h*h*n*(n+1)/2, 1.5*h*n)
	}
	write("log.csv", text)
	out := mustSandbox(t, "fit", name("study.toml"), "--data", name("log.csv"), "--preset", name("fitted.toml"),
		"--followed", name("followed.csv"),
		"--scene", name("fitted.glb"), "--go", name("fitted.go.txt"))
	lines := strings.Split(out, "\n")
	for i, want := range []float64{-6, 1.5} {
		fields := strings.Fields(lines[i+1])
		if v, err := strconv.ParseFloat(fields[1], 64); err != nil || v < want-0.05 || v > want+0.05 ||
			strings.Contains(lines[i+1], "not determined") {
			t.Errorf("%q, want %g", lines[i+1], want)
		}
	}
	if !strings.Contains(lines[3], "not determined") {
		t.Errorf("friction of a box that touches nothing: %q", lines[3])
	}
	if got := strings.Count(read(t, name("followed.csv")), "\n"); got != 21 {
		t.Errorf("%d lines of followed values", got)
	}
	if preset := read(t, name("fitted.toml")); !strings.Contains(preset, "gravity.y") {
		t.Errorf("preset %s", preset)
	}
	mustSandbox(t, "sim", "box", "--steps", "1", "--preset", name("fitted.toml"))
	if code := read(t, name("fitted.go.txt")); !strings.Contains(code, "Gravity") {
		t.Errorf("Go code %s", code)
	}
	// the scene has the velocity of the body, too
	fitted, err := cli.FindScene(name("fitted.glb"))
	if err != nil {
		t.Fatal(err)
	}
	made, err := fitted.New(fitted.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer made.World.Close()
	if v, g := made.Bodies[0].LinearVelocity().X, made.World.Settings().Gravity.Y; v < 1.45 || v > 1.55 || g < -6.05 ||
		g > -5.95 {
		t.Errorf("the fitted scene has the velocity %g and the gravity %g", v, g)
	}
	write("bad.csv", "time,z\n0,1\n1,2\n")
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"fit " + name("study.toml"), "--data is missing", cli.ExitUsage},
		{"fit " + name("study.toml") + " --data " + name("none.csv"), "no such file", cli.ExitInput},
		{"fit " + name("study.toml") + " --data " + name("bad.csv"), `no column "y"`, cli.ExitInput},
	} {
		if code, _, errs := sandbox(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%s: code %d, %q, want %d, %q", c.args, code, errs, c.code, c.says)
		}
	}
}

// boxHeight is where the box of the scene begins (m).
func boxHeight(t *testing.T) float64 {
	t.Helper()
	s, err := cli.FindScene("box")
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.New(s.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	return float64(run.Bodies[0].Position().Y)
}

// TestFitRecordings fits gravity to a recording of sim, and to messages that it wrote, by the speed of a body.
func TestFitRecordings(t *testing.T) {
	dir := t.TempDir()
	name := func(file string) string { return filepath.Join(dir, file) }
	study := `scene = "box"
steps = 30
[[parameter]]
key = "gravity.y"
range = [-20.0, -1.0]
[design]
kind = "random"
cells = 1
[[fit.follow]]
column = "body/body1.speed"
quantity = 'body("body1").velocity.y'
`
	// the meter has no sign: a box that falls upwards has that of its velocity
	for file, text := range map[string]string{
		"down.toml": study, "up.toml": strings.Replace(study, "[-20.0, -1.0]", "[1.0, 20.0]", 1),
		"ghost.toml": strings.ReplaceAll(strings.Replace(study, `"box"`, `"pyramid36"`, 1), "body1", "body30"),
	} {
		if err := os.WriteFile(name(file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustSandbox(t, "sim", "box", "--steps", "30", "--set", "gravity.y=-6", "--record", name("down.tumble"))
	mustSandbox(t, "sim", "box", "--steps", "30", "--set", "gravity.y=6", "--measure", `energy,body("body1").speed`,
		"--measure-out", name("up.mcap"))
	mustSandbox(t, "sim", "box", "--steps", "5", "--save", "5:"+name("state.tumble"))
	for _, c := range []struct {
		study, data string
		want        float64
	}{{"down.toml", "down.tumble", -6}, {"up.toml", "up.mcap", 6}} {
		out := mustSandbox(t, "fit", name(c.study), "--data", name(c.data))
		fields := strings.Fields(strings.Split(out, "\n")[1])
		if v, err := strconv.ParseFloat(fields[1], 64); err != nil || v < c.want-0.01 || v > c.want+0.01 {
			t.Errorf("%s: %s, want %g", c.data, out, c.want)
		}
	}
	for _, c := range []struct{ study, data, says string }{
		{"down.toml", "up.toml", "bad data"},
		{"down.toml", "state.tumble", "holds no calls of a world"},
		{"ghost.toml", "down.tumble", `no body "body30"`},
		{"ghost.toml", "up.mcap", `no column "body/body30.speed"`},
	} {
		if code, _, errs := sandbox(t, "fit", name(c.study), "--data", name(c.data)); code != cli.ExitInput ||
			!strings.Contains(errs, c.says) {
			t.Errorf("%s: code %d, %q, want %q", c.data, code, errs, c.says)
		}
	}
}
