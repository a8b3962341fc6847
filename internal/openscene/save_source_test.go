package openscene

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSaveBeside holds that a text in the folder of its source names the files there, that one elsewhere and a
// binary file have them inside, and that all are the same world again.
func TestSaveBeside(t *testing.T) {
	folder, other := t.TempDir(), t.TempDir()
	text := `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"images":[{"uri":"wood.png"}],"textures":[{"source":0}],
"materials":[{"emissiveTexture":{"index":0}}],"extensions":{"KHR_implicit_shapes":{"shapes":[{"type":"box"}]}},
"extensionsUsed":["KHR_implicit_shapes","KHR_physics_rigid_bodies"],
"nodes":[{"name":"crate","extras":{"price":3},"extensions":{"KHR_physics_rigid_bodies":{"motion":{},"collider":{"geometry":{"shape":0}}}}}]}`
	const picture = "\x89PNG\r\n\x1a\nno more of it is read here"
	for name, data := range map[string]string{"a.gltf": text, "wood.png": picture} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := start(t, filepath.Join(folder, "a.gltf"))
	for range 20 {
		if err := run.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	for path, inside := range map[string]string{
		filepath.Join(folder, "b.gltf"): `"uri": "wood.png"`,
		filepath.Join(other, "b.gltf"):  `"uri": "data:image/png;base64,iVBOR`,
		filepath.Join(other, "b.glb"):   picture,
		filepath.Join(folder, "b.glb"):  picture,
	} {
		if err := Save(path, run, 100, run.Scene.View); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(data), inside) || !strings.Contains(string(data), "price") {
			t.Errorf("%s has no %q (%v):\n%.2000s", path, inside, err, data)
		}
		if x, y := run.World.Hash(), start(t, path).World.Hash(); x != y {
			t.Errorf("%s: hash %016x came back as %016x", path, x, y)
		}
	}
	if list, _ := filepath.Glob(filepath.Join(other, "*.png")); list != nil {
		t.Errorf("files were written beside: %v", list)
	}
}
