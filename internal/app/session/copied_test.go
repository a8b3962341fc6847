package session

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/param"
	"tumble/internal/app/userfile"
	"tumble/physics/scenes"
)

// TestCopiedParameters changes parameters of every kind: the copies have them all, as text that is read back, as a
// command that the registry takes, and as Go that compiles and has the same effect.
func TestCopiedParameters(t *testing.T) {
	scene, _ := scenes.Find("pyramid36")
	c := param.NewConfig(scene)
	r := c.Registry()
	pairs := []string{
		"gravity.y=-1.62", "substeps=8", "sleep.enabled=false", "contact.hertz=45.5", "material.friction=0.25",
		"material.friction_scale=2", "material.density=500", "loop.hertz=240", "scene.spacing=1.25",
	}
	for _, pair := range pairs {
		if err := r.Assign(pair); err != nil {
			t.Fatal(err)
		}
	}
	text, err := CopyTOML(scene.Name, r)
	if err != nil {
		t.Fatal(err)
	}
	var back Preset
	if err := userfile.Decode([]byte(text), &back); err != nil {
		t.Fatal(err)
	}
	if values, err := back.Values(scene.Name, r); err != nil || values["contact.hertz"] != 45.5 ||
		len(back.Parameters) != len(pairs) {
		t.Errorf("%v %v\n%s", values["contact.hertz"], err, text)
	}
	command := CopyCommand(scene.Name, r)
	for _, pair := range pairs {
		if !strings.Contains(command, " --set "+pair) {
			t.Errorf("%s lacks %s", command, pair)
		}
	}
	source := CopyGo(r)
	compileTuned(t, source)
	for _, part := range []string{"s.Gravity.Y = -1.62", "s.SubSteps = 8", "s.SleepEnabled = false",
		"m.Friction = 0.25", "m.Friction *= 2",
		"density = 500", "loop.hertz=240", "scene.spacing=1.25"} {
		if !strings.Contains(source, part) {
			t.Errorf("lacks %q:\n%s", part, source)
		}
	}
}

// compileTuned checks the source as a package of this module, which is there in an overlay only.
func compileTuned(t *testing.T, source string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	file, overlay := filepath.Join(folder, "tuned.go"), filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(
		map[string]map[string]string{"Replace": {filepath.Join(root, "internal/tuned/tuned.go"): file}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		file: []byte("package tuned\n\nimport \"tumble/physics\"\n\n" + source), overlay: replace,
	} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-overlay", overlay, "./internal/tuned")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v: %s\n%s", err, out, source)
	}
	format := exec.Command("gofmt", "-l", file)
	if out, err := format.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("not formatted: %v %s\n%s", err, out, source)
	}
}
