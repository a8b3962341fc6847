package ui

import (
	"math"

	"tumble/renderer"
)

// Series is one line of a plot: a ring of samples.
type Series struct {
	Name string
	// Color of the line; 0 takes one of the theme.
	Color renderer.Color
	// Data are the samples, the oldest at Start, wrapping around at the end.
	Data  []float32
	Start int
	// Lead is how many places the axis has before the oldest sample.
	Lead int
	// Unit is shown behind the values, where a plot has several axes.
	Unit string
}

// span is how much of the axis of samples a line takes.
func (s *Series) span() int { return s.Lead + len(s.Data) }

// PlotMark is a moment that a plot marks with a vertical line.
type PlotMark struct {
	// At is the place on the axis of samples.
	At float32
	// Text is shown while the cursor is near.
	Text string
}

// sample returns the sample at a place of the axis; before the oldest it is no number.
func (s *Series) sample(i int) float32 {
	if i < s.Lead {
		return float32(math.NaN())
	}
	i += s.Start - s.Lead
	if i >= len(s.Data) {
		i -= len(s.Data)
	}
	return s.Data[i]
}

// PlotOptions say how a plot is drawn.
type PlotOptions struct {
	// Height is in units, 0 for 120.
	Height float32
	// Unit is shown behind the values.
	Unit string
	// Min and Max fix the vertical range; both zero fit it to the shown values.
	Min, Max float32
	// Zero keeps zero in the vertical range.
	Zero bool
	// Mark draws a dashed line at a value, for a budget or a target; 0 none.
	Mark float32
	// Marks are moments.
	Marks []PlotMark
	// Axes gives each line a vertical axis of its own, in its colour.
	Axes bool
	// Steps are the steps of the samples of the first line, with its layout: they and Rate, how many there are in a
	// second, give the horizontal axis; without a rate it has steps alone. Now is the step that the plot marks.
	Steps []int32
	Rate  float64
	Now   int32
}

// mostAxes is how many vertical axes a plot has at most; further lines share the last one.
const mostAxes = 8

// plotFrame is where a plot draws.
type plotFrame struct {
	id     ID
	area   Rect // of the lines
	lo, hi float32
	from   float32 // first sample that is shown
	to     float32
	s      response
	unit   string
	axes   int // 0 for one that all lines share
	ranges [mostAxes][2]float32
	// legendBelow: the names of the lines have a line of their own below the title
	legendBelow bool
}

// use takes the vertical axis of a line.
func (f *plotFrame) use(i int) {
	if f.axes > 0 {
		r := &f.ranges[min(i, f.axes-1)]
		f.lo, f.hi = r[0], r[1]
	}
}

// Plot draws lines over a common axis of samples. The wheel zooms about the cursor, a drag pans, a double
// click shows everything again; under the cursor the values can be read off. A click on a plot with steps chooses one:
// step and true.
func (c *Context) Plot(label string, series []Series, o PlotOptions) (step int32, chosen bool) {
	n := 0
	for i := range series {
		n = max(n, series[i].span())
	}
	axes := 0
	if o.Axes {
		axes = min(len(series), mostAxes)
	}
	legend := float32(0)
	for i := range series {
		if name := series[i].Name; name != "" {
			legend += c.atlas.Width(c.smallStyle(), name) + c.px(22)
		}
	}
	f, ok := c.plotBegin(label, n, axes, legend, &o)
	if !ok {
		return 0, false
	}
	f.lo, f.hi = o.Min, o.Max
	switch {
	case axes > 0:
		for i := range axes {
			f.ranges[i][0], f.ranges[i][1] = plotRange(series[i:i+1], f.from, f.to, o.Zero)
		}
		c.plotAxes(&f, series)
	case o.Min == 0 && o.Max == 0:
		f.lo, f.hi = plotRange(series, f.from, f.to, o.Zero)
		fallthrough
	default:
		c.plotGrid(&f, o.Mark)
	}
	t := plotSteps{series: &series[0], steps: o.Steps, rate: o.Rate}
	c.plotTimes(&f, &t, o.Now)
	c.plotClip(&f)
	for i := range o.Marks {
		if x := f.x(o.Marks[i].At); x >= f.area.X && x <= f.area.right() {
			c.dashed(x, f.area.Y, x, f.area.bottom())
		}
	}
	for i := range series {
		f.use(i)
		c.plotLine(&f, &series[i], c.seriesColor(series, i))
	}
	c.pop()
	c.plotLegend(&f, series)
	c.plotHover(&f, series, o.Marks, &t)
	if f.s.clicked && t.there() && f.area.Contains(c.mouse.x, c.mouse.y) && c.memory.find(f.id).c < c.px(3) {
		return t.step(f.pointed(c)), true
	}
	return 0, false
}

// dashed draws a dashed line in the colour of warnings.
func (c *Context) dashed(x0, y0, x1, y1 float32) {
	color := c.Theme.Warn
	c.lines = append(c.lines, renderer.Line{AX: x0, AY: y0, BX: x1, BY: y1, ColorA: color, ColorB: color,
		Width: c.scale, Dash: c.px(4)})
}

func (c *Context) seriesColor(series []Series, i int) renderer.Color {
	if series[i].Color != 0 {
		return series[i].Color
	}
	return c.Theme.Series[i%len(c.Theme.Series)]
}

// plotBegin takes the place of a plot, draws its frame and moves what is shown of n samples. legend (pixels) is the
// width of the names of the lines.
func (c *Context) plotBegin(label string, n, axes int, legend float32, o *PlotOptions) (f plotFrame, ok bool) {
	h := o.Height
	if h <= 0 {
		h = 120
	}
	r := c.next(c.px(h))
	f.id, f.unit, f.axes = c.ID(label), o.Unit, axes
	f.s = c.behave(f.id, r)
	if !c.seen(r) {
		return f, false
	}
	t := c.Theme
	c.frame(r, t.Header, t.Border, c.len.radius, c.len.border)
	room := r.W - c.px(16)
	f.legendBelow = legend > 0 && c.atlas.Width(c.smallStyle(), visible(label))+legend > room
	if legend > 0 && !f.legendBelow {
		room -= legend
	}
	c.textIn(Rect{r.X + c.px(8), r.Y + c.px(2), room, c.px(18)}, AlignLeft, c.smallStyle(), t.TextDim, visible(label))
	left := c.px(axisWidth) * float32(max(axes, 1))
	f.area = Rect{r.X + left, r.Y + c.px(28), r.W - left - c.px(8), r.H - c.px(38)}
	if len(o.Steps) > 0 {
		f.area.H -= c.px(8)
	}
	if f.legendBelow {
		f.area.Y += c.px(14)
		f.area.H -= c.px(14)
	}
	c.plotView(&f, n)
	return f, f.area.W > 4 && f.area.H > 4 && n > 1
}

// plotView moves the shown part. The memory of a plot has the middle (a) and the share (b) that is shown, 0 for
// everything, and the way of the held pointer (c).
func (c *Context) plotView(f *plotFrame, n int) {
	m := c.memory.find(f.id)
	share := m.b
	if share <= 0 || share > 1 {
		share, m.a = 1, 0.5
	}
	at := clamp((c.mouse.x-f.area.X)/max(f.area.W, 1), 0, 1)
	if f.s.hovered && c.mouse.wheelY != 0 {
		next := clamp(share*float32(math.Pow(0.8, float64(c.mouse.wheelY))), min(8/max(float32(n), 8), 1), 1)
		// the point under the cursor stays there
		m.a += (at - 0.5) * (share - next)
		share = next
		c.mouse.wheelY = 0
	}
	if f.s.pressed {
		m.c = 0
	}
	if f.s.held {
		m.c += abs(c.mouse.dx)
		m.a -= c.mouse.dx / max(f.area.W, 1) * share
	}
	if f.s.pressed && c.mouse.clicks == 2 {
		share, m.a = 1, 0.5
	}
	m.a = clamp(m.a, share/2, 1-share/2)
	m.b = share
	f.from = (m.a - share/2) * float32(n-1)
	f.to = (m.a + share/2) * float32(n-1)
}

// plotRange fits a range with even ends to the shown values.
func plotRange(series []Series, from, to float32, zero bool) (lo, hi float32) {
	lo, hi = float32(math.Inf(1)), float32(math.Inf(-1))
	for k := range series {
		s := &series[k]
		for i := max(int(from), 0); i <= int(to+1) && i < s.span(); i++ {
			if v := s.sample(i); v-v == 0 {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
	}
	if zero || lo > hi {
		lo, hi = min(lo, 0), max(hi, 0)
	}
	if lo > hi || lo == 0 && hi == 0 {
		lo, hi = 0, 1
	}
	// a range that is widened to round steps does not tremble with the newest sample
	step := roundStep(float64(max(hi-lo, abs(hi)*1e-3, 1e-9)) / 3)
	lo = float32(math.Floor(float64(lo)/step) * step)
	hi = float32(math.Ceil(float64(hi)/step+1e-6) * step)
	if hi <= lo {
		hi = lo + float32(step)
	}
	return lo, hi
}

// roundStep returns 1, 2 or 5 times a power of ten, not below x.
func roundStep(x float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [3]float64{1, 2, 5} {
		if m*p >= x*0.999 {
			return m * p
		}
	}
	return 10 * p
}

func (f *plotFrame) x(i float32) float32 {
	return f.area.X + f.area.W*(i-f.from)/max(f.to-f.from, 1e-6)
}

func (f *plotFrame) y(v float32) float32 {
	return f.area.bottom() - f.area.H*(v-f.lo)/(f.hi-f.lo)
}

// pointed is the sample under the cursor.
func (f *plotFrame) pointed(c *Context) int {
	return int(f.from + (c.mouse.x-f.area.X)/f.area.W*(f.to-f.from) + 0.5)
}

// plotGrid draws horizontal lines at even values.
func (c *Context) plotGrid(f *plotFrame, mark float32) {
	lines := clamp(f.area.H/c.px(26), 1, 6)
	step := roundStep(float64(f.hi-f.lo) / float64(lines))
	numbers := axisNumbersOf(float64(f.lo), float64(f.hi), step)
	for v := math.Ceil(float64(f.lo)/step-1e-6) * step; v <= float64(f.hi)+step*1e-6; v += step {
		y := round(f.y(float32(v)))
		c.fill(Rect{f.area.X, y, f.area.W, c.len.border}, c.Theme.Grid, 0)
		c.scratch = numbers.append(c.scratch[:0], math.Round(v/step)*step)
		c.textIn(Rect{f.area.X - c.px(axisWidth-2), y - c.px(8), c.px(axisWidth - 7), c.px(16)}, AlignRight,
			c.smallStyle(), c.Theme.TextDim, asString(c.scratch))
	}
	if mark > f.lo && mark < f.hi {
		y := f.y(mark)
		c.dashed(f.area.X, y, f.area.right(), y)
	}
}

// plotAxes draws the ends and the middle of the vertical axis of each line in its colour, over lines at the same
// heights.
func (c *Context) plotAxes(f *plotFrame, series []Series) {
	parts := float32(2)
	if f.area.H < c.px(40) {
		parts = 1
	}
	for k := float32(0); k <= parts; k++ {
		y := round(f.area.bottom() - f.area.H*k/parts)
		c.fill(Rect{f.area.X, y, f.area.W, c.len.border}, c.Theme.Grid, 0)
		for i := range f.axes {
			lo, hi := float64(f.ranges[i][0]), float64(f.ranges[i][1])
			step := (hi - lo) / float64(parts)
			numbers := axisNumbersOf(lo, hi, step)
			c.scratch = numbers.append(c.scratch[:0], lo+step*float64(k))
			at := Rect{f.area.X - c.px(axisWidth)*float32(i+1) + c.px(2), y - c.px(8), c.px(axisWidth - 7), c.px(16)}
			c.textIn(at, AlignRight, c.smallStyle(), c.seriesColor(series, i), asString(c.scratch))
		}
	}
}

func (c *Context) plotClip(f *plotFrame) {
	g := c.at()
	d := c.px(1)
	c.push(region{clip: intersect(Rect{f.area.X, f.area.Y - d, f.area.W, f.area.H + 2*d}, g.clip), layer: g.layer,
		window: g.window})
}

// plotLine draws the samples that are shown. Where there are more samples than pixels, each
// pixel gets the range of its samples, so that a peak of one sample is seen.
func (c *Context) plotLine(f *plotFrame, s *Series, color renderer.Color) {
	n := s.span()
	if len(s.Data) < 2 {
		return
	}
	first, last := max(int(f.from), 0), min(int(math.Ceil(float64(f.to))), n-1)
	per := float32(last-first) / f.area.W
	width := 1.4 * c.scale
	if per > 1 {
		c.plotColumns(f, s, color, first, last)
		return
	}
	x0, y0 := f.x(float32(first)), f.y(s.sample(first))
	for i := first + 1; i <= last; i++ {
		x1, y1 := f.x(float32(i)), f.y(s.sample(i))
		if y0-y0 == 0 && y1-y1 == 0 {
			c.line(x0, y0, x1, y1, width, color)
		}
		x0, y0 = x1, y1
	}
}

func (c *Context) plotColumns(f *plotFrame, s *Series, color renderer.Color, first, last int) {
	width := 1.4 * c.scale
	i := first
	var px, py float32
	drawn := false
	for column := 0; i <= last; column++ {
		end := first + int(float32(column+1)*float32(last-first+1)/f.area.W)
		lo, hi := float32(math.Inf(1)), float32(math.Inf(-1))
		for ; i <= last && (i < end || lo > hi); i++ {
			if v := s.sample(i); v-v == 0 {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if lo > hi {
			break
		}
		if i > end {
			// there was nothing before
			column = int(float32(i-1-first) * f.area.W / float32(last-first+1))
		}
		x, y0, y1 := f.area.X+float32(column), f.y(lo), f.y(hi)
		if y0-y1 < 1 {
			y1 = y0 - 1
		}
		if drawn {
			c.line(px, py, x, (y0+y1)/2, width, color)
		}
		if y0-y1 > 2 {
			c.line(x, y0, x, y1, width, color)
		}
		px, py, drawn = x, (y0+y1)/2, true
	}
}

// plotLegend names the lines at the top, or below the title where that leaves no room.
func (c *Context) plotLegend(f *plotFrame, series []Series) {
	x, y := f.area.right(), f.area.Y-c.px(26)
	if f.legendBelow {
		y = f.area.Y - c.px(20)
	}
	for i := len(series) - 1; i >= 0; i-- {
		if series[i].Name == "" {
			continue
		}
		w := c.atlas.Width(c.smallStyle(), series[i].Name)
		x -= w
		c.textIn(Rect{x, y, w + 1, c.px(18)}, AlignLeft, c.smallStyle(), c.Theme.TextDim, series[i].Name)
		d := c.px(7)
		x -= d + c.px(5)
		c.fill(Rect{round(x), y + round((c.px(18)-d)/2), d, d}, c.seriesColor(series, i), c.px(2))
		x -= c.px(10)
	}
}

// plotHover shows the values under the cursor.
func (c *Context) plotHover(f *plotFrame, series []Series, marks []PlotMark, t *plotSteps) {
	if !f.s.hovered || f.s.held || !f.area.Contains(c.mouse.x, c.mouse.y) {
		return
	}
	at := f.pointed(c)
	x := round(f.x(float32(at)))
	c.fill(Rect{x, f.area.Y, c.len.border, f.area.H}, c.Theme.BorderHot, 0)
	rows, widest := 0, float32(0)
	if t.there() {
		rows = 1
		c.scratch = t.append(c.scratch[:0], at)
		widest = c.atlas.Width(c.smallStyle(), asString(c.scratch))
	}
	note := nearMark(marks, float32(at), 4*c.scale*(f.to-f.from)/f.area.W)
	if note != "" {
		rows, widest = rows+1, max(widest, c.atlas.Width(c.smallStyle(), note))
	}
	for i := range series {
		if s := &series[i]; at >= s.Lead && at < s.span() {
			rows++
			widest = max(widest, c.readout(s, at, f.unit))
			f.use(i)
			y, d := f.y(s.sample(at)), c.px(6)
			if f.area.Contains(f.area.X, y) {
				c.fill(Rect{x - d/2, y - d/2, d, d}, c.seriesColor(series, i), d/2)
			}
		}
	}
	if rows == 0 {
		return
	}
	c.plotTip(f, series, t, &plotTip{x: x, at: at, rows: rows, widest: widest, note: note})
}

// plotTip are the values at a place of a plot: their number of lines, the width of the widest one, and the note of a
// mark.
type plotTip struct {
	x      float32
	at     int
	rows   int
	widest float32
	note   string
}

// plotTip draws the values beside the cursor.
func (c *Context) plotTip(f *plotFrame, series []Series, t *plotSteps, tip *plotTip) {
	line := c.px(16)
	box := Rect{tip.x + c.px(10), f.area.Y + c.px(2), round(tip.widest) + c.px(26), float32(tip.rows)*line + c.px(8)}
	if box.right() > f.area.right() {
		box.X = tip.x - c.px(10) - box.W
	}
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerTip})
	c.frame(box, c.Theme.Popup, c.Theme.Border, c.len.radius, c.len.border)
	y := box.Y + c.px(4)
	if t.there() {
		c.scratch = t.append(c.scratch[:0], tip.at)
		c.textIn(Rect{box.X + c.px(7), y, tip.widest + c.px(12), line}, AlignLeft, c.smallStyle(), c.Theme.TextDim,
			asString(c.scratch))
		y += line
	}
	if tip.note != "" {
		c.textIn(Rect{box.X + c.px(7), y, tip.widest + c.px(12), line}, AlignLeft, c.smallStyle(), c.Theme.Warn,
			tip.note)
		y += line
	}
	for i := range series {
		s := &series[i]
		if tip.at < s.Lead || tip.at >= s.span() {
			continue
		}
		d := c.px(7)
		c.fill(Rect{box.X + c.px(7), y + round((line-d)/2), d, d}, c.seriesColor(series, i), c.px(2))
		c.readout(s, tip.at, f.unit)
		c.textIn(Rect{box.X + c.px(19), y, tip.widest + 1, line}, AlignLeft, c.smallStyle(), c.Theme.Text,
			asString(c.scratch))
		y += line
	}
	c.pop()
}

// nearMark is the text of the mark nearest to a place, empty if none is within reach.
func nearMark(marks []PlotMark, at, reach float32) (text string) {
	reach = max(reach, 1)
	for i := range marks {
		if d := abs(marks[i].At - at); d <= reach {
			text, reach = marks[i].Text, d
		}
	}
	return text
}

// readout writes name and value of a sample into the scratch buffer and returns its width.
func (c *Context) readout(s *Series, at int, unit string) float32 {
	c.scratch = append(c.scratch[:0], s.Name...)
	if s.Name != "" {
		c.scratch = append(c.scratch, "  "...)
	}
	c.scratch = appendNumber(c.scratch, float64(s.sample(at)))
	if s.Unit != "" {
		unit = s.Unit
	}
	if unit != "" {
		c.scratch = append(append(c.scratch, ' '), unit...)
	}
	return c.atlas.Width(c.smallStyle(), asString(c.scratch))
}
