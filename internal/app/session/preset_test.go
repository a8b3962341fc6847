package session

import (
	"path/filepath"
	"testing"

	"tumble/engine/param"
	"tumble/physics/scenes"
)

// A preset of a scene reads back its own file.
func TestPresetRoundTrip(t *testing.T) {
	s, _ := scenes.Find("pyramid36")
	c := param.NewConfig(s)
	registry := c.Registry()
	for _, pair := range []string{"gravity.y=-3.7", "substeps=12", "sleep.enabled=false", "contact.hertz=0.1",
		"material.density=33.3", "scene.spacing=1.1"} {
		if err := registry.Assign(pair); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "a", "b.toml")
	if err := NewPreset(s.Name, registry).Write(path); err != nil {
		t.Fatal(err)
	}
	p, err := ReadPreset(path)
	if err != nil {
		t.Fatal(err)
	}
	values, err := p.Values(s.Name, registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range registry.All() {
		if q.Format(values[q.Key]) != q.String() {
			t.Errorf("%s is %v, was %v", q.Key, values[q.Key], q.Value())
		}
	}
	other, err := p.Values("another", registry)
	if _, ok := other["scene.spacing"]; ok || err != nil {
		t.Errorf("parameters of the scene are used in another one: %v, %v", other, err)
	}
}
