package physics

import (
	"bytes"
	"context"
	"runtime/pprof"
	"testing"
)

// TestStageLabels looks for the label of a stage in the profile of the goroutine that steps,
// taken from a place inside a step: the clock, which is read between stages.
func TestStageLabels(t *testing.T) {
	base := pprof.WithLabels(context.Background(), pprof.Labels("loop", "main"))
	seen := map[string]bool{}
	look := func() {
		var b bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"serial", "collide", "integrate velocities", "finalize", ""} {
			if bytes.Contains(b.Bytes(), []byte(`"loop":"main", "stage":"`+name+`"`)) {
				seen[name] = true
			}
		}
	}
	var probe bool
	def := DefaultWorldDef()
	def.Clock = func() int64 {
		if probe {
			look()
		}
		return 0
	}
	w, err := NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	body := DefaultBodyDef()
	body.Type = Dynamic
	b, err := w.CreateBody(body)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.CreateShape(Sphere{Radius: 1}, DefaultShapeDef()); err != nil {
		t.Fatal(err)
	}
	pprof.SetGoroutineLabels(base)
	defer pprof.SetGoroutineLabels(context.Background())
	step := func() {
		t.Helper()
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	probe = true
	step()
	if len(seen) != 0 {
		t.Errorf("labels %v although none were asked for", seen)
	}
	w.LabelStages(base)
	step()
	for _, name := range []string{"serial", "integrate velocities", "finalize"} {
		if !seen[name] {
			t.Errorf("no sample with the label of stage %s", name)
		}
	}
	clear(seen)
	probe = false
	look()
	if len(seen) != 0 {
		t.Errorf("labels %v remain after the step", seen)
	}
	if n := testing.AllocsPerRun(20, step); n != 0 {
		t.Errorf("%v allocations per labelled step", n)
	}
}
