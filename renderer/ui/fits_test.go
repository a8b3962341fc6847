package ui

import "testing"

// A floating window that fits is as high as its contents, also when these change, and has no scroll bar.
func TestWindowFitsItsContents(t *testing.T) {
	n := 1
	b := newBench(t, func(c *Context) {
		if c.BeginWindow("Tool", WindowOptions{X: 20, Y: 40, W: 200, Fits: true}) {
			for range n {
				c.Paragraph("one line")
			}
			c.EndWindow()
		}
	})
	height := func() float32 {
		b.frames(4)
		w := b.c.window(hashLabel(fnvOffset, "Tool"), kindPanel)
		if m := b.c.memory.find(w.id); m.b*b.c.scale > w.rect.H-b.c.len.tall {
			t.Errorf("%d lines need %v, the window has %v", n, m.b*b.c.scale, w.rect.H-b.c.len.tall)
		}
		return w.rect.H
	}
	one := height()
	n = 8
	eight := height()
	n = 1
	if again := height(); one >= eight || again != one || one > 120 {
		t.Errorf("%v with a line, %v with eight, %v with a line again", one, eight, again)
	}
}
