package session

import (
	"math"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/internal/bodyname"
	"tumble/physics/scenes"
)

// TestThingsInSession: the mass of a body is a parameter as all others. A command sets it in the running world, undo
// takes it back, a restart and a fork have it, and so have presets and the command that is copied.
func TestThingsInSession(t *testing.T) {
	scene, _ := scenes.Find("driving")
	s, err := New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	mass := func(of *Session) float32 {
		b, _ := bodyname.Find(of.World(), "chassis")
		return b.Mass()
	}
	is := func(what string, of *Session, want float32) {
		t.Helper()
		if got := mass(of); got != want {
			t.Errorf("%s: the chassis has %g kg, want %g", what, got, want)
		}
	}
	const key = `body("chassis").mass`
	do := func(events ...input.Event) {
		t.Helper()
		if err := s.Tick(events); err != nil {
			t.Fatal(err)
		}
	}
	// no panel has asked for the key: a recording is replayed so
	do(SetCommand(key, 800))
	is("set", s, 800)
	do(UndoCommand(false))
	is("undone", s, 1200)
	do(RedoCommand(false))
	is("done again", s, 800)
	if text := CopyCommand(scene.Name, s.Registry); !strings.HasSuffix(text, `--set 'body("chassis").mass=800'`) {
		t.Error(text)
	}
	f, err := s.Fork(nil)
	if err != nil {
		t.Fatal(err)
	}
	is("forked", f, 800)
	if err := f.Take(key, "400"); err != nil {
		t.Fatal(err)
	}
	is("the fork by itself", f, 400)
	do(RestartCommand())
	is("restarted", s, 800)
	preset := NewPreset(scene.Name, s.Registry)
	fresh := param.NewConfig(scene)
	if values, err := preset.Values(scene.Name, fresh.Registry()); err != nil || values[key] != 800 {
		t.Errorf("the preset has %g: %v", values[key], err)
	}
	if values, err := preset.Values("box", param.NewConfig(scene).Registry()); err != nil || values[key] != 0 {
		t.Errorf("the preset in another scene has %g: %v", values[key], err)
	}
	do(SetCommand(key, math.NaN()))
	is("as in the scene", s, 1200)
	if n := len(s.Registry.Changed()); n != 0 {
		t.Errorf("%d parameters are changed", n)
	}
}
