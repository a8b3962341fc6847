package session

import (
	"testing"

	"tumble/engine/input"
	"tumble/engine/param"
	"tumble/internal/doctor"
	"tumble/physics/scenes"
)

// TestMend mends a finding by a command, takes that back and does it again: each time the bodies have the masses that
// they had.
func TestMend(t *testing.T) {
	scene, _ := scenes.Find("heavy_on_light")
	s, err := New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	found := func() int {
		list, err := doctor.Examine(s.World(), s.Config.Loop.Hertz, nil)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if found() != 1 {
		t.Fatalf("%d findings", found())
	}
	mass := func() (sum float32) {
		for _, b := range s.World().Bodies(nil) {
			sum += b.Mass()
		}
		return sum
	}
	before := mass()
	s.Apply([]input.Event{MendCommand(doctor.Density)})
	mended := mass()
	if n := s.Notice(); found() != 0 || mended == before || n != "density: give it the density of water" {
		t.Errorf("%d findings, %q", found(), n)
	}
	if s.UndoLabel() != "mend density" {
		t.Errorf("label %q", s.UndoLabel())
	}
	s.Apply([]input.Event{UndoCommand(false)})
	if mass() != before || found() != 1 {
		t.Errorf("undone: %d findings", found())
	}
	s.Apply([]input.Event{RedoCommand(false)})
	if mass() != mended {
		t.Error("done again, the world is another")
	}
	s.Notice()
	s.Apply([]input.Event{MendCommand(doctor.Units)})
	if n := s.Notice(); n != "there is no finding units" || s.UndoLabel() != "mend density" {
		t.Errorf("a finding that is not there is an edit: %q, %q", n, s.UndoLabel())
	}
}

// TestMendSettings: a mend that changes a setting is seen by the parameters, and undo gives both back.
func TestMendSettings(t *testing.T) {
	scene, _ := scenes.Find("pyramid36")
	s, err := New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Apply([]input.Event{SetCommand("gravity.y", 0)})
	s.Apply([]input.Event{MendCommand(doctor.NoGravity)})
	p, _ := s.Registry.Lookup("gravity.y")
	if g := s.World().Gravity().Y; g != -9.81 || p.String() != "-9.81" {
		t.Errorf("gravity is %v, the parameter says %s", g, p)
	}
	s.Apply([]input.Event{UndoCommand(false)})
	if g := s.World().Gravity().Y; g != 0 || p.Value() != 0 {
		t.Errorf("undone: gravity is %v, the parameter says %s", g, p)
	}
}
