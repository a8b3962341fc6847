package scenes

import (
	"testing"

	"tumble/physics"
)

// TestReloadedWorldsForgetNothing sends the state of scenes with triangles through bytes again and again. Caches
// beside it, such as lists of triangles and the edges that parted them, are missing in the world it is loaded into or
// belong to another step, and must change no bit, with any number of workers.
func TestReloadedWorldsForgetNothing(t *testing.T) {
	const steps, every, ahead = 140, 7, 3
	for k, name := range []string{"trees100", "convex_vs_mesh", "rain"} {
		t.Run(name, func(t *testing.T) {
			s, ok := Find(name)
			if !ok {
				t.Fatal("no such scene")
			}
			values, _ := size(s)
			def := s.WorldDef()
			def.Workers = 1 + k%2
			r := build(t, s, def, values)
			defer r.World.Close()
			// one world is loaded into again and again, and the other one always empty
			def.Workers = 3
			used := build(t, s, def, values)
			defer used.World.Close()
			var loaded physics.Snapshot
			for r.StepCount < steps {
				throughBytes(t, r.World, &loaded)
				def.Workers = 2 - k%2
				empty := build(t, s, def, values)
				at := r.StepCount
				for _, other := range []*Run{used, empty} {
					if err := other.World.Restore(&loaded); err != nil {
						t.Fatal(err)
					}
					other.StepCount = at
				}
				for i := range every {
					advance(t, r, 1)
					if i >= ahead {
						continue
					}
					for j, other := range []*Run{used, empty} {
						advance(t, other, 1)
						if got, want := other.World.Hash(), r.World.Hash(); got != want {
							t.Fatalf("loaded at step %d into world %d: step %d: hash %016x, want %016x", at, j,
								other.StepCount, got, want)
						}
					}
				}
				empty.World.Close()
			}
		})
	}
}
