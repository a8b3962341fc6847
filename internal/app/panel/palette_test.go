package panel

import (
	"testing"
	"time"

	"tumble/engine"
	"tumble/internal/app/command"
)

// TestPaletteHasEveryCommand: the palette finds every command of the table, with its key.
func TestPaletteHasEveryCommand(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	p := &r.panels.palette
	r.panels.OpenPalette(r.between())
	for i := range command.All {
		c, found := &command.All[i], 0
		for k := range p.entries {
			if p.entries[k].command == c.ID {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s is in the palette %d times", c.Name, found)
		}
	}
}

// TestPaletteOfTenThousand: a frame with the palette takes less than two milliseconds with ten thousand bodies that
// have names, also while a text is looked for.
func TestPaletteOfTenThousand(t *testing.T) {
	r := newRig(t, "many_pyramids", "")
	defer r.close()
	r.loop.Virtual().SetPaused(true)
	for _, b := range r.session.World().Bodies(nil) {
		b.SetName("crate " + b.Type().String())
	}
	r.panels.OpenPalette(r.between())
	if n := len(r.panels.palette.entries); n < 10_000 {
		t.Fatalf("%d entries", n)
	}
	r.run(2)
	// the fastest of some frames: other programs run beside the test
	fastest := func() time.Duration {
		best := time.Duration(1 << 62)
		var began time.Time
		r.recorded = func(_ *engine.Frame) { best = min(best, time.Since(began)) }
		for range 20 {
			r.loop.Redraw()
			began = time.Now()
			r.run(1)
		}
		return best
	}
	open := fastest()
	r.panels.palette.open = false
	r.run(2)
	closed := fastest()
	t.Logf("a frame with the palette %v, without %v", open, closed)
	if open-closed > 2*time.Millisecond {
		t.Errorf("the palette takes %v a frame", open-closed)
	}
}
