//go:build linux && cgo

package thumbnail

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tumble/engine/timestep"
	"tumble/internal/app/apptest"
	"tumble/internal/app/userfile"
	"tumble/renderer"
	"tumble/renderer/null"
)

// TestServe: pictures of the scenes that are asked for, with their facts; a scene that is none is answered, not the
// end.
func TestServe(t *testing.T) {
	if testing.Short() {
		t.Skip("draws two pictures")
	}
	folder := t.TempDir()
	var out strings.Builder
	in := strings.NewReader("none\tno_such_scene\nbox\tbox\n")
	if err := Serve(apptest.Executor(t), folder, in, &out, timestep.RealClock()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "none\tno scene") || lines[1] != "box\tok" {
		t.Errorf("answers: %q", lines)
	}
	img, err := readPNG(filepath.Join(folder, "box.png"))
	if err != nil {
		t.Fatal(err)
	}
	colors := map[[3]byte]bool{}
	for i := 0; i < len(img.Pix); i += 4 {
		colors[[3]byte(img.Pix[i:])] = true
	}
	if len(colors) < 100 {
		t.Errorf("the picture has %d colours", len(colors))
	}
	var facts Facts
	if err := userfile.Read(filepath.Join(folder, "box.toml"), &facts); err != nil {
		t.Fatal(err)
	}
	if facts.Bodies != 2 || facts.AskedHz != 100 || !(facts.StepMs > 0) || facts.Heavy() {
		t.Errorf("facts: %+v", facts)
	}
	if err := Serve(apptest.Executor(t), folder, strings.NewReader("../x\tbox\n"), &out, timestep.RealClock()); err ==
		nil {
		t.Error("a name outside of the folder is taken")
	}
}

// TestHangingScene: a process that does not answer is ended in time, one that ends is told, and the next scene gets a
// new one.
func TestHangingScene(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "build")
	script := `read line; case "$line" in hang*) exec sleep 1000;; gone*) exit 1;; *) printf 'good\tok\n'; read line;; esac`
	m := maker{command: []string{"sh", "-c", script, "sh"}, folder: folder, wait: 2 * time.Second}
	defer m.stop()
	if err := m.make(context.Background(), "hang", "x"); err == nil ||
		!strings.Contains(err.Error(), "no picture within") {
		t.Errorf("a process that hangs: %v", err)
	}
	if err := m.make(context.Background(), "gone", "x"); err == nil {
		t.Error("a process that ends gives no error")
	}
	if err := m.make(context.Background(), "good", "x"); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m.stop()
	if err := m.make(ctx, "hang", "x"); err == nil {
		t.Error("a cancelled wait gives no error")
	}
}

// Thumbnails come from the cache, what is missing is made once, and closing waits for nothing.
func TestThumbnails(t *testing.T) {
	ex, err := renderer.NewDirect(
		renderer.Config{Open: func() (renderer.Device, error) { return null.New(null.Options{}), nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer ex.Close(timestep.Second)
	dir := t.TempDir()
	folder := filepath.Join(dir, "build")
	old := filepath.Join(dir, "before")
	if err := os.MkdirAll(old, 0o755); err != nil {
		t.Fatal(err)
	}
	// the picture of another build is no picture of this one
	script := `while read key scene; do echo "$key" >> ` + dir + `/asked; printf '%s\tcannot be drawn\n' "$key"; done`
	woken := make(chan struct{}, 100)
	th := New(ex.Resources(), []string{"sh", "-c", script, "sh"}, folder, func() { woken <- struct{}{} })
	th.Picture("truth/fall")
	th.Picture("box")
	for range 2 {
		select {
		case <-woken:
		case <-time.After(30 * time.Second):
			t.Fatal("no answer")
		}
	}
	if _, err := th.Collect(); err != nil {
		t.Fatal(err)
	}
	if p := th.Picture("box"); p.Problem != "cannot be drawn" || p.Width != 0 {
		t.Errorf("a scene that cannot be drawn: %+v", p)
	}
	if done, total := th.Progress(); done != 2 || total != 2 {
		t.Errorf("%d of %d", done, total)
	}
	th.Restart()
	th.Picture("box")
	if _, total := th.Progress(); total != 2 {
		t.Error("a scene that cannot be drawn is asked for again")
	}
	th.Picture("stack10")
	th.Close()
	if _, err := os.Stat(old); err == nil {
		t.Error("the pictures of another build stay")
	}
	asked, _ := os.ReadFile(filepath.Join(dir, "asked"))
	if !strings.Contains(string(asked), "truth_fall") || strings.Count(string(asked), "box") != 1 {
		t.Errorf("asked for %q", asked)
	}
}

// A picture that is asked for again while it is in the making comes twice, and is one texture all the same.
func TestPictureThatComesTwice(t *testing.T) {
	ex, err := renderer.NewDirect(
		renderer.Config{Open: func() (renderer.Device, error) { return null.New(null.Options{}), nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer ex.Close(timestep.Second)
	th := New(ex.Resources(), nil, "", func() {})
	defer th.Close()
	p := th.Picture("box")
	img := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	th.results = []result{{scene: "box", image: img}, {scene: "box", image: img}}
	if _, err := th.Collect(); err != nil {
		t.Fatal(err)
	}
	first := p.Texture
	th.results = []result{{scene: "box", image: img}}
	if _, err := th.Collect(); err != nil {
		t.Fatal(err)
	}
	if p.Texture != first || p.Width != Width {
		t.Errorf("%+v, at first %+v", p, first)
	}
	if _, n := ex.Resources().Live(); n != 1 {
		t.Errorf("%d textures", n)
	}
}
