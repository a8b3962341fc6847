package doctor

import (
	"slices"
	"strings"
	"testing"

	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// course watches 200 steps of a scene with a number of sub-steps, after so many others.
func course(t *testing.T, name string, substeps, before int) []Symptom {
	t.Helper()
	scene, _ := scenes.Find(name)
	def := scene.WorldDef()
	def.Settings.SubSteps = int32(substeps)
	run, err := scene.New(def, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer run.World.Close()
	for range before {
		if err := run.Advance(100); err != nil {
			t.Fatal(err)
		}
	}
	c, err := Watch(run.World, scene, 100)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		if err := run.Advance(100); err != nil {
			t.Fatal(err)
		}
		c.After(run.World, meter.After(before+i+1, 100))
	}
	list := c.End(run.World)
	if _, open := run.World.EnergyLedger(nil); open {
		t.Error("the ledger of energy stays open")
	}
	return list
}

// TestCourse: a pyramid that sinks with one sub-step is named with the bodies of the deepest contact, the parameter and
// the value against it; with that value it shows nothing.
func TestCourse(t *testing.T) {
	list := course(t, "pyramid210", 1, 0)
	i := slices.IndexFunc(list, func(s Symptom) bool { return s.Goal.Meter.Key == "penetration.max" })
	if i < 0 {
		t.Fatalf("a pyramid sinks, and the symptoms are %+v", list)
	}
	s := &list[i]
	if s.Key != "substeps" || s.Value != "2" || len(s.Bodies) != 2 || s.Step < 1 || s.Step > 200 ||
		!strings.Contains(s.Text, "body") || !(s.Worst > s.Limit) {
		t.Errorf("%+v", s)
	}
	if _, err := meter.Compile(s.Broken()); err != nil {
		t.Error(err)
	}
	for _, s := range course(t, "pyramid210", 4, 200) {
		t.Errorf("a pyramid at rest: %s", s.Text)
	}
	if list := course(t, "stack10", 4, 200); len(list) > 0 {
		t.Errorf("a stack at rest: %+v", list)
	}
}
