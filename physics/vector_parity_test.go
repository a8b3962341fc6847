package physics

import (
	"testing"

	"tumble/physics/internal/solve"
)

// TestVectorKernelsKeepScenes steps whole scenes with the vector kernels and with the Go code.
func TestVectorKernelsKeepScenes(t *testing.T) {
	if !solve.HaveVector() {
		t.Skip("no vector kernels in this build or on this processor")
	}
	scenes := map[string]func(*World){
		"pyramid":    func(w *World) { addPyramid(t, w, 12) },
		"mixed pile": func(w *World) { addMixedPile(t, w, 120) },
	}
	for name, build := range scenes {
		t.Run(name, func(t *testing.T) {
			var worlds [2]*World
			for i := range worlds {
				worlds[i] = newTestWorld(t, nil)
				addFloor(t, worlds[i])
				build(worlds[i])
			}
			worlds[1].step.Solver.Scalar = true
			for step := range 200 {
				for _, w := range worlds {
					run(t, w, 1.0/testRate)
				}
				if a, b := worlds[0].Hash(), worlds[1].Hash(); a != b {
					t.Fatalf("step %d: hash %x with vector kernels, %x without", step, a, b)
				}
			}
		})
	}
}
