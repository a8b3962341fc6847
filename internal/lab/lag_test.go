package lab

import (
	"bytes"
	"strings"
	"testing"

	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// A lag of two seconds on the real world: who makes up for all of it lacks nothing, who clamps lacks what it says, a
// pause that the program knows of loses nothing of its own time.
func TestRemediesOfALag(t *testing.T) {
	scene, _ := scenes.Find("stall")
	list, err := Lags(t.Context(), scene, 2*timestep.Second, 2*timestep.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := WriteLags(&table, list); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table.String())
	by := map[string]Lag{}
	for _, l := range list {
		by[strings.Fields(l.Remedy)[0]+" "+l.Strategy] = l
	}
	for _, c := range []struct {
		name                     string
		low, high, missing, less int
		lost                     float64
	}{
		{"none: two-timers", 50, 60, 0, 0, 0}, {"at callback", 10, 10, 0, 0, 0}, {"many semi-fixed", 50, 51, 0, 0, 0},
		{"the interpolate-raw", 25, 26, 17, 18, 1.75}, {"the interpolate", 25, 25, 17, 18, 1.75},
		{"the canonical", 1, 1, 19, 21, 2}, {"one frame-locked", 1, 1, 23, 26, 2.4},
	} {
		l, ok := by[c.name]
		if !ok || l.Steps < c.low || l.Steps > c.high || l.Bodies < c.missing || l.Bodies > c.less ||
			l.Lost < c.lost-.05 || l.Lost > c.lost+.1 {
			t.Errorf("%s: %+v, want %d to %d steps, %d to %d bodies missing, %.2f s lost", c.name, l, c.low, c.high,
				c.missing, c.less, c.lost)
		}
	}
	if l := by["one variable"]; l.Longest != 1 || l.Steps > 3 || l.Lost > .05 {
		t.Errorf("one long step: %+v", l)
	}
	if l := by["a interpolate"]; l.Lost > .02 || l.Most > 2 {
		t.Errorf("a pause: %+v", l)
	}
	if _, err := Lags(t.Context(), scene, 0, 0); err == nil {
		t.Error("accepted a lag of nothing")
	}
}
