package watch

import (
	"strings"
	"testing"

	"tumble/engine/timestep"
	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// TestWatchBegins: a residual has a value after the first step already, beside a condition on another one, and the
// world stops measuring when nobody watches any more.
func TestWatchBegins(t *testing.T) {
	scene, _ := scenes.Find("card_house")
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	w := &Watch{}
	first := meter.OfSubStep(1)
	w.Toggle(first)
	if err := w.StopWhere("solver.residual > 1000", r.World, nil); err != nil {
		t.Fatal(err)
	}
	step := func(n int) {
		w.Begin(r.World)
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		w.Step(r.World, timestep.TickTime{N: uint64(n)}, n)
	}
	for n := 1; n <= 3; n++ {
		step(n)
		if v := w.Curves()[0].Last; v != v || float32(v) != r.World.Residuals(nil)[0] ||
			len(r.World.Residuals(nil)) < 2 {
			t.Errorf("step %d: %g of %v", n, v, r.World.Residuals(nil))
		}
	}
	w.Toggle(first)
	if err := w.StopWhere("", r.World, nil); err != nil {
		t.Fatal(err)
	}
	if step(4); len(r.World.Residuals(nil)) > 0 {
		t.Error("the world still measures what nobody watches")
	}
}

// TestWatch follows a falling box: curves have every step, the table has them in order, and time stops once where the
// condition begins to hold.
func TestWatch(t *testing.T) {
	scene, _ := scenes.Find("box")
	r, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.World.Close()
	w := &Watch{}
	speed, _ := meter.Find("speed.max")
	energy, _ := meter.Find("energy.total")
	w.Toggle(speed)
	if err := w.StopWhere("speed.max > 1", r.World, nil); err != nil {
		t.Fatal(err)
	}
	stops := 0
	for step := 1; step <= 20; step++ {
		if step == 6 {
			w.Toggle(energy)
		}
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		stop := w.Step(r.World, timestep.TickTime{N: uint64(step), Ns: int64(step) * 10 * timestep.Millisecond}, step)
		if err != nil {
			t.Fatal(err)
		}
		if stop != "" {
			stops++
			if step != 11 || !strings.Contains(stop, "speed.max = 1.0") {
				t.Errorf("step %d: %s", step, stop)
			}
		}
	}
	if stops != 1 {
		t.Errorf("time stopped %d times", stops)
	}
	var table strings.Builder
	if err := w.Table("box", 100).Write(&table, "a.csv"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(table.String()), "\n")
	if len(lines) != 21 || lines[0] != "step,time [s],speed.max [m/s],energy.total [J]" ||
		!strings.HasPrefix(lines[1], "1,0.01,0.0") ||
		!strings.HasSuffix(lines[5], ",") || strings.HasSuffix(lines[6], ",") ||
		!strings.HasPrefix(lines[20], "20,0.2,1.9") {
		t.Errorf("%s", table.String())
	}
	// ten values a second of a hundred steps
	if err := w.SetRate(10, 200*timestep.Millisecond); err != nil {
		t.Fatal(err)
	}
	for step := 21; step <= 120; step++ {
		w.Step(r.World, timestep.TickTime{N: uint64(step), Ns: int64(step) * 10 * timestep.Millisecond}, step)
	}
	if c := w.Curves()[0]; c.Count != 10 || c.Step[0] != 30 || c.Step[9] != 120 {
		t.Errorf("%d values at steps %v", c.Count, c.Step[:10])
	}
	if err := w.StopWhere("speed.maxx > 1", r.World, nil); err == nil || w.Condition() != nil {
		t.Errorf("a condition on a meter that is not there: %v", err)
	}
	for i := range meter.All {
		if m := meter.All[i]; !w.Watches(m) && !w.Toggle(m) && len(w.Curves()) != MostMeters {
			t.Errorf("no room with %d meters", len(w.Curves()))
		}
	}
}
