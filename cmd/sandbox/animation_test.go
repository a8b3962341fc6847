package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"tumble/internal/cli"
)

// TestSavedRun: a recording of a run becomes the same animated glTF as the run, and a page with the curves that were
// asked for, which are not written to the standard output as well.
func TestSavedRun(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	out := mustSandbox(t, "sim", "newtons_cradle", "--steps", "60", "--record", file("r.tumble"), "--save",
		file("a.glb"),
		"--save", file("a.html"), "--measure", "speed.max")
	if bytes.Contains([]byte(out), []byte("step,time")) {
		t.Errorf("the curves of the page are written, too: %s", out)
	}
	mustSandbox(t, "replay", file("r.tumble"), "--save", file("b.glb"), "--save", file("b.html"))
	read := func(name string) []byte {
		data, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if a, b := read("a.glb"), read("b.glb"); len(a) < 1000 || !bytes.Equal(a, b) {
		t.Errorf("the run has %d bytes, its recording %d, and they differ", len(a), len(b))
	}
	page := read("a.html")
	if !bytes.Contains(page, []byte(`"name":"speed.max"`)) || bytes.Contains(page, []byte(`"name":"energy.total"`)) {
		t.Error("the page has not the curve that was asked for, or another one")
	}
	if !bytes.Contains(read("b.html"), []byte(`"name":"energy.total"`)) {
		t.Error("the page of the recording has no curve")
	}
	for _, args := range [][]string{
		{"sim", "box", "--save", file("a.glb"), "--save", file("a.glb")},
		{"sim", "box", "--save", file("a.png")},
		{"replay", file("r.tumble"), "--save", file("a.png")},
		{"replay", file("r.tumble"), "--measure", "speed.max"},
		{"replay", file("r.tumble"), "--save", file("c.html"), "--measure", "nosuch"},
	} {
		if code, _, errs := sandbox(t, args...); code != cli.ExitUsage {
			t.Errorf("%v ends with %d: %s", args, code, errs)
		}
	}
}
