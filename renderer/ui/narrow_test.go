package ui

import (
	"slices"
	"testing"
)

// Tabs without room are in the list behind the button: every window is reached by clicks, and no tab is cut.
func TestTabsWithoutRoom(t *testing.T) {
	titles := []string{"Timeline", "Profile", "Counters", "Frames", "Cost", "Energy", "Runtime", "Goals", "Meters",
		"Messages", "Loop laboratory"}
	shown := ""
	b := newBench(t, func(c *Context) {
		for _, title := range titles {
			if c.BeginWindow(title, WindowOptions{Side: SideBottom}) {
				shown = title
				c.EndWindow()
			}
		}
	})
	// where a label was drawn, if it was
	find := func(text string) (Rect, bool) {
		b.c.Locate(text)
		b.frames(2)
		r, ok := b.c.Located()
		b.c.Locate("")
		return r, ok
	}
	for _, width := range []float32{800, 640, 400, 240} {
		b.in.Width = width
		b.frames(3)
		for _, title := range titles {
			r, tab := find(title)
			if !tab {
				more, ok := find("more tabs")
				if !ok {
					t.Fatalf("%g: %s has no tab, and there is no list", width, title)
				}
				b.click(more.centre())
				if r, ok = find(title); !ok {
					t.Fatalf("%g: %s is not in the list", width, title)
				}
			}
			b.click(r.centre())
			b.frames(2)
			if shown != title {
				t.Errorf("%g: a click on %s shows %s", width, title, shown)
			}
			r, tab = find(title)
			if least := b.c.atlas.Width(b.c.style(true), title); !tab || r.W < least || r.right() > width+0.5 {
				t.Errorf("%g: the tab %s in front: %v, its title takes %g", width, title, r, least)
			}
		}
	}
}

// Widgets of a flow that have no room stand on further lines, each as wide as it wants to be at least.
func TestFlow(t *testing.T) {
	var at []Rect
	width := float32(0)
	b := newBench(t, func(c *Context) {
		if !c.BeginWindow("Flow", WindowOptions{Side: SideFloat, X: 5, Y: 5, W: width + 2*10, H: 300}) {
			return
		}
		c.windows[c.windowIndex(hashLabel(fnvOffset, "Flow"), kindPanel)].w = width + 2*10 + 2
		at = at[:0]
		c.Flow(100, 0, 60, 0, 80)
		for range 4 {
			at = append(at, c.next(20))
		}
		at = append(at, c.next(20))
		c.EndWindow()
	})
	for _, c := range []struct {
		width float32
		lines []int // of each widget; the last one comes after the flow
	}{{400, []int{0, 0, 0, 0, 1}}, {300, []int{0, 0, 0, 1, 2}}, {180, []int{0, 0, 1, 2, 3}},
		{90, []int{0, 1, 2, 3, 4}}} {
		width = c.width
		b.frames(3)
		var lines []int
		for i, r := range at {
			lines = append(lines, int((r.Y-at[0].Y)/24+0.5))
			if r.right() > at[0].X+width+3 || i < 4 && r.W < min(60, width-3) {
				t.Errorf("%g: widget %d at %v", width, i, r)
			}
		}
		if !slices.Equal(lines, c.lines) {
			t.Errorf("%g: lines %v, want %v", width, lines, c.lines)
		}
	}
}
