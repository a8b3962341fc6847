package ui

import "testing"

// A menu is as wide as its longest entry with its key.
func TestMenuShowsWholeEntries(t *testing.T) {
	wide := Rect{}
	b := newBench(t, func(c *Context) {
		c.BeginMenuBar()
		if c.BeginMenu("Scene") {
			c.MenuItem("Save what happened in the last five minutes", "Ctrl+Shift+R")
			wide = c.last.rect
			c.EndMenu()
		}
		c.EndMenuBar()
	})
	b.click(20, 12)
	b.frames(3)
	if need := b.c.choiceWidth("Save what happened in the last five minutes", "Ctrl+Shift+R", true); wide.W < need ||
		need < 260 {
		t.Errorf("an entry has %v pixels, needs %v", wide.W, need)
	}
}
