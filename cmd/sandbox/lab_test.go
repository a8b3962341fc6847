package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// labRun runs the lab command and returns its exit code and output.
func labRun(args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = execute(context.Background(), append([]string{"lab"}, args...), &o, &e)
	return code, o.String(), e.String()
}

func TestLabCommand(t *testing.T) {
	code, out, errs := labRun("--display", "60,144", "--strategy", "interpolate,latest", "--frames", "700", "--seeds", "1", "--drops", "2%", "--noise", "0.5ms")
	if code != 0 || strings.Count(out, "interpolate") < 2 || !strings.Contains(out, "judder") {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	code, out, _ = labRun("--display", "90", "--strategy", "variable", "--frames", "50", "--seeds", "1", "--json", "-")
	var rep struct {
		Results []struct{ Strategy, Display string }
	}
	if err := json.Unmarshal([]byte(out), &rep); err != nil || code != 0 || len(rep.Results) != 1 || rep.Results[0].Display != "90" {
		t.Errorf("code %d, %v\n%s", code, err, out)
	}
	if code, out, errs := labRun("--goals", "--frames", "2000"); code != 0 || strings.Count(out, " held") < 15 {
		t.Errorf("code %d\n%s%s", code, out, errs)
	}
	file := filepath.Join(t.TempDir(), "f.json")
	if code, _, errs := labRun("--display", "60", "--strategy", "snap", "--frames", "50", "--seeds", "1", "--json", file); code != 0 {
		t.Errorf("code %d: %s", code, errs)
	}
	if data, err := os.ReadFile(file); err != nil || !json.Valid(data) {
		t.Errorf("%v %.80s", err, data)
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
		{[]string{"--display", "x"}, exitUsage, `display "x" is unknown`},
		{[]string{"--display", "-3"}, exitUsage, "must be from 1 to 10000"},
		{[]string{"--strategy", "x"}, exitUsage, `strategy "x" is unknown`},
		{[]string{"--drops", "200%"}, exitUsage, "--drops 200%"},
		{[]string{"--frames", "1"}, exitUsage, "--frames"},
		{[]string{"--trace", trace}, exitInput, "bad:1: not a frame trace"},
		{[]string{"--trace", trace + "x"}, exitInput, "no such file"},
		{[]string{"--plots", t.TempDir(), "--format", "gif"}, exitUsage, "--format gif"},
	} {
		code, _, errs := labRun(c.args...)
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, %q; want %d, %q", c.args, code, errs, c.code, c.want)
		}
	}
}
