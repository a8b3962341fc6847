package ui

// RowSweep is the stretch of rows over which the mouse has been drawn with the left button held.
type RowSweep struct {
	// On is set while the button is held, Began in the first frame of that.
	On, Began bool
	// From is the row on which the button went down, To the one under the mouse.
	From, To int
	// Mods are those that were held when the button went down.
	Mods Mods
}

// Of the memory of a sweep a is where it began, in units from the first row.
const (
	flagSweepPressed = 1
	flagSweepOn      = 2
)

const (
	// sweepReach (units) is how far the mouse moves before a press is a sweep and no click.
	sweepReach = 4
	// sweepSpeed is how many rows a second the list scrolls for each row that the mouse is beyond its end.
	sweepSpeed = 8
)

// SweepRows lets the mouse be drawn over n rows, between the rows and EndRows. It draws the box around what is swept,
// and scrolls where the mouse is beyond the end of the list.
func (c *Context) SweepRows(n int) (s RowSweep) {
	g := c.at()
	if g.scroll == nil || n == 0 {
		return s
	}
	id, h := hashLabel(g.scrollID, "sweep"), c.px(rowHeight)
	m := c.memory.find(id)
	over := (c.mouse.y - g.rowsFrom) / c.scale
	if c.mouse.pressed[ButtonLeft] && c.hovers(g.view) && c.mouse.x < g.x+g.w-c.px(eyeWidth+14) {
		m.flags, m.a = flagSweepPressed, over
		if c.active == 0 {
			// below the rows
			c.active = id
		}
	}
	if m.flags == 0 {
		return s
	}
	if !c.mouse.down[ButtonLeft] {
		m.flags = 0
		return s
	}
	if c.active == id {
		c.activeSeen = true
	}
	if m.flags&flagSweepOn == 0 {
		if abs(over-m.a) < sweepReach {
			return s
		}
		m.flags |= flagSweepOn
		s.Began = true
	}
	// the row that was pressed is not clicked any more, and may scroll out of sight
	c.active, c.activeSeen = id, true
	c.scrollSweep(g, n)
	row := func(y float32) int { return min(max(int(y*c.scale/h), 0), n-1) }
	s.On, s.From, s.To, s.Mods = true, row(m.a), row(over), c.mouse.mods
	from, to := g.rowsFrom+m.a*c.scale, clamp(c.mouse.y, g.view.Y, g.view.bottom())
	box := Rect{min(c.mouse.pressX, c.mouse.x), min(from, to), abs(c.mouse.x - c.mouse.pressX), abs(to - from)}
	c.frame(box, c.Theme.Accent.Fade(0.15), c.Theme.Accent, 0, c.len.border)
	return s
}

// scrollSweep scrolls the list while a sweep goes beyond its end.
func (c *Context) scrollSweep(g *region, n int) {
	h := c.px(rowHeight)
	beyond := max(c.mouse.y-g.view.bottom(), 0) - max(g.view.Y-c.mouse.y, 0)
	if beyond == 0 || beyond < 0 && g.scroll.a <= 0 || beyond > 0 && g.rowsFrom+float32(n)*h <= g.view.bottom() {
		return
	}
	rows := beyond / h * sweepSpeed * float32(c.elapsed) / 1e9
	g.scroll.a = max(g.scroll.a+rows*rowHeight, 0)
	c.again = true
}
