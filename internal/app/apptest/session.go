package apptest

import (
	"testing"

	"tumble/engine/param"
	"tumble/internal/app/session"
	"tumble/physics/scenes"
)

// Session opens a scene by its name. Its world is closed when the test ends.
func Session(t testing.TB, name string) *session.Session {
	t.Helper()
	scene, ok := scenes.Find(name)
	if !ok {
		t.Fatalf("no scene %q", name)
	}
	s, err := session.New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.World().Close() })
	return s
}
