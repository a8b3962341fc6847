package ui

import (
	"math"
)

// Range says which values a slider takes and how they are shown.
type Range struct {
	// Min and Max bound the value; both zero for no bounds.
	Min, Max float64
	// Low and High are the part of the range that the slider spans; both zero for the whole. Values
	// beyond can be typed.
	Low, High float64
	// Default is the value to which a right click returns.
	Default float64
	// Unit is shown behind the value.
	Unit string
	// Log makes equal distances equal ratios; a range that has zero is linear close to zero.
	Log bool
	// Whole admits whole numbers only.
	Whole bool
	// Step is the change of an arrow key, and of a pixel of drag without bounds; 0 chooses.
	Step float64
	// NoDefault makes a right click do nothing.
	NoDefault bool
	// Unset, if not empty, is the text of a value that nobody has chosen, NaN. A change of such a value begins at
	// Start.
	Unset string
	Start float64
}

// from is where a change of v begins.
func (r *Range) from(v float64) float64 {
	if r.Unset != "" && math.IsNaN(v) {
		return r.Start
	}
	return v
}

// same reports whether two values are shown alike, as all NaN are.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func (r *Range) span() (lo, hi float64, ok bool) {
	lo, hi = r.Low, r.High
	if lo == 0 && hi == 0 {
		lo, hi = r.Min, r.Max
	}
	return lo, hi, lo < hi
}

func (r *Range) limit(v float64) float64 {
	if r.Whole {
		v = math.Round(v)
	}
	if r.Min < r.Max {
		v = math.Max(r.Min, math.Min(v, r.Max))
	}
	return v
}

// toPart maps a value to 0 … 1 along the slider.
func (r *Range) toPart(v float64) float64 {
	lo, hi, ok := r.span()
	if !ok {
		return 0
	}
	p := (v - lo) / (hi - lo)
	if r.Log {
		if lo > 0 {
			p = math.Log(math.Max(v, lo)/lo) / math.Log(hi/lo)
		} else {
			k := math.Max(math.Abs(lo), math.Abs(hi)) / 1000
			a, b := math.Asinh(lo/k), math.Asinh(hi/k)
			p = (math.Asinh(v/k) - a) / (b - a)
		}
	}
	return math.Max(0, math.Min(p, 1))
}

// fromPart is the reverse of toPart, rounded to steps that can be told apart.
func (r *Range) fromPart(p float64) float64 {
	lo, hi, _ := r.span()
	p = math.Max(0, math.Min(p, 1))
	switch p {
	case 0:
		return lo
	case 1:
		return hi
	}
	v := lo + p*(hi-lo)
	step := (hi - lo) / 1000
	if r.Log {
		if lo > 0 {
			v = lo * math.Pow(hi/lo, p)
			step = v / 200
		} else {
			k := math.Max(math.Abs(lo), math.Abs(hi)) / 1000
			a, b := math.Asinh(lo/k), math.Asinh(hi/k)
			v = k * math.Sinh(a+p*(b-a))
			step = math.Max(math.Abs(v), k/100) / 200
		}
	}
	// a power of ten below the step keeps the digits few
	if step > 0 {
		unit := math.Pow(10, math.Floor(math.Log10(step)))
		v = math.Round(v/unit) * unit
		if unit < 1 {
			v = math.Round(v*math.Round(1/unit)) / math.Round(1/unit)
		}
	}
	return v
}

func (r *Range) step() float64 {
	lo, hi, ok := r.span()
	switch {
	case r.Step > 0:
		return r.Step
	case r.Whole:
		return 1
	case ok:
		return math.Pow(10, math.Floor(math.Log10((hi-lo)/50)))
	}
	return 0.1
}

// Slider draws a number that is dragged along its range; Shift makes the drag fine. Ctrl+click and
// double-click let the number be typed, a right click returns to the default. It reports a change.
func (c *Context) Slider(label string, v *float64, o Range) bool { return c.number(label, v, o, true) }

// Number is a field for a number without a bar: dragged, stepped with the arrow keys, or typed.
func (c *Context) Number(label string, v *float64, o Range) bool { return c.number(label, v, o, false) }

func (c *Context) number(label string, v *float64, o Range, bar bool) bool {
	r := c.field(label)
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	before := *v
	if c.edit.id == id {
		out := c.editText(r, s)
		c.endNumber(v, o, out)
		return !same(*v, before)
	}
	if s.pressed && (c.mouse.clicks == 2 || c.mouse.mods&ModControl != 0) || focused && c.typed() {
		c.editNumber(id, o.from(*v), focused)
		c.editText(r, response{hovered: true})
		return false
	}
	if !o.NoDefault && c.rightClicked() {
		*v = o.limit(o.Default)
	}
	c.dragNumber(r, s, v, &o)
	if focused {
		c.stepNumber(v, &o)
	}
	if c.seen(r) {
		c.drawNumber(r, s, *v, &o, bar)
	}
	if focused {
		c.focusRing(r)
	}
	if s.hovered || s.held {
		c.cursor = CursorResizeX
	}
	return !same(*v, before)
}

// typed reports whether the typed text begins a number: then the field that has the focus is edited.
func (c *Context) typed() bool {
	if c.edit.id != 0 {
		return false
	}
	for i := range c.strokes {
		s := &c.strokes[i]
		if s.key == KeyEnter || s.key == KeyPadEnter {
			*s = stroke{}
			return true
		}
		if s.char >= '0' && s.char <= '9' || s.char == '-' || s.char == '.' {
			return true
		}
	}
	return false
}

func (c *Context) editNumber(id ID, v float64, keys bool) {
	c.scratch = appendNumber(c.scratch[:0], v)
	c.startEdit(id, asString(c.scratch))
	c.active = 0
	if keys {
		c.edit.since = c.now
	}
}

// endNumber takes the typed number when editing ends.
func (c *Context) endNumber(v *float64, o Range, out outcome) {
	if out.cancelled {
		c.edit.id = 0
		return
	}
	if !out.done {
		return
	}
	c.edit.id = 0
	if x, ok := parseNumber(asString(c.edit.text)); ok {
		*v = o.limit(x)
	}
}

func (c *Context) dragNumber(r Rect, s response, v *float64, o *Range) {
	m := c.dragPart
	_, _, ranged := o.span()
	if s.pressed {
		c.dragPart = o.from(*v)
		if ranged {
			c.dragPart = o.toPart(c.dragPart)
		}
		return
	}
	if !s.held || c.mouse.dx == 0 || c.edit.id != 0 {
		return
	}
	fine := 1.0
	if c.mouse.mods&ModShift != 0 {
		fine = 0.1
	}
	if !ranged {
		c.dragPart = m + float64(c.mouse.dx/c.scale)*o.step()*fine
		*v = o.limit(math.Round(c.dragPart/o.step()) * o.step())
		return
	}
	c.dragPart = math.Max(0, math.Min(m+float64(c.mouse.dx/max(r.W-c.px(4), 1))*fine, 1))
	*v = o.limit(o.fromPart(c.dragPart))
}

// stepNumber changes a number by the arrow keys: Shift for small steps, Ctrl for large ones.
func (c *Context) stepNumber(v *float64, o *Range) {
	by := 0.0
	if mods, ok := c.anyKey(KeyRight); ok {
		by = factor(mods)
	} else if mods, ok := c.anyKey(KeyLeft); ok {
		by = -factor(mods)
	}
	if by != 0 {
		*v = o.from(*v)
	}
	lo, hi, ranged := o.span()
	switch {
	case by != 0 && o.Log && ranged && !o.Whole:
		*v = o.limit(o.fromPart(o.toPart(*v) + by/50))
	case by != 0:
		step := o.step()
		*v = o.limit(math.Round((*v+by*step)/(step*math.Min(math.Abs(by), 1))) * step * math.Min(math.Abs(by), 1))
	case ranged && c.key(KeyHome, 0):
		*v = o.limit(lo)
	case ranged && c.key(KeyEnd, 0):
		*v = o.limit(hi)
	case !o.NoDefault && (c.key(KeyBackspace, 0) || c.key(KeyDelete, 0)):
		*v = o.limit(o.Default)
	}
}

func factor(mods Mods) float64 {
	switch {
	case mods&ModShift != 0:
		return 0.1
	case mods&ModControl != 0:
		return 10
	}
	return 1
}

func (c *Context) drawNumber(r Rect, s response, v float64, o *Range, bar bool) {
	t, b := c.Theme, c.len.border
	c.frame(r, c.surface(s), c.edge(s), c.len.radius, b)
	in := r.Inset(b)
	if o.Unset != "" && math.IsNaN(v) {
		c.textIn(Rect{in.X + c.px(6), in.Y, in.W - c.px(14), in.H}, AlignRight, c.style(false), t.TextDim, o.Unset)
		return
	}
	if _, _, ranged := o.span(); bar && ranged {
		w := round(in.W * float32(o.toPart(v)))
		radius := c.len.radius - b
		if w > 0 {
			color := t.AccentSoft
			c.fill(Rect{in.X, in.Y, w, in.H}, color, min(radius, w/2))
			// the right end of the bar is straight: it is the position
			if w > radius {
				c.fill(Rect{in.X + w - radius, in.Y, min(radius, in.W-radius-(w-radius)), in.H}, color, 0)
			}
		}
		x := clamp(in.X+w-c.len.thick/2, in.X+c.px(1), in.right()-c.len.thick-c.px(1))
		handle := t.Accent
		if s.hovered || s.held {
			handle = t.AccentHot
		}
		c.fill(Rect{round(x), in.Y + c.px(2), c.len.thick, in.H - c.px(4)}, handle, c.px(1))
	}
	right := Rect{in.X + c.px(6), in.Y, in.W - c.px(14), in.H}
	if o.Unit != "" {
		_, w := c.textIn(right, AlignRight, c.smallStyle(), t.TextDim, o.Unit)
		right.W -= w + c.px(4)
	}
	c.scratch = appendNumber(c.scratch[:0], v)
	c.textIn(right, AlignRight, c.style(false), t.Text, asString(c.scratch))
	if !o.NoDefault && !same(v, o.Default) {
		// a mark on the left edge tells of a value beside the default
		c.fill(Rect{r.X + c.px(4), r.Y + r.H/2 - c.px(2), c.px(4), c.px(4)}, t.Warn, c.px(2))
	}
}
