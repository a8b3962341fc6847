package session

import (
	"testing"

	"tumble/engine/param"
	"tumble/physics/scenes"
)

// TestPreviewOfAWholeTick: stepped by a whole tick the copy equals the next state of the world, also in scenes
// that act before every step, and the world itself is not touched.
func TestPreviewOfAWholeTick(t *testing.T) {
	acting := 0
	for _, scene := range scenes.All() {
		if scene.Step == nil || scene.Category == "benchmarks" {
			continue
		}
		s, err := New(param.NewConfig(scene), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.World().Bodies(nil)) > 200 || len(s.Run.Ragdolls)+len(s.Run.Vehicles) > 0 {
			continue
		}
		acting++
		var p Preview
		dt := 1 / float32(s.Config.Loop.Hertz)
		for range 10 {
			before := s.World().Hash()
			if err := p.Step(s.Run, dt); err != nil {
				t.Fatal(err)
			}
			if s.World().Hash() != before {
				t.Fatalf("%s: the preview changed the world at step %d", scene.Name, s.Run.StepCount)
			}
			if err := s.Tick(nil); err != nil {
				t.Fatal(err)
			}
			if p.World().Hash() != s.World().Hash() {
				t.Fatalf("%s: step %d is not what the preview showed", scene.Name, s.Run.StepCount)
			}
		}
		p.Release()
		s.World().Close()
	}
	if acting < 3 {
		t.Errorf("only %d scenes that act before a step", acting)
	}
}
