package panel

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"tumble/internal/app/userfile"
	"tumble/physics"
)

// A preset that is saved and loaded gives the parameters their values back.
func TestPresetsSurvive(t *testing.T) {
	folder := t.TempDir()
	r := newRig(t, "pyramid36", folder)
	r.setKnob("gravity.y", -1.62)
	r.setKnob("sleep.enabled", 0)
	r.setKnob("substeps", 7)
	r.setKnob("scene.spacing", 1.25)
	if err := r.panels.presets.savePreset(r.panels.ui, &r.view, "moon base"); err != nil {
		t.Fatal(err)
	}
	r.close()
	r = newRig(t, "pyramid36", folder)
	p := r.panels
	if names := p.presets.folder.Names(); len(names) != 1 || names[0] != "moon base" {
		t.Fatalf("presets %q", names)
	}
	r.setKnob("contact.hertz", 200)
	preview := &p.presets.preview
	preview.show(p.presets.folder, r.between(), "moon base")
	keys := map[string]string{}
	for _, x := range preview.changes {
		keys[x.key] = x.now + " → " + x.then
	}
	if preview.problem != "" || len(keys) != 5 || keys["gravity.y"] != "-9.81 → -1.62" ||
		keys["sleep.enabled"] != "true → false" || keys["contact.hertz"] == "" {
		t.Errorf("the preview says %v %s", keys, preview.problem)
	}
	r.run(2)
	preview.load(p.ui, r.between(), &p.parameters)
	r.run(6)
	s := r.session.World().Settings()
	if s.Gravity.Y != -1.62 || s.SleepEnabled || s.SubSteps != 7 ||
		s.ContactHertz != physics.DefaultSettings().ContactHertz {
		t.Errorf("settings %+v", s)
	}
	if v := r.session.Config.Values["spacing"]; math.Abs(v-1.25) > 1e-6 {
		t.Errorf("spacing %v", v)
	}
	r.close()
}

// A file that is broken is refused with a message, and nothing changes.
func TestBrokenPresets(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t, "pyramid36", folder)
	defer r.close()
	p := r.panels
	before := r.session.World().Settings()
	for text, says := range map[string]string{
		"[parameters]\n\"gravity.y\" = 1e9\n":            "gravity.y",
		"[parameters]\n\"gravty.y\" = 1\n":               "did you mean gravity.y",
		"[parameters]\nsleep = 3\nsubsteps = \"many\"\n": "substeps",
		"scene = 3\n":                    "Scene",
		"colour = \"red\"\n":             "colour",
		"[parameters]\nsubsteps = [1]\n": "substeps",
		strings.Repeat("#", userfile.MaxSize) + "\nscene = ''": "larger",
	} {
		write("presets/bad.toml", text)
		p.presets.preview.show(p.presets.folder, r.between(), "bad")
		if problem := p.presets.preview.problem; !strings.Contains(problem, says) {
			t.Errorf("%.40q: problem %q, want one that says %q", text, problem, says)
		}
		r.run(2)
	}
	if p.presets.preview.show(p.presets.folder, r.between(), "missing"); p.presets.preview.problem == "" {
		t.Error("a preset that does not exist was loaded")
	}
	p.presets.preview.open = false
	if err := p.presets.folder.Remove("bad"); err != nil || len(p.presets.folder.Names()) != 0 {
		t.Errorf("a deleted preset is there: %v", err)
	}
	if p.presets.folder.Remove("../layout") == nil || p.presets.folder.Remove("bad") == nil {
		t.Error("what is no preset was deleted")
	}
	for _, name := range []string{"", "../x", "a/b", strings.Repeat("x", 65), "con:"} {
		if p.presets.savePreset(p.ui, &r.view, name) == nil {
			t.Errorf("the name %q is taken", name)
		}
	}
	r.run(4)
	if r.session.World().Settings() != before {
		t.Error("a broken preset changed the world")
	}
}
