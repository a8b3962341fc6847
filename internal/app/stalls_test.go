package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/renderer"
)

// A driver that does not return is told in one quiet line with a remedy, and the stacks of all stalls of a session are
// in one file; a session after many others leaves no more than the newest files.
func TestStallIsReported(t *testing.T) {
	folder := t.TempDir()
	for k := range mostReports + 5 {
		if err := os.WriteFile(filepath.Join(folder, strings.Repeat("1", k+1)+".txt"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t, "box", func(_ *engine.LoopConfig, o *Options) { o.Reports = folder })
	r.run(10)
	h := renderer.Health{State: renderer.StateStalled, Phase: renderer.PhaseSwap, Still: 7e9,
		Stacks: "goroutine 7 [syscall]:\nswap"}
	for k := range 3 * mostStacks {
		text := r.app.Stall(h)
		if !strings.Contains(text, "no picture for 7 s") || !strings.Contains(text, "Quality") ||
			strings.Contains(text, "\n") {
			t.Errorf("told as %q", text)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
		if err != nil || len(files) != mostReports {
			t.Fatalf("stall %d: files %v, error %v", k, files, err)
		}
	}
	data, err := os.ReadFile(r.app.reports.path)
	if err != nil || strings.Count(string(data), "goroutine 7 [syscall]") != mostStacks ||
		strings.Count(string(data), "no picture") != 3*mostStacks {
		t.Errorf("report %q, error %v", data, err)
	}
	// a folder that cannot be made does not hide the stall
	r.app.options.Reports = filepath.Join(r.app.reports.path, "below")
	r.app.reports.path = ""
	if text := r.app.Stall(h); !strings.Contains(text, "no picture for 7 s") || !strings.Contains(text, "no report") {
		t.Errorf("told as %q", text)
	}
}
