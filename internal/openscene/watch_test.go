package openscene

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// save writes a file as editors do: in place, or under another name that then takes its place.
func save(t *testing.T, path, text string, byRename bool) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	to := path
	if byRename {
		to += "~"
	}
	if err := os.WriteFile(to, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if byRename {
		if err := os.Rename(to, path); err != nil {
			t.Fatal(err)
		}
	}
}

// once holds that a change is noticed, and noticed once.
func once(t *testing.T, w *Watch, what string) {
	t.Helper()
	if !w.Changed() {
		t.Errorf("%s: no change was noticed", what)
	}
	if w.Changed() {
		t.Errorf("%s: noticed twice", what)
	}
}

const pictured = `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],
"accessors":[{"componentType":5126,"type":"VEC3","count":3,"bufferView":0},{"componentType":5126,"type":"VEC2","count":3,"bufferView":0}],
"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"parts/corners.bin"}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"wood%20dark.png"}]}`

// TestWatch holds that every file that a scene refers to is followed, however it is saved, also those that
// are not there yet.
func TestWatch(t *testing.T) {
	folder := t.TempDir()
	path, bin, image := filepath.Join(folder, "a.gltf"), filepath.Join(folder, "parts", "corners.bin"),
		filepath.Join(folder, "wood dark.png")
	save(t, path, pictured, false)
	save(t, bin, string(make([]byte, 36)), false)
	f, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWatch(path, f.Files)
	if w.Changed() {
		t.Error("nothing has changed")
	}
	save(t, image, "a picture that was missing", false)
	once(t, w, "a file that came")
	save(t, bin, string(make([]byte, 40)), true)
	once(t, w, "a buffer replaced by another")
	// a file of the same size and time under the same name
	info, err := os.Stat(image)
	if err != nil {
		t.Fatal(err)
	}
	save(t, image+"~", "a picture that was changed", false)
	if err := os.Chtimes(image+"~", info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(image+"~", image); err != nil {
		t.Fatal(err)
	}
	once(t, w, "a file of the same size and time")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if w.Changed() {
		t.Error("a file that is gone has changed")
	}
	save(t, path, `{"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"new.bin"}],"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}],
"bufferViews":[{"buffer":0,"byteLength":36}]}`, true)
	once(t, w, "the scene itself")
	// it cannot be used, but its missing files are waited for
	if f, err = Read(path); f == nil || err == nil {
		t.Fatal(err, "a scene without its buffer")
	}
	w.Follow(f.Files)
	save(t, filepath.Join(folder, "new.bin"), string(make([]byte, 36)), true)
	once(t, w, "the buffer that it lacked")
	if _, err = Read(path); err != nil {
		t.Error(err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(bin, later, later); err != nil {
		t.Fatal(err)
	}
	if w.Changed() {
		t.Error("a file that the scene no longer refers to is followed")
	}
}

// TestWatchMeshes holds that the meshes of a robot are followed.
func TestWatchMeshes(t *testing.T) {
	folder := t.TempDir()
	path, mesh := filepath.Join(folder, "a.urdf"), filepath.Join(folder, "meshes", "arm.stl")
	save(
		t, path,
		`<robot name="a"><link name="arm"><visual><geometry><mesh filename="package://a/meshes/arm.stl"/></geometry>`+
			`</visual></link></robot>`, false)
	save(t, mesh, "solid\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n", false)
	f, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	w := NewWatch(path, f.Files)
	save(t, mesh, "solid\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 1 0\n\n", true)
	once(t, w, "a mesh")
}
