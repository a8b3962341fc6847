package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// latin has more cells than a batch.
const latin = `scene = "pyramid36"
steps = 30
[[parameter]]
key = "material.friction"
range = [0.1, 1.0]
[[metric]]
meter = "penetration.max"
[design]
kind = "latin"
cells = 150
`

// bisection goes on with the rows.
const bisection = `scene = "card_house"
steps = 60
[[parameter]]
key = "material.friction"
range = [0.05, 0.9]
[[guard]]
name = "stands"
breaks = "drift.max > 0.05"
stop = true
[design]
kind = "bisection"
parameter = "material.friction"
tolerance = 0.1
`

// TestBeam simulates studies on Prism, the runner that is part of Beam, and wants the tables of local workers.
func TestBeam(t *testing.T) {
	dir := t.TempDir()
	command := func(folder, name string, args ...string) string {
		t.Helper()
		c := exec.Command(name, args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	sandbox := filepath.Join(dir, "sandbox")
	command("../..", "go", "build", "-trimpath", "-buildvcs=false", "-o", sandbox, "./cmd/sandbox")
	command(".", "go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(dir, "sandbox-beam"), ".")
	for name, text := range map[string]string{"latin": latin, "bisection": bisection} {
		if err := os.WriteFile(filepath.Join(dir, name+".toml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		command(dir, sandbox, "sweep", name+".toml", "--out", name+"-alone")
		command(dir, sandbox, "sweep", "beam", name+".toml", "--out", name+"-beam", "--batch", "40")
		for _, file := range []string{"results.csv", "results.jsonl"} {
			want, err := os.ReadFile(filepath.Join(dir, name+"-alone", file))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(filepath.Join(dir, name+"-beam", file)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %s differs (%v)", name, file, err)
			}
		}
	}
}
