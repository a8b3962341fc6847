package panel

import (
	"testing"
	"tumble/internal/app/plate"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// The table of keys stays within the part of the window that no panel covers, and no text runs into the next column.
func TestHelpFitsTheWindow(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	for _, area := range []ui.Rect{{W: 940, H: 698, Y: 22}, {W: 1920, H: 1080}, {W: 600, H: 1200},
		{X: 200, W: 420, H: 260}} {
		l := layHelp(r.atlas, area, 1)
		if l.size <= 0 || l.size > plate.Size || l.columns*l.rows < len(helpRows) {
			t.Fatalf("%+v: %+v for %d rows", area, l, len(helpRows))
		}
		const rounding = 1
		if p := l.plate; p.X < area.X-rounding || p.Y < area.Y-rounding || p.X+p.W > area.X+area.W+rounding ||
			p.Y+p.H > area.Y+area.H+rounding {
			t.Errorf("%+v: the plate %+v is outside", area, p)
		}
		if l.size < readableSize {
			// the window that scrolls is shown instead
			continue
		}
		text, bold := renderer.TextStyle{Size: l.size}, renderer.TextStyle{Font: renderer.FontBold, Size: l.size}
		for _, row := range helpRows {
			if row.text == "" {
				continue
			}
			if w := r.atlas.Width(bold, row.key); w >= l.key {
				t.Errorf("%+v: key %s is %.1f pixels wide, its column %.1f", area, row.key, w, l.key)
			}
			if w := r.atlas.Width(text, row.text); l.key+w >= l.column {
				t.Errorf("%+v: %q ends at %.1f pixels of a column of %.1f", area, row.text, l.key+w, l.column)
			}
		}
		if end := l.size + float32(l.columns)*l.column; end > l.plate.W+l.size*3 {
			t.Errorf("%+v: the columns end at %.1f of %.1f pixels", area, end, l.plate.W)
		}
	}
}
