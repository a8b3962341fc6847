package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/openscene"
	"tumble/physics/vec"
)

const crateFile = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box"},{"type":"plane"}]}},
"nodes":[{"name":"floor","extensions":{"KHR_physics_rigid_bodies":{"collider":{"geometry":{"shape":1}}}}},
 {"name":"crate","translation":[0,1,0],"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}}]}`

// TestSceneFile drops a file onto the window, changes it on the disk, breaks it, and saves what is
// shown.
func TestSceneFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string) string {
		path, err := filepath.Abs("crate.gltf")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("next", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename("next", path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := write(crateFile)
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(3)
	r.window.Drops = []string{"notes.txt"}
	r.loop.Inbox().Push(input.Event{Kind: input.EventDrop})
	r.run(1)
	if r.app.session.Config.Scene.Name != "pyramid36" {
		t.Fatal("a file that is no scene was opened")
	}
	r.window.Drops = []string{"notes.txt", path}
	r.loop.Inbox().Push(input.Event{Kind: input.EventDrop})
	r.run(2)
	if name := r.app.session.Config.Scene.Name; name != path {
		t.Fatalf("after the drop the scene is %q", name)
	}
	r.app.tools.Camera.Set(r.app.tools.Camera.State(), true)
	before := r.app.tools.Camera.State()
	r.run(60)
	write(strings.Replace(crateFile, `"translation":[0,1,0]`, `"translation":[0,7,0]`, 1))
	r.run(40)
	if n := len(r.dynamic()); n != 1 {
		t.Fatalf("%d moving bodies after the change", n)
	}
	if p := r.dynamic()[0].Position(); p.Y < 3 {
		t.Errorf("the crate is at %v: the changed file was not opened", p)
	}
	if s := r.app.tools.Camera.State(); s != before {
		t.Errorf("the camera moved from %+v to %+v", before, s)
	}
	write("{broken")
	r.run(40)
	if n := len(r.dynamic()); n != 1 || r.app.session.Config.Scene.Name != path {
		t.Error("a broken file replaced the scene")
	}
	r.run(120)
	want := r.dynamic()[0].Position()
	r.key(key('S'), input.ModControl)
	saved, err := filepath.Glob("tumble-crate-*.gltf")
	if err != nil || len(saved) != 1 {
		t.Fatalf("saved files %v (%v)", saved, err)
	}
	file, err := openscene.Read(saved[0])
	if err != nil {
		t.Fatal(err)
	}
	if got := file.Bodies[1].Def; got.Name != "crate" || !close3(got.Position, want) {
		t.Errorf("saved %q at %v, shown at %v", got.Name, got.Position, want)
	}
	if v := file.View; vec.Abs(v.Distance-before.Distance) > 0.01 {
		t.Errorf("view %v", v)
	}
}

func close3(a, b vec.Vec3) bool { return a.Dist(b) < 0.01 }

// A broken file among those that are dropped together, also the first, is stepped over by the next key.
func TestBrokenFileIsDropped(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for _, name := range []string{"broken1.gltf", "a.gltf", "broken2.gltf", "c.gltf"} {
		path, text := filepath.Join(folder, name), crateFile
		if strings.HasPrefix(name, "broken") {
			text = "{broken"
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(3)
	r.window.Drops = paths
	r.loop.Inbox().Push(input.Event{Kind: input.EventDrop})
	r.run(2)
	for i, want := range []string{paths[1], paths[1], paths[3], paths[3], paths[1]} {
		r.key(key(']'), 0)
		r.run(2)
		if name := r.app.session.Config.Scene.Name; name != want {
			t.Errorf("after %d keys the scene is %s, want %s", i+1, name, want)
		}
	}
	r.app.blank()
	r.run(2)
	r.key(key(']'), 0)
	r.run(2)
	if name := r.app.session.Config.Scene.Name; strings.HasPrefix(name, folder) {
		t.Errorf("after another scene the key opens %s", name)
	}
}

// Of several files that are dropped together the first opens, and the keys for the scenes beside it go around through
// the others.
func TestSeveralFilesAreDropped(t *testing.T) {
	folder := t.TempDir()
	var paths []string
	for _, name := range []string{"a.gltf", "b.gltf", "c.gltf"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(crateFile), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	r.run(3)
	r.window.Drops = append([]string{"notes.txt"}, paths...)
	r.loop.Inbox().Push(input.Event{Kind: input.EventDrop})
	r.run(2)
	for i, want := range []int{0, 1, 2, 0} {
		if i > 0 {
			r.key(key(']'), 0)
			r.run(2)
		}
		if name := r.app.session.Config.Scene.Name; name != paths[want] {
			t.Errorf("file %d of those dropped is %s", i, name)
		}
	}
	r.key(key('['), 0)
	r.run(2)
	if name := r.app.session.Config.Scene.Name; name != paths[2] {
		t.Errorf("before the first file of those dropped is %s", name)
	}
}

// The selection goes to a file of its own, and the window says how much of it.
func TestSaveTheSelection(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t, "pyramid36", func(_ *engine.LoopConfig, o *Options) { o.DefaultOutput = folder })
	defer r.close()
	for n, want := range map[int]string{0: "select what is to be saved", 1: "saved 1 body as", 3: "saved 3 bodies as"} {
		r.app.tools.Mouse.SelectList(r.dynamic()[:n])
		r.asked(command.SaveSelection)
		if m := r.app.panels.Message(); !strings.HasPrefix(m, want) {
			t.Errorf("%d bodies: %q", n, m)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 {
		t.Errorf("%d files, %v", len(files), err)
	}
}
