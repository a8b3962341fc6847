package ui

import "testing"

func TestDocksShareThePicture(t *testing.T) {
	b := newBench(t, func(c *Context) {
		for _, w := range []struct {
			title string
			side  Side
		}{{"L", SideLeft}, {"R", SideRight}, {"B", SideBottom}, {"B2", SideBottom}} {
			if c.BeginWindow(w.title, WindowOptions{Side: w.side}) {
				c.Label("inside")
				c.EndWindow()
			}
		}
	})
	c := b.c
	for i, a := range []Side{SideLeft, SideRight, SideBottom} {
		if c.sides[a].rect.overlaps(c.viewport) {
			t.Errorf("dock %d covers what is left: %v %v", a, c.sides[a].rect, c.viewport)
		}
		for _, o := range []Side{SideLeft, SideRight, SideBottom}[:i] {
			if c.sides[a].rect.overlaps(c.sides[o].rect) {
				t.Errorf("docks %d and %d overlap", a, o)
			}
		}
	}
	if !c.WantsMouse(10, 300) || c.WantsMouse(c.viewport.centre()) {
		t.Error("the mouse belongs to the docks only")
	}
	// the inner edge of the left dock
	x := c.sides[SideLeft].rect.right() - 2
	b.dragTo(x, 300, x+50, 300)
	if got := c.sides[SideLeft].rect.W; got != 350 {
		t.Errorf("the dragged dock is %v wide", got)
	}
}

func TestTabIsPulledOutAndDockedAgain(t *testing.T) {
	b := newBench(t, func(c *Context) {
		for _, title := range []string{"One", "Two"} {
			if c.BeginWindow(title, WindowOptions{Side: SideLeft, W: 200, H: 150}) {
				c.Label("inside")
				c.EndWindow()
			}
		}
	})
	c := b.c
	two := c.window(hashLabel(fnvOffset, "Two"), kindPanel)
	x := c.atlas.Width(c.style(true), "One") + 24 + 20
	b.click(x, 15)
	if c.sides[SideLeft].front != two.id {
		t.Fatal("a click does not bring the tab to the front")
	}
	b.dragTo(x, 15, 500, 300)
	two = c.window(two.id, kindPanel)
	if two.side != SideFloat || !two.rect.Contains(500, 300) {
		t.Fatalf("the tab did not become a window: side %d at %v", two.side, two.rect)
	}
	if !c.WantsMouse(500, 350) || c.WantsMouse(700, 100) {
		t.Error("the mouse belongs to the floating window only where it is")
	}
	layout := c.Layout()
	b.dragTo(500, two.rect.Y+15, 797, 300)
	if two = c.window(two.id, kindPanel); two.side != SideRight {
		t.Fatalf("not docked at the edge: side %d", two.side)
	}
	c.SetLayout(layout)
	b.settle()
	if two = c.window(two.id, kindPanel); two.side != SideFloat || c.sides[SideRight].count != 0 {
		t.Error("the saved layout is not taken up")
	}
}

func TestFloatingWindows(t *testing.T) {
	open, hits, p := true, [2]int{}, probe{}
	b := newBench(t, func(c *Context) {
		for i, title := range []string{"A", "B"} {
			o := WindowOptions{X: 100 + 40*float32(i), Y: 100 + 60*float32(i), W: 200, H: 160}
			if i == 1 {
				o.Open = &open
			}
			if c.BeginWindow(title, o) {
				if c.Button("hit") {
					hits[i]++
				}
				p.at(c, title)
				c.EndWindow()
			}
		}
	})
	// what lies below does not answer where it is covered
	x, y := p["B"].centre()
	b.click(x, y)
	if hits != [2]int{0, 1} {
		t.Fatalf("hits %v", hits)
	}
	a := b.c.window(hashLabel(fnvOffset, "A"), kindPanel)
	w := b.c.window(hashLabel(fnvOffset, "B"), kindPanel)
	b.click(a.rect.X+5, a.rect.bottom()-30)
	if a.layer <= w.layer {
		t.Error("a click does not raise the window")
	}
	right, bottom := a.rect.right(), a.rect.bottom()
	b.dragTo(right-4, bottom-4, right+46, bottom+26)
	if a.w != 250 || a.h != 190 {
		t.Errorf("resized to %v x %v", a.w, a.h)
	}
	b.doubleClick(a.rect.X+100, a.rect.Y+15)
	if !a.collapsed {
		t.Error("a double click on the header does not roll the window up")
	}
	b.click(w.rect.right()-15, w.rect.Y+15)
	if open {
		t.Error("the cross does not close the window")
	}
}

func TestWindowStaysReachable(t *testing.T) {
	b := newBench(t, func(c *Context) {
		if c.BeginWindow("A", WindowOptions{X: 5000, Y: -500, W: 200, H: 100}) {
			c.EndWindow()
		}
	})
	for _, size := range [][2]float32{{800, 600}, {300, 200}, {40, 30}} {
		b.in.Width, b.in.Height = size[0], size[1]
		b.settle()
		w := b.c.window(hashLabel(fnvOffset, "A"), kindPanel)
		if w.rect.X > size[0]-20 || w.rect.Y < 0 || w.rect.Y > size[1] {
			t.Errorf("in a picture of %v the window lies at %v", size, w.rect)
		}
	}
}

// A layout from a file may hold anything.
func TestLayoutRefusesNonsense(t *testing.T) {
	b := newPanel(t, func(c *Context) { c.Label("inside") })
	b.c.SetLayout(Layout{
		Windows: []Placement{{Title: "Panel", Side: 77, W: 1e9}, {Title: "Panel", Side: SideLeft, X: 1e30, W: -5,
			H: 1e9}, {}},
		Docks: [3]float32{-1, 1e9, 0},
	})
	b.settle()
	w := b.c.window(hashLabel(fnvOffset, "Panel"), kindPanel)
	if w.side != SideLeft || w.w <= 0 || w.w > 1000 || b.c.sides[SideRight].size > 4000 {
		t.Errorf("window %+v, docks %v", w, b.c.sides[SideRight].size)
	}
}

// Frames that take a second lose no click: what happened between two of them is a queue, and the tab is in front in the
// very next one, whatever the mouse and the focus did meanwhile.
func TestClicksBetweenSlowFrames(t *testing.T) {
	names := [...]string{"One", "Two", "Three", "Four"}
	seen := ""
	b := newBench(t, func(c *Context) {
		seen = ""
		for _, name := range names {
			if c.BeginWindow(name, WindowOptions{Side: SideBottom}) {
				seen += name
				c.EndWindow()
			}
		}
	})
	head := b.c.sides[SideBottom].rect
	for rotation, k := range []int{1, 2, 3, 0, 2, 1, 3, 0} {
		x := head.X
		for i := range k {
			x += round(b.c.atlas.Width(b.c.style(true), names[i])) + 2*b.c.px(12)
		}
		if rotation%3 == 1 {
			b.in.Leave()
		}
		b.in.Move(x+8, head.Y+8)
		b.in.Press(ButtonLeft, true, 0, b.in.Time)
		b.in.Press(ButtonLeft, false, 0, b.in.Time)
		b.in.Move(x, 20)
		if rotation%3 == 2 {
			b.in.Leave()
		}
		b.in.Time += 1e9
		b.frame()
		b.in.Time += 1e9
		b.frame()
		if seen != names[k] {
			t.Errorf("turn %d: %s is in front, want %s", rotation, seen, names[k])
		}
		b.settle()
	}
}
