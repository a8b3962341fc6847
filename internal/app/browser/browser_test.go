package browser

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tumble/internal/app/filedialog"
	"tumble/internal/app/thumbnail"
	"tumble/physics/scenes"
)

// host notes the requests of the browser.
type host struct {
	scene  *scenes.Scene
	values scenes.Values
	file   string
	recent []string
}

func (h *host) OpenScene(s *scenes.Scene, v scenes.Values) { h.scene, h.values = s, v }
func (h *host) OpenFile(path string)                       { h.file = path }
func (h *host) AskFile()                                   {}
func (h *host) Recent() []string                           { return h.recent }

// Typing finds scenes by their names and by words of their descriptions; categories narrow that; files that are gone
// are left out.
func TestSearch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.gltf")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	h := &host{recent: []string{file, "/no/such/file.gltf"}}
	b := New(thumbnail.New(nil, nil, "", func() {}))
	b.Show(h)
	if n := len(b.order); n < len(scenes.All())+1 {
		t.Fatalf("%d entries", n)
	}
	title := func() string { return b.entries[b.order[0]].title }
	for query, want := range map[string]string{"cardh": "card_house", "mine": "mine.gltf", "newton": "newtons_cradle",
		"train of gears": "gears"} {
		b.query = query
		if b.search(); len(b.order) == 0 || title() != want {
			t.Errorf("%q finds %d entries, the first is not %s", query, len(b.order), want)
		}
	}
	b.query, b.category = "", slices.Index(b.categories, categoryRecent)
	if b.search(); len(b.order) != 1 {
		t.Fatalf("%d recent files", len(b.order))
	}
	if b.openChosen(h); h.file != file || b.open {
		t.Errorf("opened %q", h.file)
	}
	b.Show(h)
	b.choose(slices.IndexFunc(b.entries, func(e entry) bool { return e.name == "box" }))
	b.values["height"] = 5
	if b.openChosen(h); h.scene.Name != "box" || h.values["height"] != 5 {
		t.Errorf("opened %v with %v", h.scene.Name, h.values)
	}
}

// The list of files goes through folders, shows what can be opened, and asks before it replaces a file.
func TestFileList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.gltf", "A.GLB", "text.txt", ".hidden.gltf", "sub/c.gltf"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	ask := func(save bool, name string) *fileList {
		got = ""
		b := New(nil)
		b.AskInList(filedialog.Question{Save: save, Folder: dir, Name: name, Endings: []string{".gltf", ".glb"}},
			func(path string) { got = path })
		return &b.files
	}
	l := ask(false, "")
	var names []string
	for _, e := range l.entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, []string{"sub", "A.GLB", "b.gltf"}) {
		t.Errorf("the list is %v", names)
	}
	l.name = "sub"
	if l.answer(); got != "" || l.folder != filepath.Join(dir, "sub") {
		t.Errorf("a folder is opened as %q, in %s", got, l.folder)
	}
	l.name = "none.gltf"
	if l.answer(); got != "" || l.problem == "" {
		t.Error("a file that is not there is opened")
	}
	l.name = "c.gltf"
	if l.answer(); got != filepath.Join(dir, "sub", "c.gltf") || l.open {
		t.Errorf("opened %q", got)
	}
	l = ask(true, "b")
	if l.answer(); got != "" || !l.replace {
		t.Error("a file is replaced without a question")
	}
	if l.answer(); got != filepath.Join(dir, "b.gltf") {
		t.Errorf("saved as %q", got)
	}
}
