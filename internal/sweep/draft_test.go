package sweep

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tumble/engine/param"
	"tumble/physics/scenes"
)

// TestDrafts: the draft of every parameter that can vary is a study whose values are around that of the scene, and it
// keeps what was changed.
func TestDrafts(t *testing.T) {
	scene, _ := scenes.Find("card_house")
	path := filepath.Join(t.TempDir(), "study.toml")
	config := param.NewConfig(scene)
	registry := config.Registry()
	if err := errors.Join(registry.Set("substeps", "7"), registry.Set("loop.speed", "2"),
		registry.Set("sleep.enabled", "false")); err != nil {
		t.Fatal(err)
	}
	drafted := 0
	for _, p := range registry.All() {
		if !Varies(p.Key) {
			continue
		}
		drafted++
		d := Around(p, scene.Steps)
		text, err := d.Study("card_house", registry.Changed())
		if err != nil {
			t.Errorf("%s: %v", p.Key, err)
			continue
		}
		s, err := Parse(path, []byte(text))
		if err != nil {
			t.Errorf("%s: %v\n%s", p.Key, err, text)
			continue
		}
		v, q := p.Value(), &s.Parameters[0]
		if q.Key != p.Key || s.Cells() < 2 || len(s.Metrics) != 3 || v == v &&
			(float32(v) < float32(q.Low) || float32(v) > float32(q.High)) {
			t.Errorf("%s = %v: %d cells from %v to %v", p.Key, v, s.Cells(), q.Low, q.High)
		}
		if p.Key != "substeps" && !strings.Contains(text, "\"substeps\" = 7\n") ||
			strings.Contains(text, "loop.speed") {
			t.Errorf("%s: the changed values are not set:\n%s", p.Key, text)
		}
	}
	if drafted < 30 {
		t.Errorf("only %d parameters", drafted)
	}
}

// TestDraftRefuses: a range that is none is refused, and a path keeps its backslashes and quotes.
func TestDraftRefuses(t *testing.T) {
	scene, _ := scenes.Find("box")
	config := param.NewConfig(scene)
	p, err := config.Registry().Lookup("substeps")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []Draft{
		{Param: p, Low: 3, High: 3, Count: 2, Steps: 1}, {Param: p, Low: 4, High: 3, Count: 2, Steps: 1},
		{Param: p, Low: 1, High: 3, Count: 4, Steps: 1},
		{Param: p, Low: 1, High: 3, Count: 1, Steps: 1},
	} {
		if _, err := d.Study("box", nil); !errors.Is(err, ErrStudy) {
			t.Errorf("%g … %g, %d cells: %v", d.Low, d.High, d.Count, err)
		}
	}
	dir := filepath.Join(t.TempDir(), `a "b" c`)
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Skip("the file system has no quotes in names")
	}
	file := filepath.Join(dir, "s.xml")
	model := `<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom type="sphere" size="0.1"/></body></worldbody></mujoco>`
	if err := os.WriteFile(file, []byte(model), 0o666); err != nil {
		t.Fatal(err)
	}
	d := Draft{Param: p, Low: 1, High: 3, Count: 3, Steps: 2, Meters: []string{"speed.max"}, Breaks: "speed.max > 3"}
	text, err := d.Study(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(filepath.Join(dir, "study.toml"), []byte(text))
	if err != nil || s.SceneName != file || s.Cells() != 3 || len(s.Guards) != 1 {
		t.Errorf("%v\n%s", err, text)
	}
}
