package gltf

import (
	"bytes"
	"testing"

	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/load"
	"tumble/scene/model"
)

// saved is a scene after some steps, and its file read back.
func saved(t *testing.T, scene *scenes.Scene, steps int) (a *scenes.Run, s *model.Model) {
	t.Helper()
	a, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.World.Close)
	for range steps {
		if err := a.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	description := model.Capture(a, a.Scene.Rate(), a.Scene.View)
	description.Continue(a.World)
	data, err := Encode(description, a.World.BodyCount()%2 == 0)
	if err != nil {
		t.Fatal(err)
	}
	f := &model.Faults{}
	s = load.Scene(data, scene.Name, nil, f)
	if err := f.Err(); err != nil {
		t.Fatal(err)
	}
	return a, s
}

// TestSavedInTheMiddle holds that a scene which was saved in the middle of its contacts goes on with the same bits.
func TestSavedInTheMiddle(t *testing.T) {
	exact, all := 0, 0
	for _, scene := range scenes.All() {
		if scene.Step != nil || scene.Category == "benchmarks" || testing.Short() && scene.Name != "card_house" &&
			scene.Name != "ragdoll_pile" {
			continue
		}
		a, s := saved(t, scene, 20)
		if s.Continuation == nil && a.World.Counters().Contacts == 0 {
			continue
		}
		all++
		if s.Continuation == nil {
			t.Logf("%s: bodies were removed", scene.Name)
			continue
		}
		exact++
		read := s.Scene()
		b, err := read.New(read.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for step := range 30 {
			if x, y := a.World.Hash(), b.World.Hash(); x != y {
				t.Errorf("%s: after step %d the hash is %016x, that of the file %016x", scene.Name, step, x, y)
				break
			}
			if err := a.Advance(0); err != nil {
				t.Fatal(err)
			}
			if err := b.Advance(0); err != nil {
				t.Fatal(err)
			}
		}
		b.World.Close()
	}
	t.Logf("%d of %d scenes with contacts go on exactly", exact, all)
	if exact == 0 || 10*exact < 9*all {
		t.Errorf("%d of %d scenes with contacts go on exactly", exact, all)
	}
}

// TestLargeStateIsReadBack: the state of some thousand bodies has more bytes than a mesh may have corners.
func TestLargeStateIsReadBack(t *testing.T) {
	box, _ := scenes.Find("box")
	run, err := box.New(box.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	state := make([]byte, document.MaxElements+1)
	state[len(state)-1] = 7
	description := model.Capture(run, box.Rate(), box.View)
	description.Continuation = &model.Continuation{Of: 1, Then: 2, State: state}
	data, err := Encode(description, true)
	if err != nil {
		t.Fatal(err)
	}
	f := &model.Faults{}
	s := load.Scene(data, box.Name, nil, f)
	if f.Err() != nil || s.Continuation == nil || !bytes.Equal(s.Continuation.State, state) {
		t.Errorf("a state of %d bytes: %v", len(state), f.Err())
	}
}

// An edited scene is built as it is described, and says so; so is one whose state is damaged.
func TestEditedAfterSaving(t *testing.T) {
	scene, _ := scenes.Find("card_house")
	for name, edit := range map[string]func(*model.Model){
		"moved":   func(s *model.Model) { s.Bodies[1].Def.Position = s.Bodies[1].Def.Position.Add(vec.V3(0, 0.5, 0)) },
		"slipped": func(s *model.Model) { s.Bodies[1].Shapes[0].Def.Material.Friction = 0.123 },
		"damaged": func(s *model.Model) { s.Continuation.State[len(s.Continuation.State)/2] ^= 0x10 },
		"cut":     func(s *model.Model) { s.Continuation.State = s.Continuation.State[:100] },
	} {
		a, s := saved(t, scene, 20)
		edit(s)
		read := s.Scene()
		b, err := read.New(read.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		f := &model.Faults{}
		if s.CheckContinuation(b.World, f); len(f.List) != 1 || b.World.Hash() == a.World.Hash() {
			t.Errorf("%s: %d warnings", name, len(f.List))
		}
		if err := b.World.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b.World.Close()
	}
}
