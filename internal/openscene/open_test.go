package openscene

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/physics/scenes"
)

func start(t *testing.T, name string) *scenes.Run {
	t.Helper()
	scene, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestSave holds that a save is whole or not there, also through links and over old files.
func TestSave(t *testing.T) {
	run := start(t, "pyramid36")
	folder := t.TempDir()
	path := filepath.Join(folder, "a.glb")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link.glb")
	if err := os.Symlink("a.glb", link); err != nil {
		t.Skip("no links here")
	}
	if err := Save(link, run, 100, run.Scene.View); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no link any more (%v)", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v (%v)", info.Mode(), err)
	}
	again := start(t, path)
	if a, b := run.World.Hash(), again.World.Hash(); a != b {
		t.Errorf("hash %016x came back as %016x", a, b)
	}
	for _, bad := range []string{filepath.Join(folder, "none", "a.glb"), filepath.Join(folder, "a.txt"), folder + "/sub.glb/"} {
		if err := Save(bad, run, 100, run.Scene.View); err == nil {
			t.Errorf("saved %s", bad)
		}
	}
	left, _ := filepath.Glob(filepath.Join(folder, ".tumble-*"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestReadOnlyFolder holds that the old file survives when nothing new can be written.
func TestReadOnlyFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root writes everywhere")
	}
	run := start(t, "pyramid36")
	folder := t.TempDir()
	path := filepath.Join(folder, "a.glb")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(folder, 0o755)
	if err := Save(path, run, 100, run.Scene.View); err == nil {
		t.Error("saved into a folder that may not be written")
	}
	if data, _ := os.ReadFile(path); string(data) != "old" {
		t.Errorf("the old file is now %q", data)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{"pyramid36": "pyramid36", "a/b.gltf": "b", "/x/y z.GLB": "y z"} {
		if got := Label(name); got != want {
			t.Errorf("label of %q is %q", name, got)
		}
	}
	for _, name := range []string{"no_such_scene", "file.txt"} {
		if _, err := Find(name); err == nil || strings.Contains(err.Error(), ErrFile.Error()+" ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
