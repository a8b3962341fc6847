package model

import (
	"testing"

	"tumble/physics/scenes"
)

// TestCaptureRebuilds holds that a scene as built, captured and built again, goes on with the same
// bits. Benchmarks hold nothing that the other scenes do not.
func TestCaptureRebuilds(t *testing.T) {
	for _, scene := range scenes.All() {
		if scene.Category == "benchmarks" {
			continue
		}
		a, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		captured := Capture(a, scene.Rate(), scene.View).Scene()
		b, err := captured.New(captured.WorldDef(), nil)
		if err != nil {
			t.Errorf("%s: %v", scene.Name, err)
			continue
		}
		compareRuns(t, a, b)
		if scene.Step != nil {
			continue
		}
		for range 5 {
			if err := a.Advance(0); err != nil {
				t.Fatal(err)
			}
			if err := b.Advance(0); err != nil {
				t.Fatal(err)
			}
		}
		compareRuns(t, a, b)
	}
}

// compareRuns holds that two worlds have the same bodies and the same hash.
func compareRuns(t *testing.T, a, b *scenes.Run) {
	t.Helper()
	if x, y := a.World.Hash(), b.World.Hash(); x != y {
		t.Errorf("%s: hash %016x came back as %016x", a.Scene.Name, x, y)
	}
	x, y := a.World.Bodies(nil), b.World.Bodies(nil)
	if len(x) != len(y) {
		t.Fatalf("%s: %d bodies came back as %d", a.Scene.Name, len(x), len(y))
	}
	for i := range x {
		if x[i].Transform() != y[i].Transform() || x[i].LinearVelocity() != y[i].LinearVelocity() ||
			x[i].MassData() != y[i].MassData() {
			t.Errorf("%s: body %d came back elsewhere or otherwise", a.Scene.Name, i)
			return
		}
	}
}
