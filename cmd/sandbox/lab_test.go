package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// labRun runs the lab command and returns its exit code and output.
func labRun(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = execute(context.Background(), append([]string{"lab"}, args...), &o, &e)
	return code, o.String(), e.String()
}

func TestLabCommand(t *testing.T) {
	code, out, errs := labRun("--display", "60,144", "--strategy", "interpolate,latest", "--frames", "700", "--seeds",
		"1", "--drops", "2%", "--noise", "0.5ms")
	if code != 0 || strings.Count(out, "interpolate") < 2 || !strings.Contains(out, "judder") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	code, out, _ = labRun("--display", "90", "--strategy", "variable", "--frames", "50", "--seeds", "1", "--json", "-")
	var rep struct {
		Results []struct{ Strategy, Display string }
	}
	if err := json.Unmarshal([]byte(out), &rep); err != nil || code != 0 || len(rep.Results) != 1 ||
		rep.Results[0].Display != "90" {
		t.Errorf("code %d, %v\n%s", code, err, out)
	}
	if code, out, errs := labRun("--goals", "--frames", "2000"); code != 0 || strings.Count(out, " held ") < 15 {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	// what is chosen is printed, all of it is concluded from
	code, out, errs = labRun("--frames", "100", "--seeds", "1")
	if code != 0 || strings.Contains(out, "glass %") || strings.Count(out, "\n") > 30 ||
		!strings.Contains(out, "The loop for") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	for _, line := range strings.Split(out, "\n") {
		if len(line) > 120 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	// without noise the raw clock is even, with late wake-ups it is not
	judder := func(args ...string) float64 {
		_, out, _ := labRun(append([]string{"--display", "60", "--strategy", "interpolate-raw", "--frames", "500",
			"--seeds", "1", "--json", "-"}, args...)...)
		var rep struct {
			Results []struct {
				Judder float64 `json:"judder_rms_percent"`
			}
		}
		if err := json.Unmarshal([]byte(out), &rep); err != nil || len(rep.Results) != 1 {
			t.Fatalf("%v\n%s", err, out)
		}
		return rep.Results[0].Judder
	}
	if even, late, noisy := judder("--noise", "0ms", "--wake", "0s"), judder("--noise", "0ms", "--wake", "1ms"),
		judder("--wake", "0s"); even > 1e-3 || late < 1 || noisy < 3 {
		t.Errorf("raw clock without noise %v %%, with late wake-ups %v %%, with noise %v %%", even, late, noisy)
	}
	file := filepath.Join(t.TempDir(), "f.json")
	if code, _, errs := labRun("--display", "60", "--strategy", "snap", "--frames", "50", "--seeds", "1", "--json",
		file); code != 0 {
		t.Errorf("code %d: %s", code, errs)
	}
	if data, err := os.ReadFile(file); err != nil || !json.Valid(data) {
		t.Errorf("%v %.80s", err, data)
	}
}

// Every constant of the loops that a simulated display can show changes a figure there.
func TestLabVary(t *testing.T) {
	for _, c := range []struct {
		vary string
		args []string
	}{
		{"loop.hertz=30:100:2", nil},
		{"loop.max_frame=0.02:0.2:10", []string{"--strategy", "canonical", "--display", "24"}},
		{"loop.clamp=0.02:0.5:2", []string{"--display", "24"}},
		{"loop.backlog=0.02:0.5:2", []string{"--display", "24"}},
		{"loop.max_steps=1:5:2", []string{"--display", "30"}},
		{"loop.budget=0.02:0.06:2", []string{"--step", "9ms", "--draw", "40ms", "--display", "off"}},
		{"loop.snooze=0.001:0.03:2", []string{"--strategy", "canonical-snooze", "--display", "off"}},
		{"loop.semi_fixed_limit=0.002:0.02:2", []string{"--strategy", "semi-fixed"}},
		{"loop.hysteresis=0.01:2:2", []string{"--strategy", "hysteresis", "--display", "60-drops"}},
		{"loop.just_in_time=0:1:2", nil},
		{"loop.background=0:2:3", []string{"--display", "60-unfocused"}},
		{"loop.pause_minimised=0:1:2", []string{"--display", "60-minimised"}},
		{"loop.low_latency=0:1:2", []string{"--display", "60-queued"}},
	} {
		args := append([]string{"--frames", "1000", "--seeds", "1", "--json", "-", "--vary", c.vary}, c.args...)
		if !strings.Contains(strings.Join(args, " "), "--strategy") {
			args = append(args, "--strategy", "interpolate-raw,interpolate")
		}
		if !strings.Contains(strings.Join(args, " "), "--display") {
			args = append(args, "--display", "60")
		}
		code, out, errs := labRun(args...)
		var v struct {
			Points []struct {
				Report struct{ Results json.RawMessage }
			}
		}
		if err := json.Unmarshal([]byte(out), &v); err != nil || code != 0 || len(v.Points) < 2 {
			t.Errorf("%s: code %d, %v, %s", c.vary, code, err, errs)
			continue
		}
		if first, last := v.Points[0].Report.Results, v.Points[len(v.Points)-1].Report.Results; bytes.Equal(first,
			last) {
			t.Errorf("%s has no effect", c.vary)
		}
	}
	if code, out, _ := labRun("--strategy", "canonical", "--display", "24", "--frames", "50", "--seeds", "1", "--vary",
		"loop.max_frame=0.02:0.2:3"); code != 0 || strings.Count(out, "canonical") != 3 {
		t.Errorf("code %d\n%s", code, out)
	}
}

// The loops that spiral come to their end, with any number of frames, and with the context.
func TestLabCommandEnds(t *testing.T) {
	code, out, errs := labRun("--step", "12ms", "--draw", "4ms", "--display", "off", "--frames", "1000", "--seeds", "1")
	if code != 0 || strings.Count(out, "diverges") != 2 {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(&cli.SignalError{Signal: os.Interrupt})
	var o, e bytes.Buffer
	if code := execute(ctx, []string{"lab"}, &o, &e); code != cli.ExitInterrupted ||
		!strings.Contains(e.String(), "interrupted") {
		t.Errorf("code %d, %q", code, e.String())
	}
}

func TestLabCommandRefuses(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(trace, []byte("nonsense\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--display", "x"}, cli.ExitUsage, `display "x" is unknown`},
		{[]string{"--display", "-3"}, cli.ExitUsage, "must be from 1 to 10000"},
		{[]string{"--strategy", "x"}, cli.ExitUsage, `strategy "x" is unknown`},
		{[]string{"--drops", "200%"}, cli.ExitUsage, "--drops 200%"},
		{[]string{"--vary", "loop.clamp=1"}, cli.ExitUsage, "must be key=from:to:number"},
		{[]string{"--vary", "loop.clap=0:1:2"}, cli.ExitUsage, "did you mean loop.clamp"},
		{[]string{"--set", "loop.clamp=-1"}, cli.ExitUsage, "loop.clamp=-1"},
		{[]string{"--set", "loop.background=slow"}, cli.ExitUsage, "use --display 60-unfocused"},
		{[]string{"--frames", "1"}, cli.ExitUsage, "--frames"},
		{[]string{"--trace", trace}, cli.ExitInput, "bad:1: not a frame trace"},
		{[]string{"--trace", trace + "x"}, cli.ExitInput, "no such file"},
		{[]string{"--plots", t.TempDir(), "--format", "gif"}, cli.ExitUsage, "--format gif"},
		{[]string{"--hz", "5000000"}, cli.ExitUsage, "--hz from 1 to 1000000"},
		{[]string{"--minimum", "100%"}, cli.ExitUsage, "must leave time"},
		{[]string{"--minimum", "x"}, cli.ExitUsage, "--minimum x"},
		{[]string{"--wake", "soon"}, cli.ExitUsage, "--wake soon: must be a time"},
		{[]string{"--goals", "--display", "60"}, cli.ExitUsage, "--display does not go with --goals"},
		{[]string{"--goals", "--strategy", "snap"}, cli.ExitUsage, "--strategy does not go with --goals"},
		{[]string{"--goals", "--noise", "1ms"}, cli.ExitUsage, "--noise does not go with --goals"},
		{[]string{"--lag", "1s", "--draw", "1ms"}, cli.ExitUsage, "--draw does not go with --lag"},
	} {
		code, _, errs := labRun(c.args...)
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, %q; want %d, %q", c.args, code, errs, c.code, c.want)
		}
	}
}

// The table of breaking steps in docs/timestep.md says what the search finds; it takes a minute.
func TestBreakingStepsOfTheDocs(t *testing.T) {
	if soaked(0, 1) == 0 {
		t.Skip("set TUMBLE_SOAK=1")
	}
	data, err := os.ReadFile("../../docs/timestep.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, scene := range []string{"stack10", "thin_wall", "chain100", "newtons_cradle", "euler_spring"} {
		code, out, errs := labRun("--find-breaking-step", scene, "--strategy", "interpolate,variable,semi-fixed",
			"--json", "-")
		var found []struct {
			Stable float64 `json:"stable_s"`
		}
		if err := json.Unmarshal([]byte(out), &found); err != nil || code != 0 || len(found) != 3 {
			t.Fatalf("%s: code %d, %v, %s", scene, code, err, errs)
		}
		row := "| `" + scene + "` |"
		for _, f := range found {
			row += " " + strings.TrimSuffix(fmt.Sprintf("%.1f", 1000*f.Stable), ".0") + " ms |"
		}
		if !strings.Contains(string(data), row) {
			t.Errorf("docs/timestep.md does not say %s", row)
		}
	}
}
