package scenefile

import (
	"testing"

	"tumble/physics/scenes"
)

// TestCaptureRebuilds holds that a scene as built, captured and built again, goes on with the same
// bits.
func TestCaptureRebuilds(t *testing.T) {
	for _, scene := range scenes.All() {
		if scene.Category == "benchmarks" && testing.Short() {
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
		if x, y := a.World.Hash(), b.World.Hash(); x != y {
			t.Errorf("%s: hash %016x came back as %016x", scene.Name, x, y)
		}
		if scene.Step != nil {
			continue
		}
		for step := range 5 {
			if err := a.Advance(0); err != nil {
				t.Fatal(err)
			}
			if err := b.Advance(0); err != nil {
				t.Fatal(err)
			}
			if a.World.Hash() != b.World.Hash() {
				t.Errorf("%s: differs after step %d", scene.Name, step+1)
				break
			}
		}
	}
}
