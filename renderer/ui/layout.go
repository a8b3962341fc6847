package ui

import "tumble/renderer"

// maxColumns is how many widgets a row can hold.
const maxColumns = 12

// region is a place that widgets are laid out in, from top to bottom.
type region struct {
	x, y, w float32 // left edge, where the next row begins, width
	top     float32
	bottom  float32 // of the lowest widget
	// rowsFrom is where the rows of BeginRows begin
	rowsFrom float32
	clip     Rect
	pixels   renderer.Rect
	layer    int
	window   int // index into windows, for hovering

	columns  int
	column   int
	columnX  [maxColumns]float32
	columnW  [maxColumns]float32
	wraps    [maxColumns]bool // the widget begins a line of its own
	rowH     float32
	scroll   *memory // a: offset, b: height of the contents (units)
	view     Rect    // the visible part of contents that scroll
	scrollID ID
}

// at is the innermost region.
func (c *Context) at() *region { return &c.regions[len(c.regions)-1] }

func (c *Context) push(r region) {
	c.flush()
	r.pixels = pixelRect(r.clip)
	c.regions = append(c.regions, r)
}

func (c *Context) pop() region {
	c.flush()
	n := len(c.regions) - 1
	r := c.regions[n]
	c.regions = c.regions[:n]
	return r
}

// next takes a place of the given height (pixels) for a widget.
func (c *Context) next(h float32) Rect {
	g := c.at()
	if g.column < g.columns {
		if g.wraps[g.column] {
			g.y += g.rowH + c.len.gap
			g.rowH = 0
		}
		r := Rect{g.columnX[g.column], g.y, g.columnW[g.column], h}
		g.column++
		g.rowH = max(g.rowH, h)
		g.bottom = max(g.bottom, g.y+g.rowH)
		if g.column == g.columns {
			g.y += g.rowH + c.len.gap
			g.columns, g.column = 0, 0
		}
		return r
	}
	r := Rect{g.x, g.y, g.w, h}
	g.bottom = max(g.bottom, g.y+h)
	g.y += h + c.len.gap
	return r
}

// Row puts the next widgets side by side. Positive widths are units; zero and negative ones share
// the rest in proportion (0 counts as 1).
func (c *Context) Row(widths ...float32) {
	g := c.at()
	n := min(len(widths), maxColumns)
	if n == 0 {
		return
	}
	c.divide(0, widths[:n])
	g.columns, g.column, g.rowH = n, 0, 0
}

// divide gives the columns from first on their places side by side.
func (c *Context) divide(first int, widths []float32) {
	g := c.at()
	left, weights := g.w-float32(len(widths)-1)*c.len.gap, float32(0)
	for _, w := range widths {
		if w > 0 {
			left -= c.px(w)
		} else {
			weights += weight(w)
		}
	}
	x := g.x
	for i, w := range widths {
		size := c.px(w)
		if w <= 0 {
			size = max(left, 0) * weight(w) / weights
		}
		// rounding the edges and not the widths keeps the last column on the right edge
		k := first + i
		g.columnX[k] = round(x)
		g.columnW[k] = round(x+size) - g.columnX[k]
		g.wraps[k] = false
		x += size + c.len.gap
	}
}

// Flow puts the next widgets side by side as Row does, and goes on on a further line where there is no room. Widgets
// that share the rest of a line (0 and negative widths) get at least the width least (units) each.
func (c *Context) Flow(least float32, widths ...float32) {
	g := c.at()
	n := min(len(widths), maxColumns)
	if n == 0 {
		return
	}
	wish := func(w float32) float32 {
		if w > 0 {
			return c.px(w)
		}
		return c.px(least)
	}
	for first := 0; first < n; {
		last, used := first+1, wish(widths[first])
		for last < n && used+c.len.gap+wish(widths[last]) <= g.w {
			used += c.len.gap + wish(widths[last])
			last++
		}
		c.divide(first, widths[first:last])
		g.wraps[first] = first > 0
		if last == first+1 {
			g.columnW[first] = min(g.columnW[first], g.w)
		}
		first = last
	}
	g.columns, g.column, g.rowH = n, 0, 0
}

func weight(w float32) float32 {
	if w == 0 {
		return 1
	}
	return -w
}

// Skip leaves the next place of a row empty.
func (c *Context) Skip() { c.next(0) }

// Space leaves room, in units.
func (c *Context) Space(units float32) { c.at().y += c.px(units) }

// Indent moves the following widgets to the right by steps, or back by negative ones.
func (c *Context) Indent(steps int) {
	d := float32(steps) * c.len.indent
	c.at().x += d
	c.at().w -= d
}

// Separator draws a line across.
func (c *Context) Separator() {
	r := c.next(c.px(9))
	if c.seen(r) {
		c.fill(Rect{r.X, round(r.Y + r.H/2), r.W, c.len.border}, c.Theme.Border, 0)
	}
}

// Width is the width that a widget would get now, units.
func (c *Context) Width() float32 { return c.at().w / c.scale }

// Remaining is the height that is left to the lower edge of the window, units; 0 when there is none.
func (c *Context) Remaining() float32 {
	g := c.at()
	if g.scroll == nil {
		return 0
	}
	// the height of contents that scroll counts from their beginning
	used := g.y - g.top + 2*c.len.pad
	return max(g.view.H-used, 0) / c.scale
}

// BeginScroll opens a part of the given height (units) whose contents scroll. EndScroll ends it.
func (c *Context) BeginScroll(label string, height float32) {
	r := c.next(c.px(height))
	id := c.ID(label)
	c.frame(r, c.Theme.Header.Fade(0.5), c.Theme.Border, c.len.radius, c.len.border)
	c.seeds = append(c.seeds, id)
	c.beginScroll(id, r.Inset(c.len.border), c.px(4))
}

// BeginColumn opens a part of a row of the given height (units) whose contents scroll, without a frame. EndColumn ends
// it.
func (c *Context) BeginColumn(label string, height float32) {
	r, id := c.next(c.px(height)), c.ID(label)
	c.seeds = append(c.seeds, id)
	c.beginScroll(id, r, 0)
	c.at().w -= c.len.bar + c.px(4)
}

// EndColumn ends BeginColumn.
func (c *Context) EndColumn() {
	c.endScroll(0)
	c.PopID()
}

// beginScroll lays out in a rectangle with a margin; contents outside of the rectangle scroll.
func (c *Context) beginScroll(id ID, view Rect, pad float32) {
	outer := c.at()
	m := c.memory.find(id)
	c.push(region{
		x: view.X + pad, y: view.Y + pad - round(m.a*c.scale), w: view.W - 2*pad,
		top: view.Y + pad - round(m.a*c.scale), bottom: view.Y,
		clip: intersect(view, outer.clip), layer: outer.layer, window: outer.window,
		scroll: m, view: view, scrollID: id,
	})
}

// EndScroll ends BeginScroll.
func (c *Context) EndScroll() {
	c.endScroll(c.px(4))
	c.PopID()
}

const wheelLines = 48 // units per notch

// endScroll moves the contents by the wheel and by the bar, and draws the bar.
func (c *Context) endScroll(pad float32) {
	g := c.at()
	c.flush()
	content := g.bottom - g.top + 2*pad
	m, view, id := g.scroll, g.view, g.scrollID
	m.b = content / c.scale
	over := max(content-view.H, 0)
	if over > 0 && c.hovers(view) && c.mouse.wheelY != 0 {
		m.a -= c.mouse.wheelY * wheelLines
		c.mouse.wheelY = 0
		c.again = true
	}
	m.a = clamp(m.a, 0, over/c.scale)
	if over > 0 {
		c.scrollBar(id, view, content, over, m)
	}
	c.pop()
}

func (c *Context) scrollBar(id ID, view Rect, content, over float32, m *memory) {
	w := c.len.bar
	track := Rect{view.right() - w - c.px(2), view.Y + c.px(2), w, view.H - c.px(4)}
	size := max(track.H*view.H/content, c.px(20))
	room := track.H - size
	bar := hashLabel(id, "bar")
	knob := Rect{track.X, track.Y + room*m.a*c.scale/over, w, size}
	s := c.behave(bar, Rect{track.X - c.px(2), knob.Y, w + c.px(4), knob.H})
	if s.held && room > 0 {
		m.a = clamp(m.a+c.mouse.dy*over/room/c.scale, 0, over/c.scale)
	}
	color := c.Theme.BorderHot.Fade(0.6)
	if s.hovered || s.held {
		color = c.Theme.BorderHot
	}
	c.fill(Rect{knob.X + c.px(1), round(knob.Y), w - c.px(1), round(knob.H)}, color, w/2)
}

// reveal scrolls the regions so that the rectangle is seen.
func (c *Context) reveal(r Rect) {
	for i := len(c.regions) - 1; i >= 0; i-- {
		g := &c.regions[i]
		if g.scroll == nil {
			continue
		}
		margin := c.px(8)
		if d := r.bottom() + margin - g.view.bottom(); d > 0 {
			g.scroll.a += d / c.scale
		}
		if d := g.view.Y - (r.Y - margin); d > 0 {
			g.scroll.a = max(g.scroll.a-d/c.scale, 0)
		}
		c.again = true
		return
	}
}
