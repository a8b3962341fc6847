//go:build linux

package filedialog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestDialog: the program of the desktop is asked with the folder and the endings, its answer comes back, and Cancel is
// no error.
func TestDialog(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho \"$@\" >> " + dir + "/asked\ncase \"$*\" in *--save*) exit 1;; esac\necho " + dir +
		"/chosen.gltf\n"
	for _, name := range []string{"qarma", "zenity"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	if !Available() {
		t.Fatal("the dialog is not found")
	}
	for _, c := range []struct {
		save bool
		want string
	}{{false, dir + "/chosen.gltf"}, {true, ""}} {
		woken := make(chan struct{})
		d := Ask(Question{Save: c.save, Title: "A scene", Folder: dir, Kind: "Scenes",
			Endings: []string{".gltf", ".glb"}}, func() { close(woken) })
		select {
		case <-woken:
		case <-time.After(30 * time.Second):
			t.Fatal("no answer")
		}
		path, done, err := d.Answer()
		if path != c.want || !done || err != nil {
			t.Errorf("save %v: %q, %v, %v, want %q", c.save, path, done, err, c.want)
		}
	}
	asked, err := os.ReadFile(filepath.Join(dir, "asked"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"--filename " + dir + "/ ", "[gG][lL][tT][fF]", "--save", "--confirm-overwrite"} {
		if !strings.Contains(string(asked), part) {
			t.Errorf("%q was not asked for in %s", part, asked)
		}
	}
}
