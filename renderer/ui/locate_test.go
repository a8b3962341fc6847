package ui

import "testing"

// A widget is found by its text, where it is; one that is scrolled out of sight is scrolled into it.
func TestLocate(t *testing.T) {
	clicked := ""
	names := []string{"one", "two", "three"}
	b := newPanel(t, func(c *Context) {
		for i, name := range names {
			if c.Button(name + "##b") {
				clicked = name
			}
			if i < 2 {
				c.Space(700)
			}
		}
	})
	for _, text := range []string{"one", "three##b", "two", "Panel"} {
		b.c.Locate(text)
		b.frames(3)
		r, ok := b.c.Located()
		if !ok {
			t.Fatalf("%q is not found", text)
		}
		clicked = ""
		b.click(r.centre())
		if text != "Panel" && clicked != visible(text) {
			t.Errorf("a click at the place of %q is one on %q", text, clicked)
		}
	}
	b.c.Locate("four")
	b.frames(3)
	if _, ok := b.c.Located(); ok {
		t.Error("what is not there has a place")
	}
}
