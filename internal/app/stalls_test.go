package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
)

// TestStallIsReported: a driver that does not return is told in one line, and the stacks are in a file of their own each time.
func TestStallIsReported(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t, "box", func(_ *engine.LoopConfig, o *Options) { o.Output = folder })
	r.run(10)
	for k := range 2 {
		text := r.app.Stall(errors.New("renderer: no progress for 2s\ngoroutine 7 [syscall]:\nswap"))
		files, err := filepath.Glob(filepath.Join(folder, "tumble-stall-*.txt"))
		if err != nil || len(files) != k+1 {
			t.Fatalf("stall %d: files %v, error %v", k, files, err)
		}
		if !strings.Contains(text, "no progress for 2s") || strings.Contains(text, "\n") {
			t.Errorf("told as %q", text)
		}
		data, err := os.ReadFile(files[k])
		if err != nil || !strings.Contains(string(data), "goroutine 7 [syscall]") {
			t.Errorf("report %q, error %v", data, err)
		}
	}
	// a folder that cannot be made does not hide the stall
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	r.app.options.Output = filepath.Join(file, "below")
	if text := r.app.Stall(errors.New("renderer: no progress for 3s")); !strings.Contains(text, "no progress for 3s") || !strings.Contains(text, "no report") {
		t.Errorf("told as %q", text)
	}
}
