package main

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/physics/scenes"
)

// TestRescue: the saved state is that of the world, and the error names cause and file.
func TestRescue(t *testing.T) {
	t.Chdir(t.TempDir())
	scene, _ := scenes.Find("stack10")
	session, err := session.New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 7 {
		if err := session.Tick(nil); err != nil {
			t.Fatal(err)
		}
	}
	cause := errors.New("the driver is gone")
	err = rescue(session, "", cause)
	if !errors.Is(err, cause) || !strings.Contains(err.Error(), "tumble-stack10-rescued.json") {
		t.Errorf("error %v", err)
	}
	data, err := os.ReadFile("tumble-stack10-rescued.json")
	if err != nil {
		t.Fatal(err)
	}
	var state worldState
	if err := json.Unmarshal(data, &state); err != nil {
		t.Fatal(err)
	}
	if state.Step != 7 || len(state.Bodies) != 10 {
		t.Errorf("step %d with %d bodies, want 7 with 10", state.Step, len(state.Bodies))
	}
	// a folder that cannot be written to must not hide the cause
	if err := os.Mkdir("gone", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir("gone")
	if err := os.Remove("../gone"); err != nil {
		t.Skip(err)
	}
	if err := rescue(session, "", cause); !errors.Is(err, cause) ||
		!strings.Contains(err.Error(), "could not be saved") {
		t.Errorf("error %v", err)
	}
}
