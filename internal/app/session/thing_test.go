package session

import (
	"math"
	"strings"
	"testing"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
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

// TestEditsAreSettings: a number that is edited in the inspector is the same key as that of --set. Presets, copied
// commands, restarts and forks have it; undo, exact undo and going back in time take it away. A ball that the user has
// thrown has no key: the scene lacks it.
func TestEditsAreSettings(t *testing.T) {
	scene, _ := scenes.Find("driving")
	s, err := New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	do := func(events ...input.Event) {
		t.Helper()
		if err := s.Tick(events); err != nil || s.Notice() != "" {
			t.Fatal(err, s.notice)
		}
	}
	body := func(name string) physics.Body {
		b, ok := bodyname.Find(s.World(), name)
		if !ok {
			t.Fatalf("no body %s", name)
		}
		return b
	}
	wheel := func() physics.Joint {
		for _, j := range s.World().Joints(nil) {
			if j.Kind() == physics.KindWheel {
				return j
			}
		}
		t.Fatal("no wheel")
		return physics.Joint{}
	}
	chosen := func(want ...string) {
		t.Helper()
		text := "sandbox run " + scene.Name
		for _, pair := range want {
			text += " --set " + Quoted(pair)
		}
		if got := CopyCommand(scene.Name, s.Registry); got != text {
			t.Errorf("the command is\n%s, want\n%s", got, text)
		}
	}
	var before Moment
	if err := before.Take(s); err != nil {
		t.Fatal(err)
	}
	mass, hertz := `body("chassis").mass=800`, ""
	do(EditCommand(body("chassis"), PropertyMass, 800))
	chosen(mass)
	do(TuneCommand(wheel(), 0, FieldHertz, 3))
	hertz = meter.JointKey(wheel(), "hertz") + "=3"
	chosen(mass, hertz)
	do(RestartCommand())
	if m, f := body("chassis").Mass(), wheel().At(0).Axis().Hertz; m != 800 || f != 3 {
		t.Errorf("restarted with %g kg and %g Hz", m, f)
	}
	f, err := s.Fork(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := CopyCommand(scene.Name, f.Registry), CopyCommand(scene.Name, s.Registry); got != want {
		t.Errorf("the fork has %s, want %s", got, want)
	}
	// a key that joins the list after the state was kept
	do(EditCommand(body("chassis"), PropertyFriction, 0.125))
	chosen(mass, hertz, `body("chassis").friction=0.125`)
	do(EditCommand(body("chassis"), PropertyMass, 900))
	do(SpawnCommand(SpawnSphere, vec.V3(0, 9, 0), 1))
	list := s.World().Bodies(nil)
	do(EditCommand(list[len(list)-1], PropertyFriction, 0.5))
	if n := len(s.Registry.Changed()); n != 3 {
		t.Errorf("%d settings, want 3", n)
	}
	for _, exact := range []bool{true, false, true, false} {
		if err := s.Tick([]input.Event{UndoCommand(exact)}); err != nil {
			t.Fatal(err)
		}
		s.Notice()
	}
	chosen(mass, hertz)
	if got := body("chassis").Mass(); got != 800 {
		t.Errorf("undone to %g kg, want 800", got)
	}
	if err := before.Give(s); err != nil {
		t.Fatal(err)
	}
	chosen()
	if got := body("chassis").Mass(); got != 1200 {
		t.Errorf("%g kg in the past, want 1200", got)
	}
}
