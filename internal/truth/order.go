package truth

import (
	"fmt"
	"math"

	"tumble/physics/scenes"
)

// Point is a run of a rig: its steps a second, its sub-steps, its error at the end and the largest one.
type Point struct {
	Hertz    int     `json:"hertz"`
	SubSteps int     `json:"substeps"`
	Error    float64 `json:"error"`
	Largest  float64 `json:"largest"`
}

// Measure does the steps of a run of a rig that has not begun and measures its error.
func Measure(run *scenes.Run, hertz int, seconds float64) (Point, error) {
	t := Follow(run)
	if t == nil {
		return Point{}, fmt.Errorf("%s: the scene has no exact solution", run.Scene.Name)
	}
	for i := range int(math.Round(seconds * float64(hertz))) {
		if err := run.Advance(hertz); err != nil {
			return Point{}, err
		}
		t.AdvanceTo(float64(i+1) / float64(hertz))
	}
	return Point{hertz, int(run.World.Settings().SubSteps), t.Error(), t.Largest()}, nil
}

// OrderOf is the power p of the fit error = c·hᵖ of the largest errors over the lengths h of a sub-step.
func OrderOf(points []Point) float64 {
	var n, sx, sy, sxx, sxy float64
	for _, p := range points {
		x, y := -math.Log(float64(p.Hertz*p.SubSteps)), math.Log(max(p.Largest, 1e-300))
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}
