package sweep

import (
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tumble/internal/meter"
	"tumble/physics"
)

// TestFaults: every fault is named with its line, its key and what it must be.
func TestFaults(t *testing.T) {
	good := pile(8, 10)
	for _, c := range []struct{ old, with, says string }{
		{`scene = "pyramid36"`, ``, "study.toml: scene: is missing"},
		{`"pyramid36"`, `"pyramid37"`, "study.toml:1: scene: no scene"},
		{"steps = 10", "stebs = 10", "study.toml:2: stebs: there is no such key"},
		{"steps = 10", "steps = 0", "study.toml:2: steps: 0: must be 1"},
		{"steps = 10", "steps = \"x\"", "study.toml:2:"},
		{"steps = 10", "steps = 10\nuntil = \"speed.max >\"", "study.toml:3: until: bad condition"},
		{"steps = 10", "steps = 10\ntime_limit = \"soon\"", "study.toml:3: time_limit: \"soon\""},
		{"sleep.enabled", "sleep.enable", "study.toml:5: set.sleep.enable"},
		{"sleep.enabled\" = false", "sleep.enabled\" = 3", "study.toml:5: set.sleep.enabled"},
		{"material.friction", "material.fricton", "did you mean material.friction"},
		{"material.friction", "substeps", "parameter.2.key: substeps stands here twice"},
		{"material.friction", "sleep.enabled", "parameter.1"},
		{"material.friction", "loop.snooze", "no effect without a window"},
		{"[0.05, 1.0]", "[1.0, 0.05]", "study.toml:8: parameter.1.range: [1 0.05]: must be two numbers"},
		{"[0.05, 1.0]", "[0.05, 1000.0]", "parameter.1.range: 1000: material.friction must be in 0 … 100"},
		{"[0.05, 1.0]", "[0.0, 1.0]", "study.toml:9: parameter.1.scale: log"},
		{`scale = "log"`, `scale = "cubic"`, "study.toml:9: parameter.1.scale: \"cubic\": must be lin or log"},
		{`scale = "log"`, `unit = "m"`, "study.toml:9: parameter.1.unit: \"m\""},
		{`scale = "log"`, `values = [1.0]`, "values: does not go with range"},
		{"penetration.max", "penetration.most", "study.toml:14: metric.1.meter: \"penetration.most\""},
		{"penetration.max", "cost.step", "wall times are no result"},
		{`"mean"`, `"mode"`, "must be one of max, min, mean"},
		{`"slow at"`, `"a\nb"`, "must be a name of at most"},
		{`"slow at"`, `"state"`, "another column is called so"},
		{"speed.max > 0.2", "body('nobody').y > 1", "there is no body \"nobody\""},
		{"speed.max > 0.2", "speed.max", "guard.1.breaks"},
		{`"latin"`, `"latte"`, "study.toml:25: design.kind: \"latte\": must be one of grid"},
		{`"latin"`, `"grid"`, "design.cells: 8: a grid has as many"},
		{"cells = 8", "cells = 0", "design.cells: 0: must be 1"},
		{"cells = 8", "cells = 8\n[repeat]\ncount = 3", "repetitions without position, rotation"},
		{"cells = 8", "cells = 8\n[repeat]\ncount = 0", "repeat.count: 0"},
		{"cells = 8", "cells = 8\n[fit]\nmethod = \"x\"", "fit.method"},
		{"cells = 8", "cells = 8\n[[fit.follow]]\ncolumn = \"x\"\nquantity = \"body(\\\"nobody\\\").position.y\"",
			"fit.follow.1.quantity"},
	} {
		if !strings.Contains(good, c.old) {
			t.Fatalf("%q is not in the study", c.old)
		}
		_, err := Parse("study.toml", []byte(strings.Replace(good, c.old, c.with, 1)))
		if !errors.Is(err, ErrStudy) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q instead of %q: %v, want %q", c.with, c.old, err, c.says)
		}
	}
	// all faults are told at once
	_, err := Parse("study.toml",
		[]byte(strings.NewReplacer("steps = 10", "steps = 0", "[1, 8]", "[8, 1]").Replace(good)))
	if n := strings.Count(err.Error(), "study.toml:"); n != 2 {
		t.Errorf("%d faults: %v", n, err)
	}
}

// TestDigest: the hash of a study changes with its text and with its scene file, and with nothing else.
func TestDigest(t *testing.T) {
	a, b := mustRead(t, writeStudy(t, pile(8, 10))), mustRead(t, writeStudy(t, pile(8, 10)))
	if c := mustRead(t, writeStudy(t, pile(9, 10))); a.Digest != b.Digest || a.Digest == c.Digest {
		t.Errorf("digests %s, %s, %s", a.Digest, b.Digest, c.Digest)
	}
	path := writeStudy(t, strings.Replace(pile(8, 10), "pyramid36", "ball.xml", 1))
	var last string
	for _, text := range []string{ball, ball + "\n"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), "ball.xml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s := mustRead(t, path)
		if s.Digest == last {
			t.Error("another scene file, the same digest")
		}
		last = s.Digest
	}
}

const ball = `<mujoco><worldbody><geom name="floor" type="plane" size="5 5 0.1"/>
<body name="ball" pos="0 0 1"><freejoint/><geom type="sphere" size="0.1" mass="2"/></body>
<body name="arm" pos="2 0 1"><joint name="hinge" type="hinge" axis="0 1 0" frictionloss="0.1"/><geom type="capsule" size="0.02 0.3" pos="0.3 0 0" mass="1"/></body>
</worldbody></mujoco>`

// TestNumbersOfBodies: parameters of bodies and joints are those of the built world.
func TestNumbersOfBodies(t *testing.T) {
	text := `scene = "ball.xml"
steps = 3
`
	want := map[string]float64{
		`body("ball").position.y`: 2.5, `body("ball").velocity.x`: 3, `body("ball").spin.z`: -4,
		`body("ball").mass`:        0.5,
		`body("ball").restitution`: 0.75, `body("ball").friction`: 0.25, `body("ball").linear_damping`: 0.125,
		`body("arm").angular_damping`: 0.5, `joint("arm").friction`: 0.375,
	}
	for _, key := range slices.Sorted(func(yield func(string) bool) {
		for k := range want {
			if !yield(k) {
				return
			}
		}
	}) {
		text += "[[parameter]]\nkey = '" + key + "'\nvalues = [" + Number(want[key]).text() + "]\n"
	}
	path := writeStudy(t, text)
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "ball.xml"), []byte(ball), 0o666); err != nil {
		t.Fatal(err)
	}
	s := mustRead(t, path)
	config, err := s.Configure(s.Values(0), 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := config.Build()
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	for key, v := range want {
		m, err := meter.Expression(key)
		if err == nil {
			err = m.Bind(run.World, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := meter.NewSet([]*meter.Meter{m}).Measure(run.World, meter.Moment{}, nil)[0]; got != v {
			t.Errorf("%s is %g, want %g", key, got, v)
		}
	}
}

func (n Number) text() string {
	b, _ := n.MarshalJSON()
	return string(b)
}

// TestRowsAreMeasured compares metrics, guard rails and the hash of a cell with a run by hand.
func TestRowsAreMeasured(t *testing.T) {
	s := mustRead(t, writeStudy(t, pile(8, 40)))
	for cell := range 4 {
		row := s.Simulate(t.Context(), Job{cell, s.Values(cell)})
		config, err := s.Configure(s.Values(cell), 0)
		if err != nil {
			t.Fatal(err)
		}
		run, err := config.Build()
		if err != nil {
			t.Fatal(err)
		}
		deepest, broken, slow := 0.0, 0, math.NaN()
		for step := 1; step <= 40; step++ {
			if err := run.Advance(config.Loop.Hertz); err != nil {
				t.Fatal(err)
			}
			fastest := 0.0
			for _, b := range run.World.Bodies(nil) {
				if b.Type() != physics.Static && b.Awake() {
					fastest = max(fastest, float64(b.LinearVelocity().Len()))
				}
			}
			for _, c := range run.World.Contacts(nil) {
				for _, p := range c.Points[:c.Count] {
					deepest = max(deepest, -float64(p.Separation))
				}
			}
			if fastest > 0.2 && broken == 0 {
				broken = step
			}
			if fastest < 0.01 && step > 5 && math.IsNaN(slow) {
				slow = float64(step) / 100
			}
		}
		if float64(row.Metrics[0]) != deepest || row.Guards[0] != broken || (row.State == Broken) != (broken > 0) ||
			row.Steps != 40 || len(row.Hash) != 16 ||
			math.Float64bits(float64(row.Metrics[2])) != math.Float64bits(slow) {
			t.Errorf("cell %d: %+v, want penetration %g, broken at %d, slow at %g", cell, row, deepest, broken, slow)
		}
		run.World.Close()
	}
}

// TestEndAndStop: a cell ends with its condition, and at a guard rail that stops it.
func TestEndAndStop(t *testing.T) {
	text := strings.Replace(pile(8, 40), "steps = 40", "steps = 40\nuntil = \"step == 12\"", 1)
	s := mustRead(t, writeStudy(t, text))
	if row := s.Simulate(t.Context(), Job{0, s.Values(0)}); row.Steps != 12 {
		t.Errorf("ended at step %d, want 12", row.Steps)
	}
	text = strings.Replace(text, "speed.max > 0.2\"", "step == 7\"\nstop = true", 1)
	s = mustRead(t, writeStudy(t, text))
	if row := s.Simulate(t.Context(), Job{0, s.Values(0)}); row.Steps != 7 || row.Guards[0] != 7 ||
		row.State != Broken {
		t.Errorf("%+v", row)
	}
}

// TestFirstStepHasAResidual: what the solver leaves is measured from the first step on, or its largest value would be
// no number.
func TestFirstStepHasAResidual(t *testing.T) {
	s := mustRead(t, writeStudy(t, strings.Replace(pile(8, 10), "penetration.max\"", "solver.residual\"", 1)))
	if row := s.Simulate(t.Context(), Job{0, s.Values(0)}); !(row.Metrics[0] > 0) {
		t.Errorf("%+v", row)
	}
}

// TestJobFiles holds that shells and their linter find nothing in the job files, and that paths are quoted.
func TestJobFiles(t *testing.T) {
	for _, kind := range JobKinds {
		j := JobFile{Study: "my study's.toml", Out: "rows of it", Shares: 7, Cores: 2, Image: "tumble:1",
			Volume: "data"}
		b := &strings.Builder{}
		if err := j.Write(b, kind); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, `'my study'\''s.toml'`) ||
			!strings.Contains(text, `'rows of it'`) || !strings.Contains(text, "/7") || strings.Contains(text, "{{.") {
			t.Errorf("%s:\n%s", kind, text)
		}
		if lint, err := exec.LookPath("shellcheck"); err == nil && kind != "kubernetes" {
			cmd := exec.Command(lint, "-")
			cmd.Stdin = strings.NewReader(b.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %s", kind, out)
			}
		}
		j.Shares = 0
		if err := j.Write(b, kind); err == nil {
			t.Errorf("%s: no error about no shares", kind)
		}
	}
	if err := (&JobFile{Shares: 1, Cores: 1}).Write(&strings.Builder{}, "pbs"); err == nil {
		t.Error("no error about an unknown batch system")
	}
}

// TestThingsOfSet: bodies and joints are those of the scene with the parameters of [set].
func TestThingsOfSet(t *testing.T) {
	s := mustRead(t, writeStudy(t, `scene = "ragdoll_pile"
steps = 3
[set]
'joint("left calf").break_force' = 100.0
"scene.count" = 1
[[parameter]]
key = "start.variation"
range = [1, 4]
count = 4
[[metric]]
meter = 'body("pelvis").speed'
`))
	if len(s.set) != 2 || s.set[1].target.unit != "N" || s.Cells() != 4 {
		t.Errorf("%d cells, %+v", s.Cells(), s.set)
	}
}
