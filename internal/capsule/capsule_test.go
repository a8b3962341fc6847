package capsule

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func sample() *Capsule {
	return &Capsule{
		Manifest: Manifest{Program: "test", Scene: "box", Step: 7, Hertz: 100, Note: "it falls"},
		Moment:   []byte("moment"), Journal: []byte("journal"), Preset: []byte("a = 1"), Picture: []byte("png"),
	}
}

func written(t *testing.T, c *Capsule) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	folder := t.TempDir()
	scene := filepath.Join(folder, "level.gltf")
	mesh := filepath.Join(folder, "parts", "mesh.bin")
	os.MkdirAll(filepath.Dir(mesh), 0o777)
	os.WriteFile(scene, []byte("{}"), 0o666)
	os.WriteFile(mesh, []byte{1, 2}, 0o666)
	c := sample()
	if err := c.AddScene(scene, []string{mesh, filepath.Join(folder, "missing.png")}); err != nil {
		t.Fatal(err)
	}
	data := written(t, c)
	got, err := Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if got.Manifest != c.Manifest || string(got.Moment) != "moment" || string(got.Journal) != "journal" ||
		string(got.Picture) != "png" {
		t.Errorf("%+v", got)
	}
	to := t.TempDir()
	path, err := got.Extract(to)
	if err != nil || path != filepath.Join(to, "level.gltf") {
		t.Fatal(path, err)
	}
	if data, err := os.ReadFile(filepath.Join(to, "parts", "mesh.bin")); err != nil || len(data) != 2 {
		t.Error(data, err)
	}
	if err := sample().AddScene(scene, []string{filepath.Join(folder, "..", "other.bin")}); err == nil {
		t.Error("a file outside of the folder is not told of")
	}
}

// archive makes a zip archive of entries.
func archive(t *testing.T, entries ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		w, err := z.Create(entries[i])
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(entries[i+1]))
	}
	z.Close()
	return b.Bytes()
}

const good = `{"version": 1, "scene": "box", "hertz": 100}`

// TestHostile feeds archives that no program wrote: each is refused with words that say why, and nothing is unpacked.
func TestHostile(t *testing.T) {
	whole := written(t, sample())
	lying := bytes.Clone(whole)
	at := bytes.LastIndex(lying, []byte("PK\x01\x02"))
	// the size before compression, in the last entry of the directory
	copy(lying[at+24:], []byte{0xff, 0xff, 0xff, 0x7f})
	for _, c := range []struct {
		name string
		data []byte
		word string
	}{
		{"empty", nil, "no zip archive"},
		{"text", []byte("hello"), "no zip archive"},
		{"cut off", whole[:len(whole)/2], "no zip archive"},
		{"no manifest", archive(t, "moment.tumble", "x"), "no capsule.json"},
		{"no moment", archive(t, "capsule.json", good), "no moment.tumble"},
		{"bad JSON", archive(t, "capsule.json", "{", "moment.tumble", "x"), "capsule.json"},
		{"newer", archive(t, "capsule.json", `{"version": 9, "scene": "box", "hertz": 100}`, "moment.tumble", "x"),
			"newer program"},
		{"no scene", archive(t, "capsule.json", `{"version": 1, "hertz": 100}`, "moment.tumble", "x"),
			"names no scene"},
		{"no rate", archive(t, "capsule.json", `{"version": 1, "scene": "box"}`, "moment.tumble", "x"),
			"steps a second"},
		{"upwards", archive(t, "capsule.json", good, "moment.tumble", "x", "scene/../../evil", "x"), "outside"},
		{"root", archive(t, "capsule.json", good, "moment.tumble", "x", "scene//etc/passwd", "x"), "outside"},
		{"drive", archive(t, "capsule.json", good, "moment.tumble", "x", `scene/C:\evil`, "x"), "outside"},
		{"twice", archive(t, "capsule.json", good, "moment.tumble", "x", "moment.tumble", "y"), "twice"},
		{"missing scene file",
			archive(t, "capsule.json", `{"version": 1, "scene": "a.gltf", "scene_file": "a.gltf", "hertz": 100}`,
				"moment.tumble", "x"), "missing"},
		{"size lies", lying, "bytes, more than is read"},
		{"large manifest", archive(t, "capsule.json", `{"note": "`+strings.Repeat("x", mostManifest)+`"}`,
			"moment.tumble", "x"), "at most"},
	} {
		_, err := Read(bytes.NewReader(c.data), int64(len(c.data)))
		if !errors.Is(err, ErrCapsule) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.word)
		}
	}
}

// FuzzRead changes bytes of a capsule: reading ends with a capsule that can be opened or with an error.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	sample().Write(&b)
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read(bytes.NewReader(data), int64(len(data)))
		if err == nil && (len(c.Moment) == 0 || c.Scene == "") {
			t.Errorf("%+v", c)
		}
		if err != nil && !errors.Is(err, ErrCapsule) {
			t.Error(err)
		}
	})
}
