package physics

import (
	"fmt"
	"testing"
)

// addPyramid builds a pyramid of unit boxes, one deep, with centres 1.02 m apart.
func addPyramid(t testing.TB, w *World, rows int) []Body {
	var boxes []Body
	for row := range rows {
		for i := range rows - row {
			x := 1.02 * (float32(i) - 0.5*float32(rows-row-1))
			boxes = append(boxes, addBody(t, w, Dynamic, V3(x, 0.5+1.02*float32(row), 0), BoxHalf(0.5, 0.5, 0.5)))
		}
	}
	return boxes
}

func addStack(t testing.TB, w *World, count int) []Body {
	var boxes []Body
	for i := range count {
		boxes = append(boxes, addBody(t, w, Dynamic, V3(0, 0.5+1.02*float32(i), 0), BoxHalf(0.5, 0.5, 0.5)))
	}
	return boxes
}

// settled is how far boxes moved sideways and how far the highest one sank, as a fraction of
// its height, between one second and the end.
func settled(t testing.TB, w *World, boxes []Body, seconds float32) (shift, sink float32) {
	run(t, w, 1)
	start := make([]Vec3, len(boxes))
	for i, b := range boxes {
		start[i] = b.Position()
	}
	run(t, w, seconds)
	for i, b := range boxes {
		p := b.Position()
		side := V3(p.X-start[i].X, 0, p.Z-start[i].Z).Len()
		shift = max(shift, side)
	}
	top := len(boxes) - 1
	height := start[top].Y + 0.5
	return shift, (start[top].Y - boxes[top].Position().Y) / height
}

func TestPilesStandStill(t *testing.T) {
	cases := []struct {
		name    string
		build   func(*World) []Body
		shift   float32
		heavier bool
	}{
		{"stack 10", func(w *World) []Body { return addStack(t, w, 10) }, 0.005, false},
		{"stack 20", func(w *World) []Body { return addStack(t, w, 20) }, 0.005, false},
		{"pyramid 36", func(w *World) []Body { return addPyramid(t, w, 8) }, 0.001, false},
		{"pyramid 210", func(w *World) []Body { return addPyramid(t, w, 20) }, 0.005, false},
		{"pyramid 1275", func(w *World) []Body { return addPyramid(t, w, 50) }, 0.010, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.heavier && testing.Short() {
				t.Skip("takes half a minute")
			}
			w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
			addFloor(t, w)
			boxes := c.build(w)
			seconds := float32(60)
			if len(boxes) > 100 && testing.Short() {
				seconds = 15
			}
			shift, sink := settled(t, w, boxes, seconds)
			if shift > c.shift || sink > 0.005 {
				t.Errorf("in %g s it drifted %.2f mm (limit %.2f) and sank %.3f %% (limit 0.5)",
					seconds, 1000*shift, 1000*c.shift, 100*sink)
			}
			t.Logf("drift %.2f mm, sink %.3f %%", 1000*shift, 100*sink)
		})
	}
}

func TestPilesFallAsleep(t *testing.T) {
	for _, rows := range []int{8, 20, 50} {
		t.Run(fmt.Sprintf("pyramid %d", rows), func(t *testing.T) {
			w := newTestWorld(t, nil)
			addFloor(t, w)
			addPyramid(t, w, rows)
			for step := range 200 {
				run(t, w, 0.01)
				if len(w.state.Awake) == 0 {
					t.Logf("asleep after %.2f s", float32(step+1)/testRate)
					return
				}
			}
			t.Errorf("%d bodies are awake after 2 s", len(w.state.Awake))
		})
	}
}

func BenchmarkPyramid(b *testing.B) {
	for _, rows := range []int{20, 50} {
		b.Run(fmt.Sprint(rows*(rows+1)/2), func(b *testing.B) {
			w := newTestWorld(b, func(d *WorldDef) { d.Settings.SleepEnabled = false })
			addFloor(b, w)
			addPyramid(b, w, rows)
			run(b, w, 2)
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Step(1.0 / testRate); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkAsleep measures a step of a world in which everything sleeps.
func BenchmarkAsleep(b *testing.B) {
	w := newTestWorld(b, nil)
	addFloor(b, w)
	for i := range 10_000 {
		addBody(b, w, Dynamic, V3(2*float32(i%100)-100, 0.5, 2*float32(i/100)-100), BoxHalf(0.5, 0.5, 0.5))
	}
	run(b, w, 2)
	if len(w.state.Awake) != 0 {
		b.Fatalf("%d bodies are awake", len(w.state.Awake))
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Step(1.0 / testRate); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHash hashes a pile of 210 boxes.
func BenchmarkHash(b *testing.B) {
	w := newTestWorld(b, nil)
	addFloor(b, w)
	addPyramid(b, w, 20)
	run(b, w, 1)
	for b.Loop() {
		w.Hash()
	}
}
