package linktree

import (
	"slices"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// TestNamesOfLinks: links of one name, a million copies of a body among them, get numbers that no other link has. Where
// each is searched from 2 on, the test does not end.
func TestNamesOfLinks(t *testing.T) {
	s := &model.Model{Bodies: make([]model.Body, 4)}
	for i, name := range []string{"slab", "slab-3", "slab", "world"} {
		s.Bodies[i].Def = physics.BodyDef{Type: physics.Static, Name: name, Rotation: vec.QuatIdentity}
	}
	s.Bodies[2].Copies = make([]vec.Transform, 1_000_000)
	tree := Of(s, 10)
	names := make([]string, len(tree.Links))
	for i := range tree.Links {
		names[i] = tree.Links[i].Name
	}
	if want := []string{"slab", "slab-3", "slab-2", "slab-4"}; !slices.Equal(names[:4], want) ||
		names[len(names)-1] != "world-2" {
		t.Errorf("names %q, want %q", names[:4], want)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != 1_000_004 {
		t.Error("two links have one name")
	}
}
