package ui

import "tumble/renderer"

// Column is one column of a table.
type Column struct {
	Title string
	// Width is in units; 0 shares what is left.
	Width float32
	// Right aligns the cells to the right, as numbers want it.
	Right bool
	// Falling orders the rows by this column, the largest first, until the user chooses an order.
	Falling bool
}

// table is a table that is being drawn.
type table struct {
	columns [maxColumns]Column
	x, w    [maxColumns]float32
	n, cell int
	row     Rect
	rows    int
	seen    bool
	state   *memory // c: column of the order, flags: descending
	color   renderer.Color
}

// flagDescending of the memory of a table.
const flagDescending = 4

// BeginTable starts a table of the given height in units, the title line included. Its rows are
// given in the order that Sort asks for. EndTable ends it.
func (c *Context) BeginTable(label string, height float32, columns ...Column) {
	id := c.ID(label)
	outer := c.next(c.px(height))
	c.frame(outer, c.Theme.Header.Fade(0.5), c.Theme.Border, c.len.radius, c.len.border)
	c.seeds = append(c.seeds, id)
	c.tables = append(c.tables, table{n: min(len(columns), maxColumns), state: c.memory.find(hashLabel(id, "order"))})
	t := &c.tables[len(c.tables)-1]
	copy(t.columns[:], columns)
	if !t.state.known {
		t.state.known = true
		for i := range t.n {
			if t.columns[i].Falling {
				t.state.c, t.state.flags = float32(i), flagDescending
			}
		}
	}
	in := outer.Inset(c.len.border)
	c.tableColumns(t, in)
	head := Rect{in.X, in.Y, in.W, c.px(22)}
	c.fill(head, c.Theme.Header, c.len.radius)
	for i := range t.n {
		c.tableTitle(t, id, i, head)
	}
	c.fill(Rect{head.X, head.bottom(), head.W, c.len.border}, c.Theme.Border, 0)
	top := head.bottom() + c.len.border
	c.beginScroll(hashLabel(id, "rows"), Rect{in.X, top, in.W, in.bottom() - top}, 0)
}

func (c *Context) tableColumns(t *table, in Rect) {
	left, share := in.W-c.len.bar-c.px(2), 0
	for i := range t.n {
		if t.columns[i].Width > 0 {
			left -= c.px(t.columns[i].Width)
		} else {
			share++
		}
	}
	// where there is no room for the columns as wished, all give way alike
	fit, least := float32(1), float32(share)*c.px(60)
	if left < least {
		wished := in.W - c.len.bar - c.px(2) - left
		fit = max(in.W-c.len.bar-c.px(2), 0) / max(wished+least, 1)
		left = least * fit
	}
	x := in.X
	for i := range t.n {
		w := c.px(t.columns[i].Width) * fit
		if w == 0 {
			w = left / float32(share)
		}
		t.x[i], t.w[i] = round(x), round(x+w)-round(x)
		x += w
	}
}

func (c *Context) tableTitle(t *table, id ID, i int, head Rect) {
	r := Rect{t.x[i], head.Y, t.w[i], head.H}
	s := c.behave(hashLabel(id, t.columns[i].Title)+ID(i), r)
	if s.clicked {
		if int(t.state.c) == i {
			t.state.flags ^= flagDescending
		} else {
			t.state.c, t.state.flags = float32(i), 0
		}
		c.again = true
	}
	color := c.Theme.TextDim
	if s.hovered || int(t.state.c) == i {
		color = c.Theme.Text
	}
	text := Rect{r.X + c.px(7), r.Y, r.W - c.px(14), r.H}
	align := AlignLeft
	if t.columns[i].Right {
		align = AlignRight
	}
	sorted := int(t.state.c) == i
	if sorted {
		text.W -= c.px(12)
	}
	c.textIn(text, align, c.smallStyle(), color, t.columns[i].Title)
	if sorted {
		x, y, d := r.right()-c.px(11), round(r.Y+r.H/2), c.px(3)
		if t.state.flags&flagDescending != 0 {
			d = -d
		}
		c.line(x-abs(d), y+d/2, x, y-d/2, 1.4*c.scale, color)
		c.line(x, y-d/2, x+abs(d), y+d/2, 1.4*c.scale, color)
	}
}

// Sort is the order that the user has chosen for the rows of the present table.
func (c *Context) Sort() (column int, descending bool) {
	s := c.tables[len(c.tables)-1].state
	return int(s.c), s.flags&flagDescending != 0
}

// TableRow starts a row and reports a click on it. label tells rows apart.
func (c *Context) TableRow(label string, chosen bool) bool {
	t := &c.tables[len(c.tables)-1]
	g := c.at()
	r := c.next(c.px(21))
	g.y -= c.len.gap
	t.row, t.cell, t.seen, t.color = r, 0, c.seen(r), c.Theme.Text
	t.rows++
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	if t.seen {
		switch {
		case chosen:
			c.fill(r, c.Theme.AccentSoft, 0)
		case s.hovered:
			c.fill(r, c.Theme.FieldHot, 0)
		case t.rows%2 == 0:
			c.fill(r, c.Theme.Field.Fade(0.35), 0)
		}
	}
	if focused {
		c.ring(r, c.Theme.AccentHot, 0, c.len.thick)
	}
	return s.clicked || focused && (c.key(KeySpace, 0) || c.enter())
}

// Cell writes the next cell of the row.
func (c *Context) Cell(text string) {
	t := &c.tables[len(c.tables)-1]
	if t.cell >= t.n {
		return
	}
	i := t.cell
	t.cell++
	if !t.seen {
		return
	}
	align := AlignLeft
	if t.columns[i].Right {
		align = AlignRight
	}
	c.textIn(Rect{t.x[i] + c.px(7), t.row.Y, t.w[i] - c.px(14), t.row.H}, align, c.style(false), t.color, text)
}

// CellNumber writes a number with fixed decimals into the next cell.
func (c *Context) CellNumber(v float64, decimals int) {
	c.scratch = appendFixed(c.scratch[:0], v, decimals)
	c.Cell(asString(c.scratch))
}

// CellColor changes the colour of the cells that follow in the row.
func (c *Context) CellColor(color renderer.Color) { c.tables[len(c.tables)-1].color = color }

// EndTable ends BeginTable.
func (c *Context) EndTable() {
	c.endScroll(0)
	c.tables = c.tables[:len(c.tables)-1]
	c.PopID()
}
