package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
)

// TestKeysOfTheSettings: keys that the settings name replace the usual ones, conflicts are told, and the settings keep
// them.
func TestKeysOfTheSettings(t *testing.T) {
	defer command.Bind(nil)
	folder := t.TempDir()
	path := filepath.Join(folder, settingsFile)
	if err := os.WriteFile(path, []byte("[keys]\npause = [\"K\"]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRig(t, "box", func(_ *engine.LoopConfig, o *Options) { o.Folder = folder })
	if m := r.app.panels.Message(); !strings.Contains(m, "K is now for pause") {
		t.Errorf("the conflict is not told: %q", m)
	}
	r.key(key('K'), 0)
	if !r.loop.Status().Paused {
		t.Error("the key does not pause")
	}
	r.key(key('P'), 0)
	if !r.loop.Status().Paused {
		t.Error("the usual key goes on")
	}
	r.app.show.Interface = true
	r.key(input.KeyTab, input.ModAlt)
	r.run(3)
	r.close()
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "pause") {
		t.Errorf("the keys are not kept: %s, %v", text, err)
	}
}
