package ui

import (
	"math"
	"testing"

	"tumble/renderer"
)

// probe remembers where widgets were laid out.
type probe map[string]Rect

func (p probe) at(c *Context, name string) { p[name] = c.last.rect }

func TestButtonClick(t *testing.T) {
	clicks, p := 0, probe{}
	b := newPanel(t, func(c *Context) {
		if c.Button("Go") {
			clicks++
		}
		p.at(c, "go")
	})
	x, y := p["go"].centre()
	b.click(x, y)
	if clicks != 1 {
		t.Fatalf("%d clicks, want 1", clicks)
	}
	// a press that is let go elsewhere is no click
	b.dragTo(x, y, x, y+200)
	if clicks != 1 {
		t.Errorf("a drag off the button counted: %d", clicks)
	}
	// press and release that arrive before one frame
	b.in.Press(ButtonLeft, false, 0, b.in.Time)
	b.in.Move(x, y)
	b.in.Press(ButtonLeft, true, 0, b.in.Time)
	b.in.Press(ButtonLeft, false, 0, b.in.Time)
	b.settle()
	if clicks != 2 {
		t.Errorf("a click within one frame was lost: %d", clicks)
	}
}

func TestCheckAndToggle(t *testing.T) {
	on, down, p := false, true, probe{}
	b := newPanel(t, func(c *Context) {
		c.Check("Sleep", &on)
		p.at(c, "check")
		c.Toggle("Pause", &down)
		p.at(c, "toggle")
	})
	b.click(p["check"].X+5, p["check"].Y+8)
	b.click(p["toggle"].centre())
	if !on || down {
		t.Errorf("check %v, toggle %v after a click on each", on, down)
	}
}

func TestDisabled(t *testing.T) {
	on, p := false, probe{}
	b := newPanel(t, func(c *Context) {
		c.Disabled()
		c.Check("Sleep", &on)
		p.at(c, "check")
		c.Enabled()
	})
	b.click(p["check"].centre())
	b.press(KeyF6, KeySpace)
	if on {
		t.Error("a disabled box was changed")
	}
}

func sliderBench(t *testing.T, o Range, v *float64) (*bench, probe) {
	p := probe{}
	return newPanel(t, func(c *Context) {
		c.Slider("Stiffness", v, o)
		p.at(c, "s")
		c.Button("Other")
		p.at(c, "other")
	}), p
}

func TestSliderDrag(t *testing.T) {
	v := 50.0
	b, p := sliderBench(t, Range{Max: 100, Default: 25}, &v)
	x, y := p["s"].centre()
	// a press alone changes nothing: values do not jump
	b.click(x, y)
	if v != 50 {
		t.Fatalf("a click moved the value to %v", v)
	}
	b.dragTo(x, y, x+(p["s"].W-4)/4, y)
	if math.Abs(v-75) > 0.5 {
		t.Errorf("a drag by a quarter gave %v, want 75", v)
	}
	b.dragTo(x, y, x+1000, y)
	if v != 100 {
		t.Errorf("a drag beyond the end gave %v, want 100", v)
	}
	b.rightClick(x, y)
	if v != 25 {
		t.Errorf("a right click gave %v, want the default 25", v)
	}
}

func TestSliderFineDrag(t *testing.T) {
	v := 50.0
	b, p := sliderBench(t, Range{Max: 100}, &v)
	x, y := p["s"].centre()
	b.in.Time += 1e9
	b.move(x, y)
	b.button(ButtonLeft, true, ModShift)
	b.move(x+(p["s"].W-4)/2, y)
	b.button(ButtonLeft, false, 0)
	if math.Abs(v-55) > 0.5 {
		t.Errorf("a fine drag by a half gave %v, want 55", v)
	}
}

func TestSliderType(t *testing.T) {
	for _, begin := range []struct {
		name string
		open func(b *bench, x, y float32)
	}{
		{"double click", (*bench).doubleClick},
		{"ctrl click", (*bench).controlClick},
	} {
		t.Run(begin.name, func(t *testing.T) {
			v := 50.0
			b, p := sliderBench(t, Range{Min: -10, Max: 100, Low: 0, High: 60}, &v)
			x, y := p["s"].centre()
			begin.open(b, x, y)
			if !b.c.Editing() || !b.c.WantsKeys() {
				t.Fatal("the field is not being edited")
			}
			b.typeText("72,5 Hz")
			b.press(KeyEnter)
			if v != 72.5 || b.c.Editing() {
				t.Fatalf("typed 72,5 Hz: value %v, editing %v", v, b.c.Editing())
			}
			begin.open(b, x, y)
			b.typeText("-1e9")
			b.click(p["other"].centre())
			if v != -10 {
				t.Errorf("typed -1e9 and clicked elsewhere: %v, want the bound -10", v)
			}
			begin.open(b, x, y)
			b.typeText("33")
			b.press(KeyEscape)
			if v != -10 || b.c.Editing() {
				t.Errorf("after Escape: %v", v)
			}
			begin.open(b, x, y)
			b.typeText("abc")
			b.press(KeyEnter)
			if v != -10 {
				t.Errorf("typed abc: %v", v)
			}
		})
	}
}

func TestSliderKeys(t *testing.T) {
	v := 50.0
	b, _ := sliderBench(t, Range{Max: 100, Whole: true, Default: 7}, &v)
	b.press(KeyF6)
	if !b.c.WantsKeys() {
		t.Fatal("F6 does not bring the focus into the panel")
	}
	for _, s := range []struct {
		key  Key
		mods Mods
		want float64
	}{{KeyRight, 0, 51}, {KeyRight, ModControl, 61}, {KeyLeft, 0, 60}, {KeyEnd, 0, 100}, {KeyHome, 0, 0},
		{KeyDelete, 0, 7}} {
		b.chord(s.key, s.mods)
		if v != s.want {
			t.Fatalf("after key %d with %d: %v, want %v", s.key, s.mods, v, s.want)
		}
	}
	b.typeText("42")
	b.press(KeyEnter)
	if v != 42 {
		t.Errorf("typing into the focus gave %v", v)
	}
	b.press(KeyEscape)
	if b.c.WantsKeys() {
		t.Error("Escape does not leave the panel")
	}
}

// The position on a slider maps to a value and back, for every kind of range.
func TestRangeRoundTrip(t *testing.T) {
	for _, r := range []Range{
		{Max: 1}, {Min: -30, Max: 30}, {Min: 0.1, Max: 10000, Log: true}, {Max: 1000, Log: true},
		{Min: -100, Max: 100, Log: true}, {Min: 1e-3, Max: 1e6, Log: true}, {Min: 1, Max: 64, Whole: true},
	} {
		last := math.Inf(-1)
		for i := range 201 {
			part := float64(i) / 200
			v := r.limit(r.fromPart(part))
			if v < last {
				t.Fatalf("%+v: falls from %v to %v at %v", r, last, v, part)
			}
			last = v
			if back := r.toPart(v); math.Abs(back-part) > 0.02 {
				t.Errorf("%+v: %v gave %v, which lies at %v", r, part, v, back)
			}
		}
		if r.toPart(r.Min) != 0 || math.Abs(r.toPart(r.Max)-1) > 1e-12 {
			t.Errorf("%+v: ends at %v and %v", r, r.toPart(r.Min), r.toPart(r.Max))
		}
	}
}

func TestAppendNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", -9.81: "-9.81", 60: "60", 0.17453292: "0.1745", 3.1415927: "3.142", 1e6: "1000000",
		1234.56: "1234.6", -0.00001: "-1e-05", 0.05: "0.05", 1e12: "1e+12",
	} {
		if got := string(appendNumber(nil, v)); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
}

func TestCombo(t *testing.T) {
	chosen, p := 0, probe{}
	items := []string{"interpolate", "latest", "callback"}
	b := newPanel(t, func(c *Context) {
		c.Combo("Loop", &chosen, items)
		p.at(c, "combo")
	})
	r := p["combo"]
	x, y := r.centre()
	b.click(x, y)
	if !b.c.WantsKeys() || !b.c.WantsMouse(10, 10) {
		t.Fatal("an open list does not take the input")
	}
	b.click(x, r.bottom()+2+4+24+12)
	if chosen != 1 || b.c.WantsKeys() {
		t.Fatalf("chosen %d, open %v", chosen, b.c.WantsKeys())
	}
	// a click beside it closes it and does nothing else
	b.click(x, y)
	b.click(20, 500)
	if chosen != 1 || b.c.WantsKeys() {
		t.Fatal("a click beside the list")
	}
	b.press(KeyF6, KeyEnter, KeyDown, KeyEnter)
	if chosen != 2 {
		t.Errorf("by keys: %d, want 2", chosen)
	}
}

func TestTabsAndSections(t *testing.T) {
	tab, p, inside := 0, probe{}, false
	b := newPanel(t, func(c *Context) {
		c.Tabs("tabs", &tab, []string{"Profile", "Counters"})
		p.at(c, "second")
		inside = c.Section("Solver", true)
		p.at(c, "section")
		if c.Tree("Body", false) {
			c.Leaf("Shape", false)
			p.at(c, "leaf")
			c.TreeEnd()
		}
	})
	b.click(p["second"].centre())
	if tab != 1 {
		t.Errorf("tab %d, want 1", tab)
	}
	b.click(p["section"].centre())
	if inside {
		t.Error("the section is still open")
	}
	if _, ok := p["leaf"]; ok {
		t.Fatal("a closed tree shows its leaf")
	}
	b.click(p["section"].X+40, p["section"].bottom()+14)
	if _, ok := p["leaf"]; !ok {
		t.Error("the tree did not open")
	}
}

func TestTableSort(t *testing.T) {
	p := probe{}
	var column, clicked int
	var down bool
	b := newPanel(t, func(c *Context) {
		c.BeginTable("t", 200, Column{Title: "Name"}, Column{Title: "Time", Width: 80, Right: true})
		p.at(c, "time")
		column, down = c.Sort()
		for i := range 50 {
			c.PushIndex(i)
			if c.TableRow("row", i == clicked) {
				clicked = i
			}
			if i == 3 {
				p.at(c, "row3")
			}
			c.Cell("stage")
			c.CellNumber(float64(i)*0.25, 2)
			c.PopID()
		}
		c.EndTable()
	})
	b.click(p["time"].centre())
	if column != 1 || down {
		t.Errorf("order %d %v", column, down)
	}
	b.click(p["time"].centre())
	if !down {
		t.Error("the second click does not reverse the order")
	}
	b.click(p["row3"].centre())
	if clicked != 3 {
		t.Errorf("row %d, want 3", clicked)
	}
	before := p["row3"].Y
	b.in.Wheel(0, -1)
	b.settle()
	if d := before - p["row3"].Y; d != wheelLines {
		t.Errorf("a notch of the wheel moved the rows by %v", d)
	}
}

func TestTextInput(t *testing.T) {
	text, p := "first", probe{}
	b := newPanel(t, func(c *Context) {
		c.TextInput("Name", &text, "name")
		p.at(c, "text")
	})
	b.click(p["text"].centre())
	b.chord(KeyA, ModControl)
	b.typeText("Häuser 42")
	if text != "Häuser 42" {
		t.Fatalf("typed: %q", text)
	}
	steps := []struct {
		key  Key
		mods Mods
		char rune
		want string
	}{
		{key: KeyBackspace, want: "Häuser 4"},
		{key: KeyBackspace, mods: ModControl, want: "Häuser "},
		{key: KeyHome, want: "Häuser "},
		{key: KeyDelete, want: "äuser "},
		{key: KeyRight, want: "äuser "},
		{key: KeyBackspace, want: "user "},
		{key: KeyEnd, want: "user "},
		{char: 'x', want: "user x"},
		{key: KeyLeft, mods: ModShift, want: "user x"},
		{key: KeyX, mods: ModControl, want: "user "},
		{key: KeyV, mods: ModControl, want: "user x"},
		{key: KeyV, mods: ModControl, want: "user xx"},
		{key: KeyA, mods: ModControl, want: "user xx"},
		{key: KeyC, mods: ModControl, want: "user xx"},
		{key: KeyRight, want: "user xx"},
		{key: KeyV, mods: ModControl, want: "user xxuser xx"},
		{key: KeyLeft, mods: ModControl | ModShift, want: "user xxuser xx"},
		{key: KeyDelete, want: "user xxuser "},
	}
	for i, s := range steps {
		if s.char != 0 {
			b.typeText(string(s.char))
		} else {
			b.chord(s.key, s.mods)
		}
		if text != s.want {
			t.Fatalf("step %d (%+v): %q", i, s, text)
		}
	}
}

func TestTextMouse(t *testing.T) {
	text, p, system := "alpha beta", probe{}, ""
	b := newPanel(t, func(c *Context) {
		c.TextInput("##Name", &text, "name")
		p.at(c, "text")
	})
	b.in.SetClipboard = func(s string) { system = s }
	b.in.Clipboard = func() string { return system }
	r := p["text"]
	b.click(r.X+20, r.Y+10)
	style := b.c.style(false)
	x := r.X + 7 + b.c.atlas.Width(style, "alpha b")
	b.doubleClick(x, r.Y+10)
	b.chord(KeyC, ModControl)
	if system != "beta" {
		t.Errorf("a double click selected %q, want beta", system)
	}
	b.dragTo(r.X+7, r.Y+10, r.X+7+b.c.atlas.Width(style, "alp"), r.Y+10)
	b.chord(KeyX, ModControl)
	if text != "ha beta" || system != "alp" {
		t.Errorf("cut by a drag: %q, clipboard %q", text, system)
	}
}

// Escape, Enter and a click elsewhere end editing; the text that was typed stays.
func TestFocusMoves(t *testing.T) {
	a, n, on, p := "", 5.0, false, probe{}
	b := newPanel(t, func(c *Context) {
		c.TextInput("A", &a, "")
		p.at(c, "a")
		c.Number("N", &n, Range{Min: 0, Max: 10})
		c.Check("On", &on)
	})
	b.click(p["a"].centre())
	b.typeText("x")
	b.press(KeyTab)
	b.typeText("8")
	b.press(KeyTab)
	b.press(KeySpace)
	if a != "x" || n != 8 || !on {
		t.Errorf("after Tab through the panel: %q, %v, %v", a, n, on)
	}
	b.chord(KeyTab, ModShift)
	b.press(KeyRight)
	if n <= 8 {
		t.Errorf("Shift+Tab does not go back: %v", n)
	}
	b.press(KeyUp)
	b.typeText("!")
	if a != "!" {
		t.Errorf("the arrow does not go up: %q", a)
	}
}

func TestFocusScrollsIntoView(t *testing.T) {
	p := probe{}
	b := newPanel(t, func(c *Context) {
		for i := range 60 {
			c.PushIndex(i)
			c.Button("b")
			c.PopID()
			if i == 59 {
				p.at(c, "last")
			}
		}
	})
	if p["last"].Y < 600 {
		t.Fatal("the last button is in view already")
	}
	b.press(KeyF6)
	b.chord(KeyTab, ModShift)
	b.frames(2)
	if r := p["last"]; r.bottom() > 600 || r.Y < 0 {
		t.Errorf("the focused button lies at %v", r)
	}
}

func TestColor(t *testing.T) {
	color, p := renderer.Hex(0x336699).WithAlpha(120), probe{}
	b := newPanel(t, func(c *Context) {
		c.Color("Sky", &color)
		p.at(c, "color")
	})
	r := p["color"]
	b.click(r.centre())
	if !b.c.WantsKeys() {
		t.Fatal("no popup")
	}
	var pop Rect
	for i := range b.c.windows {
		if b.c.windows[i].kind == kindPopup {
			pop = b.c.windows[i].rect
		}
	}
	b.click(pop.right()-6, pop.Y+6)
	if h, s, v := toHSV(color); s < 0.95 || v < 0.95 || math.Abs(float64(h)-0.583) > 0.03 {
		t.Errorf("upper right corner of the field gave %06x, hsv %v %v %v", uint32(color), h, s, v)
	}
	if color.A() != 120 {
		t.Errorf("alpha is %d", color.A())
	}
}

func TestHSV(t *testing.T) {
	for _, c := range []uint32{0, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0x336699, 0xd9622b, 0x808080} {
		h, s, v := toHSV(renderer.Hex(c))
		if back := fromHSV(h, s, v); back != renderer.Hex(c) {
			t.Errorf("%06x became %06x", c, uint32(back))
		}
	}
}

func TestTooltip(t *testing.T) {
	p := probe{}
	b := newPanel(t, func(c *Context) {
		c.Button("Go")
		p.at(c, "go")
		c.Tip("Starts everything.")
	})
	b.move(p["go"].centre())
	before := b.quads
	b.in.Time += 1e9
	b.settle()
	if b.quads <= before {
		t.Error("no tooltip after a second")
	}
	b.move(10, 10)
	if b.quads > before {
		t.Error("the tooltip stays")
	}
}

// TestTooltipOfALabel: the label of a slider has the tip of the slider, that of the one below it has not.
func TestTooltipOfALabel(t *testing.T) {
	p, v := probe{}, 0.5
	b := newPanel(t, func(c *Context) {
		c.Slider("First", &v, Range{Max: 1})
		p.at(c, "first")
		c.Tip("What the first does.")
		c.Slider("Second", &v, Range{Max: 1})
		p.at(c, "second")
	})
	b.move(10, 10)
	b.in.Time += 1e9
	b.settle()
	before := b.quads
	for name, shown := range map[string]bool{"first": true, "second": false} {
		x, y := p[name].centre()
		b.move(p[name].X-20, y)
		b.in.Time += 1e9
		b.settle()
		if got := b.quads > before; got != shown {
			t.Errorf("over the label of the %s slider, left of %v: a tooltip: %v", name, x, got)
		}
	}
}

func TestMenu(t *testing.T) {
	on, saved, p := false, 0, probe{}
	b := newBench(t, func(c *Context) {
		c.BeginMenuBar()
		if c.BeginMenu("View") {
			c.MenuCheck("Contacts", "1", &on)
			p.at(c, "contacts")
			c.EndMenu()
		}
		if c.BeginMenu("File") {
			if c.MenuItem("Save", "Ctrl+S") {
				saved++
			}
			p.at(c, "save")
			c.EndMenu()
		}
		c.EndMenuBar()
	})
	if !b.c.WantsMouse(20, 10) {
		t.Error("the bar does not take the mouse")
	}
	b.click(20, 10)
	b.click(p["contacts"].centre())
	if !on || !b.c.WantsKeys() {
		t.Fatalf("box %v, menu open %v", on, b.c.WantsKeys())
	}
	b.move(75, 10)
	if _, ok := p["save"]; !ok {
		t.Fatal("passing over another menu does not open it")
	}
	b.click(p["save"].centre())
	if saved != 1 || b.c.WantsKeys() {
		t.Errorf("saved %d times, menu open %v", saved, b.c.WantsKeys())
	}
	b.click(20, 10)
	b.press(KeyDown, KeyEnter, KeyEscape)
	if on || b.c.WantsKeys() {
		t.Errorf("by keys: box %v, open %v", on, b.c.WantsKeys())
	}
}

func TestContextMenu(t *testing.T) {
	removed, p := 0, probe{}
	b := newPanel(t, func(c *Context) {
		c.Button("Body")
		p.at(c, "body")
		if c.ContextMenu("menu") {
			if c.MenuItem("Remove", "Del") {
				removed++
			}
			p.at(c, "remove")
			c.EndMenu()
		}
	})
	b.rightClick(p["body"].centre())
	b.click(p["remove"].centre())
	if removed != 1 {
		t.Errorf("removed %d times", removed)
	}
}

func TestModal(t *testing.T) {
	open, behind, p := true, 0, probe{}
	b := newBench(t, func(c *Context) {
		if c.BeginWindow("Panel", WindowOptions{Side: SideRight}) {
			if c.Button("Behind") {
				behind++
			}
			p.at(c, "behind")
			c.EndWindow()
		}
		if c.BeginModal("Really?", &open, 300) {
			c.Paragraph("This cannot be undone.")
			if c.Primary("Yes") {
				open = false
			}
			p.at(c, "yes")
			c.EndModal()
		}
	})
	b.settle()
	b.click(p["behind"].centre())
	if behind != 0 || !open {
		t.Fatal("a click went through the modal window")
	}
	if !b.c.WantsMouse(5, 5) || !b.c.WantsKeys() {
		t.Error("input passes the modal window")
	}
	b.click(p["yes"].centre())
	if open {
		t.Fatal("the button of the modal window does not answer")
	}
	b.click(p["behind"].centre())
	if behind != 1 {
		t.Error("what lay behind stays deaf")
	}
	open = true
	b.settle()
	b.press(KeyEscape)
	if open {
		t.Error("Escape does not close it")
	}
}

// Values that change in width do not move anything.
func TestNothingJumps(t *testing.T) {
	v, p := 0.0, probe{}
	b := newPanel(t, func(c *Context) {
		c.Slider("A", &v, Range{Min: -1e6, Max: 1e6, Unit: "m"})
		p.at(c, "a")
		c.Value("Speed", v, "m/s")
		c.Button("B")
		p.at(c, "b")
	})
	a0, b0 := p["a"], p["b"]
	for _, v = range []float64{1, -1234567.5, 1e-9, 1e30, math.Inf(1), math.NaN()} {
		b.frame()
		if p["a"] != a0 || p["b"] != b0 {
			t.Errorf("at %v: %v %v, were %v %v", v, p["a"], p["b"], a0, b0)
		}
	}
}

// No two widgets of a panel overlap, whatever the scale.
func TestNoOverlap(t *testing.T) {
	for _, scale := range []float32{1, 1.25, 1.5, 2, 3} {
		var rects []Rect
		v, on, k := 1.0, true, 0
		b := newPanel(t, func(c *Context) {
			rects = rects[:0]
			add := func() { rects = append(rects, c.last.rect) }
			c.Heading("Solver")
			add()
			c.Slider("A", &v, Range{Max: 2})
			add()
			c.Check("B", &on)
			add()
			c.Row(0, 60, -2)
			for i := range 3 {
				c.PushIndex(i)
				c.Button("C")
				c.PopID()
				add()
			}
			c.Combo("D", &k, []string{"x"})
			add()
			c.Section("E", true)
			add()
		})
		b.in.Scale = scale
		b.settle()
		for i := range rects {
			for k := range i {
				if rects[i].overlaps(rects[k]) {
					t.Errorf("scale %v: widgets %d and %d overlap: %v %v", scale, k, i, rects[k], rects[i])
				}
			}
		}
	}
}
