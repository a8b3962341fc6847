package app

import (
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/input"
)

// TestExport: a key writes the last moments, through a change of scene, as a page and an animated glTF with the bodies
// of both scenes, and leaves nothing else; the session goes on.
func TestExport(t *testing.T) {
	folder := t.TempDir()
	r := journalRig(t, "box", folder)
	r.run(40)
	r.app.browse(1)
	r.run(40)
	bodies := len(r.dynamic())
	r.key(key('E'), input.ModControl|input.ModShift)
	output := filepath.Join(folder, "output")
	list := func(pattern string) []string { list, _ := filepath.Glob(filepath.Join(output, pattern)); return list }
	r.runUntil("it is told", func() bool { return strings.HasPrefix(r.app.panels.Message(), "exported ") })
	r.close()
	if n := list("*"); len(n) != 2 || len(list("*.html")) != 1 || len(list("*.glb")) != 1 {
		t.Fatalf("the folder has %v", n)
	}
	data, err := os.ReadFile(list("*.glb")[0])
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Nodes []struct{ Name string }
		// an animation each
		Animations []struct {
			Channels []struct{ Target struct{ Path string } }
		}
	}
	if err := json.Unmarshal(data[20:20+binary.LittleEndian.Uint32(data[12:])], &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Animations) != 1 || len(doc.Nodes) < 3+bodies {
		t.Fatalf("%d animations of %d nodes, %d bodies in the second scene", len(doc.Animations), len(doc.Nodes),
			bodies)
	}
	paths := map[string]int{}
	for _, c := range doc.Animations[0].Channels {
		paths[c.Target.Path]++
	}
	if paths["translation"] < 2 || paths["scale"] < 1+bodies {
		t.Errorf("channels %v: the box goes when the %d bodies of the second scene come", paths, bodies)
	}
	page, err := os.ReadFile(list("*.html")[0])
	if err != nil || !strings.Contains(string(page), `"name":"energy.total"`) {
		t.Errorf("the page has no curve: %v", err)
	}
}
