package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/internal/cli"
)

// Other files than captures are refused with code 65 and the name of the file; wrong numbers with code 64.
func TestRehitRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"rehit", dir}, cli.ExitInput, "hitch.json"},
		{[]string{"rehit", filepath.Join(dir, "none")}, cli.ExitInput, "hitch.json"},
		{[]string{"rehit", dir, "--repeat", "0"}, cli.ExitUsage, "--repeat"},
		{[]string{"rehit"}, cli.ExitUsage, "DIR is missing"},
		{[]string{"sim", "box", "--steps", "2", "--profile-steps", "1:2"}, cli.ExitUsage, "--cpuprofile"},
		{[]string{"sim", "box", "--steps", "2", "--cpuprofile", filepath.Join(dir, "p"), "--profile-steps", "2:1"},
			cli.ExitUsage, "--profile-steps 2:1"},
	} {
		var out, errs bytes.Buffer
		if code := execute(context.Background(), c.args, &out, &errs); code != c.code ||
			!strings.Contains(errs.String(), c.says) {
			t.Errorf("%v: code %d, want %d: %s", c.args, code, c.code, errs.String())
		}
	}
}

// The CPU profile of a range of steps is written and closed with the last of them.
func TestProfileSteps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.pprof")
	var out, errs bytes.Buffer
	code := execute(context.Background(), []string{"sim", "pyramid36", "--steps", "20", "--cpuprofile", path,
		"--profile-steps", "5:9"}, &out, &errs)
	if code != 0 {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	if info, err := os.Stat(path); err != nil || info.Size() < 100 {
		t.Errorf("%v", err)
	}
}
