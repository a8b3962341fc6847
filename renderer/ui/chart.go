package ui

import (
	"math"

	"tumble/renderer"
)

// maxBins is how many bins a histogram can have.
const maxBins = 64

// Histogram draws how often values fall into bins of equal width between the smallest and the
// largest value. bins is at most 64.
func (c *Context) Histogram(label string, values []float32, bins int, o PlotOptions) {
	bins = min(max(bins, 1), maxBins)
	lo, hi := o.Min, o.Max
	if lo == hi {
		lo, hi = float32(math.Inf(1)), float32(math.Inf(-1))
		for _, v := range values {
			if v-v == 0 {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	if !(lo < hi) {
		lo, hi = lo-0.5, lo+0.5
	}
	var counts [maxBins]float32
	for _, v := range values {
		if v >= lo && v <= hi {
			counts[min(int((v-lo)/(hi-lo)*float32(bins)), bins-1)]++
		}
	}
	r, s := c.chart(label, o)
	c.columns(r, s, counts[:bins], lo, (hi-lo)/float32(bins), o.Unit, nil)
}

// Bars draws a column for each value; names are shown under the cursor and may be nil.
func (c *Context) Bars(label string, values []float32, names []string, o PlotOptions) {
	r, s := c.chart(label, o)
	c.columns(r, s, values, 0, 1, o.Unit, names)
}

// chart takes the place of a chart and draws its frame.
func (c *Context) chart(label string, o PlotOptions) (Rect, response) {
	h := o.Height
	if h <= 0 {
		h = 90
	}
	r := c.next(c.px(h))
	s := c.behave(c.ID(label), r)
	if c.seen(r) {
		c.frame(r, c.Theme.Header, c.Theme.Border, c.len.radius, c.len.border)
		c.textIn(Rect{r.X + c.px(8), r.Y + c.px(2), r.W - c.px(16), c.px(18)}, AlignLeft, c.smallStyle(),
			c.Theme.TextDim, visible(label))
	}
	return r, s
}

func (c *Context) columns(r Rect, s response, values []float32, start, step float32, unit string, names []string) {
	if !c.seen(r) || len(values) == 0 {
		return
	}
	top := float32(0)
	for _, v := range values {
		top = max(top, v)
	}
	area := Rect{r.X + c.px(8), r.Y + c.px(22), r.W - c.px(16), r.H - c.px(28)}
	c.fill(Rect{area.X, area.bottom(), area.W, c.len.border}, c.Theme.Grid, 0)
	width := area.W / float32(len(values))
	for i, v := range values {
		x0, x1 := round(area.X+width*float32(i)), round(area.X+width*float32(i+1))
		gap := min(c.px(2), (x1-x0)/3)
		h := round(area.H * max(v, 0) / max(top, 1e-9))
		over := s.hovered && c.mouse.x >= x0 && c.mouse.x < x1
		color := c.Theme.Series[0]
		if over {
			color = c.Theme.AccentHot
		}
		c.fill(Rect{x0, area.bottom() - h, x1 - x0 - gap, h}, color, min(c.px(2), (x1-x0-gap)/2))
		if over {
			c.columnTip(i, v, start, step, unit, names)
		}
	}
}

// columnTip reads a column off.
func (c *Context) columnTip(i int, v, start, step float32, unit string, names []string) {
	b := c.scratch[:0]
	if names != nil {
		if i < len(names) {
			b = append(b, names[i]...)
		}
	} else if step != 1 {
		b = appendNumber(b, float64(start+step*float32(i)))
		b = appendNumber(append(b, " … "...), float64(start+step*float32(i+1)))
		b = append(append(b, ' '), unit...)
	} else {
		b = appendNumber(b, float64(i))
	}
	b = appendNumber(append(b, ": "...), float64(v))
	c.scratch = b
	w := c.atlas.Width(c.smallStyle(), asString(b)) + c.px(14)
	box := Rect{round(clamp(c.mouse.x+c.px(10), 0, c.width-w)), c.mouse.y + c.px(16), round(w), c.px(20)}
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerTip})
	c.frame(box, c.Theme.Popup, c.Theme.Border, c.len.radius, c.len.border)
	c.textIn(Rect{box.X + c.px(7), box.Y, w, box.H}, AlignLeft, c.smallStyle(), c.Theme.Text, asString(c.scratch))
	c.pop()
}

// Sparkline draws a line as high as a row, without axes, beside its label.
func (c *Context) Sparkline(label string, s Series) {
	r := c.field(label)
	if !c.seen(r) || len(s.Data) < 2 {
		return
	}
	c.spark(r, &s)
}

func (c *Context) spark(r Rect, s *Series) {
	lo, hi := float32(math.Inf(1)), float32(math.Inf(-1))
	for _, v := range s.Data {
		if v-v == 0 {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if !(lo < hi) {
		hi = lo + 1
	}
	color := s.Color
	if color == 0 {
		color = c.Theme.Series[0]
	}
	f := plotFrame{area: r.Inset(c.px(3)), lo: lo, hi: hi, to: float32(s.span() - 1)}
	c.plotLine(&f, s, color)
}

// CellSpark draws a line into the next cell of a table.
func (c *Context) CellSpark(s Series) {
	t := &c.tables[len(c.tables)-1]
	if t.cell >= t.n {
		return
	}
	i := t.cell
	t.cell++
	if t.seen && len(s.Data) > 1 {
		c.spark(Rect{t.x[i] + c.px(4), t.row.Y, t.w[i] - c.px(8), t.row.H}, &s)
	}
}

// CellBar draws a bar of a share of 0 to 1 into the next cell of a table.
func (c *Context) CellBar(part float32, color renderer.Color) {
	t := &c.tables[len(c.tables)-1]
	if t.cell >= t.n {
		return
	}
	i := t.cell
	t.cell++
	if t.seen {
		r := Rect{t.x[i] + c.px(6), t.row.Y + c.px(6), t.w[i] - c.px(12), t.row.H - c.px(12)}
		c.fill(r, c.Theme.Field, c.px(2))
		c.fill(Rect{r.X, r.Y, round(r.W * clamp(part, 0, 1)), r.H}, color, c.px(2))
	}
}

// Span is a stretch of a flame strip.
type Span struct {
	Name       string
	Start, End float32 // of the whole strip, in the unit of the strip
	Depth      int
	Color      renderer.Color // 0 takes one of the theme
}

// Flame draws spans as bars over a common axis, deeper ones below. Names are shown where there is
// room for them, name and length under the cursor.
func (c *Context) Flame(label string, spans []Span, unit string) {
	deepest, total := 0, float32(0)
	for i := range spans {
		deepest, total = max(deepest, spans[i].Depth), max(total, spans[i].End)
	}
	row := c.px(18)
	r := c.next(float32(deepest+1)*row + c.px(4))
	s := c.behave(c.ID(label), r)
	if !c.seen(r) || total <= 0 {
		return
	}
	c.frame(r, c.Theme.Header, c.Theme.Border, c.len.radius, c.len.border)
	in := r.Inset(c.px(2))
	for i := range spans {
		p := &spans[i]
		x0, x1 := round(in.X+in.W*max(p.Start, 0)/total), round(in.X+in.W*p.End/total)
		if x1 <= x0 {
			continue
		}
		bar := Rect{x0, in.Y + float32(p.Depth)*row, max(x1-x0-c.len.border, 1), row - c.len.border}
		color := p.Color
		if color == 0 {
			color = c.Theme.Series[i%len(c.Theme.Series)]
		}
		if s.hovered && bar.Contains(c.mouse.x, c.mouse.y) {
			c.scratch = append(append(c.scratch[:0], p.Name...), "  "...)
			c.scratch = append(appendNumber(c.scratch, float64(p.End-p.Start)), ' ')
			c.scratch = append(c.scratch, unit...)
			c.flameTip()
			color = color.WithAlpha(255)
		} else {
			color = color.WithAlpha(200)
		}
		c.fill(bar, color, c.px(2))
		if bar.W > c.px(24) {
			c.textIn(Rect{bar.X + c.px(4), bar.Y, bar.W - c.px(6), bar.H}, AlignLeft, c.smallStyle(), inkOn(color),
				p.Name)
		}
	}
}

// inkOn is black or white, whichever reads better on a colour.
func inkOn(color renderer.Color) renderer.Color {
	if 299*int(color.R())+587*int(color.G())+114*int(color.B()) > 140*1000 {
		return renderer.Hex(0x101317)
	}
	return renderer.Hex(0xffffff)
}

func (c *Context) flameTip() {
	w := c.atlas.Width(c.smallStyle(), asString(c.scratch)) + c.px(14)
	box := Rect{round(clamp(c.mouse.x+c.px(10), 0, max(c.width-w, 0))), c.mouse.y + c.px(16), round(w), c.px(20)}
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerTip})
	c.frame(box, c.Theme.Popup, c.Theme.Border, c.len.radius, c.len.border)
	c.textIn(Rect{box.X + c.px(7), box.Y, w, box.H}, AlignLeft, c.smallStyle(), c.Theme.Text, asString(c.scratch))
	c.pop()
}
