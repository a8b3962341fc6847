package ui

import "tumble/renderer"

// rowHeight (units) is the height of a row of a list of rows.
const rowHeight = 21

// BeginRows lays out n rows of equal height. The caller draws the visible rows with ListRow, from first up to, but not
// including, last, and then calls EndRows. A list of any length costs as much as its visible part.
func (c *Context) BeginRows(n int) (first, last int) {
	g, h := c.at(), c.px(rowHeight)
	first = int(max((g.clip.Y-g.y)/h, 0))
	last = min(int(max((g.clip.bottom()-g.y)/h+1, 0)), n)
	first = min(first, last)
	g.rowsFrom = g.y
	g.y += float32(first) * h
	return first, last
}

// EndRows ends BeginRows of n rows.
func (c *Context) EndRows(n int) {
	g := c.at()
	g.y = g.rowsFrom + float32(n)*c.px(rowHeight)
	g.bottom = max(g.bottom, g.y)
}

// RevealRow scrolls so that a row is seen, between BeginRows and EndRows.
func (c *Context) RevealRow(i int) {
	g, h := c.at(), c.px(rowHeight)
	c.reveal(Rect{g.x, g.rowsFrom + float32(i)*h, g.w, h})
}

// RowClick is the action of the user on a row.
type RowClick struct {
	// Clicked is a click on the row, Folded on its arrow, Eye on its eye; Twice is the second click of a double-click.
	Clicked, Folded, Eye, Twice bool
	Mods                        Mods
}

// rowEye is the eye of the row to come.
type rowEye uint8

const (
	rowNoEye rowEye = iota
	rowEyeOpen
	rowEyeShut
)

// eyeWidth (units) is the room of the eye at the right end of a row.
const eyeWidth = 20

// RowEye gives the next ListRow an eye at its right end, open or shut.
func (c *Context) RowEye(open bool) {
	c.rowEye = rowEyeShut
	if open {
		c.rowEye = rowEyeOpen
	}
}

// drawEye draws the eye of a row: an almond with a pupil, or the lid alone.
func (c *Context) drawEye(r Rect, e rowEye, hot bool) {
	color := c.Theme.TextDim
	if hot {
		color = c.Theme.Text
	}
	x, y, w := r.X+r.W/2, r.Y+r.H/2, c.px(6)
	if e == rowEyeShut {
		c.fill(Rect{x - w, round(y), 2 * w, c.len.thick}, color.WithAlpha(140), 0)
		return
	}
	h := c.px(4)
	c.ring(Rect{x - w, y - h, 2 * w, 2 * h}, color, h, c.len.border)
	c.fill(Rect{x - c.px(2), y - c.px(2), c.px(4), c.px(4)}, color, c.px(2))
}

// ListRow draws the row i of BeginRows: a text at a depth of a tree, and a dim one at the right. A row with branches
// has an arrow, which points down while they are shown.
func (c *Context) ListRow(i, depth int, text, detail string, branches, open, chosen bool) (click RowClick) {
	h := c.px(rowHeight)
	g := c.at()
	r := Rect{g.x, g.rowsFrom + float32(i)*h, g.w, h}
	g.y = r.bottom()
	c.PushIndex(i)
	s := c.behave(c.says(text, c.ID("row")), r)
	c.PopID()
	switch {
	case chosen:
		c.fill(r, c.Theme.AccentSoft, 0)
	case s.hovered:
		c.fill(r, c.Theme.FieldHot, 0)
	}
	x := r.X + c.px(4+14*float32(depth))
	if branches {
		c.chevron(x+c.px(7), round(r.Y+r.H/2), open, c.Theme.TextDim)
	}
	right, eye := r.right(), c.rowEye
	c.rowEye = rowNoEye
	if eye != rowNoEye {
		right -= c.px(eyeWidth)
		c.drawEye(Rect{right - c.px(14), r.Y, c.px(eyeWidth), r.H}, eye, s.hovered && c.mouse.x >= right-c.px(14))
	}
	width := right - x - c.px(16)
	if detail != "" {
		room := min(width*0.45, c.px(120))
		c.textIn(Rect{right - room - c.px(14), r.Y, room, r.H}, AlignRight, c.smallStyle(), c.Theme.TextDim, detail)
		width -= room + c.px(6)
	}
	c.textIn(Rect{x + c.px(16), r.Y, max(width-c.px(8), 0), r.H}, AlignLeft, c.style(false), c.Theme.Text, text)
	if s.clicked {
		folded := branches && c.mouse.x < x+c.px(15)
		if eye != rowNoEye && c.mouse.x >= right-c.px(14) {
			return RowClick{Eye: true}
		}
		return RowClick{Clicked: !folded, Folded: folded, Twice: c.mouse.clicks == 2, Mods: c.mouse.mods}
	}
	return RowClick{}
}

// RowMark draws a dot in the place of the arrow of a row, and the lines of the tree from the rows above to the dot. Bit
// d of on says that the line at depth d goes on below the row.
func (c *Context) RowMark(i, depth int, on uint64, dot renderer.Color) {
	g, h := c.at(), c.px(rowHeight)
	r := Rect{g.x, g.rowsFrom + float32(i)*h, g.w, h}
	if !c.seen(r) {
		return
	}
	at := func(depth int) float32 { return round(r.X + c.px(11+14*float32(depth))) }
	middle, line := round(r.Y+h/2), c.len.border
	for d := range depth {
		end := r.bottom()
		if on>>d&1 == 0 {
			if d < depth-1 {
				continue
			}
			end = middle
		}
		c.fill(Rect{at(d), r.Y, line, end - r.Y}, c.Theme.BorderHot, 0)
	}
	if depth > 0 {
		c.fill(Rect{at(depth - 1), middle, at(depth) - at(depth-1), line}, c.Theme.BorderHot, 0)
	}
	if on>>depth&1 != 0 {
		c.fill(Rect{at(depth), middle, line, r.bottom() - middle}, c.Theme.BorderHot, 0)
	}
	size := c.px(8)
	c.fill(Rect{at(depth) - round(size/2), middle - round(size/2), size, size}, dot, size/2)
}
